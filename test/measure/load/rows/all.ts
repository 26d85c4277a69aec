import type { Row } from '../row.js';
import { gone } from './aborts.js';
import { books } from './books.js';
import { capacity } from './capacity.js';
import { clientsOf } from './clients.js';
import { loris } from './loris.js';
import { overload } from './overload.js';
import { soak } from './soak.js';
import { uploads } from './uploads.js';

/** In the order of the report. */
export const all: readonly Row[] = [
  clientsOf(1, '1 server'),
  clientsOf(3, '3 servers'),
  overload,
  loris,
  uploads,
  books,
  gone,
  capacity,
  soak,
];
