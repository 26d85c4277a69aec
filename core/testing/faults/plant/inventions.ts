import type { DocumentIndex } from '../../../evidence/page/document-index.js';
import { squash } from '../../../text.js';
import { withHeader } from '../exhibits/sheet.js';
import type { Fault } from '../fault.js';
import type { Random } from '../random.js';

export const madeUpQuote: Fault = {
  number: 19,
  name: 'invented field, made-up quote',
  standard: 'leaves',
  plant: ({ sheet, index }, random) => {
    const value = inventedNumber(index, random);
    const order_number = { value, quote: `Purchase order: ${value}`, page: 1 };
    return [{ sheet: withHeader(sheet, { order_number }), targets: ['$.order_number'] }];
  },
};

export const realQuote: Fault = {
  number: 20,
  name: 'invented field, real quote',
  standard: 'leaves',
  plant: ({ sheet, index }, random) => {
    const row = random.pick(index.rows.filter(({ text }) => squash(text) !== ''));
    if (!row) return [];
    const order_number = { value: inventedNumber(index, random), quote: row.text, page: row.page };
    return [{ sheet: withHeader(sheet, { order_number }), targets: ['$.order_number'] }];
  },
};

/** An order number that is not printed. */
function inventedNumber(index: DocumentIndex, random: Random): string {
  const number = `PO-${10_000 + random.below(90_000)}`;
  return index.find(number).length > 0 ? inventedNumber(index, random) : number;
}
