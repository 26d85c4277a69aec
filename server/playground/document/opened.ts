import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { PreviewBlock } from './docx/blocks.js';

/** What this browser made of a file, so that it can be shown. It says nothing of what the service will make of it. */
export type OpenedFile = OpenedPdf | OpenedDocx | { readonly kind: 'unreadable'; readonly reason: string };

export interface OpenedPdf {
  readonly kind: 'pdf';
  readonly pdf: PDFDocumentProxy;
  readonly pages: number;
  /** What counts as a page when it is charged. */
  readonly charged: number;
  readonly thumbnail: string;
}

export interface OpenedDocx {
  readonly kind: 'docx';
  readonly blocks: readonly PreviewBlock[];
  readonly pages: 1;
  readonly charged: number;
}
