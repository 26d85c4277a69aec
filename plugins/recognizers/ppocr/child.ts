import { serveOcr } from '../ocr/serve-ocr.js';
import { openPpocr, recognizePage } from './recognize-page.js';

const read = await openPpocr();
await serveOcr((drawing) => recognizePage(read, drawing));
