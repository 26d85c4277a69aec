import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type PageText, plainText } from './page-text.js';
import { mergeLines } from './rectangle.js';

/** A file as this browser opened it for display. The service may judge it differently. */
export type OpenedFile = OpenedPdf | OpenedDocx | { readonly kind: 'unreadable'; readonly reason: string };

export interface OpenedPdf {
  readonly kind: 'pdf';
  readonly pdf: PDFDocumentProxy;
  readonly pages: number;
  /** The number of pages that are charged. */
  readonly charged: number;
  readonly thumbnail: string;
}

export interface OpenedDocx {
  readonly kind: 'docx';
  readonly blocks: readonly PreviewBlock[];
  readonly pages: 1;
  readonly charged: number;
}

/** A DOCX is shown as paragraphs and tables of text. Pictures, macros and links are left out. */
export type PreviewBlock =
  | { readonly kind: 'paragraph'; readonly runs: readonly TextRun[]; readonly heading: boolean; readonly align: 'start' | 'center' | 'end' }
  | { readonly kind: 'table'; readonly rows: readonly (readonly PreviewCell[])[] };

export interface TextRun {
  readonly text: string;
  readonly bold: boolean;
}

export interface PreviewCell {
  readonly span: number;
  readonly blocks: readonly PreviewBlock[];
}

export interface Sheets {
  readonly opened: OpenedPdf | OpenedDocx;
  readonly pages: number;
  textOf(page: number): Promise<PageText | undefined>;
  /** Called with the drawn page of a DOCX, whose text has no positions before. */
  readonly drawn: (sheet: HTMLElement) => void;
}

const cache = new WeakMap<OpenedFile, Sheets>();

export function sheetsOf(opened: OpenedPdf | OpenedDocx): Sheets {
  const cached = cache.get(opened);
  if (cached) return cached;
  const sheets = opened.kind === 'pdf' ? pdfSheets(opened) : docxSheets(opened);
  cache.set(opened, sheets);
  return sheets;
}

function pdfSheets(opened: OpenedPdf): Sheets {
  const texts = new Map<number, Promise<PageText | undefined>>();
  const read = async (page: number): Promise<PageText | undefined> => {
    if (page < 1 || page > opened.pages) return undefined;
    const { pdfPageText } = await import('./pdf-page-text.js');
    return pdfPageText(await opened.pdf.getPage(page));
  };
  return {
    opened,
    pages: opened.pages,
    textOf(page) {
      const text = texts.get(page) ?? read(page);
      texts.set(page, text);
      return text;
    },
    drawn: () => undefined,
  };
}

function docxSheets(opened: OpenedDocx): Sheets {
  const { promise, resolve } = Promise.withResolvers<PageText>();
  return {
    opened,
    pages: 1,
    textOf: async (page) => (page === 1 ? promise : undefined),
    drawn: (sheet) => resolve(docxText(sheet)),
  };
}

/** The text of a rendered document, with the rectangles of its text nodes as shares of the sheet. */
function docxText(sheet: HTMLElement): PageText {
  const walker = document.createTreeWalker(sheet.querySelector('.docx-text') ?? sheet, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) nodes.push(node as Text);
  const marks = nodes.flatMap((node) => plainText(node.data).from.map((at) => ({ node, at })));
  return {
    characters: nodes.map(({ data }) => plainText(data).text).join(''),
    rectangles(from, to) {
      const frame = sheet.getBoundingClientRect();
      const parts = Map.groupBy(marks.slice(from, to), ({ node }) => node);
      return mergeLines(
        [...parts].flatMap(([node, of]) => {
          const range = document.createRange();
          range.setStart(node, of[0]?.at ?? 0);
          range.setEnd(node, (of.at(-1)?.at ?? 0) + 1);
          return [...range.getClientRects()].map(({ x, y, width, height }) => ({
            x: (x - frame.x) / frame.width,
            y: (y - frame.y) / frame.height,
            w: width / frame.width,
            h: height / frame.height,
          }));
        }),
      );
    },
  };
}
