import type { PlaygroundRefusal } from '../api/refusal.js';
import type { PlaygroundResult } from '../api/result.js';
import type { ServiceInfo } from '../api/service.js';
import type { EvidencePosition } from '../document/evidence/positions.js';
import type { OpenedFile } from '../document/opened.js';

export const tabs = ['fields', 'json', 'verification', 'code'] as const;
export type Tab = (typeof tabs)[number];
export type Pane = 'setup' | 'results';

/** The document that will be sent: the sample or the visitor's own. */
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

/** The part of the state that is in the address and can be shared as a link. It never holds data of a document. */
export interface ViewState {
  readonly pane: Pane;
  readonly tab: Tab;
  /** The path of the selected field: '$.line_items[2].amount'. */
  readonly field?: string | undefined;
  readonly doubtfulOnly: boolean;
}

/** The whole state of the page. It lives as long as the tab. */
export interface State {
  readonly service: ServiceInfo | 'unknown' | undefined;
  readonly chosen: Chosen | undefined;
  /** Why the last file was refused. */
  readonly fileProblem: string | undefined;
  /** The schema as text; the form edits this text as well. */
  readonly schema: string;
  /** The schema that a template replaced, for undoing it until the next edit. */
  readonly replaced: string | undefined;
  readonly threshold: number;
  readonly verify: boolean;
  readonly run: ExtractionRun;
  /** The position of each field's evidence, by the path of the field; undefined until they have been searched. */
  readonly positions: ReadonlyMap<string, EvidencePosition> | undefined;
  readonly view: ViewState;
}
