import { serveSight } from '../ocr/serve-ocr.js';
import { Engine } from './core.js';
import { look } from './recognize-page.js';

const engine = await Engine.open();
await serveSight((paper, wanted) => look(engine, paper, wanted));
