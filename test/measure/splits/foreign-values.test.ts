import { expect, it } from 'vitest';
import type { Outcome } from '../../../core/index.js';
import { documentOf } from '../../core/builders.js';
import type { CorpusDocument } from '../eval/corpus/corpus.js';
import { acceptedValues } from './foreign-values.js';

const document = documentOf('Mill & Sons\nInvoice A-17\nTotal 119.00', 'Orchard Ltd\nInvoice K-2041\nTotal 48.50');
const joined = {
  name: 'joined.pdf',
  bytes: new Uint8Array(),
  parts: ['mill', 'orchard'].map((id, index) => ({ document: { id } as CorpusDocument, from: index + 1, to: index + 1 })),
};

interface Field {
  readonly path: string;
  readonly value: string | null;
  readonly score: number;
  readonly page?: number;
  readonly text?: string;
}

const outcomeOf = (...documents: readonly { readonly pages: readonly number[]; readonly fields: readonly Field[] }[]): Outcome =>
  ({ documents: documents.map(({ pages, fields }) => ({ pages, draft: { fields } })) }) as unknown as Outcome;

const total = { path: '$.total', value: '48.50', score: 0.99, page: 2, text: '48.50' };

it('a value of the document that the answer is said to be of is its own', () => {
  expect(acceptedValues(outcomeOf({ pages: [2], fields: [total] }), joined, document)).toEqual({ accepted: 1, foreign: [] });
});

it('a value from the page of another document is foreign, and told with its place', () => {
  expect(acceptedValues(outcomeOf({ pages: [1], fields: [total] }), joined, document)).toEqual({
    accepted: 1,
    foreign: ['mill: $.total (0.99) from page 2 of joined.pdf'],
  });
});

it('but not where the own document prints it as well, unless it is of a row', () => {
  const word = { path: '$.title', value: 'Invoice', score: 0.9, page: 2, text: 'Invoice' };
  expect(acceptedValues(outcomeOf({ pages: [1], fields: [word] }), joined, document).foreign).toEqual([]);
  const ofRow = { ...word, path: '$.line_items[0].description' };
  expect(acceptedValues(outcomeOf({ pages: [1], fields: [ofRow] }), joined, document).foreign).toHaveLength(1);
});

it('nulls and doubtful values are not accepted', () => {
  const fields = [
    { ...total, value: null },
    { ...total, score: 0.84 },
  ];
  expect(acceptedValues(outcomeOf({ pages: [1], fields }), joined, document)).toEqual({ accepted: 0, foreign: [] });
});
