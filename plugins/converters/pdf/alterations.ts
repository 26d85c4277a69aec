import type { Box, DocumentContent, FileTrace, Page, Word } from '../../../core/index.js';
import { overlap } from '../../pdfium/page-geometry.js';
import { type Handle, type Pdfium, withBytes } from '../../pdfium/pdfium.js';
import type { WordPiece } from './words.js';

/** Evidence that a page was changed after it was made: other numbers lie under its own, they are set unlike the rest, or a scan has a patch. */
export function alterationsOn(pdfium: Pdfium, { seen, hidden, patches }: PageParts): OfPage {
  const set = setWordsOf(pdfium, seen);
  const traces = [
    ...coveredNumbers(seen, hidden).map((text): FileTrace => ({ kind: 'covered', text })),
    ...(set.length < minWords ? [] : [...strangeNumbers(set), ...unlikeNumbers(set)]),
    ...patches.map(({ x, y, width, height }): FileTrace => {
      const [w = 0, h = 0, left = 0, top = 0] = [width, height, x, y].map(Math.round);
      return { kind: 'patch', text: `${w} × ${h} points, ${left} from the left and ${top} from the top` };
    }),
  ].slice(0, maxTraces);
  return { traces, families: new Set(set.map(({ family }) => family)) };
}

interface PageParts {
  readonly seen: readonly WordPiece[];
  readonly hidden: readonly WordPiece[];
  readonly patches: readonly Box[];
}

interface OfPage {
  readonly traces: readonly FileTrace[];
  /** The families of typefaces that its words are set in. */
  readonly families: ReadonlySet<string>;
}
const maxTraces = 20;
/** The share of a number that another one in its place covers at least. */
const minShare = 0.3;
/** Further hidden numbers of a page are not compared with what lies over them. */
const maxHidden = 200;

const digitsIn = (text: string): string => text.replace(/\P{Nd}/gu, '');
const isNumber = ({ text }: Pick<Word, 'text'>): boolean => digitsIn(text).length >= 2;

/** Painted numbers that cannot be seen because other numbers stand in their place. */
function coveredNumbers(seen: readonly WordPiece[], hidden: readonly WordPiece[]): readonly string[] {
  const painted = hidden.filter((piece) => isNumber(piece) && piece.styles.every(({ mode }) => mode === 0)).slice(0, maxHidden);
  const numbers = seen.filter(isNumber);
  return painted.flatMap((under) => {
    const least = minShare * under.tight.width * under.tight.height;
    const over = numbers.find(({ tight, text }) => overlap(tight, under.tight) > least && digitsIn(text) !== digitsIn(under.text));
    return over ? [`${over.text} over ${under.text}`] : [];
  });
}

/** A word with how it is set. */
interface SetWord extends WordPiece {
  /** The name of its font without the mark of a subset, and that of its family. */
  readonly face: string;
  readonly family: string;
  readonly color: number;
  readonly baseline: number;
  readonly told: boolean;
}

function setWordsOf(pdfium: Pdfium, seen: readonly WordPiece[]): readonly SetWord[] {
  const faces = new Map<Handle, string>();
  return seen.map((piece) => {
    const { object, color, baseline } = piece.styles[0] ?? { object: 0, color: 0, baseline: 0 };
    const face = faces.get(object) ?? faceOf(pdfium, object);
    faces.set(object, face);
    return { ...piece, face, family: familyOf(face), color, baseline, told: isTold.test(piece.text) };
  });
}

/** A page that is set in few words has no typeface of its own; numbers that stand out are few. */
const minWords = 25;
const maxStrange = 3;

/** Numbers in a typeface that no other word of the page has, whatever its weight. */
const strangeNumbers = (words: readonly SetWord[]): readonly FileTrace[] =>
  [...Map.groupBy(words, ({ family }) => family)].flatMap(([family, own]) =>
    family !== '' && own.length <= maxStrange && own.every(({ told }) => told) ? [{ kind: 'typeface', text: textsOf(own) } as const] : [],
  );

/** Numbers that alone on their page have a size, a black or a line of their own, beside others that are set as numbers of a row or column are. */
function unlikeNumbers(words: readonly SetWord[]): readonly FileTrace[] {
  const upright = words.filter(({ glyphs }) => glyphs.every(({ angle }) => Math.abs(Math.sin(angle)) < 0.05));
  const found = { 'another size': inOwnSize(upright), 'another black': inOwnBlack(upright), 'beside its line': onOwnLine(upright) };
  return Object.entries(found).flatMap(([how, own]) =>
    own.length > 0 && own.length <= maxStrange ? [{ kind: 'unlike', text: `${textsOf(own)}: ${how}` } as const] : [],
  );
}

const textsOf = (words: readonly WordPiece[]): string =>
  words
    .map(({ text }) => text)
    .join(' ')
    .slice(0, 100);

