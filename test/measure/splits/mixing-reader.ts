import { type Cell, definePlugin, type ReadTask } from '../../../core/index.js';
import { mapCells } from '../../../plugins/models/llm/map-cells.js';
import { cellsOfReading } from '../eval/corpus/recorded-tier.js';
import type { JoinedFile, JoinedPart } from './joined-file.js';

/**
 * Reads joined files from recorded readings of their documents, as a model does that does not see where one ends: each header value is of the next
 * document in turn, and the rows of all are one table. It knows files by their names.
 */
export const mixingReader = (
  files: ReadonlyMap<string, JoinedFile>,
  { corpus, readings }: { readonly corpus: string; readonly readings: string },
) =>
  definePlugin({
    kind: 'model',
    name: 'mixing',
    create: () => ({
      kind: 'large',
      async read({ document, fields }: ReadTask) {
        const pages = new Set(document.pages.map(({ number }) => number));
        const parts = files.get(document.file.name)?.parts.filter(({ from }) => pages.has(from)) ?? [];
        const read = parts.map((part) => cellsOf(part, cellsOfReading(part.document.id, corpus, readings)?.[0] ?? []));
        return mapCells([...headerOf(read), ...rowsOf(read)], fields, document);
      },
    }),
  });

/** With the numbers that its pages have in the file. */
const cellsOf = ({ from }: JoinedPart, cells: readonly Cell[]): readonly Cell[] =>
  cells.map((cell) => ({ ...cell, page: cell.page === null ? null : cell.page + from - 1 }));

const isOfRow = ({ path }: Cell): boolean => path.includes('[');

function headerOf(read: readonly (readonly Cell[])[]): readonly Cell[] {
  const paths = [...new Set(read.flat().flatMap((cell) => (isOfRow(cell) ? [] : [cell.path])))];
  return paths.flatMap((path, turn) => {
    const said = read.flatMap((cells) => cells.filter((cell) => cell.path === path && cell.value !== null).slice(0, 1));
    const cell = said[turn % Math.max(1, said.length)];
    return cell ? [cell] : [];
  });
}

function rowsOf(read: readonly (readonly Cell[])[]): readonly Cell[] {
  let before = 0;
  return read.flatMap((cells) => {
    const rows = cells.filter(isOfRow);
    const first = before;
    before += Math.max(0, ...rows.map(({ path }) => rowIn(path) + 1));
    return rows.map((cell) => ({ ...cell, path: cell.path.replace(/\[\d+\]/, `[${first + rowIn(cell.path)}]`) }));
  });
}

const rowIn = (path: string): number => Number(/\[(\d+)\]/.exec(path)?.[1] ?? 0);
