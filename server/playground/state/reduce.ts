import type { EvidencePosition } from '../document/evidence/positions.js';
import type { OpenedFile } from '../document/opened.js';
import { firstDoubtful } from '../results/fields/entries.js';
import { templateText } from '../schema/templates.js';
import type { Chosen, ExtractionRun, State, ViewState } from './state.js';

export type Action =
  | { readonly type: 'service'; readonly service: State['service'] }
  | { readonly type: 'choose'; readonly chosen: Chosen }
  | { readonly type: 'opened'; readonly file: File; readonly opened: OpenedFile }
  | { readonly type: 'refuse-file'; readonly problem: string }
  | { readonly type: 'remove' }
  | { readonly type: 'schema'; readonly text: string }
  | { readonly type: 'template'; readonly text: string }
  | { readonly type: 'undo-template' }
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
  threshold: 0.85,
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

export const initialView: ViewState = { pane: 'setup', tab: 'fields', doubtfulOnly: false };

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
