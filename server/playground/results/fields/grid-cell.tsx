import { Icon } from '../../parts/icon.js';
import { memo } from '../../parts/memo.js';
import { useChoose } from '../use-choose.js';
import { bandOf, percentOf } from './bands.js';
import type { Entry } from './entries.js';
import { isDoubtful } from './entries.js';
import { Value } from './value.js';

interface GridCellProps {
  readonly cell: Entry;
  readonly chosen: boolean;
  readonly stop: boolean;
  readonly threshold: number;
}

/** One value of a row; a doubtful one carries its mark. */
export const GridCell = memo(function GridCell({ cell, chosen, stop, threshold }: GridCellProps) {
  const choosing = useChoose(cell.path);
  const { tone, word } = bandOf(cell.score);
  const name = `${percentOf(cell.score)} percent, ${word}${isDoubtful(cell, threshold) ? `, below your ${threshold}` : ''}`;
  return (
    <button
      type="button"
      class={`cell tone-${tone} ${chosen ? 'chosen' : ''}`}
      data-field={cell.path}
      tabIndex={stop ? 0 : -1}
      aria-pressed={chosen}
      title={`${name}. ${cell.reason}`}
      {...choosing}
    >
      {isDoubtful(cell, threshold) && <Icon name="warning" />}
      <Value entry={cell} />
      <span class="visually-hidden">, {name}</span>
    </button>
  );
});
