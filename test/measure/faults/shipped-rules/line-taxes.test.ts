import { describe, expect, it } from 'vitest';
import { documentOf } from '../../../core/builders.js';
import { subjectOf } from '../../../kit/index.js';
import { lineTaxesIn } from './line-taxes.js';

const lines = [
  { description: { value: 'Haken' }, amount: { value: 100 } },
  { description: { value: 'Seile' }, amount: { value: 50 } },
];
const found = (...rows: readonly string[]) => {
  const truth = { id: 'typed', fields: {}, line_items: lines };
  return lineTaxesIn(subjectOf('typed', documentOf(rows.join('\n')), { truth })).map(({ path, value }) => [path, value]);
};

describe('the taxes of lines, which truth files do not have', () => {
  it('are the percentage of each line, and the amount of its row that is this share', () => {
    expect(found('Haken 19% 19.00 100.00', 'Seile 7% 3.50 50.00', 'VAT 19% 19.00', 'VAT 7% 3.50')).toEqual([
      ['$.line_items[0].tax_rate', '19%'],
      ['$.line_items[0].tax', '19.00'],
      ['$.line_items[1].tax_rate', '7%'],
      ['$.line_items[1].tax', '3.50'],
    ]);
  });

  it('are the rates alone where not every line prints its tax', () => {
    expect(found('Haken 19 % 19.00 100.00', 'Seile 19 % 50.00', 'VAT 19 % 28.50')).toEqual([
      ['$.line_items[0].tax_rate', '19 %'],
      ['$.line_items[1].tax_rate', '19 %'],
    ]);
  });

  it.each([
    ['nobody calls the percentage a tax', ['Haken 10% 100.00', 'Seile 10% 50.00', 'Total 150.00']],
    ['a line has two', ['Haken 10% 19% 100.00', 'Seile 19% 50.00', 'VAT 19% 28.50']],
    ['a line has none', ['Haken 19% 100.00', 'Seile 50.00', 'VAT 19% 19.00']],
  ])('are unknown where %s', (_, rows) => {
    expect(found(...rows)).toEqual([]);
  });
});
