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
 * found, all that OCR read there belongs to the page, and so does what it reads in a large picture where a reader has found nothing for a field: bank
 * details are pasted in as pictures. The same document where nothing is sought or found.
 */
export async function seekInFigures(
  document: Document,
  cells: readonly Grounded[],
  { recognizer, deadline }: SeekTerms,
): Promise<Document> {
  const sought = new Set(cells.flatMap(soughtOf));
  const isLacking = cells.some(lacksValue);
  const isNeeded = ({ figures }: Page): boolean => figures !== undefined && (sought.size > 0 || (figures === 'large' && isLacking));
  const wanted = document.pages.filter(isNeeded).slice(0, maxPages);
  if (wanted.length === 0 || !recognizer) return document;
  const signal = deadline.share(maxShareOfTime);
  const seen = new Map<Page, Page>();
  for (const page of wanted) {
    const leaveOut = page.words.map(({ box }) => box);
    const result = await deadline.race(recognizer.recognize({ document, page, languages: [], leaveOut, signal })).catch(() => undefined);
    deadline.signal.throwIfAborted();
    if (result && ((page.figures === 'large' && isLacking) || says(result.words, sought)))
      seen.set(page, { ...page, figures: 'small', words: [...page.words, ...turnedBack(page, result)] });
  }
  return seen.size === 0 ? document : { ...document, pages: document.pages.map((page) => seen.get(page) ?? page) };
}

/** Who looks, and until when. */
interface SeekTerms {
  readonly recognizer: Recognizer | undefined;
  readonly deadline: Deadline;
}

export const hasFigures = ({ pages }: Document): boolean => pages.some(({ figures }) => figures !== undefined);

/** Whether a reader has found nothing for a text or a number outside rows, whose columns may be empty. */
const lacksValue = ({ value, field }: Grounded): boolean =>
  value === null && !field.enum && field.type !== 'boolean' && !field.path.includes('[]');

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
