import type { Document, Page, Word } from '../contracts/document.js';
import type { Recognizer } from '../contracts/recognizer.js';
import type { Grounded } from '../evidence/grounded.js';
import { turnedBack } from '../evidence/ocr/confirm-words.js';
import { squash } from '../evidence/print/normalise.js';
import type { Deadline } from '../flow/deadline.js';

/** Pages that are looked at for one document at most, and the share of the remaining time that it may take. */
const maxPages = 2;
const maxShareOfTime = 0.3;

/**
 * Looks for texts that no words of the document say in the pictures and drawings of its pages: a name often stands in a logo only. Where one is
 * found, all that OCR read there belongs to the page. The same document where nothing is sought or found.
 */
export async function seekInFigures(
  document: Document,
  cells: readonly Grounded[],
  { recognizer, deadline }: SeekTerms,
): Promise<Document> {
  const sought = new Set(cells.flatMap(soughtOf));
  if (sought.size === 0 || !recognizer) return document;
  const signal = deadline.share(maxShareOfTime);
  const seen = new Map<Page, readonly Word[]>();
  for (const page of document.pages.filter(({ figures }) => figures).slice(0, maxPages)) {
    const leaveOut = page.words.map(({ box }) => box);
    const result = await deadline.race(recognizer.recognize({ document, page, languages: [], leaveOut, signal })).catch(() => undefined);
    deadline.signal.throwIfAborted();
    if (result && says(result.words, sought)) seen.set(page, turnedBack(page, result));
  }
  if (seen.size === 0) return document;
  return { ...document, pages: document.pages.map((page) => ({ ...page, words: [...page.words, ...(seen.get(page) ?? [])] })) };
}

/** Who looks, and until when. */
interface SeekTerms {
  readonly recognizer: Recognizer | undefined;
  readonly deadline: Deadline;
}

export const hasFigures = ({ pages }: Document): boolean => pages.some(({ figures }) => figures);

/** A text that no page shows. A shorter one may be anywhere, and a number is not taken from a drawing. */
function soughtOf({ value, field, caps, occurrences }: Grounded): readonly string[] {
  const isShown = occurrences.length > 0 || !caps.some(({ name }) => name === 'evidence.notFound');
  if (typeof value !== 'string' || field.format !== undefined || isShown) return [];
  const text = squash(value);
  return text.length >= minLength && /\p{L}/u.test(text) ? [text] : [];
}
const minLength = 4;

function says(words: readonly Word[], sought: ReadonlySet<string>): boolean {
  const read = squash(words.map(({ text }) => text).join(' '));
  return [...sought].some((text) => read.includes(text));
}
