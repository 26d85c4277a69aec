import type { Page } from '../../contracts/document.js';
import type { Schema } from '../../contracts/schema.js';
import { memoizeByObject, once } from '../../values/memoize.js';
import { conceptOf } from '../labels/concepts/concepts.js';
import { choiceIn, statementOf } from '../labels/concepts/statements.js';
import { labelsIn } from '../labels/labels.js';
import { caveatPhrases, documentTitles } from '../labels/lexicon.js';
import { phraseFinder } from '../labels/phrases.js';
import type { DocumentIndex } from '../page/document-index.js';
import type { Phrase } from '../page/lines.js';
import { letters } from '../print/normalise.js';

export type TitleKind = keyof typeof caveatPhrases.titles;

/** What a document calls itself at its head. */
interface HeadTitle {
  readonly kind: TitleKind | 'invoice';
  readonly phrase: Phrase;
}

/** In the upper half of the first page; a title has few words, nearly all its letters are its own, and it is larger than the text. Headers of a table stand side by side. */
const headShare = 0.5;
const maxWords = 6;
const ownShare = 0.75;
const largeShare = 1.25;
const maxBeside = 3;
/** A page without an end, as of a table of thousands of rows, has its title at its top. */
const maxLines = 200;

/**
 * The title of a document: the largest at the head of its first page, an invoice's where it is as large. Undefined where there is none, or where it is
 * neither larger than the text nor alone on its line.
 */
export const headTitle = memoizeByObject((index: DocumentIndex): HeadTitle | undefined => {
  const { page } = index.pages.find((one) => !one.page.accompanying) ?? {};
  if (!page) return undefined;
  const head = index.lines.filter((line) => line.page === page.number && line.box.y < page.height * headShare).slice(0, maxLines);
  const titles = head.flatMap(({ phrases }) => (phrases.length > maxBeside ? [] : phrases.flatMap((phrase) => titleIn(phrase) ?? [])));
  const [best, next] = titles.toSorted((a, b) => b.phrase.box.height - a.phrase.box.height || rank(a) - rank(b));
  if (!best) return undefined;
  const text = textHeight(index, page.number);
  const isLarge = best.phrase.box.height >= largeShare * text;
  return isLarge || (!next && isAlone(best.phrase) && (isUniform(page) || isCapital(best.phrase))) ? best : undefined;
});

const rank = ({ kind }: HeadTitle): number => (kind === 'invoice' ? 0 : 1);
const isAlone = ({ row, from, to }: Phrase): boolean => from === 0 && to === row.words.length;
const isCapital = ({ text }: Phrase): boolean => text === text.toUpperCase();
/** Whether all words are as high as each other, as in a format that does not say how large they are. */
const isUniform = ({ words }: Page): boolean => words.every(({ box }) => box.height === words[0]?.box.height);

function titleIn(phrase: Phrase): HeadTitle | undefined {
  if (phrase.to - phrase.from > maxWords || /[:?!]$/.test(phrase.text) || labelsIn(phrase.text).length > 1) return undefined;
  const [title, another] = finder()(phrase.text);
  if (!title || letters(title.phrase) < ownShare * letters(phrase.text)) return undefined;
  return another ? undefined : { kind: title.name, phrase };
}

/** Whether a phrase is the title of a document, or a large text at its head that for the most part says what it is: `Demo Invoice`. */
export function isTitle(phrase: Phrase, index: DocumentIndex): boolean {
  if (headTitle(index)?.phrase === phrase) return true;
  const page = index.pages.find((one) => one.page.number === phrase.row.page)?.page;
  const isAtHead =
    page !== undefined && phrase.box.y < page.height * headShare && phrase.box.height >= largeShare * textHeight(index, page.number);
  return isAtHead && finder()(phrase.text).reduce((sum, title) => sum + letters(title.phrase), 0) * 2 >= letters(phrase.text);
}

/** What a text that says nothing else calls a document: 'Gutschrift' → 'credit-note', 'Tax invoice' → 'invoice'. */
export function documentKindOf(text: string): HeadTitle['kind'] | undefined {
  const [title] = finder()(text);
  return title && letters(title.phrase) === letters(text) ? title.name : undefined;
}

const finder = once(() =>
  phraseFinder<HeadTitle['kind']>([
    ...(Object.entries(caveatPhrases.titles) as [TitleKind, readonly string[]][]),
    ['invoice', documentTitles],
  ]),
);

/** The height of most words of a page, in points. */
export function textHeight({ pages }: DocumentIndex, page: number): number {
  const heights = (pages.find((one) => one.page.number === page)?.page.words ?? []).map(({ box }) => box.height).toSorted((a, b) => a - b);
  return heights[Math.floor(heights.length / 2)] ?? 0;
}

/** Whether a schema asks for the kind of document, so that a credit note is an answer and no surprise. */
export const asksForKind = ({ fields }: Schema): boolean =>
  fields.some(
    (field) =>
      conceptOf(field) === 'document_type' ||
      statementOf(field) === 'credit_note' ||
      choiceIn('credit note', (field.enum ?? []).map(String)) !== undefined,
  );
