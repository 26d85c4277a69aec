import type { Json, Page } from '../../../../core/index.js';
import { matchValue, type ValueMatch } from './match-value.js';
import { isOnPage } from './on-page.js';

/** One value of a result and the evidence that is claimed for it. */
export interface ClaimedEvidence {
  readonly value: Json;
  /** Counted from 1. */
  readonly page: number;
  readonly text: string;
}

/** How the page supports a claim, or why it does not. `problem` completes a sentence about the field. */
export type RecheckFinding =
  | { readonly match: ValueMatch }
  | { readonly problem: string /** Whether the words are at least on the page. */; readonly onPage: boolean };

/**
 * Checks claimed evidence against the page: the text is visible there, and it carries the value. Shares no code with the engine's own
 * grounding, only the words of the page, so that one bug cannot hide in both.
 */
export function recheck({ value, page, text }: ClaimedEvidence, pages: readonly Page[]): RecheckFinding {
  const claimed = pages.find(({ number }) => number === page);
  if (!claimed) return { problem: `the document has no page ${page}`, onPage: false };
  if (!isOnPage(text, claimed)) {
    const others = pages.filter((other) => isOnPage(text, other)).map(({ number }) => number);
    return { problem: `the words are not on page ${page}${others.length > 0 ? `, but on page ${others.join(', ')}` : ''}`, onPage: false };
  }
  const match = matchValue(text, value);
  return match ? { match } : { problem: 'the words do not say the value', onPage: true };
}
