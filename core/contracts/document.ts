import type { Concept } from './concept.js';

/** A file as it was uploaded. The bytes decide what it is; the name is only ever shown. */
export interface SourceFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /**
   * Who has sent it, in any words by which the host tells callers apart: files of two callers are never parsed in the same process. All files
   * without one have the same caller.
   */
  readonly caller?: string;
  /** Set where nobody had to say who sends it. Guests wait in a line of their own and never take the last parser. */
  readonly guest?: true;
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
  /** True if the word comes from an OCR layer or an OCR engine, not from the document's own text. */
  readonly ocr: boolean;
  /** An OCR engine's certainty, 0..1; absent for native text and for layers of unknown quality. */
  readonly certainty?: number;
  /**
   * True for a word of the document's own text whose print does not look like it, or cannot be compared with it. It proves nothing until OCR
   * has read the same there; what is read otherwise is hidden text.
   */
  readonly unconfirmed?: true;
  /** What another OCR result has in the same place, if it differs. */
  readonly otherwise?: string;
  /** True where its picture shows a character at it, or in it, that is much paler: an OCR engine may have left it out. */
  readonly incomplete?: true;
  /** True where a shape or picture may lie over it: the format does not say where either stands. */
  readonly covered?: true;
}

/** A line of print as an engine saw it: what may stand at each of its steps, which are equally wide. */
export interface OcrLine {
  /** Of the page after turning, like those of words. */
  readonly box: Box;
  readonly steps: readonly OcrStep[];
}

/** One step along a line, no wider than a character. */
export interface OcrStep {
  /**
   * The characters that it may show, each with the natural logarithm of its probability; '' is none, between characters and again within wide ones.
   * The same character in two steps is one character unless '' lies between. What is not listed is less likely than `leastLikely`.
   */
  readonly likely: Readonly<Record<string, number>>;
  /** Whether there is a gap as wide as a space before it. */
  readonly gap?: true;
}

/** The natural logarithm of the probability that characters which a step does not list have at most: one in 1,000. */
export const leastLikely = -7;

/** `native`: the document's own text; `ocr`: words read from a picture, by us or by the file's producer; `none`: no readable words. */
export type TextLayer = 'native' | 'ocr' | 'none';

/**
 * What a parser has seen in a file that words do not say: words that a line strikes out; numbers that lie over others, that are set in a typeface
 * which nothing else has, or unlike their row and column, and that a later save of the file has changed; a picture on the picture of a scan, or in it; a page
 * that is unlike the others; dates of the file that contradict each other.
 */
export const traceKinds = ['struck', 'covered', 'typeface', 'unlike', 'patch', 'foreign', 'revised', 'dated'] as const;
export type TraceKind = (typeof traceKinds)[number];

/** Something on a page that speaks against taking its words as they stand. */
export interface FileTrace {
  readonly kind: TraceKind;
  /** The words that it is about, or what it rests on. */
  readonly text: string;
}

/** One page: the visible words in reading order, and separately the words that a person cannot see. */
export interface Page {
  /** Counted from 1. */
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly textLayer: TextLayer;
  readonly words: readonly Word[];
  readonly hidden: readonly Word[];
  /** True if the page shows a picture with words that its text may lack; recognizers read such pages. When absent, a page without words is one if the document has `pictures`. */
  readonly pictured?: boolean;
  /**
   * Set for a page with text of its own that also shows pictures or drawings: recognizers look there for a value that its words lack. `large`: one is a
   * picture as large as some lines of text, without words on it, so that it may say what the words do not, and nobody has read it yet.
   */
  readonly figures?: 'small' | 'large';
  /** How far the picture was turned clockwise before it was read, in degrees; the boxes of its words are those of the turned page. */
  readonly turn?: number;
  /** The language that its picture was read in, ISO 639-3, where the engine could tell. */
  readonly language?: string;
  /** What OCR saw on its picture before it decided, for engines that can tell; the boxes are those of the turned page. */
  readonly lines?: readonly OcrLine[];
  /** Why OCR of this page failed, if it was tried; words of an earlier OCR result stay. */
  readonly unread?: string;
  /** True for a page that only comes with a document, such as the text of the mail that it is attached to: no document begins there. */
  readonly accompanying?: true;
  readonly traces?: readonly FileTrace[];
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

/** A value that a file states by its meaning. The page shows the quote, which holds the value, so that it is proven like any other. */
export interface StatedValue {
  readonly value: string;
  /** Counted from 1. */
  readonly page: number;
  readonly quote: string;
}

export type StatedValues = ReadonlyMap<Concept, StatedValue>;

/** What a file says in a vocabulary of its own, as an electronic invoice does. What it does not say, readers look for on the pages. */
export interface StatedInvoice {
  readonly header: StatedValues;
  /** One entry for each line item, in document order. */
  readonly lines: readonly StatedValues[];
}

/** What a converter returns, before the engine adds format and file. */
export type DocumentContent = Omit<Document, 'format' | 'file'>;

/** A converted file; everything after conversion works on this. */
export interface Document {
  /** The converter's format: 'pdf', 'docx'. */
  readonly format: string;
  readonly file: SourceFile;
  readonly pages: readonly Page[];
  readonly attachments: readonly Attachment[];
  /** Markdown of a document without pages of its own, for models that cannot take the file. */
  readonly markdown?: string;
  /** A PDF with the pictures of the pages, if the file itself is not a PDF; recognizers read this. */
  readonly pictures?: Uint8Array;
  /** Set where the file itself says what its values mean: then these are the values, and readers are asked only for the others. */
  readonly stated?: StatedInvoice;
  /** What of the file was not read, each part in words, such as an attachment of another kind: what is not found may stand there. */
  readonly leftOut?: readonly string[];
  /** Charged pages, at least 1; a format without pages counts 3,000 characters as one page. */
  readonly chargedPages: number;
  /** The number of pages of the file, where these are some of them. They keep the numbers that they have in the file. */
  readonly ofPages?: number;
}
