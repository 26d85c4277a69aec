import type { DocumentIndex } from './page/document-index.js';
import { type ClaimedValue, signIsFree } from './page/occurrences.js';
import { withoutAffix } from './print/affixes.js';
import { clingingRate } from './print/clinging.js';
import { datesIn } from './print/dates.js';
import { fold, squash } from './print/normalise.js';
import { numbersIn } from './print/numbers.js';

/** Whether the quote contains the value: as a number or date that it can be read as, or letter by letter. */
export function derivable({ typed, printed, field }: ClaimedValue, quote: string, index: DocumentIndex): boolean {
  if (typed.kind === 'literal' || typed.kind === 'currency') return true;
  if (typed.kind === 'text') return squash(printed) !== '' && squash(quote).includes(squash(printed));
  if (` ${fold(quote)} `.includes(` ${fold(printed)} `)) return true;
  const pieces = windows(fold(quote).split(' '), 5);
  if (typed.kind === 'date') return pieces.some((piece) => datesIn(piece).includes(typed.day));
  const free = signIsFree(field, index);
  return pieces.some((piece) =>
    [piece, withoutAffix(piece) ?? '', clingingRate(piece) ?? '']
      .flatMap(numbersIn)
      .some((reading) => reading.eq(typed.amount) || (free && reading.abs().eq(typed.amount.abs()))),
  );
}

/** All runs of up to `most` neighbouring words, without the marks and glued labels around them. */
const windows = (words: readonly string[], most: number): readonly string[] =>
  words.flatMap((_, from) =>
    Array.from({ length: Math.min(most, words.length - from) }, (_, length) =>
      words
        .slice(from, from + length + 1)
        .join(' ')
        .replace(/^[^\p{L}\p{N}(+\-.,€$£¥]*(?:[\p{L}.]+[:=])?|[:;|]+$/gu, '')
        .replace(loneBracket, ''),
    ),
  );

/** One bracket of a pair belongs to the sentence: `(42 pieces)`. */
const loneBracket = /^\((?=[^)]*$)|(?<=^[^(]*)\)$/;
