import type { PDFDocumentProxy } from 'pdfjs-dist';
import { docxText } from './docx-text.js';
import type { PageText } from './page-text.js';

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

/** The pages of an open document with their text. */
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
