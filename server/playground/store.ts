import { createContext } from 'preact';
import { useContext, useRef } from 'preact/hooks';
import { extract } from './service.js';
import sampleUrl from './setup/sample-invoice.pdf?url';
import type { Action, State } from './state.js';

interface PageStore {
  readonly state: State;
  readonly dispatch: (action: Action) => void;
}

export const StoreContext = createContext<PageStore | undefined>(undefined);

/** The state, and the function that changes it, for any component of the page. */
export function useStore(): PageStore {
  const store = useContext(StoreContext);
  if (!store) throw new Error('useStore needs the page around it');
  return store;
}

/** The only open request. It is module state so that any component can cancel it. */
const open: { close?: () => void } = {};

/** Starts the extraction of the chosen document, or the scoring of values, and cancels it. */
export function useRun(): { readonly start: () => void; readonly cancel: () => void } {
  const { state, dispatch } = useStore();
  const latest = useRef(state);
  latest.current = state;
  const cancel = (): void => {
    open.close?.();
    delete open.close;
    dispatch({ type: 'run', run: { phase: 'idle' } });
  };
  const start = (): void => {
    const { chosen, schema, values, threshold, verify } = latest.current;
    if (!chosen) return;
    const { file } = chosen;
    dispatch({ type: 'run', run: { phase: 'uploading', name: file.name, share: 0 } });
    open.close = extract(
      { file, schema, values, threshold, verify },
      {
        uploading: (share) => dispatch({ type: 'run', run: { phase: 'uploading', name: file.name, share } }),
        waiting: () => dispatch({ type: 'run', run: { phase: 'waiting', name: file.name } }),
        done: (result) => dispatch({ type: 'run', run: { phase: 'done', result } }),
        refused: (refusal) => dispatch({ type: 'run', run: { phase: 'refused', refusal } }),
      },
    );
  };
  return { start, cancel };
}

/** Returns a function that chooses the sample document. */
export function useSample(): () => void {
  const { dispatch } = useStore();
  return () => void sampleFile().then((file) => dispatch({ type: 'choose', chosen: { file, source: 'sample' } }));
}

/** The document that is ready on arrival: the one of `npm run demo`. */
export async function sampleFile(): Promise<File> {
  const answer = await fetch(sampleUrl);
  return new File([await answer.blob()], 'sample-invoice.pdf', { type: 'application/pdf' });
}
