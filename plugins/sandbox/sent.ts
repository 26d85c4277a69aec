import {
  type Attachment,
  type Box,
  type DocumentContent,
  type FileTrace,
  type Page,
  type Picture,
  traceKinds,
  type Word,
} from '../../core/index.js';
import { type ReadingBudget, withoutExcess } from './excess.js';

/** More than any document that is read: 100 pages of small print have 200,000 words. A DOCX is one long page; boxes may lie far outside of one. */
const max = {
  pages: 10_000,
  words: 2_000_000,
  characters: 50_000_000,
  word: 1_000_000,
  attachments: 20,
  bytes: 64 * 2 ** 20,
  name: 512,
  parts: 1_000,
  traces: 100,
  points: 1e9,
};

/**
 * What a converter's child has sent, as a new value that has the type of a document's content and nothing else.
 * @throws InvalidReply where it is anything else, or larger than any document.
 */
export function sentDocument(sent: unknown): DocumentContent {
  const { pages, attachments, chargedPages, markdown, pictures, leftOut } = record(sent);
  const left: ReadingBudget = { words: max.words, characters: max.characters };
  return withoutExcess({
    pages: list(pages, max.pages).map((page, at) => sentPage(page, at + 1, left)),
    attachments: list(attachments, max.attachments).map(sentAttachment),
    chargedPages: count(chargedPages, 1, max.pages),
    ...(markdown !== undefined && { markdown: seenText(text(markdown, max.characters)) }),
    ...(pictures !== undefined && { pictures: bytes(pictures, max.bytes) }),
    ...(leftOut !== undefined && { leftOut: list(leftOut, max.parts).map((part) => text(part, max.name)) }),
  });
}

function sentPage(sent: unknown, expected: number, left: ReadingBudget): Page {
  const { number: at, width, height, textLayer, words, hidden, pictured, figures, accompanying, traces } = record(sent);
  const seen = seenWords(sentWords(words, left));
  return {
    number: count(at, expected, expected),
    width: number(width, max.points),
    height: number(height, max.points),
    textLayer: oneOf(textLayer, 'native', 'ocr', 'none'),
    words: seen.words,
    hidden: [...sentWords(hidden, left), ...seen.turned],
    ...(pictured !== undefined && { pictured: pictured === true }),
    ...(figures !== undefined && { figures: oneOf(figures, 'small', 'large') }),
    ...(accompanying === true && { accompanying }),
    ...(traces !== undefined && { traces: list(traces, max.traces).map(sentTrace) }),
  };
}

function sentTrace(sent: unknown): FileTrace {
  const { kind, text: said } = record(sent);
  return { kind: oneOf(kind, ...traceKinds), text: seenText(text(said, max.name)) };
}

function sentWords(sent: unknown, left: ReadingBudget): readonly Word[] {
  return list(sent, left.words).map((word) => {
    const { text: letters, box, ocr, unconfirmed, covered } = record(word);
    const printed = text(letters, Math.min(left.characters, max.word));
    left.words -= 1;
    left.characters -= printed.length;
    insist(left.words >= 0);
    return {
      text: printed,
      box: sentBox(box, max.points),
      ocr: ocr === true,
      ...(unconfirmed === true && { unconfirmed }),
      ...(covered === true && { covered }),
    };
  });
}

function sentAttachment(sent: unknown): Attachment {
  const { name, bytes: content } = record(sent);
  return { name: text(name, max.name), bytes: bytes(content, max.bytes) };
}

/** What a converter's child has sent as the picture of a page. @throws InvalidReply where it is none */
export function sentPicture(sent: unknown): Picture {
  const { mediaType, width, height, bytes: content } = record(sent);
  return {
    mediaType: oneOf(mediaType, 'image/png', 'image/jpeg'),
    width: count(width, 1, max.points),
    height: count(height, 1, max.points),
    bytes: bytes(content, max.bytes),
  };
}

/** What a converter's child has sent as a file of its format. @throws InvalidReply where it is none */
export const sentFile = (sent: unknown): Uint8Array => bytes(sent, max.bytes);

