import { expect, it } from 'vitest';
import type { Draft } from '../../../../core/index.js';
import { documentOf, pageOf } from '../../../core/builders.js';
import type { FaultMark } from '../../../kit/sheet.js';
import { baselines, baselinesOf, quoteCheckOf } from './baselines.js';

const hidden = pageOf('Total: 999,00').words;
const accepts = baselinesOf(documentOf(pageOf('Total: 1.234,50', 1, { hidden })));
const accepting = (mark: FaultMark, value: number | null) => {
  const draft = { fields: [{ path: '$.total', value }] } as unknown as Draft;
  return baselines.filter((name) => accepts[name]({ path: '$.total', name: 'total', mark }, draft));
};

it('checks quote, JSON value and printed value separately', () => {
  expect(accepting({ value: '1.234,50', quote: 'Total: 1.234,50', page: 1 }, 1234.5)).toEqual([
    'quote on the page',
    'printed value in the text',
    "the model's own word",
  ]);
  expect(accepting({ value: '1.243,50', quote: 'Total: 1.234,50', page: 1 }, 1243.5)).toEqual([
    'quote on the page',
    "the model's own word",
  ]);
});

it('accepts every null and values that only hidden text contains', () => {
  expect(accepting({ value: null, quote: null, page: null }, null)).toEqual(baselines);
  expect(accepting({ value: '999,00', quote: 'Total: 999,00', page: 1 }, 999)).toEqual(baselines);
});

const check = quoteCheckOf(documentOf('Total:   1.234,50 EUR', 'Paid on 3 May'));

it.each([
  ['the quote stands on its page with the value in it', { value: '1.234,50', quote: 'total: 1.234,50', page: 1 }, 'exact'],
  ['no page is named', { value: '3 May', quote: 'Paid on 3 May', page: null }, 'exact'],
  ['another page is named', { value: '3 May', quote: 'Paid on 3 May', page: 1 }, 'part'],
  ['only its punctuation differs', { value: '1.234,50', quote: 'Total 1.234,50', page: 1 }, 'part'],
  ['only half of its words are there', { value: '1.234,50', quote: 'Grand sum 1.234,50 EUR', page: 1 }, 'part'],
  ['its words are not there', { value: '99,00', quote: 'Deposit 99,00', page: 1 }, 'none'],
  ['it does not have the value', { value: '1.243,50', quote: 'Total: 1.234,50', page: 1 }, 'none'],
  ['the value is part of a longer one', { value: '234,50', quote: 'Total: 1234,50', page: 1 }, 'none'],
  ['there is none', { value: '1.234,50', quote: null, page: 1 }, 'none'],
] as const)('a check of the quote alone, when %s', (_, mark, found) => {
  expect(check(mark)).toBe(found);
});
