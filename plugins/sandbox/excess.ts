import type { DocumentContent, Page, Word } from '../../core/index.js';

/**
 * What of a document is read. Nobody reads a longer word, and the seals in invoices have some 1,000 characters; 100 pages of an invoice have fewer
 * words and characters. More is left out, and it is said, because whoever weighs it holds up all other callers.
 */
export const readable = { word: 2_000, words: 40_000, characters: 1_000_000 } as const;

/** A document without what is too long to be read, and the words for what was left out. Done in the child, and again where nothing that it says is believed. */
export function withoutExcess(content: DocumentContent): DocumentContent {
  const left: ReadingBudget = { words: readable.words, characters: readable.characters };
  const pages = content.pages.map((page) => {
    const words = taken(page.words.filter(isShort), left);
    return { ...page, words, hidden: page.hidden.filter(isShort).slice(0, readable.words) };
  });
  const said = [...content.pages.flatMap(saidOfLong), ...saidOfCut(content.pages, pages)];
  return { ...content, pages, ...(said.length > 0 && { leftOut: [...(content.leftOut ?? []), ...said] }) };
}

const saidOfLong = ({ number, words }: Page): readonly string[] =>
  words.every(isShort) ? [] : [`page ${number} has words of more than ${readable.word} characters, which were not read`];

function saidOfCut(whole: readonly Page[], pages: readonly Page[]): readonly string[] {
  const cut = whole.map(({ words }, at) => words.filter(isShort).length - (pages[at]?.words.length ?? 0));
  const first = whole[cut.findIndex((words) => words > 0)];
  const sum = cut.reduce((all, words) => all + words, 0).toLocaleString('en');
  return first ? [`${sum} words from page ${first.number} on were not read: it is more text than a document of 100 pages has`] : [];
}

const isShort = ({ text }: Word): boolean => text.length <= readable.word;

/** How much may still be read. */
export interface ReadingBudget {
  words: number;
  characters: number;
}

/** The first words, as many as may still be read. */
function taken(words: readonly Word[], left: ReadingBudget): readonly Word[] {
  const end = words.findIndex(({ text }) => {
    left.words -= 1;
    left.characters -= text.length;
    return left.words < 0 || left.characters < 0;
  });
  return end < 0 ? words : words.slice(0, end);
}
