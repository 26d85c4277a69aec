/** Why a file cannot be read. The child sends only the reason, so that no text of a document can get into an error message. */
export type RefusalReason =
  | 'encrypted'
  | 'no-pages'
  | 'unreadable'
  | 'pages'
  | 'inflated'
  | 'part'
  | 'parts'
  | 'attachments'
  | 'elements'
  | 'paragraphs'
  | 'dots'
  | 'dtd'
  | 'levels'
  | 'memory'
  | 'time'
  | 'crash';

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

/** `content` is the child's result; the plugin that opened the sandbox knows its type. */
export type ChildReply =
  | { readonly kind: 'content'; readonly content: unknown }
  | { readonly kind: 'refusal'; readonly refusal: ParserRefusal };

/** A task as it is sent, and its reply. A child cannot answer a task that it has not been given: it does not know its name. */
export type Named<T> = T & { readonly name: string };

/** Every message of a child: one `ready`, then one reply per task. */
export type ChildMessage = { readonly kind: 'ready' } | Named<ChildReply>;
