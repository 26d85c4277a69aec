import { type Cell, type Document, eventLoopYielder, type Field, type ReadTask } from '../../../../../core/index.js';
import type { CompactAnswer } from './answer.js';
import { fieldCell } from './field-cells.js';
import { type TableCells, type TableSetting, tableReader } from './table-cells.js';
import { certainly } from './uncertainty.js';

/** The cells that an answer means, and a note where it contradicts itself. */
export interface AnsweredCells {
  readonly cells: readonly Cell[];
  readonly notes: readonly string[];
}

/**
 * Says an answer in cells, with the quotes that its words and the document's give. A field that only the checks need may be left out, which
 * means that it is not stated.
 */
export function cellsOf(answer: CompactAnswer, asked: readonly Field[], document: Document): AnsweredCells {
  const setting = settingOf(asked, document);
  return allCells(answer, answer.tables.map(tableReader(setting)), setting);
}

/** The same for an answer about many pages: other requests run between two of its tables. @throws as `yieldToEventLoop` does */
export async function cellsInTurns(
  answer: CompactAnswer,
  { fields, document, signal }: Pick<ReadTask, 'fields' | 'document' | 'signal'>,
): Promise<AnsweredCells> {
  const setting = settingOf(fields, document);
  const read = tableReader(setting);
  const yieldToEventLoop = eventLoopYielder(signal);
  const found: TableCells[] = [];
  for (const table of answer.tables) {
    found.push(read(table));
    await yieldToEventLoop();
  }
  return allCells(answer, found, setting);
}

const settingOf = (asked: readonly Field[], document: Document): TableSetting => ({
  fields: new Map(asked.map((field) => [field.path, field])),
  document,
});

function allCells({ fields }: CompactAnswer, found: readonly TableCells[], setting: TableSetting): AnsweredCells {
  const asked = [...setting.fields.values()];
  const single = fields.map((field) => fieldCell(field, setting));
  const cells = found.flatMap((table) => table.cells);
  const misfits = found.flatMap((table) => table.misfits);
  const answered = new Set(single.map(({ path }) => path));
  const unsaid = asked.filter(({ path, shadow }) => shadow && !path.includes('[]') && !answered.has(path));
  return {
    cells: [
      ...single,
      ...cells,
      ...(single.length > 0 ? unsaid : []).map(({ path }) => ({ path, value: null, page: null, quote: null, ...certainly })),
    ],
    notes: misfits.length === 0 ? [] : [noteOn(misfits)],
  };
}

const maxShown = 3;

const noteOn = (rows: readonly string[]): string => {
  const shown = rows.slice(0, maxShown).map((path) => path.replace(/[^\p{L}\p{N}_$.[\]'-]/gu, '').slice(0, 60));
  const more = rows.length > maxShown ? ` and ${rows.length - maxShown} more` : '';
  return `The model wrote rows with more or fewer values than columns; taken for unread: ${shown.join(', ')}${more}`;
};
