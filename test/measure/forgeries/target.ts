import { createHash } from 'node:crypto';
import type { Box } from '../../../core/index.js';
import { glyphsOf, isMark } from '../../../plugins/converters/pdf/glyphs.js';
import { type WordPiece, wordsOf } from '../../../plugins/converters/pdf/words.js';
import { type PageGeometry, pageGeometryOf, union } from '../../../plugins/pdfium/page-geometry.js';
import { type Handle, type Pdfium, withBytes, withDocument } from '../../../plugins/pdfium/pdfium.js';

/** The functions of pdfium that a page editor needs and the product does not. Documented in pdfium's `public/fpdf_edit.h`. */
export interface Editor extends Pdfium {
  _FPDFTextObj_GetText(object: Handle, text: Handle, buffer: Handle, bytes: number): number;
  _FPDFPage_GenerateContent(page: Handle): number;
}

/** A number that a forger would change, and what it becomes. */
export interface Target {
  readonly kind: keyof typeof forms;
  /** Counted from 0. */
  readonly page: number;
  readonly geometry: PageGeometry;
  readonly from: string;
  readonly to: string;
  /** The box of the whole word, and that of its digits, as shown. */
  readonly box: Box;
  readonly digits: Box;
  readonly color: readonly [r: number, g: number, b: number];
  readonly font: string;
}

type Kind = Target['kind'];
/** How amounts, dates and the groups of an IBAN are printed. */
const forms = {
  amount: /^\P{L}{0,2}\d[\d.,' ]*[.,]\d{2}\P{L}{0,2}$/u,
  date: /^\d{1,4}[./-]\d{1,2}[./-]\d{2,4}$/u,
  iban: /^[A-Z]{2}\d{2}[A-Z\d]{10,30}$/u,
};
const [ibanStart, ibanGroup] = [/^[A-Z]{2}\d{2}$/u, /^\d{4}$/u];

/**
 * The number of a PDF that is forged: by the hash of its id an amount, a date or an IBAN, where it has one. The amount is the stated total, else
 * the one with the most digits. Undefined where there is none that stands upright on one of the first pages.
 */
export function targetIn(
  pdfium: Pdfium,
  bytes: Uint8Array,
  { id, total }: { readonly id: string; readonly total?: string },
): Target | undefined {
  const turn = (createHash('sha256').update(id).digest()[1] ?? 0) % 3;
  const kinds = (['amount', 'date', 'iban', 'amount', 'date'] as const).slice(turn, turn + 3);
  return withDocument(pdfium, bytes, (document) => {
    const pages = Array.from({ length: Math.min(pdfium._FPDF_GetPageCount(document), 3) }, (_, page) => page);
    const found = pages.flatMap((page) => onPage(pdfium, document, page, (open) => candidatesOn(pdfium, open, page)) ?? []);
    for (const kind of kinds) {
      const own = found.filter((one) => one.kind === kind);
      const digits = (text: string): string => text.replace(/\D/g, '');
      const stated = own.filter(({ from }) => digits(from) === total).at(-1);
      const longest = own.toSorted((a, b) => digits(b.from).length - digits(a.from).length)[0];
      const chosen = (kind === 'amount' ? stated : undefined) ?? longest;
      if (chosen) return chosen;
    }
    return undefined;
  });
}

export interface OpenText {
  readonly page: Handle;
  readonly text: Handle;
  readonly geometry: PageGeometry;
  readonly words: readonly (readonly WordPiece[])[];
}

/** What is done with an open page. Undefined where it cannot be opened. */
export function onPage<T>(pdfium: Pdfium, document: Handle, index: number, work: (open: OpenText) => T): T | undefined {
  const page = pdfium._FPDF_LoadPage(document, index);
  if (!page) return undefined;
  const text = pdfium._FPDFText_LoadPage(page);
  try {
    const geometry = pageGeometryOf(pdfium, page);
    return work({ page, text, geometry, words: [...wordsOf(glyphsOf(pdfium, text, geometry))] });
  } finally {
    pdfium._FPDFText_ClosePage(text);
    pdfium._FPDF_ClosePage(page);
  }
}

function candidatesOn(pdfium: Pdfium, { geometry, words }: OpenText, page: number): readonly Target[] {
  const [a, b, , d] = geometry.matrix;
  if (a <= 0 || b !== 0 || d >= 0) return [];
  return words.flatMap(([piece, ...others], at) => {
    const before = words.slice(Math.max(0, at - 5), at).map((pieces) => pieces.map(({ text }) => text).join(''));
    const inIban = before.some((text) => ibanStart.test(text)) && ibanGroup.test(piece?.text ?? '');
    const kind = (Object.keys(forms) as Kind[]).find((one) => forms[one].test(piece?.text ?? '')) ?? (inIban ? 'iban' : undefined);
    const [style] = piece?.styles ?? [];
    if (!piece || !style || !kind || others.length > 0 || style.mode !== 0 || piece.tight.height < 3) return [];
    const box = piece.tight;
    const digits = piece.glyphs
      .filter((glyph) => !isMark(glyph))
      .map(({ tight }) => tight)
      .reduce(union);
    const color = [24, 16, 8].map((bits) => Math.floor(style.color / 2 ** bits) % 256) as unknown as Target['color'];
    const target: Target = {
      kind,
      page,
      geometry,
      from: piece.text,
      to: changed(piece.text, kind),
      box,
      digits,
      color,
      font: fontName(pdfium, style.object),
    };
    return [target];
  });
}

/** Another number of the same form, of digits that it has, so that its typeface has them, too. */
function changed(text: string, kind: Kind): string {
  const own = [...new Set(text.replace(/[^1-9]/g, ''))];
  const other = (digit: string): string =>
    own.find((one) => one > digit) ?? own.find((one) => one !== digit) ?? (digit === '0' ? '1' : '9');
  if (kind === 'amount') return text.replace(/[1-9]/, other);
  if (kind === 'date') return text.replace(/\d(?=\D*$)/, other);
  return text.replace(/\d{4}$/, (last) => {
    const groups = asValid(last);
    return groups.find((group) => [...group].every((digit) => text.includes(digit))) ?? groups[0] ?? last;
  });
}

/** The other groups of four digits with which an IBAN keeps its check digits: who wants to be paid names an account that exists. Source: ISO 13616. */
const asValid = (group: string): readonly string[] =>
  Array.from({ length: 104 }, (_, at) => (Number(group) % 97) + 97 * at)
    .filter((number) => number < 10_000 && number !== Number(group))
    .map((number) => String(number).padStart(4, '0'));

const maxName = 128;

function fontName(pdfium: Pdfium, object: Handle): string {
  const font = object ? pdfium._FPDFTextObj_GetFont(object) : 0;
  if (!font) return '';
  return withBytes(pdfium, maxName, (at) => {
    const length = Math.min(pdfium._FPDFFont_GetBaseFontName(font, at, maxName), maxName);
    return Buffer.from(pdfium.HEAPU8.subarray(at, at + Math.max(length - 1, 0))).toString('latin1');
  });
}
