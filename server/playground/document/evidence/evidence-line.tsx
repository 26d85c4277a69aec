import { Icon } from '../../parts/icon.js';
import { entriesOf } from '../../results/fields/entries.js';
import { useStore } from '../../state/store.js';

/** A line below the page with the quote of the chosen value, or a note that its position is not known. */
export function EvidenceLine() {
  const { run, positions, view } = useStore().state;
  const entry = run.phase === 'done' ? entriesOf(run.result).find(({ path }) => path === view.field) : undefined;
  if (!entry) return null;
  return (
    <p class="evidence-line">
      <Icon name="info" />
      <strong>{entry.label}</strong> {evidenceText(entry.page, entry.text, positions?.has(entry.path) ?? false)}
    </p>
  );
}

export function evidenceText(page: number | undefined, quote: string | undefined, located: boolean): string {
  if (page === undefined) return 'no place in the document';
  const words = quote === undefined ? '' : `: “${quote}”`;
  return located ? `page ${page}${words}` : `page ${page}, no position${words}`;
}
