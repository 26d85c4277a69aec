import { useEffect } from 'preact/hooks';
import { entriesOf } from '../../results/fields/entries.js';
import { useStore } from '../../state/store.js';
import type { Sheets } from '../sheets.js';
import { findPositions } from './positions.js';

/** Finds the evidence of a new result in the document. */
export function usePositions(sheets: Sheets): void {
  const { state, dispatch } = useStore();
  const result = state.run.phase === 'done' ? state.run.result : undefined;
  useEffect(() => {
    if (!result) return;
    let stale = false;
    void findPositions(entriesOf(result), (page) => sheets.textOf(page)).then((positions) => {
      if (!stale) dispatch({ type: 'positions', positions });
    });
    return () => {
      stale = true;
    };
  }, [result, sheets]);
}

/** Goes to the page of the chosen field, even when its position on the page is not known. */
export function usePageOfField(goToPage: (page: number) => void): void {
  const { run, view } = useStore().state;
  const result = run.phase === 'done' ? run.result : undefined;
  const page = result && entriesOf(result).find(({ path }) => path === view.field)?.page;
  useEffect(() => {
    if (page !== undefined) goToPage(page);
  }, [view.field, page]);
}
