import type { Document, Draft } from '../../../../core/index.js';
import { indexPage, squash } from '../../../../core/text.js';
import type { FaultLeaf, FaultMark } from '../../../kit/sheet.js';

/** Simpler ways of checking a value that other tools use, for comparison with the rules of the engine. */
export const baselines = ['quote on the page', 'JSON value in the text', 'printed value in the text', "the model's own word"] as const;
export type Baseline = (typeof baselines)[number];

/** Whether each way accepts a leaf. None considers where a value is printed or which text is visible. */
export type Accepts = Readonly<Record<Baseline, (leaf: FaultLeaf, draft: Draft) => boolean>>;

export function baselinesOf(document: Document): Accepts {
  const rows = document.pages.map(indexPage).flatMap((page) => [...page.rows, ...page.hiddenRows]);
  const text = rows.map((row) => row.text).join('\n');
  const squashed = squash(text);
  return {
    'quote on the page': ({ mark }) => mark.quote === null || squashed.includes(squash(mark.quote)),
    'JSON value in the text': ({ path }, draft) => {
      const value = draft.fields.find((field) => field.path === path)?.value ?? null;
      return value === null || text.includes(String(value));
    },
    'printed value in the text': ({ mark }) => mark.value === null || text.includes(mark.value),
    "the model's own word": () => true,
  };
}

/** What a check of the quote alone finds: the quoted words on the page with the value in them; only part of that; neither. */
const quoteFindings = ['exact', 'part', 'none'] as const;
export type QuoteFinding = (typeof quoteFindings)[number];
export type QuoteCheck = (mark: Pick<FaultMark, 'value' | 'quote' | 'page'>) => QuoteFinding;

/**
 * The check that others make of a citation, for comparison: exact when the quote stands on its page but for white space and case, and has
 * the value in it as words of its own; part when it does so but for punctuation, on another page, or with half of its words. It knows
 * nothing of labels, places or what is visible, and shares nothing with the engine but the reading of rows.
 */
export function quoteCheckOf(document: Document): QuoteCheck {
  const pages = document.pages.map((page) => {
    const { rows, hiddenRows } = indexPage(page);
    const text = [...rows, ...hiddenRows].map((row) => row.text).join('\n');
    return { number: page.number, close: joined(text), squashed: squash(text), words: new Set(wordsOf(text)) };
  });
  return ({ value, quote, page }) => {
    if (value === null || quote === null || !hasWords(quote, value)) return 'none';
    const isExact = pages.some(({ number, close }) => number === (page ?? number) && close.includes(joined(quote)));
    if (isExact) return 'exact';
    const words = wordsOf(quote);
    const isPart = pages.some(
      (one) => one.squashed.includes(squash(quote)) || words.filter((word) => one.words.has(word)).length * 2 >= words.length,
    );
    return isPart ? 'part' : 'none';
  };
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase();
const joined = (text: string): string => plain(text).replace(/\s+/g, '');
const wordsOf = (text: string): readonly string[] => plain(text).split(/\s+/).filter(Boolean);

/** Whether a text has another in it without a letter or digit next to it, so that 50.00 is not found in 150.00. */
function hasWords(text: string, part: string): boolean {
  const [whole, wanted] = [text, part].map((one) => wordsOf(one).join(' '));
  if (!whole || !wanted) return false;
  for (let at = whole.indexOf(wanted); at >= 0; at = whole.indexOf(wanted, at + 1)) {
    const beside = [whole.slice(0, at).at(-1), whole.at(at + wanted.length)];
    if (beside.every((character) => character === undefined || !/[\p{L}\p{N}]/u.test(character))) return true;
  }
  return false;
}
