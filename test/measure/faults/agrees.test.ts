import { describe, expect, it } from 'vitest';
import { type AnswerRow, agreement, agrees, alignRows, editDistance, type TruthRow } from '../../kit/agrees.js';

describe('an answered value', () => {
  it.each([
    ['total', 66005.33, 66005.33, true],
    ['total', 100, 100.0, true],
    ['total', 100, 100.01, false],
    ['total', 100, '100', false],
    ['issue_date', '2025-04-03', '2025-04-03', true],
    ['issue_date', '2025-04-03', '2025-04-03T00:00:00Z', true],
    ['issue_date', '2025-04-03', '2025-03-04', false],
    ['issue_date', '2025-04-03', '3 April 2025', false],
    ['seller_name', 'Swissôtel Estonia OÜ', 'SWISSOTEL ESTONIA OU', true],
    ['seller_name', 'ACME Ltd.', 'Acme, Ltd', true],
    ['seller_name', 'ACME Ltd', 'ACME', false],
    ['invoice_number', 'RE-2025-7', ' RE-2025-7 ', true],
    ['invoice_number', 'RE-2025-7', 're-2025-7', false],
    ['currency', 'EUR', '€', false],
  ] as const)('for %s %s is %s: %s', (field, truth, value, right) => {
    expect(agrees(field, truth, value)).toBe(right);
  });
});

describe('a description', () => {
  it.each([
    ['Steel cable', 'steel  cable', 'equal'],
    ['Steel cable', 'Steel cable, 3 m', 'held'],
    ['Steel cable, 3 m', 'Cable 3', 'held'],
    ['Steel cable', 'Ste', 'held'],
    ['Steel cable', 'St', 'none'],
    ['Steel cable', 'Hook', 'none'],
  ] as const)('%s read as %s: %s', (truth, value, found) => {
    expect(agreement('description', { value: truth }, value)).toBe(found);
  });

  it('may agree with another form, and other names with none that only holds them', () => {
    expect(agreement('description', { value: 'Hook', also: ['Steel cable'] }, 'steel cable')).toBe('equal');
    expect(agreement('seller_name', { value: 'Acme Ltd' }, 'Acme')).toBe('none');
    expect(agreement('description', { value: 'Hook' }, null)).toBe('none');
  });
});

const truth = (...rows: readonly (readonly [string, number])[]): readonly TruthRow[] =>
  rows.map(([description, amount]) => ({ description: { value: description }, amount: { value: amount } }));
const answer = (...rows: readonly (readonly [string | null, number | null])[]): readonly AnswerRow[] =>
  rows.map(([description, amount]) => ({ description, amount }));
const pairs = (left: readonly TruthRow[], right: readonly AnswerRow[]) => alignRows(left, right).map(({ truth: i, answer: j }) => [i, j]);

describe('rows of truth and answer', () => {
  it('are paired one by one when they agree', () => {
    expect(pairs(truth(['a', 1], ['b', 2]), answer(['a', 1], ['b', 2]))).toEqual([
      [0, 0],
      [1, 1],
    ]);
  });

  it('leave a missing row without a counterpart', () => {
    expect(pairs(truth(['a', 1], ['b', 2], ['c', 3]), answer(['a', 1], ['c', 3]))).toEqual([
      [0, 0],
      [1, null],
      [2, 1],
    ]);
  });

  it('leave an invented row without a counterpart', () => {
    expect(pairs(truth(['a', 1], ['b', 2]), answer(['a', 1], ['Subtotal', 3], ['b', 2]))).toEqual([
      [0, 0],
      [null, 1],
      [1, 2],
    ]);
  });

  it('pair a misread row with the one in its place', () => {
    expect(pairs(truth(['a', 1], ['b', 2], ['c', 3]), answer(['a', 1], [null, 20], ['c', 3]))).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
    ]);
  });

  it('tell apart rows with the same description by their amounts', () => {
    expect(pairs(truth(['room', 192], ['room', 194]), answer(['room', 194]))).toEqual([
      [0, null],
      [1, 0],
    ]);
  });

  it('never cross', () => {
    const met = pairs(truth(['a', 1], ['b', 2]), answer(['b', 2], ['a', 1]));
    const both = met.filter(([i, j]) => i !== null && j !== null);
    expect(both).toHaveLength(1);
  });
});

it.each([
  ['kitten', 'sitting', 3],
  ['20130828', '20180828', 1],
  ['acme', 'acme', 0],
  ['', 'ab', 2],
  ['ab', '', 2],
])('from %s to %s the edit distance is %d', (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance);
});
