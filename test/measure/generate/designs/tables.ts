import { left, right } from '../../../fixtures/pdf/canvas.js';
import type { Table } from '../../../fixtures/pdf/table.js';

/** The columns that every invoice has, and no more. */
export const plainTable: Table = {
  columns: { description: left + 8, quantity: 340, unitPrice: 440, amount: right - 8 },
  wrapAt: 48,
  numbersBeside: 'first',
};

/** No column of rates: the prices have the tax in them. */
export const grossTable: Table = {
  columns: { position: left + 8, description: left + 34, quantity: 310, unit: 325, unitPrice: 440, amount: right - 8 },
  wrapAt: 40,
  numbersBeside: 'first',
};

/** How many, of what, comes first. */
export const quantityFirst: Table = {
  columns: { quantity: 90, unit: 98, description: 135, unitPrice: 450, amount: right - 8 },
  wrapAt: 50,
  numbersBeside: 'first',
};

const narrow = { position: left + 8, description: left + 34, quantity: 310, unitPrice: 420, amount: right - 8 };
export const narrowTable: Table = { columns: narrow, wrapAt: 32, numbersBeside: 'first' };
/** The numbers stand beside the end of a description. */
export const lowTable: Table = { columns: narrow, wrapAt: 32, numbersBeside: 'last' };

export const discountTable: Table = {
  columns: { position: left + 8, description: left + 34, quantity: 310, unitPrice: 395, lineDiscount: 450, amount: right - 8 },
  wrapAt: 40,
  numbersBeside: 'first',
};
