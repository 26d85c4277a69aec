import type { Cell, Document, Field } from '../../../../../core/index.js';
import type { CompactAnswer } from './answer.js';
import { fieldCell } from './field-cells.js';
import { tableCells } from './table-cells.js';
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
export function cellsOf({ fields, tables }: CompactAnswer, asked: readonly Field[], document: Document): AnsweredCells {
  const setting = { fields: new Map(asked.map((field) => [field.path, field])), document };
  const single = fields.map((field) => fieldCell(field, setting));
  const { cells, misfits } = tableCells(tables, setting);
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
