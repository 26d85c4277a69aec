import type { Box, Page, Word } from '../../contracts/document.js';
import { squash } from '../print/normalise.js';
import { same } from './combine.js';
import { isIn, isLevel, isShown, linesFor, partOf } from './prove-by-picture.js';
import { supportFor } from './support.js';

/** Two have read a word alike: a reader, and an engine before it decided. */
const agreedCertainty = 0.9;

/** A shorter text may be anywhere in a line. */
const minLength = 3;

/**
 * The page with a text that a reader claims wherever its picture shows it, in place of what OCR made of it: to check a text is easier than to read
 * it. Labels, rows and sums then meet the words that are printed. The same page where OCR has read all of it surely.
 */
export function mendWords(page: Page, text: string): Page {
  if (squash(text).length < minLength) return page;
  const words = linesFor(text, page.lines).reduce((read, line) => {
    const support = supportFor(text, line);
    return support && isShown(support) ? withText(text, partOf(line, support), read) : read;
  }, page.words);
  return words === page.words ? page : { ...page, words };
}

/** The words with this text in its place. A word that reaches out of the place has more to say, and all stay as they are. */
function withText(text: string, place: Box, words: readonly Word[]): readonly Word[] {
  const under = words.filter((word) => isIn(word.box, place));
  if (under.some((word) => !word.ocr || reachesOut(word.box, place)) || isSure(text, under)) return words;
  const seen = under.map((word) => word.text).join(' ');
  const parts = text.split(/\s+/).filter((part) => part !== '');
  const shown = placed(parts, levelOf(place, under, words)).map(
    (word): Word => ({
      ...word,
      ...(parts.length === 1 && seen !== '' && seen !== text && { otherwise: seen }),
      ...(under.some((one) => one.incomplete && one.text === word.text) && { incomplete: true }),
    }),
  );
  const at = under[0] ? words.indexOf(under[0]) : words.findLastIndex(({ box }) => isBefore(box, place)) + 1;
  return [...words.slice(0, at), ...shown, ...words.slice(at).filter((word) => !under.includes(word))];
}

const isSure = (text: string, under: readonly Word[]): boolean =>
  under.every(({ certainty = 0 }) => certainty >= agreedCertainty) && same(under, [{ text, box: nowhere, ocr: true }]);

const nowhere: Box = { x: 0, y: 0, width: 0, height: 0 };

/** Whether less than this share of a word lies in a place. */
const maxOutside = 0.35;
const reachesOut = (word: Box, place: Box): boolean =>
  Math.max(0, place.x - word.x) + Math.max(0, word.x + word.width - place.x - place.width) > maxOutside * word.width;

/** The place at the height of the words under it, or of the nearest beside it, so that a row has one height. */
function levelOf(place: Box, under: readonly Word[], words: readonly Word[]): Box {
  const beside = under.length > 0 ? under : words.filter(({ box }) => isLevel(box, place));
  const [next] = beside.toSorted((a, b) => distance(a.box, place) - distance(b.box, place));
  return next ? { ...place, y: next.box.y, height: next.box.height } : place;
}

const isBefore = (one: Box, other: Box): boolean => (isLevel(one, other) ? one.x < other.x : one.y < other.y);
const distance = (one: Box, other: Box): number => Math.abs(one.x + one.width / 2 - other.x - other.width / 2);

/** Words side by side, each as wide as its share of the characters. */
function placed(parts: readonly string[], { x, y, width, height }: Box): readonly Word[] {
  const step = width / (parts.join(' ').length || 1);
  let at = x;
  return parts.map((text) => {
    const word: Word = { text, box: { x: at, y, width: text.length * step, height }, ocr: true, certainty: agreedCertainty };
    at += (text.length + 1) * step;
    return word;
  });
}
