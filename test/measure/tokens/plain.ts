import { type Cell, type Field, type Json, template } from '../../../core/index.js';
import { rowOf } from '../../../core/schema/path.js';
import { readingsIn } from '../../../core/text.js';

/** The same values as plain JSON by the caller's schema, numbers as numbers: what a model would write that is asked for no evidence. */
export function plainOf(cells: readonly Cell[], fields: readonly Field[]): Readonly<Record<string, unknown>> {
  const types = new Map(fields.map(({ path, type }) => [path, type]));
  const plain: Record<string, unknown> = {};
  const rows = new Map<string, Record<string, Json>[]>();
  for (const cell of cells) {
    const value = typed(cell.value, types.get(template(cell.path)));
    const row = rowOf(cell.path);
    if (!row) plain[nameOf(cell.path)] = value;
    else {
      const own = rows.get(row.array) ?? [];
      rows.set(row.array, own);
      plain[nameOf(row.array)] = own;
      own[row.index] = { ...own[row.index], [nameOf(cell.path)]: value };
    }
  }
  return plain;
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** A printed number as JSON has it; a text where nobody can say which number it is. */
function typed(value: string | null, type: Field['type'] | undefined): Json {
  if (value === null || (type !== 'number' && type !== 'integer')) return value;
  const [number] = readingsIn(value.match(/[-(]?\d[\d.,'’\s]*\)?/)?.[0].trim() ?? '', undefined);
  return number === undefined ? value : number.toNumber();
}