/** Numbers of which at least two others in the same row or column, and in the same face, have one size that is hardly another. */
function inOwnSize(words: readonly SetWord[]): readonly SetWord[] {
  const { alone } = neighbours(words, ({ face, size }) => [face, size * sizeSteps]);
  const usual = words.map(({ size }) => size).sort((a, b) => a - b)[words.length >> 1] ?? 0;
  return alone.filter((word) => {
    // What is to be seen first is set large.
    if (word.size > largest * usual) return false;
    const mates = words.filter((one) => one !== word && one.face === word.face && (inRow(one, word) || inColumn(one, word)));
    const [first] = mates;
    const times = first ? word.size / first.size : 1;
    return mates.length >= 2 && times > 0.8 && times < 1.25 && mates.every(({ size }) => Math.abs(size - (first?.size ?? 0)) < 0.1);
  });
}
const sizeSteps = 10;
const largest = 1.5;

/** Numbers in a colour that nothing else has, while most words have one that a person hardly tells from it. */
function inOwnBlack(words: readonly SetWord[]): readonly SetWord[] {
  const byColor = Map.groupBy(words, ({ color }) => color);
  return [...byColor].flatMap(([color, own]) => {
    if (own.length > 2 || !own.every(({ told }) => told)) return [];
    const alike = [...byColor].filter(
      ([other]) => other !== color && channels.every((at) => Math.abs(channel(other, at) - channel(color, at)) <= 64),
    );
    return alike.flatMap(([, many]) => many).length >= words.length / 2 ? own : [];
  });
}
const channels = [3, 2, 1, 0];
const channel = (color: number, at: number): number => Math.floor(color / 256 ** at) % 256;

/**
 * The one number that stands a little above or below all words of its row, where the numbers of its column stand on the lines of theirs, or where
 * nothing else on the page does so.
 */
function onOwnLine(words: readonly SetWord[]): readonly SetWord[] {
  const { alone, isAlone } = neighbours(words, ({ baseline }) => ['', baseline * lineSteps]);
  const pairs = besideTheirLine(words);
  const off = alone.filter((word) => pairs.some((pair) => pair.includes(word)));
  return off.length > 1
    ? []
    : off.filter((word) => {
        if (pairs.every((pair) => pair.includes(word)) && pairs.some(([one, other]) => one.face === other.face)) return true;
        const mates = words.filter((one) => one !== word && one.told && sameSize(one, word) && inColumn(one, word));
        return mates.length >= 2 && !mates.some(isAlone);
      });
}
const lineSteps = 5;
/** A page with more is set unevenly. */
const maxPairs = 200;
/** No more words below a word are compared with it. */
const maxInRow = 300;

/** The pairs of words that stand hardly, but not quite, on one line. */
function besideTheirLine(words: readonly SetWord[]): readonly (readonly [SetWord, SetWord])[] {
  const fromTop = words.toSorted((a, b) => a.baseline - b.baseline);
  const pairs: [SetWord, SetWord][] = [];
  for (const [at, word] of fromTop.entries())
    for (const below of fromTop.slice(at + 1, at + maxInRow)) {
      const off = below.baseline - word.baseline;
      if (off >= 0.2 * word.size || pairs.length > maxPairs) break;
      if (off > 1 / lineSteps && sameSize(below, word)) pairs.push([word, below]);
    }
  return pairs.length > maxPairs ? [] : pairs;
}

const sameSize = (one: SetWord, other: SetWord): boolean => Math.abs(one.size / other.size - 1) < 0.02;
const inRow = (one: SetWord, { tight, size }: SetWord): boolean =>
  Math.abs(one.tight.y + one.tight.height / 2 - tight.y - tight.height / 2) < 0.3 * size;
const inColumn = (one: SetWord, { tight: { x, width } }: SetWord): boolean =>
  one.told && (Math.abs(one.tight.x - x) < 1.5 || Math.abs(one.tight.x + one.tight.width - x - width) < 1.5);

/** The words that are alone with what is measured of them: no other one of their kind is within a step. Told of few only, for the rest of a page is compared with each. */
function neighbours(words: readonly SetWord[], measured: (word: SetWord) => readonly [kind: string, at: number]) {
  const counts = new Map<string, number>();
  const key = (kind: string, at: number): string => `${kind} ${Math.round(at)}`;
  for (const word of words) {
    const own = key(...measured(word));
    counts.set(own, (counts.get(own) ?? 0) + 1);
  }
  const isAlone = (word: SetWord): boolean => {
    const [kind, at] = measured(word);
    return [-1, 0, 1].reduce((all, step) => all + (counts.get(key(kind, at + step)) ?? 0), 0) === 1;
  };
  const alone = words.filter((word) => word.told && isAlone(word));
  return { alone: alone.length > maxHidden ? [] : alone, isAlone };
}

