import { defaultThreshold } from '../client/wishes.js';
import type { EvidencePosition } from './document/positions.js';
import type { OpenedFile } from './document/sheets.js';
import { firstDoubtful } from './results/entries.js';
import { templateText } from './schema/templates.js';
import type { PlaygroundRefusal, PlaygroundResult, ServiceInfo } from './service.js';

const tabs = ['fields', 'json', 'verification', 'code'] as const;
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
interface ViewState {
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
  readonly fileProblem: string | undefined;
  /** The schema as text; the form edits this text as well. */
  readonly schema: string;
  /** The schema that a template replaced, for undoing it until the next edit. */
  readonly replaced: string | undefined;
  /** What somebody else has read, as text: it is scored. The document is read where it is blank. */
  readonly values: string;
  readonly threshold: number;
  readonly verify: boolean;
  readonly run: ExtractionRun;
  /** The position of each field's evidence, by the path of the field; undefined until they have been searched. */
  readonly positions: ReadonlyMap<string, EvidencePosition> | undefined;
  readonly view: ViewState;
}

export type Action =
  | { readonly type: 'service'; readonly service: State['service'] }
  | { readonly type: 'choose'; readonly chosen: Chosen }
  | { readonly type: 'opened'; readonly file: File; readonly opened: OpenedFile }
  | { readonly type: 'refuse-file'; readonly problem: string }
  | { readonly type: 'remove' }
  | { readonly type: 'schema'; readonly text: string }
  | { readonly type: 'template'; readonly text: string }
  | { readonly type: 'undo-template' }
  | { readonly type: 'values'; readonly text: string }
  | { readonly type: 'threshold'; readonly threshold: number }
  | { readonly type: 'verify'; readonly verify: boolean }
  | { readonly type: 'run'; readonly run: ExtractionRun }
  | { readonly type: 'positions'; readonly positions: ReadonlyMap<string, EvidencePosition> }
  | { readonly type: 'show'; readonly view: Partial<ViewState> }
  | { readonly type: 'reset'; readonly sample: File };

export const initial = (view: ViewState): State => ({
  service: undefined,
  chosen: undefined,
  fileProblem: undefined,
  schema: templateText('invoice'),
  replaced: undefined,
  values: '',
  threshold: defaultThreshold,
  verify: true,
  run: { phase: 'idle' },
  positions: undefined,
  view,
});

/** The state after an action. Choosing another document drops the result, which belongs to the old one. */
export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case 'service':
      return { ...state, service: action.service };
    case 'choose':
      return { ...withoutResult(state), chosen: action.chosen, fileProblem: undefined };
    case 'opened':
      return state.chosen?.file === action.file ? { ...state, chosen: { ...state.chosen, opened: action.opened } } : state;
    case 'refuse-file':
      return { ...state, fileProblem: action.problem };
    case 'remove':
      return { ...withoutResult(state), chosen: undefined, fileProblem: undefined };
    case 'schema':
      return { ...state, schema: action.text, replaced: undefined };
    case 'template':
      return { ...state, schema: action.text, replaced: state.schema };
    case 'undo-template':
      return { ...state, schema: state.replaced ?? state.schema, replaced: undefined };
    case 'values':
      return { ...state, values: action.text };
    case 'threshold':
      return { ...state, threshold: action.threshold };
    case 'verify':
      return { ...state, verify: action.verify };
    case 'run':
      return afterRun(state, action.run);
    case 'positions':
      return { ...state, positions: action.positions };
    case 'show':
      return { ...state, view: { ...state.view, ...action.view } };
    case 'reset':
      return { ...initial(initialView), service: state.service, chosen: { file: action.sample, source: 'sample' } };
  }
}

const initialView: ViewState = { pane: 'setup', tab: 'fields', doubtfulOnly: false };

function withoutResult(state: State): State {
  if (state.run.phase === 'idle') return state;
  return { ...state, run: { phase: 'idle' }, positions: undefined, view: { ...state.view, pane: 'setup', field: undefined } };
}

/** A finished run shows its result with the first doubtful field selected. */
function afterRun(state: State, run: ExtractionRun): State {
  const before = { ...state, run, positions: undefined };
  if (run.phase === 'idle') return { ...before, view: { ...state.view, pane: 'setup', field: undefined } };
  if (run.phase !== 'done') return { ...before, view: { ...state.view, pane: 'results', field: undefined } };
  return { ...before, view: { ...state.view, pane: 'results', field: firstDoubtful(run.result, state.threshold)?.path } };
}

/** Reads the view from the address: `#results&tab=json&field=$.total&only=doubtful`. What is missing there gets its initial value. */
export function viewOf(hash: string): ViewState {
  const [pane, ...rest] = hash.replace(/^#/, '').split('&');
  const given = new URLSearchParams(rest.join('&'));
  return {
    pane: pane === 'results' ? 'results' : initialView.pane,
    tab: tabs.find((tab) => tab === given.get('tab')) ?? initialView.tab,
    field: given.get('field') ?? undefined,
    doubtfulOnly: given.get('only') === 'doubtful',
  };
}

export function hashOf({ pane, tab, field, doubtfulOnly }: ViewState): string {
  const given = new URLSearchParams({ tab, ...(field && { field }), ...(doubtfulOnly && { only: 'doubtful' }) });
  return `#${pane}&${given}`;
}
