/** Why a file cannot be read. A child names the reason, the parent has the words: no text of a document can get into a message. */
export type Reason =
  | 'encrypted'
  | 'no-pages'
  | 'unreadable'
  | 'pages'
  | 'inflated'
  | 'part'
  | 'parts'
  | 'elements'
  | 'memory'
  | 'time'
  | 'crash';

export interface Refusal {
  readonly reason: Reason;
  /** How many pages or parts there are, where that is the reason. */
  readonly count?: number;
  /** Where in our own code an error came from that nobody expected: 'TypeError at page.js:12:3'. For the log. */
  readonly origin?: string;
}

/** Limits by name; each child takes those it knows. */
export type Limits = Readonly<Record<string, number>>;

export interface Task {
  readonly bytes: Uint8Array;
  readonly limits: Limits;
  /** What of the file is wanted, where a child can do more than one thing with it. Plain data. */
  readonly wanted?: unknown;
}

/** `content` is whatever the child makes of a file; whoever forked it knows its type. */
export type ChildReply = { readonly kind: 'content'; readonly content: unknown } | { readonly kind: 'refusal'; readonly refusal: Refusal };

/** All that a child ever says: once that it is ready, then one answer a task. */
export type Message = { readonly kind: 'ready' } | ChildReply;
