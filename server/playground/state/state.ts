import type { PlaygroundRefusal } from '../api/refusal.js';
import type { PlaygroundResult } from '../api/result.js';
import type { ServiceInfo } from '../api/service.js';
import type { EvidencePosition } from '../document/evidence/positions.js';
import type { OpenedFile } from '../document/opened.js';

export const tabs = ['fields', 'json', 'verification', 'code'] as const;
export type Tab = (typeof tabs)[number];
export type Pane = 'setup' | 'results';

/** The document that will be sent: the one that comes with the page, or the visitor's own. */
export interface Chosen {
  readonly file: File;
  readonly source: 'sample' | 'upload';
  /** What this browser made of it; absent while it is being opened. */
  readonly opened?: OpenedFile;
}

export type ExtractionRun =
  | { readonly phase: 'idle' }
  | { readonly phase: 'uploading'; readonly name: string; readonly share: number }
  | { readonly phase: 'waiting'; readonly name: string }
  | { readonly phase: 'done'; readonly result: PlaygroundResult }
  | { readonly phase: 'refused'; readonly refusal: PlaygroundRefusal };

/** What can be shared as a link: where one looks, never what one sees. */
export interface ViewState {
  readonly pane: Pane;
  readonly tab: Tab;
  /** The path of the selected field: '$.line_items[2].amount'. */
  readonly field?: string | undefined;
  readonly doubtfulOnly: boolean;
}

/** Everything that the page knows, in one place. It lives as long as the tab. */
export interface State {
  readonly service: ServiceInfo | 'unknown' | undefined;
  readonly chosen: Chosen | undefined;
  /** Why the last file that was offered was not taken. */
  readonly fileProblem: string | undefined;
  /** The schema as text: the form is a view of it, too. */
  readonly schema: string;
  /** What a template has replaced, until the next edit. */
  readonly replaced: string | undefined;
  readonly threshold: number;
  readonly verify: boolean;
  readonly run: ExtractionRun;
  /** Where the quotes of the result stand in the document, by field. Absent until they have been looked for. */
  readonly placed: ReadonlyMap<string, EvidencePosition> | undefined;
  readonly view: ViewState;
}
