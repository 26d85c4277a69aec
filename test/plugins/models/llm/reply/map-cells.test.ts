import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../../../core/index.js';
import { mapCells } from '../../../../../plugins/models/llm/reply/map-cells.js';
import { field, pdf } from '../setting.js';

const fields = [field('$.total'), field('$.lines[].amount'), field('$.tags[]'), field("$['a [1]']")];
const cell = (path: string, changes: Partial<Cell> = {}): Cell => ({
  path,
  value: '1',
  page: 1,
  quote: '1',
  confidence: 'certain',
  reason: 'exact',
  ...changes,
});
const map = (...cells: readonly Cell[]) => mapCells(cells, fields, pdf([], []));
const paths = (...given: readonly string[]): readonly string[] => map(...given.map((path) => cell(path))).cells.map(({ path }) => path);

describe('cells and fields', () => {
  it('belong together by the path of a field, rows by their template', () => {
    expect(paths('$.total', '$.lines[0].amount', '$.lines[1].amount', '$.tags[0]')).toEqual([
      '$.total',
      '$.lines[0].amount',
      '$.lines[1].amount',
      '$.tags[0]',
    ]);
  });

  it('belong together where a model leaves out the root', () => {
    expect(paths('total', ' lines[0].amount ')).toEqual(['$.total', '$.lines[0].amount']);
  });

  it('belong together where a name looks like a row', () => {
    expect(paths("$['a [1]']")).toEqual(["$['a [1]']"]);
  });

  it.each(['$.sum', '$.lines[].amount', '$.lines.amount', '$.lines[0]', '$.lines[-1].amount', '$.total[0]', '$'])(
    'do not belong together at %s, and a note names the path',
    (path) => {
      expect(map(cell('$.total'), cell(path))).toEqual({ cells: [cell('$.total')], notes: [expect.stringContaining(`left out: ${path}`)] });
    },
  );

  it('are kept apart where a row has a number that no table reaches', () => {
    expect(paths('$.lines[1000000000].amount')).toEqual([]);
  });

  it('are kept apart where the text is longer than any print', () => {
    expect(map(cell('$.total', { quote: 'x'.repeat(10_001) })).cells).toEqual([]);
  });
});

describe('a note', () => {
  it('names three paths at most, cut and without marks, and never a value', () => {
    const cells = ['$.a<b>\n', `$.${'b'.repeat(200)}`, '$.c', '$.d', '$.e'].map((path) => cell(path, { value: 'CANARY', quote: 'CANARY' }));
    const [note] = map(...cells).notes;
    expect(note).toContain(`$.ab, $.${'b'.repeat(58)}, $.c and 2 more`);
    expect(note).not.toContain('CANARY');
  });
});

describe('a page', () => {
  it.each([0, -1, 3, 1e308])('that the document does not have is unknown: %d', (page) => {
    expect(map(cell('$.total', { page })).cells[0]?.page).toBeNull();
  });

  it('that it has is kept', () => {
    expect(map(cell('$.total', { page: 2 })).cells[0]?.page).toBe(2);
  });
});
