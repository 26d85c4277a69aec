import type { Row } from '../row.js';
import { growth } from './growth.js';
import { localPath } from './local-path.js';
import { ocr } from './ocr.js';
import { overhead } from './overhead.js';
import { overload } from './overload.js';
import { start } from './start.js';
import { uploads } from './uploads.js';

/** In the order of the report. */
export const all: readonly Row[] = [overhead, localPath, uploads, overload, start, growth, ocr];
