import { Component, type ComponentType, h } from 'preact';
import { bandOf } from '../../report/html.js';
import { Icon } from '../parts/controls.js';
import { labelOf, plural } from '../parts/format.js';
import { useStore } from '../store.js';
import { type FieldEntry, isDoubtful } from './entries.js';
import { percentOf, useChoose, Value } from './value.js';

interface ItemsGridProps {
  readonly array: string;
  readonly cells: readonly FieldEntry[];
  readonly doubtfulOnly: boolean;
}

/** The rows of an array as a table. Arrow keys move between the cells, which have a single Tab stop together. */
export function ItemsGrid({ array, cells, doubtfulOnly }: ItemsGridProps) {
  const { threshold, view } = useStore().state;
  const columns = [...new Set(cells.map(({ row }) => row?.column ?? ''))];
  const rows = [...Map.groupBy(cells, ({ row }) => row?.index ?? 0)].filter(
    ([, of]) => !doubtfulOnly || of.some((cell) => isDoubtful(cell, threshold)),
  );
  if (rows.length === 0) return null;
  const flat = rows.flatMap(([, of]) => of);
  const tabStop = flat.find(({ path }) => path === view.field) ?? flat[0];
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
                      {cell && <GridCell cell={cell} chosen={cell.path === view.field} tabStop={cell === tabStop} threshold={threshold} />}
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

const holdsNumbers = (column: string, cells: readonly FieldEntry[]): boolean =>
  cells.some(({ row, value }) => row?.column === column && typeof value === 'number');

function moveInGrid(event: KeyboardEvent & { readonly currentTarget: HTMLElement }, columns: number): void {
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
  const cells = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-field]')];
  const at = cells.indexOf(document.activeElement as HTMLElement);
  if (step === undefined || at < 0) return;
  event.preventDefault();
  cells[at + step]?.focus();
}

interface GridCellProps {
  readonly cell: FieldEntry;
  readonly chosen: boolean;
  readonly tabStop: boolean;
  readonly threshold: number;
}

/** One value of a row, with a warning icon if it is doubtful. */
const GridCell = memo(function GridCell({ cell, chosen, tabStop, threshold }: GridCellProps) {
  const choosing = useChoose(cell.path);
  const { name: tone, label: word } = bandOf(cell.score);
  const name = `${percentOf(cell.score)} percent, ${word}${isDoubtful(cell, threshold) ? `, below your ${threshold}` : ''}`;
  return (
    <button
      type="button"
      class={`cell tone-${tone} ${chosen ? 'chosen' : ''}`}
      data-field={cell.path}
      tabIndex={tabStop ? 0 : -1}
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

/** Renders a component again only when one of its properties has changed. Tables may have hundreds of cells. */
function memo<Props extends object>(Inner: ComponentType<Props>): ComponentType<Props> {
  return class Memo extends Component<Props> {
    override shouldComponentUpdate(next: Props): boolean {
      return (Object.keys(next) as (keyof Props)[]).some((name) => next[name] !== this.props[name]);
    }
    override render(props: Props) {
      return h(Inner, props);
    }
  };
}
