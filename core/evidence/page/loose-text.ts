import { squash } from '../print/normalise.js';
import type { DocumentIndex } from './document-index.js';
import type { Passage } from './locate.js';
import { spansOf } from './span.js';

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
 * and legal forms must all be there, because they distinguish similar names.
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
    if (positions.length >= needed && positions.length / span >= minDensity && firm) return { positions };
  }
  return undefined;
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
