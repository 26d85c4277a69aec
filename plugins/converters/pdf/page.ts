import type { Box, Page, TextLayer, Word } from '../../../core/index.js';
import { overlap, type PageGeometry, pageGeometryOf } from '../../pdfium/page-geometry.js';
import type { Handle } from '../../pdfium/pdfium.js';
import { alterationsOn, type SetPage } from './alterations.js';
import { type Annotations, drawAnnotations, missingWords, type OpenDocument, struckAreas } from './annotations.js';
import { glyphsOf } from './glyphs.js';
import { type PaintedAreas, paintedAreasOf } from './painted-areas.js';
import { tracesOn } from './traces.js';
import { unlikeTheirText } from './unlike.js';
import { drawnCoarsely, type OpenPage, type Visibility, visibilityOf } from './visibility.js';
import { join, type WordPiece, wordsOf } from './words.js';

/** A page with more is no ordinary page, and gets no words. */
const maxObjects = 100_000;
const maxCharacters = 100_000;

/** The pictures of further pages of a long scan are not examined: one of 300 dpi takes 0.3 s, and a document has 15 s. */
const maxScanned = 8;

/** Reads one page. A page that cannot be read has no words. @param index counted from 0 */
export function readPage(open: OpenDocument, index: number): SetPage {
  const { pdfium, document } = open;
  let page = pdfium._FPDF_LoadPage(document, index);
  if (!page) return unset({ ...blank, number: index + 1 });
  try {
    if (pdfium._FPDFPage_CountObjects(page) > maxObjects)
      return unset({ ...blank, ...size(pageGeometryOf(pdfium, page)), number: index + 1 });
    const struck = struckAreas(open, page);
    const annotations = drawAnnotations(open, page);
    if (annotations.drawn) {
      pdfium._FPDF_ClosePage(page);
      page = pdfium._FPDF_LoadPage(document, index);
    }
    return readText(open, page, { number: index + 1, fields: annotations.fields, struck });
  } finally {
    pdfium._FPDF_ClosePage(page);
  }
}

const unset = (page: Page): SetPage => ({ page, families: new Set() });
const blank: Omit<Page, 'number'> = { width: 0, height: 0, textLayer: 'none', words: [], hidden: [] };
const size = ({ width, height }: PageGeometry): Pick<Page, 'width' | 'height'> => ({ width, height });

/** The number of a page, and what its notes and fields say of it. */
interface Noted extends Pick<Annotations, 'fields'> {
  readonly number: number;
  readonly struck: readonly Box[];
}

function readText(open: OpenDocument, page: Handle, { number, fields, struck }: Noted): SetPage {
  const { pdfium } = open;
  const geometry = pageGeometryOf(pdfium, page);
  const text = pdfium._FPDFText_LoadPage(page);
  try {
    const count = text ? pdfium._FPDFText_CountChars(text) : 0;
    const found = count > 0 && count <= maxCharacters ? [...wordsOf(glyphsOf(pdfium, text, geometry))] : [];
    const areas = paintedAreasOf(pdfium, page, geometry);
    const judged = judge({ pdfium, page, geometry, areas }, found.flat());
    const sorted = separate(found, judged, missingWords(fields, found));
    const pictured = pdfium._FPDFPage_CountObjects(page) > 0 && mayShowMore(sorted, areas);
    const seen = found.flat().filter((piece) => judged.visibilities.get(piece) === 'shown');
    const unseen = found.flat().filter((piece) => judged.visibilities.get(piece) === 'hidden');
    const pasted = pictured && number <= maxScanned ? areas.pasted() : [];
    const altered = alterationsOn(pdfium, { seen, hidden: unseen, patches: [...areas.patches, ...pasted] });
    const traces = [...tracesOn(seen, areas, struck), ...altered.traces];
    const figures = areas.figures && sorted.textLayer === 'native' ? figuresOf(areas, sorted.words) : undefined;
    const read = {
      number,
      ...size(geometry),
      ...sorted,
      ...(pictured && { pictured }),
      ...(figures && { figures }),
      ...(traces.length > 0 && { traces }),
    };
    return { page: read, families: altered.families };
  } finally {
    if (text) pdfium._FPDFText_ClosePage(text);
  }
}

