import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FaultExhibit } from '../../kit/exhibit.js';
import { exhibitsOfAllLayouts } from './support/exhibits.js';
import { reader, rises } from './support/rises.js';
import { patience, runs } from './support/runs.js';
import { answer, inputOf, lone, scenario } from './support/scenario.js';

let exhibits: readonly FaultExhibit[];
beforeAll(async () => {
  exhibits = await exhibitsOfAllLayouts();
});

/**
 * Invariant 5 of this folder's README, read the other way. That a matching label lowers nothing is what its removal shows. A witness says all
 * of a field and of a table, or nothing: of two answers it would have one, and rows that lack cells stand for others; both may contradict.
 */
describe('5: no score is lowered', () => {
  it('by a witness that agrees, in all or in part', { timeout: patience }, () =>
    fc.assert(
      fc.asyncProperty(lone, fc.integer({ min: 1, max: 10 }), fc.boolean(), async (given, of10, measured) => {
        const input = await inputOf(given, exhibits);
        const paths = [...new Set(input.first.map(({ path }) => path))];
        const witness = input.first.filter(({ path }) => (path.includes('[') ? of10 > 5 : (paths.indexOf(path) * 7) % 10 < of10));
        const more = reader(input.first, measured);
        expect(rises(await answer({ ...input, witness }, more), await answer(input, more))).toEqual([]);
      }),
      runs(40),
    ),
  );

  it('by a second tier that agrees', { timeout: patience }, () =>
    fc.assert(
      fc.asyncProperty(lone, async (given) => {
        const input = await inputOf(given, exhibits);
        expect(rises(await answer({ ...input, second: input.first }), await answer(input))).toEqual([]);
      }),
      runs(25),
    ),
  );

  it('by checks of which none fails', { timeout: patience }, () =>
    fc.assert(
      fc.asyncProperty(scenario, async (given) => {
        const input = await inputOf(given, exhibits);
        const checked = await answer(input);
        if (checked.verification?.checks.some(({ status }) => status === 'FAILED')) return;
        expect(rises(checked, await answer(input, { rules: [] }))).toEqual([]);
      }),
      runs(40),
    ),
  );
});
