import type { Page, TextLayer, Word } from '../../../core/index.js';
import { type Sheet, sheetOf } from '../../pdfium/geometry.js';
import type { Handle, Pdfium } from '../../pdfium/pdfium.js';
import { type Annotations, drawAnnotations, unseen } from './annotations.js';
import { glyphsOf } from './glyphs.js';
import { type Pictures, picturesOf } from './pictures.js';
import { type View, type Visibility, visibilityOf } from './visibility.js';
import { join, type Piece, wordsOf } from './words.js';

/** An open document; `form` is 0 where it has no form. */
export interface OpenDocument {
  readonly pdfium: Pdfium;
  readonly document: Handle;
  readonly form: Handle;
}

/** A page with more is not a page of print: it is left without words. */
const mostObjects = 100_000;
const mostCharacters = 100_000;

/** Reads one page; where it cannot be read, it has no words. @param index counted from 0 */
export function readPage(open: OpenDocument, index: number): Page {
  const { pdfium, document } = open;
  let page = pdfium._FPDF_LoadPage(document, index);
  if (!page) return { ...blank, number: index + 1 };
  try {
    if (pdfium._FPDFPage_CountObjects(page) > mostObjects) return { ...blank, ...size(sheetOf(pdfium, page)), number: index + 1 };
    const annotations = drawAnnotations(open, page);
    if (annotations.drawn) {
      pdfium._FPDF_ClosePage(page);
      page = pdfium._FPDF_LoadPage(document, index);
    }
    return { number: index + 1, ...readText(open, page, annotations.fields) };
  } finally {
    pdfium._FPDF_ClosePage(page);
  }
}

const blank: Omit<Page, 'number'> = { width: 0, height: 0, textLayer: 'none', words: [], hidden: [] };
const size = ({ width, height }: Sheet): Pick<Page, 'width' | 'height'> => ({ width, height });

function readText(open: OpenDocument, page: Handle, fields: Annotations['fields']): Omit<Page, 'number'> {
  const { pdfium } = open;
  const sheet = sheetOf(pdfium, page);
  const text = pdfium._FPDFText_LoadPage(page);
  try {
    const count = text ? pdfium._FPDFText_CountChars(text) : 0;
    const found = count > 0 && count <= mostCharacters ? [...wordsOf(glyphsOf(pdfium, text, sheet))] : [];
    const pictures = picturesOf(pdfium, page, sheet);
    const sorted = sort(found, look({ pdfium, page, sheet, pictures }, found), unseen(fields, found));
    const pictured = pdfium._FPDFPage_CountObjects(page) > 0 && saysLess(sorted, pictures);
    return { ...size(sheet), ...sorted, ...(pictured && { pictured }) };
  } finally {
    if (text) pdfium._FPDFText_ClosePage(text);
  }
}

/** Pages without text are not drawn: that costs most of the time. */
const look = (view: View, found: readonly (readonly Piece[])[]): ReadonlyMap<Piece, Visibility> =>
  found.length === 0 ? new Map() : visibilityOf(view, found.flat());

/** Fewer words than this beside a picture that fills the page are a stamp or a header on a scan. */
const fewWords = 25;

/** Whether a page may show more than its own text says: letters may also be drawn as shapes. */
const saysLess = ({ textLayer, words }: Pick<Page, 'textLayer' | 'words'>, { fillPage }: Pictures): boolean =>
  textLayer !== 'native' || (fillPage && words.length < fewWords);

/** Puts shown and hidden words apart. A word that is partly hidden falls into its parts. */
function sort(
  found: readonly (readonly Piece[])[],
  seen: ReadonlyMap<Piece, Visibility>,
  fields: readonly Word[],
): Pick<Page, 'textLayer' | 'words' | 'hidden'> {
  const parts = found.flatMap((pieces) => byFate(pieces, seen));
  const words = parts.filter(({ fate }) => fate !== 'hidden').map(({ pieces, fate }) => ({ ...join(pieces), ocr: fate === 'layer' }));
  const hidden = parts.filter(({ fate }) => fate === 'hidden').map(({ pieces }) => ({ ...join(pieces), ocr: false }));
  return { textLayer: layerOf([...words, ...fields]), words: [...words, ...fields], hidden };
}

function byFate(pieces: readonly Piece[], seen: ReadonlyMap<Piece, Visibility>): { readonly fate: Visibility; readonly pieces: Piece[] }[] {
  const parts: { readonly fate: Visibility; readonly pieces: Piece[] }[] = [];
  for (const piece of pieces) {
    const fate = seen.get(piece) ?? 'hidden';
    const last = parts.at(-1);
    if (last?.fate === fate) last.pieces.push(piece);
    else parts.push({ fate, pieces: [piece] });
  }
  return parts;
}

/** A scan may carry a stamp or a header of its own text, and a document a scanned picture: the greater part decides. */
function layerOf(words: readonly Word[]): TextLayer {
  if (words.length === 0) return 'none';
  return words.filter((word) => word.ocr).length * 2 > words.length ? 'ocr' : 'native';
}
