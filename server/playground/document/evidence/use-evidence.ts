import { useEffect } from 'preact/hooks';
import { entriesOf } from '../../results/fields/entries.js';
import { useStore } from '../../state/store.js';
import type { Sheets } from '../sheets.js';
import { findPositions } from './positions.js';

/** Looks for the evidence of a new result in the document. */
export function usePositions(sheets: Sheets): void {
  const { state, dispatch } = useStore();
  const result = state.run.phase === 'done' ? state.run.result : undefined;
  useEffect(() => {
    if (!result) return;
    let stale = false;
    void findPositions(entriesOf(result), (page) => sheets.textOf(page)).then((placed) => {
      if (!stale) dispatch({ type: 'placed', placed });
    });
    return () => {
      stale = true;
    };
  }, [result, sheets]);
}

/** A field that is chosen shows its page, one without a position too. */
export function usePageOfField(goToPage: (page: number) => void): void {
  const { run, view } = useStore().state;
  const result = run.phase === 'done' ? run.result : undefined;
  const page = result && entriesOf(result).find(({ path }) => path === view.field)?.page;
  useEffect(() => {
    if (page !== undefined) goToPage(page);
  }, [view.field, page]);
}
