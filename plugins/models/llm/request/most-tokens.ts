import type { ProviderRequest } from '../provider.js';

/** Providers count the text and the picture of a page; Anthropic names up to 3,000 for the text alone. */
const tokensPerPage = 5_000;
/** Short of what any script takes; four characters a token are usual in English. */
const charactersPerToken = 2;

/** The most that a reading can use: its first turn, and a second one with the first answer and twice the room. */
export function mostTokens({ rules, fields, content, limit }: ProviderRequest, pages: number, maxOutputTokens: number): number {
  const text = rules.length + fields.length + (content.kind === 'text' ? content.text.length : 0);
  const input = Math.ceil(text / charactersPerToken) + (content.kind === 'pdf' ? pages * tokensPerPage : 0);
  return 2 * input + 2 * limit + Math.min(2 * limit, maxOutputTokens);
}
