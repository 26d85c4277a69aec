import { describe, expect, it } from 'vitest';
import type { Page, Word } from '../../../core/index.js';
import { indexPage } from '../../../core/text.js';
import { readable, withoutExcess } from '../../../plugins/sandbox/excess.js';

const word = (text: string, at = 0): Word => ({ text, box: { x: 50 + at * 10, y: 50, width: 8, height: 10 }, ocr: false });
const page = (number: number, words: readonly Word[]): Page => ({
  number,
  width: 595,
  height: 842,
  textLayer: 'native',
  words,
  hidden: [],
});
const content = (...pages: readonly Page[]) => ({ pages, attachments: [], chargedPages: pages.length });
const many = (count: number, text = 'x') => Array.from({ length: count }, (_, at) => word(text, at));

describe('a document that is longer than any', () => {
  it('keeps its first words, and says how many from which page on were left out', () => {
    const { pages, leftOut } = withoutExcess(content(page(1, many(readable.words - 5)), page(2, many(20)), page(3, many(7))));
    expect(pages.map(({ words }) => words.length)).toEqual([readable.words - 5, 5, 0]);
    expect(leftOut).toEqual(['22 words from page 2 on were not read: it is more text than a document of 100 pages has']);
  });

  it('keeps as many characters, and no word that nobody reads', () => {
    const { pages, leftOut = [] } = withoutExcess(content(page(1, [...many(600, 'x'.repeat(2_000)), word('x'.repeat(2_001))])));
    expect(pages[0]?.words.length).toBe(readable.characters / 2_000);
    expect(leftOut).toHaveLength(2);
  });

  it('is left as it is where it is no longer', () => {
    const given = content(page(1, many(300)));
    expect(withoutExcess(given)).toEqual(given);
  });
});

it('a row of a page has no more words than a printed one', () => {
  const { rows } = indexPage(page(1, many(1_000)));
  expect(Math.max(...rows.map(({ words }) => words.length))).toBeLessThanOrEqual(200);
  expect(rows.flatMap(({ words }) => words)).toHaveLength(1_000);
});
