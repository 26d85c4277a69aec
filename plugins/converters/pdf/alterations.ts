import type { DocumentContent, FileTrace, Page, Word } from '../../../core/index.js';
import { overlap } from '../../pdfium/page-geometry.js';
import { type Handle, type Pdfium, withBytes } from '../../pdfium/pdfium.js';
import type { WordPiece } from './words.js';

/** Evidence that numbers of a page were changed after it was made: other ones lie under them, or they are set in a typeface that nothing else has. */
export function alterationsOn(pdfium: Pdfium, seen: readonly WordPiece[], hidden: readonly WordPiece[]): readonly FileTrace[] {
  return [
    ...coveredNumbers(seen, hidden).map((text): FileTrace => ({ kind: 'covered', text })),
    ...strangeNumbers(pdfium, seen).map((text): FileTrace => ({ kind: 'typeface', text })),
  ].slice(0, maxTraces);
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

/** A page that is set in few words has no typeface of its own; numbers that stand out are few. */
const minWords = 25;
const maxStrange = 3;

/** Numbers in a typeface that no other word of the page has, whatever its weight, where the words of the page have one or two. */
function strangeNumbers(pdfium: Pdfium, seen: readonly WordPiece[]): readonly string[] {
  const faces = new Map<Handle, string>();
  const faceOf = ({ styles: [style] }: WordPiece): string => {
    const object = style?.object ?? 0;
    const face = faces.get(object) ?? typeface(pdfium, object);
    faces.set(object, face);
    return face;
  };
  const byFace = Map.groupBy(seen, faceOf);
  if (seen.length < minWords || byFace.size > 3) return [];
  return [...byFace].flatMap(([face, words]) =>
    face !== '' && words.length <= maxStrange && words.every(({ text }) => isTold.test(text))
      ? [words.map(({ text }) => text).join(' ')]
      : [],
  );
}

/** An amount, a date, or a part of an IBAN: what is changed to deceive. Codes and page numbers have typefaces of their own. */
const isTold = /^\P{L}{0,2}\d[\d.,' ]*[.,]\d{2}\P{L}{0,2}$|^\d{1,4}[./-]\d{1,2}[./-]\d{2,4}$|^[A-Z]{2}\d{2}[A-Z\d]{0,30}$|^\d{4}$/u;

const maxNameBytes = 128;

/** The name of a font's family: without the mark of a subset, weight and slant. Empty where it has none. */
function typeface(pdfium: Pdfium, object: Handle): string {
  const font = object ? pdfium._FPDFTextObj_GetFont(object) : 0;
  if (!font) return '';
  const name = withBytes(pdfium, maxNameBytes, (at) => {
    const length = Math.min(pdfium._FPDFFont_GetBaseFontName(font, at, maxNameBytes), maxNameBytes);
    return Buffer.from(pdfium.HEAPU8.subarray(at, at + Math.max(length - 1, 0))).toString('latin1');
  });
  return name
    .replace(/^[A-Z]{6}\+/, '')
    .replace(/[-,\s].*$|(?:PS)?MT$|(?:Bold|Italic|Oblique|Regular|Medium|Light|Semibold).*$/g, '')
    .toLowerCase();
}

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
