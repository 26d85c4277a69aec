import { describe, expect, it } from 'vitest';
import { printedLeaves } from './printed.js';

describe('the place of a stated value', () => {
  it('is its page and the whole line of type', () => {
    const rows = [{ page: 2, texts: [{ text: 'Total' }, { text: '1.00 €', states: { total: '1.00', currency: '€' } }] }];
    expect(printedLeaves(rows)).toEqual(
      new Map([
        ['total', { text: '1.00', page: 2, row: 'Total 1.00 €' }],
        ['currency', { text: '€', page: 2, row: 'Total 1.00 €' }],
      ]),
    );
  });

  it('is the whole text where that wraps, without what stands beside it', () => {
    const leaf = 'line_items[0].description';
    const rows = [
      { page: 1, texts: [{ text: 'Oak shelf,', states: { [leaf]: 'Oak shelf,' } }, { text: '4' }] },
      { page: 1, texts: [{ text: 'oiled', states: { [leaf]: 'oiled' } }] },
    ];
    expect(printedLeaves(rows).get(leaf)).toEqual({ text: 'Oak shelf, oiled', page: 1, row: 'Oak shelf, oiled' });
  });
});
