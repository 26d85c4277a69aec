import { expect, it } from 'vitest';
import { documentOf } from '../../../../core/builders.js';
import { quoteCheckOf } from './quote-check.js';

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
