import { expect, it } from 'vitest';
import type { Draft } from '../../../../../core/index.js';
import { documentOf, pageOf } from '../../../../core/builders.js';
import type { FaultMark } from '../../../../kit/sheet.js';
import { baselines, baselinesOf } from './baselines.js';

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
