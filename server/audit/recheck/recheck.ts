import type { Json, Page } from '../../../core/index.js';
import { type Saying, says } from './says.js';
import { standsOn } from './stands-on.js';

/** One value of a result and the evidence that is claimed for it. */
export interface Claimed {
  readonly value: Json;
  /** Counted from 1. */
  readonly page: number;
  readonly text: string;
}

/** What the page says to a claim. `problem` completes a sentence about the field. */
export type RecheckFinding =
  | { readonly saying: Saying }
  | { readonly problem: string /** Whether the words are there at least. */; readonly stands: boolean };

/**
 * Holds claimed evidence against the page: the text stands on it for all to see, and it carries the value. Written apart from the engine's
 * own grounding and sharing nothing with it but the words of the page, so that one mistake does not hide in both.
 */
export function recheck({ value, page, text }: Claimed, pages: readonly Page[]): RecheckFinding {
  const claimed = pages.find(({ number }) => number === page);
  if (!claimed) return { problem: `the document has no page ${page}`, stands: false };
  if (!standsOn(text, claimed)) {
    const others = pages.filter((other) => standsOn(text, other)).map(({ number }) => number);
    return { problem: `the words are not on page ${page}${others.length > 0 ? `, but on page ${others.join(', ')}` : ''}`, stands: false };
  }
  const saying = says(text, value);
  return saying ? { saying } : { problem: 'the words do not say the value', stands: true };
}
