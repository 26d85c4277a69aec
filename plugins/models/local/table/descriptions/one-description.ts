import { memoizeByObject } from '../../../../../core/index.js';
import { letters } from '../../page/layout.js';
import { type BodyRow, textAt } from '../body.js';
import type { TableColumn } from '../header-columns.js';

/** Headers that clearly announce a description. `Item`, `Artikel` or `Product` may head names or codes. */
const clearHeader =
  /descri|beschrei|bezeichn|désign|desig|libell|omschrij|beschrij|denomin|beskriv|benämn|details?\b|particulars|concepto|opis|naziv|nazwa/iu;

/**
 * Keeps one of several description columns: the one with the clearest header, then the one with the most letters below.
 * Another column of single words with digits becomes that of the codes, if there is none yet; one of words before it holds the names, as
 * in `Item | Description`.
 */
export function withOneDescription(columns: readonly TableColumn[], rows: readonly BodyRow[]): readonly TableColumn[] {
  const candidates = columns.flatMap(({ concept, text }, at) =>
    concept === 'line_description' ? [{ at, exact: clearHeader.test(text) }] : [],
  );
  if (candidates.length === 0) return withWordiest(columns, rows);
  if (candidates.length < 2) return columns;
  const below = textsBelow(rows);
  const [best, ...others] = candidates.toSorted((a, b) => Number(b.exact) - Number(a.exact) || below(b.at).letters - below(a.at).letters);
  const codes = columns.some(({ concept }) => concept === 'line_code') ? undefined : others.find(({ at }) => below(at).codes)?.at;
  const name = others.find(({ at }) => at + 1 === best?.at && !below(at).codes && below(at).letters > 0)?.at;
  return columns.map((column, at) => {
    if (column.concept !== 'line_description' || at === best?.at) return column;
    return { ...column, concept: at === codes ? 'line_code' : undefined, ...(at === name && { names: true }) };
  });
}

/** Where no header announces a description, it is the column of an unknown header with the most words, if most of its rows have some. */
function withWordiest(columns: readonly TableColumn[], rows: readonly BodyRow[]): readonly TableColumn[] {
  const below = textsBelow(rows);
  const unknown = columns.flatMap(({ concept, numeric }, at) => (concept === undefined && !numeric ? [at] : []));
  const wordiest = unknown.toSorted((a, b) => below(b).letters - below(a).letters)[0];
  if (wordiest === undefined || below(wordiest).letters === 0 || below(wordiest).codes) return columns;
  return columns.map((column, at) => (at === wordiest ? { ...column, concept: 'line_description' } : column));
}

/** What stands below a header. */
interface TextsBelow {
  readonly letters: number;
  /** Set where most texts are one word with a digit. */
  readonly codes: boolean;
}

/** Reads what stands below each column. It is memoized because every page of a table asks it about the rows of all pages. */
const textsBelow = memoizeByObject((rows: readonly BodyRow[]): ((column: number) => TextsBelow) => {
  const known = new Map<number, TextsBelow>();
  return (column) => {
    const found = known.get(column) ?? belowHeader(rows, column);
    known.set(column, found);
    return found;
  };
});

function belowHeader(rows: readonly BodyRow[], column: number): TextsBelow {
  const texts = rows.map((row) => textAt(row, column)).filter((text) => text !== '');
  return {
    letters: texts.reduce((sum, text) => sum + letters(text), 0),
    codes: texts.length > 0 && texts.filter((text) => /^\S*\d\S*$/.test(text)).length * 2 > texts.length,
  };
}
