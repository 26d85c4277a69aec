import type { BenchRow } from '../row.js';
import { growth } from './growth.js';
import { health } from './health.js';
import { localPath } from './local-path.js';
import { ocr } from './ocr.js';
import { overhead } from './overhead.js';
import { overload } from './overload.js';
import { page } from './page.js';
import { rest } from './rest.js';
import { scoring } from './scoring.js';
import { start } from './start.js';
import { texts } from './texts.js';
import { uploads } from './uploads.js';

/** In the order of the report. */
export const all: readonly BenchRow[] = [overhead, localPath, scoring, uploads, overload, health, start, rest, texts, page, growth, ocr];
