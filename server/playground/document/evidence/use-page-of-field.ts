import { useEffect } from 'preact/hooks';
import { entriesOf } from '../../results/fields/entries.js';
import { useStore } from '../../state/store.js';

/** A field that is chosen shows its page, one without a position too. */
export function usePageOfField(turnTo: (page: number) => void): void {
  const { run, view } = useStore().state;
  const result = run.phase === 'done' ? run.result : undefined;
  const page = result && entriesOf(result).find(({ path }) => path === view.field)?.page;
  useEffect(() => {
    if (page !== undefined) turnTo(page);
  }, [view.field, page]);
}
