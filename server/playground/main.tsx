import { render } from 'preact';
import { useEffect, useReducer } from 'preact/hooks';
import { DocumentPane } from './document/document-pane.js';
import { open } from './document/open.js';
import { Split, ThemeChoice } from './frame.js';
import { Icon, TabList } from './parts/controls.js';
import { countsOf } from './results/entries.js';
import { reportedStages } from './results/how-read.js';
import { refusalWords } from './results/outcome.js';
import { ResultsPane } from './results/results-pane.js';
import { askService } from './service.js';
import { ActionBar } from './setup/action-bar.js';
import { Credits } from './setup/credits.js';
import { SetupPane } from './setup/setup-pane.js';
import { hashOf, initial, type Pane, reduce, type State, viewOf } from './state.js';
import { StoreContext, sampleFile, useStore } from './store.js';

import './styles/tokens.css';
import './styles/base.css';
import './styles/frame.css';
import './styles/setup.css';
import './styles/document.css';
import './styles/results.css';

/** The whole page: the document on the left, setup and results on the right. */
function Page() {
  const [state, dispatch] = useReducer(reduce, location.hash, (hash) => initial(viewOf(hash)));
  const { chosen, run, view } = state;

  useEffect(() => {
    void sampleFile().then((file) => dispatch({ type: 'choose', chosen: { file, source: 'sample' } }));
    const follow = () => dispatch({ type: 'show', view: viewOf(location.hash) });
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);

  useEffect(() => {
    if (run.phase === 'uploading' || run.phase === 'waiting') return;
    askService().then(
      (service) => dispatch({ type: 'service', service }),
      () => dispatch({ type: 'service', service: 'unknown' }),
    );
  }, [run]);

  const file = chosen?.file;
  useEffect(() => {
    if (file) void open(file).then((opened) => dispatch({ type: 'opened', file, opened }));
  }, [file]);

  useEffect(() => history.replaceState(history.state, '', hashOf(view)), [view]);

  return (
    <StoreContext.Provider value={{ state, dispatch }}>
      <Header />
      <Split left={<DocumentPane />} right={<WorkPane />} />
      <LiveRegion />
    </StoreContext.Provider>
  );
}

function Header() {
  const { service } = useStore().state;
  const version = service && service !== 'unknown' ? service.version : undefined;
  return (
    <header class="header">
      <h1 class="brand">
        <Icon name="mark" />
        Vouch <span class="brand-what">playground</span>
        {version && <span class="version">v{version}</span>}
      </h1>
      <Credits />
      <ThemeChoice />
    </header>
  );
}

const panes: readonly { readonly name: Pane; readonly label: string }[] = [
  { name: 'setup', label: 'Setup' },
  { name: 'results', label: 'Results' },
];

/** The setup and the results as two tabs, with the Extract button below. */
function WorkPane() {
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

/** Announces the upload, the stages and the outcome to screen readers. */
function LiveRegion() {
  const { state } = useStore();
  return (
    <p class="visually-hidden" role="status" aria-live="polite" id="live">
      {announcement(state)}
    </p>
  );
}

function announcement({ run, threshold }: State): string {
  switch (run.phase) {
    case 'idle':
      return '';
    case 'uploading':
      return `Uploading ${run.name}, ${Math.floor(run.share * 4) * 25} percent`;
    case 'waiting':
      return `${run.name} is uploaded. Reading; waiting for the answer`;
    case 'refused':
      return refusalWords(run.refusal).title;
    case 'done': {
      const { result } = run;
      if (result.body.error) return `The extraction failed: ${result.body.error.message}`;
      if (result.body.documents) return `The file holds ${result.body.documents.length} documents`;
      const stages = reportedStages(result).map(({ words }) => words);
      return `${stages.length > 0 ? `Went through ${stages.join(', ')}. ` : ''}${countsOf(result, threshold)}`;
    }
  }
}

const app = document.getElementById('app');
if (app) render(<Page />, app);
