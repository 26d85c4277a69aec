import { left, right } from '../../../fixtures/pdf/canvas.js';
import type { TableDesign } from '../../../fixtures/pdf/table.js';

/** The columns that every invoice has, and no more. */
export const plainTable: TableDesign = {
  columns: { description: left + 8, quantity: 340, unitPrice: 440, amount: right - 8 },
  wrapAt: 48,
  numbersBeside: 'first',
};

/** No column of rates: the prices have the tax in them. */
export const grossTable: TableDesign = {
  columns: { position: left + 8, description: left + 34, quantity: 310, unit: 325, unitPrice: 440, amount: right - 8 },
  wrapAt: 40,
  numbersBeside: 'first',
};

/** How many, of what, comes first. */
export const quantityFirst: TableDesign = {
  columns: { quantity: 90, unit: 98, description: 135, unitPrice: 450, amount: right - 8 },
  wrapAt: 50,
  numbersBeside: 'first',
};

const narrow = { position: left + 8, description: left + 34, quantity: 310, unitPrice: 420, amount: right - 8 };
export const narrowTable: TableDesign = { columns: narrow, wrapAt: 32, numbersBeside: 'first' };
/** The numbers stand beside the end of a description. */
export const lowTable: TableDesign = { columns: narrow, wrapAt: 32, numbersBeside: 'last' };

export const discountTable: TableDesign = {
  columns: { position: left + 8, description: left + 34, quantity: 310, unitPrice: 395, lineDiscount: 450, amount: right - 8 },
  wrapAt: 40,
  numbersBeside: 'first',
};
