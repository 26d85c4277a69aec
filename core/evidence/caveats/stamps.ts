import type { Word } from '../../contracts/document.js';
import { memoizeByObject, once } from '../../values/memoize.js';
import { caveatPhrases, documentTitles, statements } from '../labels/lexicon.js';
import { type PhraseFinder, phraseFinder } from '../labels/phrases.js';
import type { DocumentIndex } from '../page/document-index.js';
import { boxAround, type PageIndex, type Row } from '../page/page-index.js';
import { letters } from '../print/normalise.js';
import { textHeight } from './titles.js';

export type StampKind = keyof typeof caveatPhrases.stamps | 'paid';

export interface Stamp {
  readonly kind: StampKind;
  readonly page: number;
  readonly text: string;
}

/** A stamp is much larger than the text, or stands aslant, so that its box is much higher than its letters. */
const largeShare = 1.5;
/** Nearly all letters of a stamp are its own: `DUPLICATE - COPY` has two phrases, `DUPLICATE INVOICE` one and a title, `Copy of passport` is no stamp. */
const ownShare = 0.8;
const maxWords = 6;

/** What is stamped on a document: large, aslant, or in capitals alone on a line. Each kind once, where it stands first. */
export const stampsOn = memoizeByObject((index: DocumentIndex): readonly Stamp[] => {
  const found = index.pages.flatMap((page) => {
    const { number } = page.page;
    const large = largeTexts(page, largeShare * textHeight(index, number)).flatMap((text) => stampIn(text) ?? []);
    return [...large, ...page.rows.flatMap((row) => stampOn(row) ?? [])].map((stamp) => ({ ...stamp, page: number }));
  });
  return [...new Map(found.toReversed().map((stamp) => [stamp.kind, stamp])).values()].toReversed();
});

function stampIn(text: string): Omit<Stamp, 'page'> | undefined {
  const matches = finder()(text);
  const own = matches.reduce((sum, { phrase }) => sum + letters(phrase), 0);
  const stamp = matches.map(({ name }) => name).find((name) => name !== 'title');
  return !stamp || own < ownShare * letters(text) ? undefined : { kind: stamp, text };
}

const finder = once(
  (): PhraseFinder<StampKind | 'title'> =>
    phraseFinder<StampKind | 'title'>([
      ...(Object.entries(caveatPhrases.stamps) as [StampKind, readonly string[]][]),
      ['paid', statements.paid.yes],
      ['title', documentTitles],
    ]),
);

/** What is stamped on a line in capitals. Memoized, so that a long page can be looked through row by row before. */
export const stampOn = memoizeByObject(({ text, words }: Row): Omit<Stamp, 'page'> | undefined =>
  words.length <= maxWords && /\p{L}/u.test(text) && text === text.toUpperCase() ? stampIn(text.replace(/[^\p{L}]+$/u, '')) : undefined,
);

/** Words that are larger than the text, as far as they follow each other closely and in one size. */
function largeTexts({ page }: PageIndex, least: number): readonly string[] {
  const groups: Word[][] = [];
  let before: Word | undefined;
  for (const word of page.words) {
    const last = groups.at(-1);
    if (word.box.height >= least && last && before === last.at(-1) && before && isNextTo(before, word)) last.push(word);
    else if (word.box.height >= least) groups.push([word]);
    before = word;
  }
  return groups.filter(({ length }) => length <= maxWords).map((words) => words.map(({ text }) => text).join(' '));
}

/** Beside each other on a line, or on a line that runs aslant: there boxes are higher than wide for their letters. */
function isNextTo(a: Word, b: Word): boolean {
  const height = Math.min(a.box.height, b.box.height);
  const both = boxAround([a, b]);
  const isLevel = both.height < 1.3 * Math.max(a.box.height, b.box.height);
  return isLevel ? both.width - a.box.width - b.box.width < height : isAslant(a) && isAslant(b);
}

const isAslant = ({ text, box }: Word): boolean => box.height > (2 * box.width) / Math.max(text.length, 1);
