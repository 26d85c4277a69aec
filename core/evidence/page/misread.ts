import type { Word } from '../../contracts/document.js';
import { memoizeByObject } from '../../values/memoize.js';
import { fold, squash } from '../print/normalise.js';
import type { DocumentIndex } from './document-index.js';
import { isFirm } from './loose-text.js';
import type { Row } from './page-index.js';
import type { Span } from './span.js';

/**
 * Where OCR words spell a value but for characters that OCR confuses: a letter for the digit of the same shape, a lost or wrong mark, in a
 * text of letters one letter in eight. Another digit is another value: 126.00 is no misread 120.00.
 */
export function misreadAt(printed: string, index: DocumentIndex): Span | undefined {
  const wanted = shapeOf(printed);
  if (wanted.letters.length < minCharacters) return undefined;
  for (const [order, row] of index.rows.entries()) {
    if (!row.words.some(({ ocr }) => ocr)) continue;
    const found = windowsOf(row, printed.split(/\s+/).length + 1).find(({ shape }) => mayBe(shape, wanted));
    if (found) return { row, order, from: found.from, to: found.to };
  }
  return undefined;
}

/**
 * Where OCR words spell a number or date of the same shape in which one or two digits differ: `126.50` for `120.50`. Whether OCR or the
 * reader is wrong, nobody knows.
 */
export function similarTo(printed: string, index: DocumentIndex): readonly Span[] {
  const wanted = shapeOf(printed);
  if (!wanted.numeric || wanted.letters.length < minDigits) return [];
  return index.rows.flatMap((row, order) =>
    row.words.some(({ ocr }) => ocr)
      ? windowsOf(row, printed.split(/\s+/).length)
          .filter(({ shape }) => shape.decimals === wanted.decimals && differs(shape.letters, wanted.letters))
          .map(({ from, to }) => ({ row, order, from, to }))
      : [],
  );
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
  const most = Math.floor(wanted.letters.length / lettersPerSlip);
  return (
    most > 0 &&
    digitsOf(seen.letters) === digitsOf(wanted.letters) &&
    wanted.firm.every((word) => seen.firm.includes(word)) &&
    seen.firm.every((word) => wanted.firm.includes(word)) &&
    slips(seen.letters, wanted.letters, most) <= most
  );
};

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

/** The neighbouring words of a row, up to so many together. */
function windowsOf(row: Row, most: number): readonly { readonly from: number; readonly to: number; readonly shape: Shape }[] {
  const shapes = shapesOf(row.words);
  return row.words.flatMap((_, from) =>
    Array.from({ length: Math.min(most, row.words.length - from) }, (_, more) => from + more + 1).map((to) => ({
      from,
      to,
      shape: joined(shapes.slice(from, to)),
    })),
  );
}

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
