import { bill } from './bill.js';
import { invoice } from './invoice.js';
import { receipt } from './receipt.js';

/** The shipped schemas by name, for callers who have no `output_schema` of their own. */
export const shippedSchemas = { invoice, receipt, bill } as const;
