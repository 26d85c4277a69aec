import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Cell } from '../../../core/index.js';
import type { FaultExhibit } from '../../kit/exhibit.js';
import { exhibitsOfAllLayouts } from './support/exhibits.js';
import { withoutLabel } from './support/labels.js';
import { reader, rises } from './support/rises.js';
import { patience, runs } from './support/runs.js';
import { answer, inputOf, lone, scenario } from './support/scenario.js';

let exhibits: readonly FaultExhibit[];
beforeAll(async () => {
  exhibits = await exhibitsOfAllLayouts();
});

const words = ['certain', 'likely', 'unsure', 'guess'] as const;

/** The reading with a lower word for one cell, or, one time in so many, for all. */
function lowered(cells: readonly Cell[], at: number, by: number): readonly Cell[] {
  const place = at % (cells.length + 1);
  return cells.map((cell, index) => {
    const word = words[Math.min(words.indexOf(cell.confidence) + by, words.length - 1)] ?? 'guess';
    return place === index || place === cells.length ? { ...cell, confidence: word } : cell;
  });
}

const place = fc.nat(199);
const steps = fc.integer({ min: 1, max: 3 });

/**
 * Invariant 5 of this folder's README. A label that is removed is one that names the value. One that names another speaks against this one, and
 * that its label stands printed is what speaks against a null: without them both are believed more.
 */
describe('5: no score is raised', () => {
  it('by a lower word of the only reader', { timeout: patience }, () =>
    fc.assert(
      fc.asyncProperty(lone, place, steps, fc.boolean(), async (given, at, by, measured) => {
        const input = await inputOf(given, exhibits);
        const less = { ...input, first: lowered(input.first, at, by) };
        const [high, low] = [await answer(input, reader(input.first, measured)), await answer(less, reader(less.first, measured))];
        expect(rises(high, low)).toEqual([]);
      }),
      runs(40),
    ),
  );

  /** Of several readers one that is not sure does not contradict the others (core/stages/settling/decide.ts), so theirs may rise. */
  it('by a lower word of the reader whose value it is, whatever others say', { timeout: patience }, () =>
    fc.assert(
      fc.asyncProperty(scenario, place, steps, async (given, at, by) => {
        const input = await inputOf(given, exhibits);
        const [high, low] = [await answer(input), await answer({ ...input, first: lowered(input.first, at, by) })];
        expect(rises(high, low, (before, after) => before.reader === 'reader' && after.reader === 'reader')).toEqual([]);
      }),
      runs(40),
    ),
  );

  it('by the removal of the label that names the value', { timeout: patience }, () =>
    fc.assert(
      fc.asyncProperty(lone, place, async (given, at) => {
        const input = await inputOf(given, exhibits);
        const before = await answer(input);
        const labelled = before.draft?.fields.filter(({ caps }) => caps.some(({ name }) => name === 'label.match')) ?? [];
        const chosen = labelled[at % Math.max(1, labelled.length)];
        if (!chosen) return;
        const after = await answer({ ...input, document: withoutLabel(input.document, chosen) });
        expect(rises(before, after, ({ path }) => path === chosen.path)).toEqual([]);
      }),
      runs(40),
    ),
  );
});
