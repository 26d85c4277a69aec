import { useEffect } from 'preact/hooks';
import { entriesOf } from '../../results/fields/entries.js';
import { useStore } from '../../state/store.js';
import type { Sheets } from '../sheets.js';
import { place } from './place.js';

/** Looks for the evidence of a new result in the document. */
export function usePlaces(sheets: Sheets): void {
  const { state, dispatch } = useStore();
  const result = state.run.phase === 'done' ? state.run.result : undefined;
  useEffect(() => {
    if (!result) return;
    let stale = false;
    void place(entriesOf(result), (page) => sheets.textOf(page)).then((placed) => {
      if (!stale) dispatch({ type: 'placed', placed });
    });
    return () => {
      stale = true;
    };
  }, [result, sheets]);
}
