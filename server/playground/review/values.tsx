import { type FieldEntry, tablesOf } from '../results/entries.js';
import { useStore } from '../store.js';

interface ValuesProps {
  readonly entries: readonly FieldEntry[];
  readonly version: number;
  readonly correct: (path: string, value: string) => void;
}

/** Every value, to be corrected where it stands; rows of one list as a table of their own. */
export function Values({ entries, version, correct }: ValuesProps) {
  const { dispatch } = useStore();
  const cell = (entry: FieldEntry) => (
    <input
      key={version}
      class={entry.score < 0.85 ? 'doubtful' : ''}
      aria-label={entry.label}
      data-value={entry.path}
      defaultValue={entry.value === null ? '' : String(entry.value)}
      onFocus={() => dispatch({ type: 'show', view: { field: entry.path } })}
      onChange={({ currentTarget }) => correct(entry.path, currentTarget.value.trim())}
    />
  );
  return (
    <>
      <h2>Values</h2>
      <table class="review-table">
        <tbody>
          {entries
            .filter(({ row, value }) => !row && !Array.isArray(value))
            .map((entry) => (
              <tr key={entry.path}>
                <th scope="row">{entry.label}</th>
                <td>{cell(entry)}</td>
              </tr>
            ))}
        </tbody>
      </table>
      {[...tablesOf(entries)].map(([name, cells]) => (
        <section class="review-rows" key={name} aria-label={name}>
          <table class="review-table">
            <thead>
              <tr>
                {[...new Set(cells.map(({ row }) => row?.column))].map((column) => (
                  <th scope="col" key={column}>
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {[...Map.groupBy(cells, ({ row }) => row?.index)].map(([index, own]) => (
                <tr key={index}>
                  {own.map((entry) => (
                    <td key={entry.path}>{cell(entry)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </>
  );
}
