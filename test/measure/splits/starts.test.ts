import { describe, expect, it } from 'vitest';
import { documentOf } from '../../core/builders.js';
import type { CorpusDocument } from '../eval/corpus/corpus.js';
import { compositionOf } from './composition.js';
import { figuresOf, startsIn } from './starts.js';

const named = (id: string, source = id): CorpusDocument => ({ id, source }) as CorpusDocument;

/** Three documents on pages 1 to 2, 3, and 4 to 5. */
const joined = {
  name: 'joined.pdf',
  bytes: new Uint8Array(),
  parts: [
    { document: named('a'), from: 1, to: 2 },
    { document: named('b'), from: 3, to: 3 },
    { document: named('c'), from: 4, to: 5 },
  ],
};

describe('the starts of a joined file', () => {
  it.each([
    ['all are found', { starts: [1, 3, 4], possible: [] }, { met: 2, doubted: 0, lost: 0, extra: 0 }],
    ['one is only doubted', { starts: [1, 4], possible: [3] }, { met: 1, doubted: 1, lost: 1, extra: 0 }],
    ['one is lost, and one is where none is', { starts: [1, 3, 5], possible: [] }, { met: 1, doubted: 0, lost: 1, extra: 1 }],
  ])('%s', (_, found, figures) => {
    expect(figuresOf(joined, { ...found, pages: 5 })).toEqual(figures);
  });

  it('are looked for as a splitter does', () => {
    const invoice = (number: string, day: string, total: string): string =>
      `INVOICE\nInvoice number: ${number}\nDate: ${day}\n\nTotal: ${total}`;
    const document = documentOf(invoice('A-17', '2026-01-02', '119.00'), invoice('K-2041', '2026-03-14', '48.50'));
    expect(startsIn(document)).toEqual({ starts: [1, 2], possible: [], pages: 2 });
  });
});

describe('a composition', () => {
  const documents = ['a', 'b', 'c', 'd'].map((id, index) => named(id, index < 2 ? 'one' : 'two'));

  it('is the same for the same number, and has no document twice and four at most', () => {
    for (const number of Array.from({ length: 20 }, (_, index) => index)) {
      const ids = compositionOf(documents, number).map(({ id }) => id);
      expect(compositionOf(documents, number).map(({ id }) => id)).toEqual(ids);
      expect(ids.length).toBeGreaterThanOrEqual(1);
      expect(ids.length).toBeLessThanOrEqual(4);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it('is of one source where its number is even', () => {
    const sources = [0, 2, 4, 6].map((number) => new Set(compositionOf(documents, number).map(({ source }) => source)).size);
    expect(sources).toEqual([1, 1, 1, 1]);
  });
});
