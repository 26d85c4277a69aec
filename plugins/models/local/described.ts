import type { Row } from './body.js';
import { textAt } from './description.js';
import type { Column } from './header.js';
import { letters } from './layout.js';

/** Headers that say in so many words that a description stands below; `Item`, `Artikel` or `Product` may head names or codes. */
const exactly =
  /descri|beschrei|bezeichn|désign|desig|libell|omschrij|beschrij|denomin|beskriv|benämn|details?\b|particulars|concepto|opis|naziv|nazwa/iu;

/**
 * Of several columns that may hold the description one does: the one whose header says so most exactly, of those the one with the most
 * letters below. Another that holds single words with digits is that of the codes, if no other is.
 */
export function withOneDescription(columns: readonly Column[], rows: readonly Row[]): readonly Column[] {
  const candidates = columns.flatMap(({ concept, text }, at) =>
    concept === 'line_description' ? [{ at, exact: exactly.test(text), said: saidIn(rows, at) }] : [],
  );
  const [best, ...others] = candidates.toSorted((a, b) => Number(b.exact) - Number(a.exact) || b.said - a.said);
  if (!best || others.length === 0) return columns;
  const codes = columns.some(({ concept }) => concept === 'line_code') ? undefined : others.find(({ at }) => holdsCodes(rows, at))?.at;
  return columns.map((column, at) =>
    column.concept !== 'line_description' || at === best.at ? column : { ...column, concept: at === codes ? 'line_code' : undefined },
  );
}

const saidIn = (rows: readonly Row[], column: number): number => rows.reduce((sum, row) => sum + letters(textAt(row, column)), 0);

/** Most of what stands in the column is one word with a digit. */
function holdsCodes(rows: readonly Row[], column: number): boolean {
  const texts = rows.map((row) => textAt(row, column)).filter((text) => text !== '');
  return texts.length > 0 && texts.filter((text) => /^\S*\d\S*$/.test(text)).length * 2 > texts.length;
}
