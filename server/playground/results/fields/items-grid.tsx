import { labelOf } from '../../schema/label.js';
import { useStore } from '../../state/store.js';
import { plural } from './counts.js';
import { type Entry, isDoubtful } from './entries.js';
import { GridCell } from './grid-cell.js';

interface ItemsGridProps {
  readonly array: string;
  readonly cells: readonly Entry[];
  readonly doubtfulOnly: boolean;
}

/** The rows of a table, with evidence for each cell. Arrows go through the cells, Tab stops once. */
export function ItemsGrid({ array, cells, doubtfulOnly }: ItemsGridProps) {
  const { threshold, view } = useStore().state;
  const columns = [...new Set(cells.map(({ row }) => row?.column ?? ''))];
  const rows = [...Map.groupBy(cells, ({ row }) => row?.index ?? 0)].filter(
    ([, of]) => !doubtfulOnly || of.some((cell) => isDoubtful(cell, threshold)),
  );
  if (rows.length === 0) return null;
  const flat = rows.flatMap(([, of]) => of);
  const stop = flat.find(({ path }) => path === view.field) ?? flat[0];
  const title = labelOf(array.replaceAll('.', ' '));
  return (
    <section class="items" aria-label={title}>
      <h3>
        {title} <span class="hint">{plural(rows.length, 'row')}</span>
      </h3>
      <div class="items-scroll">
        <table aria-label={`${title}, ${plural(rows.length, 'row')}`} onKeyDown={(event) => moveInGrid(event, columns.length)}>
          <thead>
            <tr>
              <th scope="col">#</th>
              {columns.map((column) => (
                <th key={column} scope="col" class={holdsNumbers(column, cells) ? 'number' : ''}>
                  {labelOf(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([index, of]) => (
              <tr key={index}>
                <th scope="row">{index + 1}</th>
                {columns.map((column) => {
                  const cell = of.find(({ row }) => row?.column === column);
                  return (
                    <td key={column}>
                      {cell && <GridCell cell={cell} chosen={cell.path === view.field} stop={cell === stop} threshold={threshold} />}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const holdsNumbers = (column: string, cells: readonly Entry[]): boolean =>
  cells.some(({ row, value }) => row?.column === column && typeof value === 'number');

function moveInGrid(event: KeyboardEvent & { readonly currentTarget: HTMLElement }, columns: number): void {
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
  const cells = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-field]')];
  const at = cells.indexOf(document.activeElement as HTMLElement);
  if (step === undefined || at < 0) return;
  event.preventDefault();
  cells[at + step]?.focus();
}
