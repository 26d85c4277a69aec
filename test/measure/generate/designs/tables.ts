import { left, right } from '../../../fixtures/pdf/canvas.js';
import type { TableDesign } from '../../../fixtures/pdf/table.js';

/** Only the columns that every invoice has. */
export const plainTable: TableDesign = {
  columns: { description: left + 8, quantity: 340, unitPrice: 440, amount: right - 8 },
  wrapAt: 48,
  numbersBeside: 'first',
};

/** Without a rate column; prices include tax. */
export const grossTable: TableDesign = {
  columns: { position: left + 8, description: left + 34, quantity: 310, unit: 325, unitPrice: 440, amount: right - 8 },
  wrapAt: 40,
  numbersBeside: 'first',
};

/** Quantity and unit come first. */
export const quantityFirst: TableDesign = {
  columns: { quantity: 90, unit: 98, description: 135, unitPrice: 450, amount: right - 8 },
  wrapAt: 50,
  numbersBeside: 'first',
};

const narrow = { position: left + 8, description: left + 34, quantity: 310, unitPrice: 420, amount: right - 8 };
export const narrowTable: TableDesign = { columns: narrow, wrapAt: 32, numbersBeside: 'first' };
/** Numbers are next to the last line of a description. */
export const lowTable: TableDesign = { columns: narrow, wrapAt: 32, numbersBeside: 'last' };

export const discountTable: TableDesign = {
  columns: { position: left + 8, description: left + 34, quantity: 310, unitPrice: 395, lineDiscount: 450, amount: right - 8 },
  wrapAt: 40,
  numbersBeside: 'first',
};