/** A box no part of which is farther from the origin of its page, in points. */
export function sentBox(sent: unknown, farthest: number): Box {
  const { x, y, width, height } = record(sent);
  const size = (side: unknown): number => Math.max(0, number(side, farthest));
  return { x: number(x, farthest), y: number(y, farthest), width: size(width), height: size(height) };
}

/** What a child has sent is not what was agreed: the file may have taken its parser over. */
export class InvalidReply extends Error {
  override readonly name = 'InvalidReply';

  constructor() {
    super('A child has sent something else than agreed');
  }
}

/** An object. Of its members only those that are asked for are taken over. */
export function record(sent: unknown): Readonly<Record<string, unknown>> {
  insist(typeof sent === 'object' && sent !== null && !Array.isArray(sent));
  return sent as Readonly<Record<string, unknown>>;
}

/** A list of at most so many items. Also a hole becomes an item, which is then found to be none. */
export function list(sent: unknown, longest: number): readonly unknown[] {
  insist(Array.isArray(sent) && sent.length <= longest);
  return Array.from(sent as readonly unknown[]);
}

/** A text of at most so many characters. */
export function text(sent: unknown, longest: number): string {
  insist(typeof sent === 'string' && sent.length <= longest);
  return sent as string;
}

/** A number that is no farther from zero. */
export function number(sent: unknown, farthest: number): number {
  insist(typeof sent === 'number' && Math.abs(sent) <= farthest);
  return sent as number;
}

/** One of these texts. */
export function oneOf<T extends string>(sent: unknown, ...known: readonly T[]): T {
  const found = known.find((one) => one === sent);
  if (found === undefined) throw new InvalidReply();
  return found;
}

/** Bytes, as a copy: those that were sent are part of the whole message. */
export function bytes(sent: unknown, longest: number): Uint8Array {
  insist(sent instanceof Uint8Array && sent.length <= longest);
  return Uint8Array.from(sent as Uint8Array);
}

/** A whole number from the first to the last. */
export function count(sent: unknown, first: number, last: number): number {
  insist(Number.isSafeInteger(sent) && (sent as number) >= first && (sent as number) <= last);
  return sent as number;
}

/** @throws InvalidReply where it does not hold */
export function insist(holds: boolean): void {
  if (!holds) throw new InvalidReply();
}

/**
 * Characters that nobody sees: separators and joiners of no width, marks of direction, tags, and those that Unicode lets be ignored. Joiners mean
 * something within Arabic and Indic words. Source: Unicode Standard Annex 44, Default_Ignorable_Code_Point; annex 9 for the marks of direction.
 */
const unseen = /[\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E0FFF}]/gu;
const joiners = /(?<=[\p{Script=Latin}\p{Script=Common}])[\u200C\u200D]+/gu;
const mayHaveSome = /[\u061C\u115F\u1160\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E0FFF}]/u;

/** A text with the characters that are seen. */
const seenText = (text: string): string => (mayHaveSome.test(text) ? text.replace(unseen, '').replace(joiners, '') : text);

/** From where on a page shows its characters in another order than it has them, and until where. */
const overrides = ['\u202D', '\u202E'];
const isBegun = (text: string): boolean => overrides.some((mark) => text.includes(mark));
const isEnded = (text: string): boolean => overrides.every((mark) => text.lastIndexOf('\u202C') > text.lastIndexOf(mark));

export interface SeenWords {
  readonly words: readonly Word[];
  /** Those whose characters are shown in another order: what they say is not what is seen. */
  readonly turned: readonly Word[];
}

/** The words of a page without what nobody sees. */
function seenWords(sent: readonly Word[]): SeenWords {
  if (!sent.some(({ text }) => mayHaveSome.test(text))) return { words: sent, turned: [] };
  const [words, turned]: [Word[], Word[]] = [[], []];
  let overridden = false;
  for (const word of sent) {
    const begins = isBegun(word.text);
    const text = seenText(word.text);
    if (text !== '') (overridden || begins ? turned : words).push({ ...word, text });
    overridden = (overridden || begins) && !isEnded(word.text);
  }
  return { words, turned };
}
