import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Outcome } from '../../../core/index.js';
import type { FaultExhibit } from '../../kit/exhibit.js';
import { randomOf } from '../../kit/random.js';
import { exhibitsOfAllLayouts } from './support/exhibits.js';
import { patience, runs } from './support/runs.js';
import { answer, inputOf, scenario } from './support/scenario.js';

let exhibits: readonly FaultExhibit[];
beforeAll(async () => {
  exhibits = await exhibitsOfAllLayouts();
});

/** All that an answer says, byte for byte; only the time it took is its own. */
const bytesOf = ({ object, draft, verification, error }: Outcome): string => JSON.stringify({ object, draft, verification, error });

/** Invariant 6 of this folder's README. */
describe('6: the same document and the same readings', () => {
  it('give the same answer, byte for byte', { timeout: patience }, () =>
    fc.assert(
      fc.asyncProperty(scenario, async (given) => {
        const [once, again] = [await inputOf(given, exhibits), await inputOf(given, exhibits)];
        const copy = structuredClone(again.document);
        expect(bytesOf(await answer({ ...again, document: copy }))).toBe(bytesOf(await answer(once)));
      }),
      runs(25),
    ),
  );

  it('give it in whatever order their cells come', { timeout: patience }, () =>
    fc.assert(
      fc.asyncProperty(scenario, fc.nat(999), async (given, order) => {
        const input = await inputOf(given, exhibits);
        const { shuffled } = randomOf(order, 'cells');
        const { first, second, witness } = input;
        const mixed = {
          ...input,
          first: shuffled(first),
          ...(second && { second: shuffled(second) }),
          ...(witness && { witness: shuffled(witness) }),
        };
        expect(bytesOf(await answer(mixed))).toBe(bytesOf(await answer(input)));
      }),
      runs(40),
    ),
  );
});