/** Words on a picture take up more of it than words that touch its edge. */
const maxWordShare = 0.01;

/** Whether one of the pictures of a page is large and has no words on it. */
function figuresOf({ large }: PaintedAreas, words: Page['words']): Page['figures'] {
  const isWordless = (box: Box): boolean =>
    words.reduce((sum, word) => sum + overlap(box, word.box), 0) <= maxWordShare * box.width * box.height;
  return large.some(isWordless) ? 'large' : 'small';
}

interface Judged {
  readonly visibilities: ReadonlyMap<WordPiece, Visibility>;
  readonly unlike: ReadonlySet<WordPiece>;
}

/** Pages without text are not drawn, because drawing takes most of the time. */
function judge(page: OpenPage, pieces: readonly WordPiece[]): Judged {
  if (pieces.length === 0) return { visibilities: new Map(), unlike: new Set() };
  const drawn = drawnCoarsely(page);
  const visibilities = visibilityOf(page, pieces, drawn);
  const shown = pieces.filter((piece) => visibilities.get(piece) === 'shown');
  return { visibilities, unlike: unlikeTheirText(page, shown, drawn) };
}

/** Fewer words on a page that a picture fills are a stamp or a header on a scan. */
const minWords = 25;

/** Whether a page may show more than its text layer contains, for example letters drawn as shapes. */
const mayShowMore = ({ textLayer, words }: Pick<Page, 'textLayer' | 'words'>, { fillPage }: PaintedAreas): boolean =>
  textLayer !== 'native' || (fillPage && words.length < minWords);

/** Separates visible and hidden words. A partly hidden word is split into its parts. */
function separate(
  found: readonly (readonly WordPiece[])[],
  { visibilities, unlike }: Judged,
  fields: readonly Word[],
): Pick<Page, 'textLayer' | 'words' | 'hidden'> {
  const parts = found.flatMap((pieces) => {
    const groups = groupByVisibility(pieces, visibilities);
    // What stands on both sides of digits that nobody sees reads as one number, or as two.
    const parted = groups.length > 1 && groups.some((group) => group.visibility === 'hidden' && hasDigit(group.pieces));
    return groups.map((group) => ({ ...group, parted: parted && hasDigit(group.pieces) }));
  });
  const words = parts
    .filter(({ visibility }) => visibility !== 'hidden')
    .map(({ pieces, visibility, parted }) => ({
      ...join(pieces),
      ocr: visibility === 'layer',
      ...((parted || pieces.some((piece) => unlike.has(piece))) && { unconfirmed: true as const }),
    }));
  const hidden = parts.filter(({ visibility }) => visibility === 'hidden').map(({ pieces }) => ({ ...join(pieces), ocr: false }));
  return { textLayer: layerOf([...words, ...fields]), words: [...words, ...fields], hidden };
}

const hasDigit = (pieces: readonly WordPiece[]): boolean => pieces.some(({ text }) => /\p{Nd}/u.test(text));

function groupByVisibility(
  pieces: readonly WordPiece[],
  visibilityOfPiece: ReadonlyMap<WordPiece, Visibility>,
): { readonly visibility: Visibility; readonly pieces: WordPiece[] }[] {
  const parts: { readonly visibility: Visibility; readonly pieces: WordPiece[] }[] = [];
  for (const piece of pieces) {
    const visibility = visibilityOfPiece.get(piece) ?? 'hidden';
    const last = parts.at(-1);
    if (last?.visibility === visibility) last.pieces.push(piece);
    else parts.push({ visibility, pieces: [piece] });
  }
  return parts;
}

/** A scan may have a stamp or a header as native text, and a native document may have a scanned picture, so the majority decides. */
function layerOf(words: readonly Word[]): TextLayer {
  if (words.length === 0) return 'none';
  return words.filter((word) => word.ocr).length * 2 > words.length ? 'ocr' : 'native';
}
