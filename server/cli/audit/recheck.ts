import type { Json, Page, Word } from '../../../core/index.js';
import { fold, printedIn } from '../../../core/text.js';
import type { PageBox } from '../../client/index.js';
import { isOnPage } from './on-page.js';

interface ClaimedEvidence {
  readonly value: Json;
  /** Counted from 1. */
  readonly page: number;
  readonly text: string;
}

/** How the page supports a claim, or why it does not. `problem` completes a sentence about the field. */
type RecheckFinding =
  | { readonly match: ValueMatch }
  | { readonly problem: string /** Whether the words are at least on the page. */; readonly onPage: boolean };

/**
 * Checks claimed evidence against the page: the text is visible there, and it carries the value. Whether the text stands there is found
 * without the engine's code, from the words and their boxes alone, so that a bug of its grounding cannot hide. What a text prints is said by
 * the engine's own parsers of numbers, days and currencies: what they misread, this misreads too.
 */
export function recheck(
  { value, page, text }: ClaimedEvidence,
  pages: readonly Page[],
  matches: ValueMatcher = matchValue,
): RecheckFinding {
  const claimed = pages.find(({ number }) => number === page);
  if (!claimed) return { problem: `the document has no page ${page}`, onPage: false };
  if (!isOnPage(text, claimed)) {
    const others = pages.filter((other) => isOnPage(text, other)).map(({ number }) => number);
    return { problem: `the words are not on page ${page}${others.length > 0 ? `, but on page ${others.join(', ')}` : ''}`, onPage: false };
  }
  const match = matches(text, value);
  return match ? { match } : { problem: 'the words do not say the value', onPage: true };
}

/**
 * What is wrong with the boxes of an answer: each must contain a word of the text; other words may be among them. Boxes on a page that was
 * rotated before it was read are not checked, because its words are stored in another orientation than it is shown in.
 */
export function boxFault(boxes: readonly PageBox[], text: string, pages: readonly Page[]): string | undefined {
  for (const box of boxes) {
    const page = pages.find(({ number }) => number === box.page);
    if (!page) return `it has a box on page ${box.page}, and there is no page ${box.page}`;
    if (page.turn) continue;
    const covered = page.words.filter((word) => isIn(word, box, page) && /[\p{L}\p{N}]/u.test(word.text));
    if (covered.length === 0) return `it has a box on page ${box.page} with no words in it`;
    if (!covered.some(({ text: word }) => printedIn(text, word) === word)) return `it has a box on page ${box.page} around other words`;
  }
  return undefined;
}

/** Compares the middle of the word, because the edges of a box are rounded. */
function isIn({ box }: Word, { x, y, w, h }: PageBox, { width, height }: Page): boolean {
  const [across, down] = [(box.x + box.width / 2) / width, (box.y + box.height / 2) / height];
  return across >= x && across <= x + w && down >= y && down <= y + h;
}

/**
 * How a text carries a value: it prints it (`printed` is the matching piece), it prints it roughly, or it does not print it but the value is
 * of a kind that can be concluded from other words, such as true.
 */
export type ValueMatch = { readonly how: 'printed'; readonly printed: string } | { readonly how: 'roughly' | 'concluded' };

type ValueMatcher = (text: string, value: Json) => ValueMatch | undefined;

/** How a text carries a value; undefined where it does not. */
export function matchValue(text: string, value: Json): ValueMatch | undefined {
  if (value === null || typeof value === 'object') return undefined;
  const printed = printedIn(text, value);
  if (printed !== undefined) return { how: 'printed', printed: typeof value === 'boolean' ? String(value) : printed };
  if (typeof value === 'number') return undefined;
  if (typeof value === 'string' && printsRoughly(text, value)) return { how: 'roughly' };
  return typeof value === 'boolean' || /^[A-Z]{3}$/.test(value) ? { how: 'concluded' } : undefined;
}

/** Whether a text contains at least four of five words of another in their order, and every word that has a digit. */
function printsRoughly(text: string, value: string): boolean {
  const [wanted, words] = [wordsOf(value), wordsOf(text)];
  let at = 0;
  let matched = 0;
  for (const word of wanted) {
    const found = words.indexOf(word, at);
    if (found < 0 && /\d/.test(word)) return false;
    if (found < 0) continue;
    matched += 1;
    at = found + 1;
  }
  return matched > 0 && matched >= wanted.length * 0.8;
}

const wordsOf = (text: string): readonly string[] =>
  fold(text)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .match(/[\p{L}\p{N}]+/gu) ?? [];
