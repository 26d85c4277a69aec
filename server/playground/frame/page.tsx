import { useEffect, useReducer } from 'preact/hooks';
import { askService } from '../api/service.js';
import { DocumentPane } from '../document/document-pane.js';
import { open } from '../document/open.js';
import { LiveRegion } from '../parts/live-region.js';
import { Split } from '../parts/split.js';
import { sampleFile } from '../setup/sample.js';
import { hashOf, viewOf } from '../state/hash.js';
import { initial, reduce } from '../state/reduce.js';
import { StoreContext } from '../state/store.js';
import { Header } from './header.js';
import { WorkPane } from './work-pane.js';

/** The whole page: the document on the left, setup and results on the right. */
export function Page() {
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
