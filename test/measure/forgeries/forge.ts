import { decode, encode } from 'jpeg-js';
import { type PDFDocument as Document, PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib';
import type { Box } from '../../../core/index.js';
import { grown, overlap, ownRectangle } from '../../../plugins/pdfium/page-geometry.js';
import { type Handle, utf16, withBytes, withDocument } from '../../../plugins/pdfium/pdfium.js';
import { drawing, drawn } from '../../../plugins/pdfium/render-grey.js';
import { savedBytes } from '../../../plugins/pdfium/save-pages.js';
import { savedBehind } from './saved-behind.js';
import { type Editor, onPage, type Target } from './target.js';

/** What a forgery is made of: the file, the number in it that is changed, and another file that a page can be taken from. */
export interface Original {
  readonly bytes: Uint8Array;
  readonly target: Target;
  readonly other: Uint8Array;
}

type Forge = (pdfium: Editor, original: Original) => Promise<Uint8Array | undefined>;

/** The ways in which a number is changed. Each is undefined where the file is not one that can be changed so. */
export const ways = {
  'white box and text, saved behind the file': async (_pdfium, { bytes, target }) => {
    const document = await opened(bytes);
    return savedBehind(bytes, document, async () => printOver(document, document.getPage(target.page), target));
  },
  'white box and text, saved as a whole': async (_pdfium, { bytes, target }) => {
    const document = await opened(bytes);
    await printOver(document, document.getPage(target.page), target);
    return document.save();
  },
  'text exchanged, in its own font': async (pdfium, original) => edited(pdfium, original),
  'text exchanged, in another typeface': async (pdfium, original) => {
    const blank = edited(pdfium, { ...original, target: { ...original.target, to: ' '.repeat(original.target.from.length) } });
    if (!blank) return undefined;
    const document = await opened(blank);
    const { target } = original;
    const { family: _, ...placed } = await placedText(document, target, (own) => (own === 'Helvetica' ? 'Times' : 'Helvetica'));
    document.getPage(target.page).drawText(written(target.to), placed);
    return document.save();
  },
  'text exchanged, a tenth larger': async (pdfium, original) => edited(pdfium, original, scaled(pdfium, original.target, 1.1)),
  'text exchanged, a point lower': async (pdfium, original) =>
    edited(pdfium, original, (object) => pdfium._FPDFPageObj_Transform(object, 1, 0, 0, 1, 0, -1)),
  'text exchanged, in another black': async (pdfium, original) =>
    edited(pdfium, original, (object) => {
      const grey = original.target.color.every((part) => part < 10) ? 40 : 0;
      pdfium._FPDFPageObj_SetFillColor(object, grey, grey, grey, 255);
    }),
  'note laid on top': async (_pdfium, { bytes, target }) => {
    const document = await opened(bytes);
    await noteOver(document, target);
    return document.save();
  },
  'page of another file': async (_pdfium, { bytes, other }) => {
    const document = await opened(bytes);
    const at = Math.floor(document.getPageCount() / 2);
    if (at === 0) return undefined;
    const [page] = await document.copyPages(await opened(other), [0]);
    if (!page) return undefined;
    document.removePage(at);
    document.insertPage(at, page);
    return document.save();
  },
  'scan with a patch as a picture of its own': async (pdfium, original) => (await scans(pdfium, original))?.patched,
  'scan with a patch in its picture': async (pdfium, original) => (await scans(pdfium, original))?.merged,
} satisfies Record<string, Forge>;
export type Way = keyof typeof ways;

/** Whether a way makes a scan of a page, instead of a changed file. */
export const isScanned = (way: Way): boolean => way.startsWith('scan');

/** What the forgery was before its number was changed. */
export const untouched = async (pdfium: Editor, way: Way, original: Original): Promise<Uint8Array> =>
  (isScanned(way) ? (await scans(pdfium, original))?.clean : undefined) ?? original.bytes;

const opened = (bytes: Uint8Array): Promise<Document> => PDFDocument.load(bytes, { updateMetadata: false });

/** The standard typefaces, and how high their digits are, as a share of their size. Source: Adobe's font metrics of the base 14 fonts. */
const families = {
  Helvetica: { digit: 0.709, fonts: [StandardFonts.Helvetica, StandardFonts.HelveticaBold] },
  Times: { digit: 0.676, fonts: [StandardFonts.TimesRoman, StandardFonts.TimesRomanBold] },
  Courier: { digit: 0.622, fonts: [StandardFonts.Courier, StandardFonts.CourierBold] },
} as const;
type Family = keyof typeof families;

function familyOf(font: string): Family {
  if (/courier|mono|consol/i.test(font)) return 'Courier';
  return /times|serif|roman|georgia|garamond|minion|cmr|nimbusrom/i.test(font) ? 'Times' : 'Helvetica';
}

/** The new number as a careful forger sets it: in the standard typeface that is most like its own, as large, as black, where the old one ends. */
async function placedText(
  document: Document,
  { font: name, to, digits, box, color, geometry }: Target,
  other = (own: Family): Family => own,
) {
  const family = other(familyOf(name));
  const font = await document.embedFont(families[family].fonts[/bold|black|heavy|semi/i.test(name) ? 1 : 0]);
  const own = ownRectangle(geometry, digits);
  const size = (own.top - own.bottom) / families[family].digit;
  const right = ownRectangle(geometry, box).right;
  const [r, g, b] = color.map((part) => part / 255) as [number, number, number];
  return { family, x: right - font.widthOfTextAtSize(written(to), size), y: own.bottom, size, font, color: rgb(r, g, b) };
}

/** The new number without signs of a currency that the standard typefaces lack. */
const written = (text: string): string => text.replace(/[^\x20-\x7e€£]/g, '');

async function printOver(document: Document, page: PDFPage, target: Target): Promise<void> {
  const { family: _, ...placed } = await placedText(document, target);
  const { left, bottom, right, top } = ownRectangle(target.geometry, grown(target.box, 1));
  const from = Math.min(left, placed.x - 1);
  page.drawRectangle({ x: from, y: bottom, width: right - from, height: top - bottom, color: rgb(1, 1, 1) });
  page.drawText(written(target.to), placed);
}

/** A note with an appearance of its own: white paper with the new number. Source: ISO 32000-1, 12.5.5 and 12.5.6.6. */
async function noteOver(document: Document, target: Target): Promise<void> {
  const { x, y, size, font, color } = await placedText(document, target);
  const { left, bottom, right, top } = ownRectangle(target.geometry, grown(target.box, 1));
  const from = Math.min(left, x - 1);
  const { red = 0, green = 0, blue = 0 } = color as { red?: number; green?: number; blue?: number };
  const letters = (font as PDFFont).encodeText(written(target.to)).toString();
  const { context } = document;
  const content = `1 g ${from} ${bottom} ${right - from} ${top - bottom} re f BT ${red} ${green} ${blue} rg /F ${size} Tf ${x} ${y} Td ${letters} Tj ET`;
  const rect = [from, bottom, right, top];
  const form = context.stream(content, { Type: 'XObject', Subtype: 'Form', BBox: rect, Resources: { Font: { F: font.ref } } });
  const appearance = context.register(form);
  const note = context.obj({ Type: 'Annot', Subtype: 'FreeText', Rect: rect, F: 4, DA: '/Helv 0 Tf', AP: { N: appearance } });
  document.getPage(target.page).node.addAnnot(context.register(note));
}

/**
 * Exchanges the text of its object with pdfium, as a page editor does, and changes the object. Undefined where the text does not stand in one, or
 * where others would be changed with it.
 */
function edited(pdfium: Editor, { bytes, target }: Original, change?: (object: Handle) => unknown): Uint8Array | undefined {
  return withDocument(pdfium, bytes, (document) => {
    const done = onPage(pdfium, document, target.page, ({ page, text, words }) => {
      const piece = words.flat().find((one) => one.text === target.from && overlap(one.tight, target.box) > 0);
      const object = piece?.styles.length === 1 ? (piece.styles[0]?.object ?? 0) : 0;
      const own = object ? utf16(pdfium, 4_096, (buffer, length) => pdfium._FPDFTextObj_GetText(object, text, buffer, length)) : '';
      if (change ? own.trim() !== target.from : !own.includes(target.from)) return false;
      withText(
        pdfium,
        own.replace(target.from, () => target.to),
        (at) => pdfium._FPDFText_SetText(object, at),
      );
      change?.(object);
      return pdfium._FPDFPage_GenerateContent(page) !== 0;
    });
    return done ? savedBytes(pdfium, document) : undefined;
  });
}

/** Larger by a factor around the left end of its line. */
const scaled = (pdfium: Editor, { geometry, digits }: Target, by: number) => {
  const { left, bottom } = ownRectangle(geometry, digits);
  return (object: Handle) => pdfium._FPDFPageObj_Transform(object, by, 0, 0, by, left * (1 - by), bottom * (1 - by));
};

const withText = <T>(pdfium: Editor, text: string, work: (at: Handle) => T): T => {
  const bytes = Buffer.from(`${text}\0`, 'utf16le');
  return withBytes(pdfium, bytes.length, (at) => {
    pdfium.HEAPU8.set(bytes, at);
    return work(at);
  });
};

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Whether the page now shows the new number in the place of the old one, and its other words as before. */
export function shows(pdfium: Editor, forged: Uint8Array, { bytes, target }: Original): boolean {
  const words = (file: Uint8Array) =>
    withDocument(pdfium, file, (document) =>
      onPage(pdfium, document, target.page, (open) => open.words.flat().map(({ text, tight }) => ({ text, tight }))),
    ) ?? [];
  const [before, after] = [words(bytes), words(forged)];
  const texts = new Set(after.map(({ text }) => text));
  const lost = before.filter(({ text }) => text !== target.from && !texts.has(text)).length;
  return (
    lost <= 0.02 * before.length &&
    after.some(({ text, tight }) => digitsOf(text) === digitsOf(target.to) && overlap(tight, grown(target.box, 2)) > 0)
  );
}

const scanDensity = 150 / 72;

/** The page as a scan, with the number changed by a patch that was compressed otherwise: as a picture of its own, and in the picture of the page. */
async function scans(
  pdfium: Editor,
  original: Original,
): Promise<Readonly<Record<'clean' | 'patched' | 'merged', Uint8Array>> | undefined> {
  const { target } = original;
  const forged = await ways['white box and text, saved as a whole'](pdfium, original);
  if (!forged) return undefined;
  const { width: pageWidth, height: pageHeight } = target.geometry;
  const [width, height] = [Math.round(pageWidth * scanDensity), Math.round(pageHeight * scanDensity)];
  if (width * height > 8_000_000) return undefined;
  const clean = { width, height, data: asScanned(drawnPage(pdfium, original.bytes, target.page, { width, height })) };
  const altered = drawnPage(pdfium, forged, target.page, { width, height });
  const part = dotsOf(grown(target.box, 3), width, height);
  const patch = encode({ ...part, data: cut(altered, width, part) }, 45).data;
  const scan = decode(encode(clean, 80).data, { useTArray: true, formatAsRGBA: true });
  const pasted = { width, height, data: Uint8Array.from(scan.data) };
  paste(pasted.data, width, part, decode(patch, { useTArray: true, formatAsRGBA: true }).data);
  const place = {
    x: part.x / scanDensity,
    y: pageHeight - (part.y + part.height) / scanDensity,
    width: part.width / scanDensity,
    height: part.height / scanDensity,
  };
  const page = { x: 0, y: 0, width: pageWidth, height: pageHeight };
  return {
    clean: await ofPictures([page, encode(clean, 80).data]),
    patched: await ofPictures([page, encode(clean, 80).data], [place, patch]),
    merged: await ofPictures([page, encode(pasted, 88).data]),
  };
}

async function ofPictures(...pictures: readonly (readonly [Box, Uint8Array])[]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const [[{ width, height }] = [{ width: 0, height: 0 }]] = pictures;
  const page = document.addPage([width, height]);
  for (const [box, bytes] of pictures) page.drawImage(await document.embedJpg(Uint8Array.from(bytes)), box);
  return document.save();
}

const drawnPage = (
  pdfium: Editor,
  bytes: Uint8Array,
  index: number,
  size: { readonly width: number; readonly height: number },
): Uint8Array =>
  withDocument(pdfium, bytes, (document) => {
    const page = pdfium._FPDF_LoadPage(document, index);
    try {
      return drawn(pdfium, { ...size, bytesPerDot: 4 }, (bitmap) =>
        pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, size.width, size.height, 0, drawing.annotations | drawing.redFirst),
      );
    } finally {
      pdfium._FPDF_ClosePage(page);
    }
  });

