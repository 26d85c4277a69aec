import type { Cap } from '../contracts/cap.js';
import type { Page } from '../contracts/document.js';
import type { Cell } from '../contracts/model.js';
import type { DocumentIndex } from './page/document-index.js';
import { gatheredAround } from './page/gathered.js';
import type { Passage } from './page/locate.js';
import { misreadAt, similarTo } from './page/loose-text.js';
import type { LocatedValue } from './page/occurrences.js';
import { type Span, textOf } from './page/page-index.js';
import { cap, reasonText } from './scoring/caps.js';

/** What the pages say of a value whose quote is not printed as it was given: how far they support it, and where. */
export interface Trace {
  readonly cap: Cap;
  /** The words that are shown as evidence; absent if neither quote nor value was found. */
  readonly passage?: Passage;
  readonly notes?: readonly string[];
}

/**
 * Neither quote nor value is printed. On a page with text of its own that refutes the value; on a picture it weighs as much as OCR of that
 * picture is worth.
 */
export function unfound({ cell, printed }: LocatedValue, index: DocumentIndex): Trace {
  const why = 'neither the quoted words nor the value are printed';
  const pictures = picturesAmong(cell.page, index);
  if (pictures.length === 0) return { cap: cap('evidence.notFound', `Not found on the page: ${why}`) };
  const [only, ...more] = pictures;
  const page = more.length === 0 ? only?.number : undefined;
  const misread = misreadAt(printed, index, page);
  if (misread) {
    const { row, from, to } = misread;
    const seen = row.words.slice(from, to).map(({ text }) => text);
    return {
      cap: cap('evidence.misread', `${reasonText.obscured}: read from the image as "${seen.join(' ')}"`),
      passage: { page: row.page, spans: [misread] },
    };
  }
  const rival = readOtherwise(cell, similarTo(printed, index, page), index);
  if (rival) return rival;
  const certainty = meanCertainty(pictures);
  const name = certainty >= clear ? 'evidence.unseenOnClear' : certainty >= dim ? 'evidence.unseen' : 'evidence.unseenOnDim';
  return { cap: cap(name, `Not found on the page: ${why}, read from the image with a mean certainty of ${certainty.toFixed(2)}`) };
}

/** With less of the quote beside it, a similar number may be another one. */
const minQuoted = 0.6;

/** The words of the quote stand in the row of a number that differs from the value in a digit or two. */
function readOtherwise({ quote, value }: Cell, places: readonly Span[], index: DocumentIndex): Trace | undefined {
  const label = (quote ?? '').replace(value ?? '', ' ');
  const found = /\p{L}/u.test(label) ? gatheredAround(label, places, index) : undefined;
  if (!found || found.share < minQuoted || found.line.to - found.line.from <= found.place.to - found.place.from) return undefined;
  const reason = `${reasonText.obscured}: read from the image as "${textOf(found.place)}" beside the quoted words`;
  return { cap: cap('evidence.readOtherwise', reason), passage: { page: found.place.row.page, spans: [found.line] } };
}

/** The pages that may show what was not read: the cited one if it is a picture, or all pictures if no page of the document is cited. */
function picturesAmong(cited: number | null, { pages }: DocumentIndex): readonly Page[] {
  const meant = pages.filter(({ page }) => page.number === cited);
  return (meant.length > 0 ? meant : pages).map(({ page }) => page).filter(isPicture);
}

const isPicture = ({ textLayer, pictured }: Page): boolean => textLayer !== 'native' || pictured === true;

/** Mean certainties of a page's words: above the first, OCR reads nearly every word; below the second, it guesses. */
const clear = 0.85;
const dim = 0.7;

/** The mean certainty of the words of pictures, 0..1; 0 where OCR found nothing, or nobody knows how sure it was. */
function meanCertainty(pages: readonly Page[]): number {
  const certainties = pages.flatMap(({ words }) => words.filter(({ ocr }) => ocr).map(({ certainty = 0 }) => certainty));
  return certainties.length === 0 ? 0 : certainties.reduce((sum, certainty) => sum + certainty, 0) / certainties.length;
}
