import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { PreviewBlock } from './docx/blocks.js';

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
