import type { Word } from '../../contracts/document.js';
import { memoizeByObject } from '../../values/memoize.js';
import { fold, squash } from '../print/normalise.js';
import type { DocumentIndex } from './document-index.js';
import type { Passage } from './locate.js';
import { type Span, spansOf } from './page-index.js';

export interface LooseMatch {
  readonly passage: Passage;
  readonly matched: number;
  readonly wanted: number;
}

/** The share of the words that must be there in order, and their density. Lower bounds would accept different lines. */
const minCoverage = 0.8;
const minDensity = 0.5;

/**
 * Finds a text of which most words stand on a page in order: a name broken over lines, a description with a part left out. Words with digits
 * and legal forms must all be there, because they distinguish similar names, and nowhere between its words may the page have another one instead.
 */
export function looselyPrinted(text: string, index: DocumentIndex): LooseMatch | undefined {
  const wanted = text
    .split(/\s+/)
    .map(squash)
    .filter((word) => word !== '');
  if (wanted.length < 2 || wanted.length > 60) return undefined;
  let above = 0;
  for (const page of index.pages) {
    const first = above;
    const words = page.rows.flatMap((row, at) =>
      row.words.map((word, place) => ({ squashed: squash(word.text), row, order: first + at, index: place })),
    );
    above += page.rows.length;
    const match = bestWindow(
      wanted,
      words.map((word) => word.squashed),
    );
    if (!match) continue;
    const taken = match.positions.flatMap((position) => words[position] ?? []);
    return { passage: { page: page.page.number, spans: spansOf(taken) }, matched: match.positions.length, wanted: wanted.length };
  }
  return undefined;
}

function bestWindow(wanted: readonly string[], words: readonly string[]): { readonly positions: readonly number[] } | undefined {
  const needed = Math.ceil(minCoverage * wanted.length);
  const opening = new Set(wanted.slice(0, wanted.length - needed + 1));
  for (let from = 0; from < words.length; from += 1) {
    if (!opening.has(words[from] ?? '')) continue;
    const positions = inOrder(wanted, words, from);
    const span = (positions.at(-1) ?? from) - from + 1;
    const firm = wanted.filter(isFirm).every((word) => positions.some((position) => words[position] === word));
    const isDense = positions.length >= needed && positions.length / span >= minDensity;
    if (isDense && firm && !hasOthersInstead(wanted, words, positions)) return { positions };
  }
  return undefined;
}

/** Whether between two words of a text the page has others, of which none begins like those that are wanted there, as a shorter form would. */
function hasOthersInstead(wanted: readonly string[], words: readonly string[], positions: readonly number[]): boolean {
  let own = -1;
  return positions.some((at, index) => {
    const next = wanted.indexOf(words[at] ?? '', own + 1);
    const missing = index === 0 ? [] : wanted.slice(own + 1, next);
    const instead = words.slice((positions[index - 1] ?? at) + 1, at).filter((word) => word !== '');
    own = next;
    return missing.length > 0 && instead.length > 0 && !missing.some((word) => instead.some((other) => other[0] === word[0]));
  });
}

/** The longest common subsequence of the wanted words and a window that could still be dense enough, by dynamic programming. */
function inOrder(wanted: readonly string[], words: readonly string[], from: number): readonly number[] {
  const window = words.slice(from, from + Math.ceil(wanted.length / minDensity));
  const length: number[][] = Array.from({ length: wanted.length + 1 }, () => new Array<number>(window.length + 1).fill(0));
  const at = (i: number, j: number): number => length[i]?.[j] ?? 0;
  for (let i = wanted.length - 1; i >= 0; i -= 1) {
    const row = length[i] ?? [];
    for (let j = window.length - 1; j >= 0; j -= 1)
      row[j] = wanted[i] === window[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  const positions: number[] = [];
  for (let i = 0, j = 0; i < wanted.length && j < window.length; ) {
    if (wanted[i] === window[j]) {
      positions.push(from + j);
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return positions;
}

const legalForms = new Set([
  'gmbh',
  'ag',
  'kg',
  'ohg',
  'ug',
  'ltd',
  'limited',
  'llc',
  'llp',
  'inc',
  'corp',
  'plc',
  'sarl',
  'sas',
  'sa',
  'sl',
  'srl',
  'spa',
  'bv',
  'nv',
  'lda',
  'oy',
  'ab',
  'as',
  'aps',
]);
/** Whether a word distinguishes similar texts: it has a digit, or is a legal form. */
export const isFirm = (word: string): boolean => /\d/.test(word) || legalForms.has(word);

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
