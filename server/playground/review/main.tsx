import { render } from 'preact';
import { useEffect, useReducer, useState } from 'preact/hooks';
import type { ListedRun, ShownRun } from '../../client/index.js';
import { DocumentPane } from '../document/document-pane.js';
import { open } from '../document/open.js';
import { Split, ThemeChoice } from '../frame.js';
import { Icon } from '../parts/controls.js';
import { initial, reduce, viewOf } from '../state.js';
import { StoreContext } from '../store.js';
import { ReviewPane } from './review-pane.js';
import { judge, openRun, queue, type Reviewer, shownResult, type VerdictWish } from './runs.js';

import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/frame.css';
import '../styles/setup.css';
import '../styles/document.css';
import '../styles/results.css';
import '../styles/review.css';

const filters = {
  to_review: 'To review',
  postponed: 'Postponed',
  reviewing: 'Being reviewed',
  confirmed: 'Confirmed',
  rejected: 'Rejected',
};

/** The queue, and the run that is open: its document on the left, what is to be decided on the right. */
function Page() {
  const [reviewer, setReviewer] = useState<Reviewer>();
  const [state, dispatch] = useReducer(reduce, '', () => initial(viewOf('')));
  const [filter, setFilter] = useState('to_review');
  const [runs, setRuns] = useState<readonly ListedRun[]>();
  const [run, setRun] = useState<ShownRun>();
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);

  const trying = (work: () => Promise<void>): void => {
    setBusy(true);
    setProblem('');
    work()
      .catch((error: unknown) => setProblem(error instanceof Error ? error.message : String(error)))
      .finally(() => setBusy(false));
  };
  const show = (next: ShownRun): void => {
    setRun(next);
    dispatch({ type: 'run', run: { phase: 'done', result: shownResult(next) } });
  };
  const enter = (id: string, as: Reviewer): void =>
    trying(async () => {
      const { run: found, file } = await openRun(as, id);
      dispatch({ type: 'remove' });
      if (file) {
        dispatch({ type: 'choose', chosen: { file, source: 'upload' } });
        const opened = await open(file);
        dispatch({ type: 'opened', file, opened });
      }
      show(found);
    });
  const list = async (as: Reviewer): Promise<readonly ListedRun[]> => {
    const found = await queue(as, filter);
    setRuns(found);
    return found;
  };
  const leave = (): void => setRun(undefined);
  const give = (...wishes: readonly VerdictWish[]): void =>
    trying(async () => {
      if (!run || !reviewer) return;
      let now = run;
      for (const wish of wishes) {
        now = { ...now, ...(await judge(reviewer, now, wish)) };
        if (now.state !== 'reviewing') break;
        show(now);
      }
      if (now.state === 'reviewing') return;
      // What is decided makes room for what there is most to lose with next.
      const [next] = await list(reviewer);
      if (next && filter === 'to_review') return enter(next.id, reviewer);
      leave();
    });
  useEffect(() => {
    if (reviewer) trying(async () => void (await list(reviewer)));
  }, [reviewer, filter]);

  return (
    <StoreContext.Provider value={{ state, dispatch }}>
      <header class="header">
        <h1 class="brand">
          <Icon name="mark" />
          Vouch <span class="brand-what">review</span>
        </h1>
        {run && (
          <button type="button" class="button" onClick={leave}>
            Queue
          </button>
        )}
        <ThemeChoice />
      </header>
      {problem && (
        <p class="review-problem" role="alert">
          {problem}
        </p>
      )}
      {run && reviewer ? (
        <Split left={<DocumentPane />} right={<ReviewPane key={run.id} run={run} isBusy={isBusy} give={give} />} />
      ) : (
        <main class="review-queue">
          {reviewer ? (
            <Queue runs={runs} filter={filter} setFilter={setFilter} enter={(id) => enter(id, reviewer)} />
          ) : (
            <SignIn onReady={setReviewer} />
          )}
        </main>
      )}
    </StoreContext.Provider>
  );
}

function SignIn({ onReady }: { readonly onReady: (reviewer: Reviewer) => void }) {
  const submit = (event: SubmitEvent & { readonly currentTarget: HTMLFormElement }): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    onReady({ name: String(form.get('name')).trim(), key: String(form.get('key')).trim() });
  };
  return (
    <form class="review-sign-in" onSubmit={submit}>
      <label>
        Your name <input name="name" required maxLength={100} autocomplete="name" />
      </label>
      <label>
        API key, unless you are signed in otherwise <input name="key" type="password" autocomplete="off" />
      </label>
      <button type="submit" class="button primary">
        Begin
      </button>
    </form>
  );
}

interface QueueProps {
  readonly runs: readonly ListedRun[] | undefined;
  readonly filter: string;
  readonly setFilter: (filter: string) => void;
  readonly enter: (id: string) => void;
}

function Queue({ runs, filter, setFilter, enter }: QueueProps) {
  return (
    <>
      <label class="review-filter">
        Show{' '}
        <select value={filter} onChange={({ currentTarget }) => setFilter(currentTarget.value)}>
          {Object.entries(filters).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {runs?.length === 0 && <p class="review-done">Nothing is here.</p>}
      <ul class="review-list">
        {runs?.map(({ id, file, created_at, reviewer }) => (
          <li key={id}>
            <button type="button" class="button" onClick={() => enter(id)}>
              <strong>{file ?? id}</strong> {new Date(created_at).toLocaleString()} {reviewer && `· ${reviewer}`}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

const app = document.getElementById('app');
if (app) render(<Page />, app);
