/** A file as it was uploaded. The bytes decide what it is; the name is only ever shown. */
export interface SourceFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A rectangle on the page as it is shown: points, origin at the top left, y grows downwards; rotation and crop are applied. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** One printed word: its text has no white space, and its box is the em box (its height is the height of the line of type). */
export interface Word {
  readonly text: string;
  readonly box: Box;
  /** True where the word comes from an OCR layer or an OCR engine, not from the document's own text. */
  readonly ocr: boolean;
  /** An OCR engine's certainty, 0..1; absent for native text and for layers of unknown quality. */
  readonly certainty?: number;
  /** What another look at the same place made of it, where that differs. */
  readonly otherwise?: string;
}

/** `native`: the document's own text; `ocr`: words read from a picture, here or by whoever hid them under it; `none`: nothing that can be read. */
export type TextLayer = 'native' | 'ocr' | 'none';

/** One page: visible words in the document's reading order, and apart from them those that no reader of the page can see. */
export interface Page {
  /** Counted from 1. */
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly textLayer: TextLayer;
  readonly words: readonly Word[];
  readonly hidden: readonly Word[];
  /** True where the page shows a picture that may hold words which its text does not say; whoever reads pictures looks at it. */
  readonly pictured?: boolean;
  /** How far the picture was turned clockwise before it was read, in degrees; the boxes of its words are those of the turned page. */
  readonly turn?: number;
  /** The language that its picture was read in, ISO 639-3, where the engine could tell. */
  readonly language?: string;
  /** Why the picture of this page could not be read, where it was tried; what an earlier look has read stays. */
  readonly unread?: string;
}

/** A picture of a page as a viewer shows it. */
export interface Picture {
  readonly mediaType: 'image/png' | 'image/jpeg';
  /** In dots. */
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

/** A file inside the document, such as an invoice XML. Untrusted, like everything else in it. */
export interface Attachment {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What a converter finds in a file. */
export type DocumentContent = Omit<Document, 'format' | 'file'>;

/** What the rest of the engine knows of a file. */
export interface Document {
  /** The converter's format: 'pdf', 'docx'. */
  readonly format: string;
  readonly file: SourceFile;
  readonly pages: readonly Page[];
  readonly attachments: readonly Attachment[];
  /** Markdown of a document that has no pages of its own; a model that cannot take the file is shown this. */
  readonly markdown?: string;
  /** A PDF that shows the pages, page by page, where the file itself is none: who reads pictures looks at this. */
  readonly pictures?: Uint8Array;
  /** Pages that are charged; a format without pages counts 3,000 characters as one. At least 1. */
  readonly chargedPages: number;
}
