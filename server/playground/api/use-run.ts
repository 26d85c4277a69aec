import { useRef } from 'preact/hooks';
import { useStore } from '../state/store.js';
import { extract } from './extract.js';

/** The only open request. It is module state so that any component can cancel it. */
const open: { close?: () => void } = {};

/** Starts the extraction of the chosen document, and cancels it. */
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
    const { chosen, schema, threshold, verify } = latest.current;
    if (!chosen) return;
    const { file } = chosen;
    dispatch({ type: 'run', run: { phase: 'uploading', name: file.name, share: 0 } });
    open.close = extract(
      { file, schema, threshold, verify },
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
