import type { Mark } from '../../core/index.js';

/** Why a file cannot be read. The child sends only the reason, so that no text of a document can get into an error message. */
export type RefusalReason = keyof typeof sentences;

export interface ParserRefusal {
  readonly reason: RefusalReason;
  /** The number of pages or parts, where that is the reason. */
  readonly count?: number;
  /** The attachment that it is about, counted from 1; absent where it is about the file itself. */
  readonly attachment?: number;
  /** Where in our own code an unexpected error was thrown: 'TypeError at page.js:12:3'. For the log. */
  readonly origin?: string;
}

/** Limits by name; each child takes those it knows. */
export type ParserLimits = Readonly<Record<string, number>>;

export interface ParserTask {
  readonly bytes: Uint8Array;
  readonly limits: ParserLimits;
  /** Selects the work where a child can do several things with a file. Plain data. */
  readonly wanted?: unknown;
}

/** A task to draw a page instead of reading the text. */
export interface DrawRequest {
  /** Counted from 1. */
  readonly page: number;
  /** Of the picture, in dots. */
  readonly width?: number;
}

/** A task to make a file of some pages instead of reading their text. */
export interface ExcerptRequest {
  /** Counted from 1, in the order of the new file. */
  readonly excerpt: readonly number[];
}

/** A task to make a file with marks on its pages. */
export interface AnnotateRequest {
  readonly annotate: readonly Mark[];
}

/** A task to put an invoice into a file. */
export interface InvoiceRequest {
  /** An XML in CII. */
  readonly invoice: Uint8Array;
}

export const isInvoice = (wanted: unknown): wanted is InvoiceRequest =>
  typeof wanted === 'object' && wanted !== null && 'invoice' in wanted;

export const isDraw = (wanted: unknown): wanted is DrawRequest => typeof wanted === 'object' && wanted !== null && 'page' in wanted;

export const isExcerpt = (wanted: unknown): wanted is ExcerptRequest =>
  typeof wanted === 'object' && wanted !== null && 'excerpt' in wanted;

/** `content` is the child's result; the plugin that opened the sandbox knows its type. */
export type ChildReply =
  | { readonly kind: 'content'; readonly content: unknown }
  | { readonly kind: 'refusal'; readonly refusal: ParserRefusal };

/** A task as it is sent, and its reply. A child cannot answer a task that it has not been given: it does not know its name. */
export type Named<T> = T & { readonly name: string };

/** Every message of a child: one `ready`, then one reply per task. */
export type ChildMessage = { readonly kind: 'ready' } | Named<ChildReply>;

/** Thrown inside a child when a file cannot be read for a known reason. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';
  readonly refusal: ParserRefusal;

  constructor(reason: RefusalReason, count?: number, options?: ErrorOptions) {
    super(reason, options);
    this.refusal = { reason, ...(count !== undefined && { count }) };
  }

  /** The same about an attachment of the file, counted from 1, unless it already is about one in there. */
  about(attachment: number): RefusalError {
    const error = new RefusalError(this.refusal.reason, this.refusal.count, { cause: this });
    return Object.assign(error, { refusal: { attachment, ...this.refusal } });
  }
}

/** How many pages so much text of a file without pages is charged as. */
export const pagesOf = (characters: number): number => Math.max(1, Math.ceil(characters / 3_000));

/** The caller's error message: what is wrong with the file, and which limit it exceeds. */
export function refusalMessage(refusal: ParserRefusal, format: string, limits: ParserLimits): string {
  const about = refusal.attachment === undefined ? '' : `attachment ${refusal.attachment}: `;
  return `${format} could not be read: ${about}${sentences[refusal.reason](limits, refusal)}`;
}

const sentences = {
  encrypted: () => 'it is encrypted and needs a password or key; send it without encryption',
  'no-pages': () => 'it has zero pages',
  unreadable: () => 'it is unreadable, its structure is damaged or not that of its format',
  pages: (limits, refusal) => `it has too many pages, ${refusal.count ?? 'more than allowed'}; at most ${limits['maxPages']} are read`,
  inflated: (limits) => `it is too large inside, it unpacks to more than ${limits['inflatedMb']} MiB`,
  part: (limits, refusal) => `it is too large inside, one of its parts unpacks to more than ${refusal.count ?? limits['partMb']} MB`,
  parts: (limits, refusal) => `it has too many parts, ${refusal.count ?? 'more than allowed'}; at most ${limits['maxParts']} are read`,
  attachments: (limits) => `it has too many attachments; at most ${limits['maxAttachments']} are read`,
  elements: (limits) => `it is too large inside, its parts have more than ${limits['maxElements']} elements`,
  paragraphs: (limits) => `it is too large inside, it has more than ${limits['maxParagraphs']} paragraphs, line breaks or cells`,
  dots: (limits) => `it has too many dots, more than ${limits['megapixels']} million; send it at a lower resolution`,
  dtd: () => 'it has a document type definition, which can hide text and load files; send it without one',
  levels: (limits) => `its elements are nested deeper than ${limits['maxLevels']} levels`,
  memory: (limits) => `reading it took more memory than the ${limits['memoryMb']} MB allowed`,
  time: (limits) => `reading it took more time than the ${limits['deadlineMs']} ms allowed`,
  crash: () => 'it is unreadable, its parser ended unexpectedly',
} satisfies Readonly<Record<string, (limits: ParserLimits, refusal: { readonly count?: number }) => string>>;

/** Whether a message of a child is a reply. It may be anything where a file has taken the parser over; the content is its plugin's to check. */
export function isReply(message: unknown): message is ChildReply {
  if (!isRecord(message)) return false;
  if (message['kind'] === 'content') return 'content' in message;
  const { kind, refusal } = message;
  return (
    kind === 'refusal' &&
    isRecord(refusal) &&
    isReason(refusal['reason']) &&
    isCount(refusal['count']) &&
    isCount(refusal['attachment']) &&
    isOrigin(refusal['origin'])
  );
}

/** Whether a message is about the task of this name, and not a belated word about another one. */
export const isNamed = (message: unknown, name: string): boolean => isRecord(message) && message['name'] === name;

export const isReady = (message: unknown): boolean => isRecord(message) && message['kind'] === 'ready';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

const isReason = (value: unknown): boolean => typeof value === 'string' && Object.hasOwn(sentences, value);
const isCount = (value: unknown): boolean => value === undefined || Number.isSafeInteger(value);

/** It is logged, so it must have the form that `serve` gives it and no text of a document. */
const isOrigin = (value: unknown): boolean =>
  value === undefined || (typeof value === 'string' && /^\w{1,60}(?: at [\w .:-]{1,100})?$/.test(value));
