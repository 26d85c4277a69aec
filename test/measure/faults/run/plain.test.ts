import { expect, it } from 'vitest';
import { DocumentIndex } from '../../../../core/text.js';
import { documentOf } from '../../../core/builders.js';
import { plainOf } from './plain.js';

const index = new DocumentIndex(documentOf('Invoice #RE-17 of March 30, 2020\n2 pcs  Bolt  617,25 €  1.234,50 €'));
const mark = (value: string | null) => ({ value, quote: value, page: 1 });

it('says a reading as an extractor of somebody else does: typed, in codes and ISO dates, without signs around it', () => {
  const header = { invoice_number: mark('#RE-17'), issue_date: mark('March 30, 2020'), currency: mark('€'), total: mark('1.234,50 €') };
  const lines = [{ description: mark('Bolt'), quantity: mark('2 pcs'), amount: mark('1.234,50 €') }];
  expect(plainOf({ header, lines, columns: ['description', 'quantity', 'amount'] }, index)).toEqual({
    ...{ invoice_number: 'RE-17', issue_date: '2020-03-30', currency: 'EUR', total: 1234.5 },
    line_items: [{ description: 'Bolt', quantity: 2, amount: 1234.5 }],
  });
});

it('says null where nothing was read, and where what was read fits no type', () => {
  const header = { due_date: mark(null), total: mark('free of charge') };
  expect(plainOf({ header, lines: [] }, index)).toEqual({ due_date: null, total: null });
});
