import { serveOcr } from '../ocr/serve-ocr.js';
import { Engine } from './core.js';
import { recognizePage } from './recognize-page.js';

const engine = await Engine.open();
await serveOcr((paper, wanted) => recognizePage(engine, paper, wanted));
