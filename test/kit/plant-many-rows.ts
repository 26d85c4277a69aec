import { decimal } from '../../core/index.js';
import { type FaultExhibit, truthAt } from './exhibit.js';
import type { Fault, Planted } from './fault.js';
import { trueRows, withoutRows } from './plant-rows.js';
import { canMean, isRight } from './same-value.js';
import { type FaultLine, type FaultMark, linePath } from './sheet.js';
import type { LineField } from './truth-file.js';

/** A reader in a hurry stops somewhere in the table. */
export const lastRowsDropped: Fault = {
  number: 27,
  name: 'last rows dropped',
  standard: 'lines',
  plant: (exhibit, random) => {
    const { length } = exhibit.sheet.lines;
    return length < 2 ? [] : dropped(exhibit, { from: 1 + random.below(length - 1), to: length });
  },
};

/** A reader leaves out one page of a table that goes over several. */
export const pageDropped: Fault = {
  number: 28,
  name: 'rows of a page dropped',
  standard: 'lines',
  plant: (exhibit, random) => {
    const starts = exhibit.sheet.lines.flatMap((line, row, lines) => (row === 0 || pageOf(line) !== pageOf(lines[row - 1]) ? [row] : []));
    return starts.length < 2 ? [] : dropped(exhibit, random.pick(partsFrom(starts, exhibit)));
  },
};

/** A reader takes a sum within the table for its end, or for a heading of what does not count. */
export const groupDropped: Fault = {
  number: 29,
  name: 'group after a sum dropped',
  standard: 'lines',
  plant: (exhibit, random) => dropped(exhibit, random.pick(partsFrom(rowsAfterSums(exhibit), exhibit))),
};

/** A reader loses the line: each row has the amount of the next one, or its quantity and price. The last row keeps its own. */
export const shiftedRows: Fault = {
  number: 32,
  name: 'shifted by one row',
  standard: 'lines',
  plant: (exhibit) => [...shifted(exhibit, ['amount']), ...shifted(exhibit, ['quantity', 'unit_price'])],
};

/** A reader takes one column for another: in every row that has both, one holds what the other says. */
export const columnsExchanged: Fault = {
  number: 33,
  name: 'columns exchanged',
  standard: 'leaves',
  plant: (exhibit) => [...exchanged(exhibit, ['quantity', 'unit_price']), ...exchanged(exhibit, ['unit_price', 'amount'])],
};

function exchanged(exhibit: FaultExhibit, [one, other]: readonly [LineField, LineField]): readonly Planted[] {
  const { sheet } = exhibit;
  const lines = sheet.lines.map((line) => {
    const { [one]: first, [other]: second } = line;
    return first && second ? { ...line, [one]: second, [other]: first } : line;
  });
  const targets = sheet.lines.flatMap((line, row) =>
    [
      { row, name: one, mark: line[other] },
      { row, name: other, mark: line[one] },
    ].flatMap((moved) => (line[one] && line[other] && isOther(exhibit, moved) ? [linePath(row, moved.name)] : [])),
  );
  return targets.length > 0 ? [{ sheet: { ...sheet, lines }, targets }] : [];
}

/** Rows of a sheet; the end is exclusive. */
interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** Nothing is lost where truth has none of the rows. */
function dropped(exhibit: FaultExhibit, range: RowRange | undefined): readonly Planted[] {
  if (!range) return [];
  const rows = exhibit.sheet.lines.flatMap((_, row) => (row >= range.from && row < range.to ? [row] : []));
  const about = `rows ${range.from} to ${range.to - 1} of ${exhibit.sheet.lines.length} left out`;
  return trueRows(exhibit).some((row) => rows.includes(row)) ? [withoutRows(exhibit, rows, about)] : [];
}

const partsFrom = (starts: readonly number[], { sheet }: FaultExhibit): readonly RowRange[] =>
  starts.map((from, at) => ({ from, to: starts[at + 1] ?? sheet.lines.length }));

const pageOf = (line: FaultLine = {}): number | undefined => Object.values(line).find(({ page }) => page !== null)?.page ?? undefined;
const orderOf = ({ amount }: FaultLine = {}): number | undefined => amount?.place?.order;

/** The rows before which the sum of at least two rows is printed: of those since the last such sum, or of all until there. */
function rowsAfterSums(exhibit: FaultExhibit): readonly number[] {
  const starts: number[] = [];
  for (const row of exhibit.sheet.lines.keys()) {
    const first = starts.at(-1) ?? 0;
    if (row > 0 && [first, 0].some((from) => row - from > 1 && isSumPrinted(exhibit, { from, to: row }))) starts.push(row);
  }
  return starts;
}

function isSumPrinted({ index, sheet, ...exhibit }: FaultExhibit, { from, to }: RowRange): boolean {
  const amounts = sheet.lines
    .slice(from, to)
    .flatMap((_, row) => truthAt({ index, sheet, ...exhibit }, linePath(from + row, 'amount')) ?? []);
  const [last, next] = [orderOf(sheet.lines[to - 1]), orderOf(sheet.lines[to])];
  if (amounts.length < to - from || last === undefined || next === undefined) return false;
  const sum = amounts.reduce((total, amount) => total.plus(decimal(amount)), decimal(0));
  return index.amountsAt(sum).some(({ order }) => order > last && order < next);
}

function shifted(exhibit: FaultExhibit, columns: readonly LineField[]): readonly Planted[] {
  const { sheet } = exhibit;
  const moved = sheet.lines.map((_, row): FaultLine => {
    const next = sheet.lines[row + 1] ?? {};
    return Object.fromEntries(columns.flatMap((name) => (isOther(exhibit, { row, name, mark: next[name] }) ? [[name, next[name]]] : [])));
  });
  const targets = moved.flatMap((marks, row) => columns.flatMap((name) => (marks[name] ? [linePath(row, name)] : [])));
  const lines = sheet.lines.map((line, row) => ({ ...line, ...moved[row] }));
  return targets.length > 0 ? [{ sheet: { ...sheet, lines }, targets }] : [];
}

interface MovedMark {
  readonly row: number;
  readonly name: LineField;
  readonly mark: FaultMark | undefined;
}

/** Whether the cell was right and would not be with this mark. */
function isOther(exhibit: FaultExhibit, { row, name, mark }: MovedMark): boolean {
  const leaf = { path: linePath(row, name), name };
  const own = exhibit.sheet.lines[row]?.[name];
  return (
    own !== undefined && isRight(exhibit, { ...leaf, mark: own }) && typeof mark?.value === 'string' && !canMean(exhibit, leaf, mark.value)
  );
}
