import { memoize, memoizeByObject } from '../../../../../core/index.js';
import { fold, type Row } from '../../../../../core/text.js';

/** The text of a printed row without spaces, folded, with the way back from each character to its word. */
interface Line {
  readonly text: string;
  /** For each character of `text`, the index into the row's words. */
  readonly owner: readonly number[];
}

/** Words of a row, by index; the end is exclusive. */
export interface Place {
  readonly from: number;
  readonly to: number;
}

const lineOf = memoizeByObject((row: Row): Line => {
  const texts = row.words.map((word) => bare(word.text));
  return { text: texts.join(''), owner: texts.flatMap((text, at) => Array.from({ length: text.length }, () => at)) };
});

/** A text as it is compared with print: folded and without white space. */
export const bare = memoize((text: string): string => fold(text).replace(/\s+/g, ''));

/** A row that prints a text more often is not a row of values. */
const maxPlaces = 20;

/** Every place in a row where a bare text is printed, from the left. It never begins or ends inside a longer word or number. */
export function placesOf(wanted: string, row: Row): readonly Place[] {
  if (wanted === '') return [];
  const line = lineOf(row);
  const found: Place[] = [];
  for (let at = line.text.indexOf(wanted); at >= 0 && found.length < maxPlaces; at = line.text.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    if (isInside(line, at) || isInside(line, end)) continue;
    found.push({ from: line.owner[at] ?? 0, to: (line.owner[end - 1] ?? 0) + 1 });
  }
  return found;
}

/** Whether a word or a number goes on across this position; a mark between two digits belongs to the number. */
function isInside({ text, owner }: Line, at: number): boolean {
  if (at === 0 || at >= text.length || owner[at - 1] !== owner[at]) return false;
  const around = text.slice(Math.max(0, at - 2), at + 2);
  return /[\p{L}\p{N}]{2}/u.test(text.slice(at - 1, at + 1)) || /\d[.,'’]\d/.test(around);
}

/** The words of a part of a row. */
export const textOf = (row: Row, { from, to }: Place): string =>
  row.words
    .slice(from, to)
    .map(({ text }) => text)
    .join(' ');
