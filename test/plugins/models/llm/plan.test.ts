import { Tiktoken } from 'js-tiktoken/lite';
import cl100k from 'js-tiktoken/ranks/cl100k_base';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { describe, expect, it } from 'vitest';
import { pageText } from '../../../../plugins/models/llm/content.js';
import { planHalves, planWindows } from '../../../../plugins/models/llm/plan.js';
import { fieldList, rules } from '../../../../plugins/models/llm/prompt.js';
import { estimatedTokens } from '../../../../plugins/models/llm/size.js';
import { longTable } from './long-table.js';
import { docx, field, line, pdf } from './setting.js';

const sizes = { windowTokens: 700, windowsAtOnce: 4 };
const { document, fields } = longTable(12);

describe('the windows of a document', () => {
  it('are none where one answer holds its rows', () => {
    expect(planWindows({ document, fields }, { ...sizes, windowTokens: 3_000 })).toBeUndefined();
    expect(planWindows(longTable(1, 200), sizes)).toBeUndefined();
  });

  it('have every page once, in order, and are of like weight', () => {
    const { windows = [] } = planWindows({ document, fields }, sizes) ?? {};
    expect(windows.flat()).toEqual(document.pages.map(({ number }) => number));
    expect(windows).toHaveLength(8);
    expect(Math.max(...windows.map(({ length }) => length))).toBe(2);
  });

  it('fill the last round of calls, too', () => {
    const long = longTable(40, 20);
    expect(planWindows(long, { windowTokens: 2_300, windowsAtOnce: 4 })?.windows).toHaveLength(12);
    expect(planWindows(long, { windowTokens: 2_300, windowsAtOnce: 20 })?.windows).toHaveLength(9);
  });

  it('are no more than its pages', () => {
    expect(planWindows(longTable(3, 200), sizes)?.windows).toEqual([[1], [2], [3]]);
  });

  it('have no more pages than a call may have pictures', () => {
    const shown = { pdf: 'pictures', picturesPerCall: 2 } as const;
    expect(
      planWindows({ document, fields }, { windowTokens: 1_500, windowsAtOnce: 4, ...shown })?.windows.map(({ length }) => length),
    ).toEqual([2, 2, 2, 2, 2, 2]);
    expect(planHalves(longTable(6), shown)?.windows).toEqual([[1, 2], [3], [4, 5], [6]]);
  });

  it('read the fields that stand once on the first two pages, the last, and the last with a sum', () => {
    const withTerms = { ...document, pages: [...document.pages, ...pdf(line(50, 'Terms'), line(50, 'and', 'conditions')).pages] };
    const pages = withTerms.pages.map((page, index) => ({ ...page, number: index + 1 }));
    expect(planWindows({ document: { ...withTerms, pages }, fields }, sizes)?.header).toEqual([1, 2, 12, 14]);
  });

  it('have no header where only rows are asked for', () => {
    expect(planWindows({ document, fields: fields.filter(({ path }) => path.includes('[]')) }, sizes)?.header).toEqual([]);
  });

  it.each([
    ['without rows', { document, fields: [field('$.total')] }],
    ['whose lists stand within lists', { document, fields: [field('$.orders[].lines[].amount')] }],
    ['without pages', { document: docx('| Rope | 6.00 |'), fields }],
  ])('are none for a document %s: it cannot be parted', (_name, task) => {
    expect([planWindows(task, { ...sizes, windowTokens: 1 }), planHalves(task)]).toEqual([undefined, undefined]);
  });

  it('are two where one answer did not hold a document against expectation', () => {
    expect(planHalves(longTable(4))?.windows).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(planHalves({ document: pdf([], []), fields })?.windows).toEqual([[1], [2]]);
  });
});

const tokenizers = [new Tiktoken(o200k), new Tiktoken(cl100k)];
const [page] = longTable(1, 40).document.pages;
const german =
  'Rechnung Nr. 4711\nMustermann Büromöbel GmbH, Schillerstraße 12, 80336 München\nUmsatzsteuer-Identifikationsnummer: DE123456789';

it.each<[string, string]>([
  ['the rules', rules('strict')],
  ['the rules with the schema', rules('prompt')],
  ['a table of numbers', page ? pageText(page) : ''],
  [
    'a list of fields',
    fieldList(Array.from({ length: 12 }, (_, index) => field(`$.line_items[].field_${index}`, { description: 'the amount' }))),
  ],
  ['German', german],
  ['Chinese', '发票号码 20261123 销售方名称 北京科技有限公司 金额 1,234.56 元'],
])('the estimate for %s is not short, and at most half as much again', (_name, text) => {
  for (const tokenizer of tokenizers) {
    const counted = tokenizer.encode(text).length;
    expect(estimatedTokens(text)).toBeGreaterThanOrEqual(counted * 0.97);
    expect(estimatedTokens(text)).toBeLessThanOrEqual(counted * 1.5);
  }
});
