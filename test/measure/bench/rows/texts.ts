import { labelsIn } from '../../../../core/evidence/labels/labels.js';
import { datesIn } from '../../../../core/evidence/print/dates.js';
import { normalise } from '../../../../core/evidence/print/normalise.js';
import { numbersIn } from '../../../../core/evidence/print/numbers.js';
import { datesAmong, numbersAmong } from '../../../../core/evidence/print/tokens.js';
import { parseSchema } from '../../../../core/index.js';
import { line } from '../../../core/evidence/words.js';
import { atMost, type BenchRow, milliseconds } from '../row.js';

const long = (unit: string, length = 100_000): string => unit.repeat(length / unit.length);
const fields = Object.fromEntries(Array.from({ length: 1_200 }, (_, at) => [`f${at}`, { type: 'string' }]));
const required = Array.from({ length: 5_000 }, (_, at) => `f${at % 1_200}`);

/** Work that must take linear time; otherwise it would take seconds. The bound is in milliseconds. */
const works: readonly (readonly [name: string, mostMs: number, work: () => unknown])[] = [
  [
    'numbers of hostile texts of 100,000',
    250,
    () => ['1', '1,', ' ', '1 234', '-', '(', 'Rs', '.1', ', -'].map((unit) => numbersIn(long(unit))),
  ],
  ['dates of hostile texts of 100,000', 250, () => ['1', '1/', ' ', 'mar ', '-', '1 : ', 'a-'].map((unit) => datesIn(long(unit)))],
  ['dates of hostile texts of 80', 250, () => ['1', '1/', ' ', 'mar ', '-', '1:', 'a-', '.', ', '].map((unit) => datesIn(long(unit, 80)))],
  ['a text of 100,000 accents, in one form', 1_000, () => [normalise('a\u0301 '.repeat(50_000)), normalise(`a${long('\u0301')}`)]],
  ['8,000 labels of one text', 1_000, () => labelsIn('Total TTC Invoice number 12 '.repeat(4_000))],
  ['numbers and dates of rows of 5,000 words', 2_000, () => ['DE', '12', '+49', 'Apr', '(', '-', '$'].map(among)],
  ['a schema of more fields and names than are read', 50, () => refused(JSON.stringify({ type: 'object', properties: fields, required }))],
];

function among(word: string): void {
  const words = line(`${word} `.repeat(5_000));
  numbersAmong(words);
  datesAmong(words);
}

function refused(schema: string): void {
  try {
    parseSchema(schema);
  } catch {
    // A refusal counts as an answer.
  }
}

/** Texts made to take long. */
export const texts: BenchRow = {
  name: 'texts',
  // Each text is read once, because results are cached.
  async measure() {
    return {
      figures: works.map(([name, most, work]) => {
        const began = performance.now();
        work();
        const ms = performance.now() - began;
        return { name, measured: milliseconds(ms), aim: atMost(ms, most, `at most ${milliseconds(most)}`) };
      }),
    };
  },
};