/** An amount, a date, or a part of an IBAN: what is changed to deceive. Codes and page numbers have typefaces of their own. */
const isTold = /^\P{L}{0,2}\d[\d.,' ]*[.,]\d{2}\P{L}{0,2}$|^\d{1,4}[./-]\d{1,2}[./-]\d{2,4}$|^[A-Z]{2}\d{2}[A-Z\d]{0,30}$|^\d{4}$/u;

const maxNameBytes = 128;

/** The name of a font without the mark of a subset; empty where it has none. */
function faceOf(pdfium: Pdfium, object: Handle): string {
  const font = object ? pdfium._FPDFTextObj_GetFont(object) : 0;
  if (!font) return '';
  return withBytes(pdfium, maxNameBytes, (at) => {
    const length = Math.min(pdfium._FPDFFont_GetBaseFontName(font, at, maxNameBytes), maxNameBytes);
    return Buffer.from(pdfium.HEAPU8.subarray(at, at + Math.max(length - 1, 0)))
      .toString('latin1')
      .replace(/^[A-Z]{6}\+/, '');
  });
}

/** The family of a face: its name without weight, slant and encoding, nor the marks of its maker. Empty for one that a program has numbered. */
const familyOf = (face: string): string =>
  face
    .replace(/^CIDFont\+F\d+$|[-,\s].*$|(?:Bold|Italic|Oblique|Regular|Medium|Light|Semibold).*$/g, '')
    .replace(/(?:PS)?(?:MT)?$/, '')
    .toLowerCase();

/** Pages of a file with the families that their words are set in. */
export interface SetPage {
  readonly page: Page;
  readonly families: ReadonlySet<string>;
}

/** The pages with those that may be of another file: they have text and numbers, and no other page has their size, or one of their typefaces. */
export function withForeign(pages: readonly SetPage[]): readonly Page[] {
  const stated = pages.slice(0, maxPages).filter(({ page }) => page.words.length >= minWords && page.textLayer === 'native');
  return pages.map((own, at) => {
    const others = stated.filter((one) => one !== own);
    const numbers = own.page.words.filter(({ text }) => isTold.test(text)).length;
    if (at === 0 || others.length === 0 || !stated.includes(own) || numbers < maxStrange) return own.page;
    const text = others.every(({ page }) => !isAsLarge(page, own.page))
      ? `${own.page.width.toFixed(0)} × ${own.page.height.toFixed(0)} points`
      : others.some(({ families }) => [...own.families].some((family) => families.has(family)))
        ? ''
        : `set in ${[...own.families].join(', ').slice(0, 100)}`;
    return text === '' ? own.page : { ...own.page, traces: [...(own.page.traces ?? []), { kind: 'foreign', text }] };
  });
}

/** Pages are as large as each other to two points, however they are turned. */
const isAsLarge = (one: Page, other: Page): boolean =>
  [Math.min, Math.max].every((side) => Math.abs(side(one.width, one.height) - side(other.width, other.height)) <= 2);

/** Only the start of a long file is compared with what became of it. */
const maxPages = 20;

/** The end of the first version of a file that was saved again behind itself; undefined where there is one version. */
export function firstVersion(bytes: Uint8Array): Uint8Array | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const ends: number[] = [];
  for (let at = file.indexOf(mark); at >= 0 && ends.length < maxVersions; at = file.indexOf(mark, at + mark.length))
    ends.push(at + mark.length);
  // A file that is made to be shown while it loads has a first end that is none.
  const first = file.subarray(0, 1024).includes('/Linearized') ? ends[1] : ends[0];
  return first === undefined || first === ends.at(-1) ? undefined : bytes.subarray(0, first);
}
const mark = '%%EOF';
const maxVersions = 100;

/** The pages with the numbers that a later save has taken away, and those that stand there now. What it only adds, such as a stamp, is none. */
export const withRevisions = (now: readonly Page[], { pages }: Pick<DocumentContent, 'pages'>): readonly Page[] =>
  now.map((page, at) => {
    const before = at < maxPages ? pages[at] : undefined;
    const gone = before ? without(before.words, page.words) : [];
    if (!before || gone.length === 0) return page;
    const text = `${shown(gone)} before, ${shown(without(page.words, before.words)) || 'nothing'} now`;
    return { ...page, traces: [...(page.traces ?? []), { kind: 'revised', text }] };
  });

/** The numbers that one page has more often than another. */
function without(words: readonly Word[], others: readonly Word[]): readonly string[] {
  const left = new Map<string, number>();
  for (const { text } of others) left.set(text, (left.get(text) ?? 0) + 1);
  return words.flatMap((word) => {
    const count = left.get(word.text) ?? 0;
    left.set(word.text, count - 1);
    return count > 0 || !isNumber(word) ? [] : [word.text];
  });
}

const shown = (texts: readonly string[]): string => texts.slice(0, 6).join(' ').slice(0, 100);
