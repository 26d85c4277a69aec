import { serveSight } from '../sight/serve-sight.js';
import { look } from './look.js';
import { openPpocr } from './read.js';

const read = await openPpocr();
await serveSight((paper, wanted) => look(read, paper, wanted));
