import { initialView } from './reduce.js';
import { tabs, type ViewState } from './state.js';

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
