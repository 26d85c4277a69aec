import fc from 'fast-check';
import type { Cell } from '../../../../core/index.js';
import type { FaultExhibit } from '../../../kit/exhibit.js';
import { randomOf } from '../../../kit/random.js';
import { cellsOf } from '../../../kit/sheet.js';
import { faults } from '../../../measure/faults/faults.js';
import { type CellEdit, edit, edited } from './edits.js';

/** How a reading comes about: the right one, with faults planted in it, cells left out, and cells done something to. */
export interface ReadingPlan {
  readonly faults: readonly { readonly number: number; readonly choice: number }[];
  /** Of every ten cells so many are read, from this one on. */
  readonly kept: { readonly of10: number; readonly from: number };
  readonly edits: readonly CellEdit[];
}

/** Fault 25 is left out: it writes hidden text into the file itself, which takes long; scenarios hide text in the converted document. */
export const plantable = faults.filter(({ number }) => number !== 25);

const all = { of10: 10, from: 0 };
export const way: fc.Arbitrary<ReadingPlan> = fc.record({
  faults: fc.array(fc.record({ number: fc.constantFrom(...plantable.map(({ number }) => number)), choice: fc.nat(99) }), { maxLength: 3 }),
  kept: fc.oneof({ weight: 2, arbitrary: fc.constant(all) }, fc.record({ of10: fc.nat(10), from: fc.nat(9) })),
  edits: fc.array(edit, { maxLength: 6 }),
});

/** The cells of a reading that comes about in this way; a fault that the document cannot have is passed over. */
export async function readIn(
  { faults: planted, kept, edits }: ReadingPlan,
  exhibit: FaultExhibit,
  stranger: FaultExhibit,
): Promise<readonly Cell[]> {
  let faulty = exhibit;
  for (const { number, choice } of planted) {
    const ways = await plantable.find((fault) => fault.number === number)?.plant(faulty, randomOf(choice, number));
    const sheet = ways?.[choice % Math.max(1, ways.length)]?.sheet;
    if (sheet) faulty = { ...faulty, sheet };
  }
  const read = cellsOf(faulty.sheet).filter((_, at) => (at * 7 + kept.from) % 10 < kept.of10);
  return edited(read, edits, { stranger: cellsOf(stranger.sheet) });
}
