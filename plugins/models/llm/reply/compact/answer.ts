import { answerSchema } from '../../prompt/answer-schema.js';

/** An answer by the schema of answers, or nearly so: servers that enforce no schema write a page as a number, or null for an empty text. */
export interface CompactAnswer {
  /** `[path, value, page, words, doubt]`; all but the path may be left out from the end. */
  readonly fields: readonly (readonly (string | number | null)[])[];
  readonly tables: readonly CompactTable[];
}

/** `[path, value, page, words, doubt]`. */
export type AnsweredField = CompactAnswer['fields'][number];

/** The rows of one table on one page. Rows of later entries with the same name follow those of earlier ones. */
export interface CompactTable {
  /** The path of the array without `$.`: `line_items`, `invoices[0].lines`. */
  readonly name: string;
  readonly page: number;
  /** What follows `name[]` in the path of the field; empty for an array of plain values. A path that begins with `$` is a whole one. */
  readonly columns: readonly string[];
  /** Values in the order of the columns, then doubts: `quantity: unsure obscured`. */
  readonly rows: readonly (readonly (string | null)[])[];
}

const text = { type: ['string', 'null'] };

/** What is accepted as an answer: what is asked for, and nearly so in fields. Values are texts, because a number has lost how it was printed. */
export const acceptedAnswer = {
  ...answerSchema,
  properties: {
    ...answerSchema.properties,
    fields: {
      type: 'array',
      items: {
        type: 'array',
        minItems: 1,
        items: [{ type: 'string' }, text, { type: ['string', 'integer', 'null'] }, text, text],
        additionalItems: false,
      },
    },
  },
};
