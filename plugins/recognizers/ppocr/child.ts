import { serveOcr } from '../ocr/serve-ocr.js';
import { openPpocr } from './read.js';
import { recognizePage } from './recognize-page.js';

const read = await openPpocr();
await serveOcr((paper, wanted) => recognizePage(read, paper, wanted));
