import { describe, expect, it } from 'vitest';
import { joinAnswers } from '../../../../plugins/models/llm/join.js';
import { missedRows } from '../../../../plugins/models/llm/read-windows.js';
import { line, pdf } from './setting.js';

const columns = ['text', 'quantity', 'amount'];
type Row = readonly (string | null)[];
const rope: Row = ['Rope', '2', '6.00'];
const hook: Row = ['Hook', '1', '4.00'];
const nail: Row = ['Nail', '7', '1.00'];

const footer = line(800, 'Account', 'AB12', 'Northbank');
const printed = (...rows: readonly Row[]) => [
  ...rows.flatMap(([text, quantity, amount], at) => line(100 + at * 14, text ?? '', 300, quantity ?? '', 400, amount ?? '')),
  ...footer,
];
const tableOn = (page: number, rows: readonly Row[], more: object = {}) => ({ name: 'lines', page, columns, rows, ...more });
const answer = (...tables: readonly ReturnType<typeof tableOn>[]) => ({ fields: [], tables });

describe('the answers about windows', () => {
  const document = pdf(printed(rope, hook, nail), printed(hook, hook));

  it('are one table, page by page, whatever came first', () => {
    const { tables } = joinAnswers([answer(tableOn(2, [hook])), answer(tableOn(1, [rope]))], document);
    expect(tables.map(({ page, rows }) => [page, rows])).toEqual([
      [1, [rope]],
      [2, [hook]],
    ]);
  });

  it('about the same page have a printed row once, and one that only the later has where it is printed', () => {
    const { tables } = joinAnswers([answer(tableOn(1, [rope, nail])), answer(tableOn(1, [rope, hook, nail]))], document);
    expect(tables).toEqual([tableOn(1, [rope, hook, nail])]);
  });

  it('keep equal rows that are printed twice', () => {
    const { tables } = joinAnswers([answer(tableOn(2, [hook])), answer(tableOn(2, [hook, hook]))], document);
    expect(tables).toEqual([tableOn(2, [hook, hook])]);
  });

  it('keep rows in order that the page does not show, and take none of them from a later answer', () => {
    const strange: Row = ['Strange', '9', '9.99'];
    const { tables } = joinAnswers([answer(tableOn(1, [rope, strange, nail])), answer(tableOn(1, [strange, hook]))], document);
    expect(tables[0]?.rows).toEqual([rope, strange, hook, nail]);
  });

  it('may have their columns in another order, and doubts at the end', () => {
    const other = tableOn(1, [['4.00', 'Hook', '1', 'amount: unsure obscured']], { columns: ['amount', 'text', 'quantity'] });
    const { tables } = joinAnswers([answer(tableOn(1, [rope])), answer(other)], document);
    expect(tables[0]?.rows).toEqual([rope, [...hook, 'amount: unsure obscured']]);
  });

  it('are those of the later answer where the earlier one has no row', () => {
    const { tables } = joinAnswers([answer(tableOn(1, [])), answer(tableOn(1, [rope]))], document);
    expect(tables).toEqual([tableOn(1, [rope])]);
  });

  it('have what stands at the foot of every page once', () => {
    const pages = pdf(printed(rope), printed(hook), printed(nail));
    const account = (page: number) => ({ name: 'accounts', page, columns: ['number', 'bank'], rows: [['AB12', 'Northbank']] });
    const { tables } = joinAnswers([answer(account(1), account(2)), answer(account(3))], pages);
    expect(tables.map(({ rows }) => rows.length)).toEqual([1, 0, 0]);
  });

  it('keep equal rows of different pages', () => {
    const pages = pdf(printed(rope), printed(hook, rope), printed(nail, hook, rope));
    const { tables } = joinAnswers([answer(tableOn(1, [rope]), tableOn(2, [rope]), tableOn(3, [rope]))], pages);
    expect(tables.map(({ rows }) => rows)).toEqual([[rope], [rope], [rope]]);
  });
});

describe('rows that no answer has', () => {
  const document = pdf(printed(rope, hook, nail), printed(hook, rope), printed(nail));
  const missed = (...tables: readonly ReturnType<typeof tableOn>[]) => missedRows({ fields: [], tables }, document);

  it('are none where every printed row is one of the table', () => {
    expect(missed(tableOn(1, [rope, hook, nail]), tableOn(2, [hook, rope]), tableOn(3, [nail]))).toEqual([]);
  });

  it('are those in the columns of the table, on whatever page', () => {
    expect(missed(tableOn(1, [rope, hook]), tableOn(2, [hook, rope]))).toEqual([{ array: '$.lines', pages: [1, 3] }]);
  });

  it('are neither sums nor headers nor other lines', () => {
    const others = pdf([
      ...printed(rope, hook),
      ...line(150, 'Total', 300, '3', 400, '10.00'),
      ...line(170, 'Carried', 'forward', 300, '3', 400, '10.00'),
      ...line(190, 'Phone', 320, '555', 450, '123'),
      ...line(210, 'Note', 400, '10.00'),
    ]);
    expect(missedRows({ fields: [], tables: [tableOn(1, [rope, hook])] }, others)).toEqual([]);
  });

  it('cannot be told by a single number, nor by a single row', () => {
    const single = pdf([...line(100, 'Rope', 400, '6.00'), ...line(114, 'Hook', 400, '4.00')]);
    const amounts = { ...tableOn(1, [['Rope', '6.00']]), columns: ['text', 'amount'] };
    expect(missedRows({ fields: [], tables: [amounts] }, single)).toEqual([]);
    expect(missed(tableOn(1, [rope]))).toEqual([]);
  });
});
