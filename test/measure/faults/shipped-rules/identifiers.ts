import { createRequire } from 'node:module';
import { checkVAT, countries } from 'jsvat';
import type { Cell } from '../../../../core/index.js';
import { bicHolds, luhn } from '../../../../core/text.js';
import type { Subject } from '../../../kit/index.js';

/** Finds a number that truth files do not have: the text of a document with its form and its check digits. */
export interface IdentifierSearch {
  readonly path: string;
  /** The words of one number: '303 265 045' is three. */
  readonly words: number;
  /** Whether the first is taken where a document has several; only one may be there when absent. */
  readonly first?: true;
  holds(text: string, row: string): boolean;
}

const plain = (text: string): string => text.replaceAll(/[\s.:-]/g, '');
const isArticle = (text: string): boolean => {
  const digits = [...plain(text)];
  if (![8, 12, 13, 14].includes(digits.length) || /\D/.test(digits.join(''))) return false;
  return digits.toReversed().reduce((sum, digit, place) => sum + Number(digit) * (place % 2 === 0 ? 1 : 3), 0) % 10 === 0;
};

export const searches = {
  vat: {
    path: '$.seller_tax_id',
    words: 3,
    holds: (text) => /^[A-Z]{2}/.test(text) && /\d{4}/.test(plain(text)) && checkVAT(text, countries).isValid,
  },
  bic: {
    path: '$.bic',
    words: 1,
    holds: (text, row) => /\b(?:BIC|SWIFT)\b/i.test(row) && /^[A-Z0-9]{8}(?:[A-Z0-9]{3})?$/.test(text) && bicHolds(text),
  },
  ean: { path: '$.ean', words: 1, first: true, holds: (text) => plain(text).length >= 12 && isArticle(text) },
  siren: {
    path: '$.reference',
    words: 4,
    first: true,
    holds: (text, row) => /SIRE[NT]|Giro|OCR/i.test(row) && /^\d{9}(?:\d{5})?$/.test(plain(text)) && luhn(plain(text)),
  },
} satisfies Readonly<Record<string, IdentifierSearch>>;

type Validators = Readonly<Record<string, { validate(text: string): { readonly isValid: boolean } }>>;

/** A national tax number of a country, which stands in a row that speaks of tax. */
export function nationalSearch(country: string): IdentifierSearch {
  const { stdnum } = createRequire(import.meta.url)('stdnum') as { readonly stdnum: Readonly<Record<string, Validators>> };
  const validators = Object.values(stdnum[country] ?? {});
  return {
    path: '$.seller_tax_id',
    words: 4,
    holds: (text, row) =>
      /tax|steuer|ust|vat|tva|nif|cif|btw|nip|cnpj|gst/i.test(row) &&
      /\d{5}/.test(plain(text)) &&
      validators.some((one) => one.validate(text).isValid),
  };
}

/** The number in a document, as a reader would say it; none where there are several and nobody could say which. */
export function identifierIn({ exhibit: { index } }: Subject, { path, words, first, holds }: IdentifierSearch): readonly Cell[] {
  const found = index.rows.flatMap(({ words: row, text: quote, page }) =>
    row.flatMap((_, from) => {
      for (let to = Math.min(row.length, from + words); to > from; to -= 1) {
        const value = row
          .slice(from, to)
          .map(({ text }) => text)
          .join(' ')
          .replace(/[,;]$/, '');
        if (holds(value, quote)) return [{ path, value, quote, page, confidence: 'certain', reason: 'exact' } satisfies Cell];
      }
      return [];
    }),
  );
  const distinct = new Map(found.map((cell) => [plain(cell.value), cell]));
  return distinct.size === 1 || first ? [...distinct.values()].slice(0, 1) : [];
}
