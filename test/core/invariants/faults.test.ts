import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { AppraisedField } from '../../../core/index.js';
import type { FaultExhibit } from '../../kit/exhibit.js';
import { randomOf } from '../../kit/random.js';
import { cellsOf, type FaultSheet, markAt } from '../../kit/sheet.js';
import { exhibitNumber, exhibitsOfAllLayouts } from './support/exhibits.js';
import { plantable } from './support/readings.js';
import { reader, rises } from './support/rises.js';
import { patience, runs } from './support/runs.js';
import { answer } from './support/scenario.js';

let exhibits: readonly FaultExhibit[];
beforeAll(async () => {
  exhibits = await exhibitsOfAllLayouts();
});

/**
 * Invariant 5 of this folder's README: of the value that is faulty, for what is right beside it may be doubted no longer when the fault is plain.
 * A value that stands elsewhere on the page brings evidence of its own, and a null scores by its weakest finding, on a scale of its own; where
 * the right value is not accepted itself, it does not compare with them, but such a null must not be accepted either.
 */
it('5: no fault raises the score of the value that it falsifies', { timeout: patience }, () =>
  fc.assert(
    fc.asyncProperty(
      exhibitNumber,
      fc.constantFrom(...plantable.keys()),
      fc.nat(99),
      fc.boolean(),
      async (number, at, choice, measured) => {
        const [exhibit, fault] = [exhibits[number], plantable[at]];
        if (!exhibit || !fault) throw new RangeError('no such exhibit or fault');
        const ways = await fault.plant(exhibit, randomOf(choice, fault.number));
        const planted = ways[choice % Math.max(1, ways.length)];
        if (!planted) return;
        const ask = (sheet: FaultSheet) => {
          const first = cellsOf(sheet);
          return answer({ document: exhibit.document, threshold: 0.85, omitted: [], first }, reader(first, measured));
        };
        const isMeant = ({ path, score }: AppraisedField, after: AppraisedField): boolean => {
          const compares = after.value === null ? after.score >= 0.85 : markAt(planted.sheet, path)?.place === undefined;
          return planted.targets.includes(path) && (score >= 0.85 || compares);
        };
        const raised = rises(await ask(exhibit.sheet), await ask(planted.sheet), isMeant);
        expect({ fault: fault.name, raised }).toEqual({ fault: fault.name, raised: [] });
      },
    ),
    runs(75),
  ),
);
