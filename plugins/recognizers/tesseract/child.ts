import { serveOcr } from '../ocr/serve-ocr.js';
import { TesseractEngine } from './engine.js';
import { recognizePage } from './recognize-page.js';

const engine = await TesseractEngine.open();
await serveOcr((drawing, request) => recognizePage(engine, drawing, request));
