import { bill } from './bill.js';
import { invoice } from './invoice.js';
import { receipt } from './receipt.js';

/** The schemas that are shipped, by name: what `output_schema` may be where a caller has none of its own. */
export const shippedSchemas = { invoice, receipt, bill } as const;
