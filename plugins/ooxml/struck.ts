import type { Page } from '../../core/index.js';

/** At most so many texts, and so much of each. */
const max = { traces: 20, characters: 200 };

/** What is struck out on a page. */
export const struckTraces = (struck: readonly string[]): Pick<Page, 'traces'> =>
  struck.length === 0
    ? {}
    : { traces: struck.slice(0, max.traces).map((text) => ({ kind: 'struck', text: text.slice(0, max.characters) })) };
