import type { LoadRow } from '../row.js';
import { aborted } from './aborts.js';
import { capacity } from './capacity.js';
import { clientsOf } from './clients.js';
import { longInvoices } from './long-invoices.js';
import { overload } from './overload.js';
import { slowSenders } from './slow-senders.js';
import { soak } from './soak.js';
import { uploads } from './uploads.js';

/** In the order of the report. */
export const all: readonly LoadRow[] = [
  clientsOf(1, '1 server'),
  clientsOf(3, '3 servers'),
  overload,
  slowSenders,
  uploads,
  longInvoices,
  aborted,
  capacity,
  soak,
];
