import type { Page } from '../../core/index.js';

/**
 * The plain spaces that group the digits of an amount, as people type them (`42 900,00`), as spaces of digits, which are as narrow as those on a
 * page. Only before two decimals: `2 100 500` may as well be three numbers.
 */
export const withNarrowGroups = (text: string): string =>
  text.replace(/(?<![\d.,]|\d\s)\d{1,3}(?: \d{3})+(?=[.,]\d{2}(?![\d.,]))/g, (digits) => digits.replaceAll(' ', '\u2007'));

/** How many spaces stand inside of words, as between the groups of digits in '2 466,00'; they are half as wide as a space between words. */
export const innerSpacesIn = (text: string): number => text.match(/[\u00A0\u2007\u2009\u202F]/g)?.length ?? 0;

/** At most so many texts, and so much of each. */
const max = { traces: 20, characters: 200 };

/** What is struck out on a page. */
export const struckTraces = (struck: readonly string[]): Pick<Page, 'traces'> =>
  struck.length === 0
    ? {}
    : { traces: struck.slice(0, max.traces).map((text) => ({ kind: 'struck', text: text.slice(0, max.characters) })) };
