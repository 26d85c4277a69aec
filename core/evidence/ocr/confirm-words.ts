import type { Box, OcrLine, Page, Word } from '../../contracts/document.js';
import type { OcrResult } from '../../contracts/recognizer.js';
import { squash } from '../print/normalise.js';
import { same } from './combine.js';
import { isIn, isShown } from './prove-by-picture.js';
import { supportFor } from './support.js';
import { quartersOf, turned, turnedBox } from './turned.js';

/**
 * The page after OCR: unconfirmed words that a result reads alike in their place are words like others, and those of `wanted` that none does
 * are hidden text. What the last result reads in their place is shown instead, because that is what a person sees. Without a result nothing
 * is confirmed. Other words stay as they are.
 */
export function confirmWords(page: Page, results: readonly OcrResult[], wanted: ReadonlySet<Word>): Page {
  const seen = results.map((result) => seenOn(page, result));
  const confirmed = new Set(page.words.filter((word, at) => word.unconfirmed && seen.some((one) => one.confirms(word.text, at))));
  const refuted = new Set([...wanted].filter((word) => !confirmed.has(word)));
  const words = page.words.filter((word) => !refuted.has(word)).map((word) => (confirmed.has(word) ? plain(word) : word));
  const instead = seen
    .at(-1)
    ?.words.filter(({ box }) => [...refuted].some((word) => isOn(box, word.box)) && !words.some((word) => isOn(box, word.box)));
  const hidden = [...refuted].map(plain);
  return { ...page, words: [...words, ...(instead ?? [])], hidden: [...page.hidden, ...hidden] };
}

const plain = ({ unconfirmed: _, ...word }: Word): Word => word;

/** Whether all of these words of a page are confirmed by one of these results. */
export function areConfirmed(page: Page, results: readonly OcrResult[], wanted: ReadonlySet<Word>): boolean {
  const seen = results.map((result) => seenOn(page, result));
  return page.words.every((word, at) => !wanted.has(word) || seen.some((one) => one.confirms(word.text, at)));
}

/** What OCR saw of a page, laid over its own words. */
interface Seen {
  /** As they lie on the page as it is, not as it was turned for reading. */
  readonly words: readonly Word[];
  /** Whether OCR has read a text in the place of the word with this index. */
  confirms(text: string, at: number): boolean;
}

function seenOn(page: Page, { words, lines = [], turn }: OcrResult): Seen {
  const upright = turned(page, quartersOf(turn));
  return {
    words: turnedBack(page, { words, turn }),
    confirms(text, at) {
      const box = upright.words[at]?.box;
      if (!box) return false;
      const over = words.filter((word) => isOn(word.box, box)).toSorted((a, b) => a.box.x - b.box.x);
      return isRead(text, over) || lines.some((line) => shows(line, text, box));
    },
  };
}

/** What OCR has read on a page, as it lies there before the page is turned. */
export function turnedBack(page: Page, { words, turn }: Pick<OcrResult, 'words' | 'turn'>): readonly Word[] {
  const quarters = quartersOf(turn);
  const upright = turned(page, quarters);
  return words.map((word) => ({ ...word, box: turnedBox(word.box, upright, -quarters) }));
}

/** Whether OCR words say a text: as a whole, or as a part that letters and digits do not continue. */
function isRead(text: string, over: readonly Word[]): boolean {
  if (over.length === 0) return false;
  if (squash(text) === '') return over.some((word) => word.text.includes(text));
  if (same([{ text, box: origin, ocr: false }], over)) return true;
  const joined = over.map((word) => word.text).join(' ');
  const from = joined.indexOf(text);
  return from >= 0 && !continued.test(joined[from - 1] ?? ' ') && !continued.test(joined[from + text.length] ?? ' ');
}

const origin: Box = { x: 0, y: 0, width: 0, height: 0 };
const continued = /[\p{L}\p{N}.,'-]/u;

/** Whether the picture of a line shows a text in a place, more surely than another number. */
function shows(line: OcrLine, text: string, box: Box): boolean {
  if (squash(text).length < minLength || !isOn(box, line.box)) return false;
  const support = supportFor(text, line);
  if (!support || !isShown(support)) return false;
  const [from, to] = [line.box.x + support.from * line.box.width, line.box.x + support.to * line.box.width];
  return isOn({ ...line.box, x: from, width: to - from }, box);
}

/** A shorter text may be anywhere in a line. */
const minLength = 3;

/** Whether one of two boxes lies in the other, as far as words do. */
const isOn = (one: Box, other: Box): boolean => isIn(one, other) || isIn(other, one);
