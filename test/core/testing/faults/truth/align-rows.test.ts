import { describe, expect, it } from 'vitest';
import { type AnswerRow, alignRows, type TruthRow } from '../../../../../core/testing/faults/truth/align-rows.js';

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