/** Paper is not white, and a scanner has noise, here the same at each run. */
function asScanned(dots: Uint8Array): Uint8Array {
  let state = 1;
  return dots.map((dot, at) => {
    if (at % 4 === 0) state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return at % 4 === 3 ? dot : Math.max(0, Math.min(255, Math.round(dot * 0.92 + 6 + ((state >> 16) % 9) - 4)));
  });
}

function dotsOf(box: Box, width: number, height: number): Box {
  const [x, y] = [Math.max(0, Math.floor(box.x * scanDensity)), Math.max(0, Math.floor(box.y * scanDensity))];
  return {
    x,
    y,
    width: Math.min(Math.ceil(box.width * scanDensity), width - x),
    height: Math.min(Math.ceil(box.height * scanDensity), height - y),
  };
}

function cut(dots: Uint8Array, width: number, part: Box): Uint8Array {
  const rows = Array.from({ length: part.height }, (_, y) =>
    dots.subarray(((part.y + y) * width + part.x) * 4).subarray(0, part.width * 4),
  );
  return Buffer.concat(rows);
}

function paste(dots: Uint8Array, width: number, part: Box, patch: Uint8Array): void {
  for (let y = 0; y < part.height; y += 1)
    dots.set(patch.subarray(y * part.width * 4, (y + 1) * part.width * 4), ((part.y + y) * width + part.x) * 4);
}
