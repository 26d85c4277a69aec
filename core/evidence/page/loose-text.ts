import { memoizeByObject } from '../../values/memoize.js';
import { squash } from '../print/normalise.js';
import type { DocumentIndex } from './document-index.js';
import type { Passage } from './locate.js';
import { type PageSpan, spansOf } from './page-index.js';

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
  for (const { number, words, squashed, places } of wordsOf(index)) {
    const match = firstWindow(wanted, squashed, places);
    if (!match) continue;
    const taken = match.positions.flatMap((position) => words[position] ?? []);
    return { passage: { page: number, spans: spansOf(taken) }, matched: match.positions.length, wanted: wanted.length };
  }
  return undefined;
}

interface PageWords {
  readonly number: number;
  readonly words: readonly PageSpan[];
  readonly squashed: readonly string[];
  /** Where each squashed word stands among `words`. */
  readonly places: ReadonlyMap<string, readonly number[]>;
}

/** The words of each page as they are compared, once a document: thousands of texts of a long table may be looked for. */
const wordsOf = memoizeByObject(({ pages }: DocumentIndex): readonly PageWords[] => {
  let above = 0;
  return pages.map(({ page, rows }) => {
    const words = rows.flatMap((row, at) => row.words.map((_, index) => ({ row, order: above + at, index })));
    above += rows.length;
    const squashed = words.map(({ row, index }) => squash(row.words[index]?.text ?? ''));
    return { number: page.number, words, squashed, places: Map.groupBy(squashed.keys(), (at) => squashed[at] ?? '') };
  });
});

/** The first window of a page that has a text: most of its words in order, all that distinguish it, and nothing else instead of the others. */
function firstWindow(
  wanted: readonly string[],
  words: readonly string[],
  places: PageWords['places'],
): { readonly positions: readonly number[] } | undefined {
  const needed = Math.ceil(minCoverage * wanted.length);
  const firm = wanted.filter(isFirm);
  if (wanted.filter((word) => places.has(word)).length < needed || !firm.every((word) => places.has(word))) return undefined;
  const sought = new Set(wanted);
  const openings = new Set(wanted.slice(0, wanted.length - needed + 1));
  for (const from of [...openings].flatMap((word) => places.get(word) ?? []).sort((a, b) => a - b)) {
    const window = words.slice(from, from + Math.ceil(wanted.length / minDensity));
    if (window.filter((word) => sought.has(word)).length < needed || !firm.every((word) => window.includes(word))) continue;
    const positions = inOrder(wanted, window).map((position) => from + position);
    const span = (positions.at(-1) ?? from) - from + 1;
    const isDense = positions.length >= needed && positions.length / span >= minDensity;
    const isFirmly = firm.every((word) => positions.some((position) => words[position] === word));
    if (isDense && isFirmly && !hasOthersInstead(wanted, words, positions)) return { positions };
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

/** The longest common subsequence of the wanted words and a window, by dynamic programming: its positions in the window. */
function inOrder(wanted: readonly string[], window: readonly string[]): readonly number[] {
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
      positions.push(j);
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
