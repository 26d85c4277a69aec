import type { Word } from '../../contracts/document.js';
import { memoizeByObject } from '../../values/memoize.js';
import { fold, squash } from '../print/normalise.js';
import type { DocumentIndex } from './document-index.js';
import { isFirm } from './loose-text.js';
import type { Span } from './page-index.js';

/**
 * Where OCR words spell a value but for characters that OCR confuses: a letter for the digit of the same shape, a lost or wrong mark, in a
 * text of letters one letter in eight. Another digit is another value: 126.00 is no misread 120.00.
 */
export function misreadAt(printed: string, index: DocumentIndex, page?: number): Span | undefined {
  const wanted = shapeOf(printed);
  if (wanted.letters.length < minCharacters) return undefined;
  return spelt(index, page, { length: wanted.letters.length, most: slipsIn(wanted) }, (seen) => mayBe(seen, wanted))[0];
}

/**
 * Where OCR words spell a number or date of the same shape in which one or two digits differ: `126.50` for `120.50`. Whether OCR or the
 * reader is wrong, nobody knows.
 */
export function similarTo(printed: string, index: DocumentIndex, page?: number): readonly Span[] {
  const wanted = shapeOf(printed);
  if (!wanted.numeric || wanted.letters.length < minDigits) return [];
  return spelt(
    index,
    page,
    { length: wanted.letters.length, most: 0 },
    (seen) => seen.decimals === wanted.decimals && differs(seen.letters, wanted.letters),
  );
}

interface SoughtLength {
  readonly length: number;
  /** How much longer or shorter a text may be. */
  readonly most: number;
}

/** The neighbouring words of rows with OCR words that pass a test and have about this many letters and digits; on one page if one is given. */
function spelt(
  index: DocumentIndex,
  page: number | undefined,
  { length, most }: SoughtLength,
  fits: (seen: Shape) => boolean,
): readonly Span[] {
  return index.rows.flatMap((row, order) => {
    if ((page !== undefined && row.page !== page) || !row.words.some(({ ocr }) => ocr)) return [];
    const shapes = shapesOf(row.words);
    return shapes.flatMap((_, from) =>
      endsWithin(shapes, from, { length, most })
        .filter((to) => fits(joined(shapes.slice(from, to))))
        .map((to) => ({ row, order, from, to })),
    );
  });
}

/** Where a run of words from here has the sought length; the end is exclusive. */
function endsWithin(shapes: readonly Shape[], from: number, { length, most }: SoughtLength): readonly number[] {
  const ends: number[] = [];
  let letters = 0;
  for (let to = from; to < shapes.length && letters <= length + most; ) {
    letters += shapes[to]?.letters.length ?? 0;
    to += 1;
    if (Math.abs(letters - length) <= most) ends.push(to);
  }
  return ends;
}

/** Shorter numbers resemble each other by chance. */
const minDigits = 3;
const maxDigitsApart = 2;

const differs = (seen: string, wanted: string): boolean => {
  if (seen.length !== wanted.length) return false;
  const apart = [...seen].filter((digit, at) => digit !== wanted[at]).length;
  return apart > 0 && apart <= Math.min(maxDigitsApart, wanted.length / 2);
};

/** Shorter texts resemble each other by chance. */
const minCharacters = 3;

/** A text as OCR sees it. */
interface Shape {
  /** Letters and digits, each as the digit of the same shape where there is one. */
  readonly letters: string;
  /** Digits behind the last mark; undefined if there is no mark between digits. */
  readonly decimals: number | undefined;
  /** Without any letter, as amounts and dates are printed. */
  readonly numeric: boolean;
  /** The words that must be there as they are. */
  readonly firm: readonly string[];
}

const mayBe = (seen: Shape, wanted: Shape): boolean => {
  if (wanted.numeric) return seen.letters === wanted.letters && (seen.decimals ?? wanted.decimals) === (wanted.decimals ?? seen.decimals);
  if (seen.letters === wanted.letters) return true;
  const most = slipsIn(wanted);
  return (
    most > 0 &&
    digitsOf(seen.letters) === digitsOf(wanted.letters) &&
    wanted.firm.every((word) => seen.firm.includes(word)) &&
    seen.firm.every((word) => wanted.firm.includes(word)) &&
    slips(seen.letters, wanted.letters, most) <= most
  );
};

/** How many letters may be misread; none in a number. */
const slipsIn = ({ letters, numeric }: Shape): number => (numeric ? 0 : Math.floor(letters.length / lettersPerSlip));
const lettersPerSlip = 8;
const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** The shapes of letters as digits. Source: common tables of OCR confusions. */
const likeDigits: Readonly<Record<string, string>> = { o: '0', q: '0', d: '0', l: '1', i: '1', '|': '1', '!': '1', z: '2', s: '5', b: '8' };

const shapeOf = (text: string): Shape => {
  const drawn = [...fold(text)].map((character) => likeDigits[character] ?? character).join('');
  return {
    letters: squash(drawn),
    decimals: /\d[.,](\d+)\D*$/.exec(drawn)?.[1]?.length,
    numeric: !/\p{L}/u.test(text),
    firm: text.split(/\s+/).map(squash).filter(isFirm),
  };
};

const shapesOf = memoizeByObject((words: readonly Word[]): readonly Shape[] => words.map(({ text }) => shapeOf(text)));

const joined = (shapes: readonly Shape[]): Shape => ({
  letters: shapes.map(({ letters }) => letters).join(''),
  decimals: shapes.at(-1)?.decimals,
  numeric: shapes.every(({ numeric }) => numeric),
  firm: shapes.flatMap(({ firm }) => firm),
});

/** The edit distance of two texts, as far as it is at most `most`; more than `most` otherwise. */
function slips(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let above = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(same, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    if (Math.min(...row) > most) return most + 1;
    above = row;
  }
  return above[b.length] ?? 0;
}
