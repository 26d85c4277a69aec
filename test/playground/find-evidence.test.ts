import { describe, expect, it } from 'vitest';
import { type PageText, plainText } from '../../server/playground/document/page-text.js';
import { findPositions, findQuote, findValue } from '../../server/playground/document/positions.js';
import type { FieldEntry } from '../../server/playground/results/entries.js';

/** The text in these ranges, for readable expectations. */
const textIn = (text: string, ranges: readonly { readonly from: number; readonly to: number }[] | undefined) =>
  ranges?.map(({ from, to }) => plainText(text).text.slice(from, to));

describe('the value in its quote', () => {
  it.each([
    ['Festival posters A2 250 pcs 1.48 370.00', 250, ['250']],
    ['Total 12.231,98 EUR', 12231.98, ['12.231,98']],
    ['Summe 1 234,50', 1234.5, ['1234,50']],
    ['1 Stage backdrop 1 pcs 640.00', 1, ['1', '1']],
    ['Invoice date 12 March 2026', '2026-03-12', ['12march2026']],
    ['Issued 03/04/2025', '2025-04-03', ['03/04/2025']],
    ['Total €12,231.98', 'EUR', ['€']],
    ['Bill to Galway Arts Week CLG', 'Galway Arts Week CLG', ['galwayartsweekclg']],
    ['Total 120.00', 119, []],
    ['Yes', true, []],
  ])('of "%s" that states %j is %j', (quote, value, found) => {
    expect(textIn(quote, findValue(quote, value))).toEqual(found);
  });
});

describe('a quote on its page', () => {
  const page = 'Festival posters A2 250 1.48 370.00 170 g silk Street banner 18 46.50 837.00 mesh, hemmed Total 9.00 Total 9.00';
  const characters = plainText(page).text;

  it('is found whatever its case and spaces', () => {
    expect(textIn(page, findQuote(characters, 'street  BANNER 18'))).toEqual(['streetbanner18']);
  });

  it('is found in pieces where a table has torn it apart', () => {
    expect(textIn(page, findQuote(characters, 'Street banner mesh, hemmed'))).toEqual(['streetbanner', 'mesh,hemmed']);
  });

  it('is the second one where two rows print the same', () => {
    const [first, second] = [findQuote(characters, 'Total 9.00', 0), findQuote(characters, 'Total 9.00', 1)];
    expect((second?.[0]?.from ?? 0) - (first?.[0]?.from ?? 0)).toBe(9);
  });

  it('is nowhere when a word of it is', () => {
    expect([findQuote(characters, 'Street lamp'), findQuote(characters, '')]).toEqual([undefined, undefined]);
  });
});

describe('the place of a field', () => {
  const entry = (more: Partial<FieldEntry> = {}): FieldEntry => ({
    field: '$.total',
    path: '$.total',
    label: 'Total',
    type: 'number',
    value: 9,
    score: 0.9,
    reason: 'Exact match',
    page: 2,
    text: 'Total 9.00',
    ...more,
  });
  /** A page with one line of text, where every character is a hundredth of the page wide. */
  const line = (text: string): PageText => ({
    characters: plainText(text).text,
    rectangles: (from, to) => [{ x: from / 100, y: 0.1, w: (to - from) / 100, h: 0.02 }],
  });
  const box = { page: 2, x: 0, y: 0.1, w: 0.5, h: 0.02 };

  it('is the boxes of the service, and within them the words that state the value', async () => {
    const positions = await findPositions([entry({ boxes: [box] })], async () => line('Total 9.00'));
    const { page: _, ...whole } = box;
    expect(positions.get('$.total')).toEqual({ page: 2, quote: [whole], value: [{ x: 0.05, y: 0.1, w: 0.04, h: 0.02 }] });
  });

  it('is the boxes alone where the page has no text of its own', async () => {
    const positions = await findPositions([entry({ boxes: [box] })], async () => undefined);
    expect(positions.get('$.total')?.value).toHaveLength(1);
  });

  it('is not known without boxes and without the quote on its page, and of a null', async () => {
    const { page: _, text: __, ...nowhere } = entry({ path: '$.tax', value: null });
    const positions = await findPositions([entry({ text: 'Sum 9.00' }), nowhere], async () => line('Total 9.00'));
    expect([...positions]).toEqual([]);
  });
});
