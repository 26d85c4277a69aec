import { serveSight } from '../ocr/serve-ocr.js';
import { openPpocr } from './read.js';
import { look } from './recognize-page.js';

const read = await openPpocr();
await serveSight((paper, wanted) => look(read, paper, wanted));
