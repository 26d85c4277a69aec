import type { AmountCheckBody, CheckBody } from './extraction.js';

/** Whether a check compares two numbers. It stands alone because the page uses it, which does not load the schemas. */
export const isAmountCheck = (check: CheckBody): check is AmountCheckBody => check.delta !== undefined;
