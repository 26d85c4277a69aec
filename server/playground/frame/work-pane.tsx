import { TabList } from '../parts/tab-list.js';
import { ResultsPane } from '../results/results-pane.js';
import { ActionBar } from '../setup/action-bar.js';
import { SetupPane } from '../setup/setup-pane.js';
import type { Pane } from '../state/state.js';
import { useStore } from '../state/store.js';

const panes: readonly { readonly name: Pane; readonly label: string }[] = [
  { name: 'setup', label: 'Setup' },
  { name: 'results', label: 'Results' },
];

/** The setup and the results as two tabs, with the Extract button below. */
export function WorkPane() {
  const { state, dispatch } = useStore();
  const { pane } = state.view;
  return (
    <section class="work" aria-label="Extraction">
      <TabList
        id="pane"
        label="Setup or results"
        tabs={panes}
        chosen={pane}
        onChoose={(name) => dispatch({ type: 'show', view: { pane: name } })}
      />
      <div class="work-panel" role="tabpanel" id="pane-panel" aria-labelledby={`pane-${pane}`}>
        {pane === 'setup' ? <SetupPane /> : <ResultsPane />}
      </div>
      <ActionBar />
    </section>
  );
}
