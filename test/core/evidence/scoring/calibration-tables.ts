import type { CalibrationTable } from '../../../../core/index.js';

type TableEntry = CalibrationTable['caps'][number];

/** A table of the scripted reader for native documents; an entry is of money unless given. */
export const tableOf = (caps: readonly Partial<TableEntry>[], more: Partial<CalibrationTable> = {}): CalibrationTable => ({
  model: 'reader',
  date: '2026-11-20',
  corpus: 'sha256:0',
  n: 100,
  split: { by: 'group', groups: 10, folds: 5, seed: 1 },
  ece: { before: 0.1, after: 0.02 },
  caps: caps.map((row) => ({ family: 'native', field: 'money', cap: 'agreement.single', n: 100, correct: 90, value: 0.9, ...row })),
  words: [],
  ...more,
});

export const wordOf = (word: 'certain' | 'likely' | 'unsure' | 'guess', value: number): CalibrationTable['words'][number] => ({
  family: 'native',
  field: 'money',
  word,
  n: 100,
  correct: 100,
  value,
});
