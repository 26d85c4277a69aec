import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CapName } from '../../../../core/contracts/cap.js';
import { isUnopposed, ladders, neutral, startValues, weighedNames } from '../../../../core/evidence/scoring/caps.js';
import { logistic, logit, recordIn, recordOf, unmeasured, unmeasuredWeight } from '../../../../core/evidence/scoring/weigh.js';
import { priorOf, tableOf } from './calibration-tables.js';

const amounts = { family: 'native', field: 'money' } as const;
const days = { family: 'native', field: 'date' } as const;

describe('the record of a reader', () => {
  const own = tableOf([], { model: 'maker:model', alike: ['maker:model:thorough'], priors: [priorOf(3)] });
  const kind = tableOf([], { model: 'large', kind: 'large', priors: [priorOf(2)] });
  const priorFor = (...[label, of]: [string, ('large' | 'small')?]): number => recordOf(label, of, [kind, own]).prior(amounts);

  it('is that of its label, or of a label that is the same reader', () => {
    expect([priorFor('maker:model', 'large'), priorFor('maker:model:thorough', 'large')]).toEqual([3, 3]);
  });

  it('is that of its kind where no table has its label: another version of a model is another model', () => {
    expect(priorFor('maker:model-2', 'large')).toBe(2);
  });

  it('is unmeasured where no table has its label or its kind', () => {
    expect(recordOf('maker:model-2', 'small', [kind, own])).toBe(unmeasured);
    expect(recordOf('maker:model-2', undefined, [kind, own])).toBe(unmeasured);
  });
});

describe('a record', () => {
  it('weighs by the entry for just such values, else by that for all', () => {
    const { weight } = recordIn(
      tableOf([
        { cap: 'label.match', weight: 1 },
        { cap: 'label.match', field: 'money', family: 'native', weight: 2 },
      ]),
    );
    expect([weight({ name: 'label.match' }, amounts), weight({ name: 'label.match' }, days)]).toEqual([2, 1]);
  });

  it('is unmeasured for a family of fields that was not learned: its weights do not fit that prior', () => {
    const { prior, weight } = recordIn(tableOf([{ cap: 'label.match', weight: 2 }], { priors: [priorOf(3)] }));
    const name = 'label.match';
    expect([prior(amounts), weight({ name }, amounts)]).toEqual([3, 2]);
    expect([prior(days), weight({ name }, days)]).toEqual([unmeasured.prior(days), unmeasuredWeight({ name })]);
  });

  it('bounds a finding that it does not list by the weaker and the stronger ones that it does', () => {
    const above = recordIn(tableOf([{ cap: 'evidence.looseText', weight: 2 }]));
    expect(above.weight({ name: 'evidence.exact' }, amounts)).toBe(2);
    const below = recordIn(tableOf([{ cap: 'evidence.looseText', weight: -3 }]));
    expect(below.weight({ name: 'evidence.valueOnly' }, amounts)).toBe(-3);
  });

  it('leaves a finding unmeasured that fits between its neighbours, or is of another class', () => {
    const { weight } = recordIn(tableOf([{ cap: 'evidence.exact', weight: 3 }]));
    expect(weight({ name: 'evidence.valueOnly' }, amounts)).toBe(unmeasuredWeight({ name: 'evidence.valueOnly' }));
    expect(weight({ name: 'label.match' }, amounts)).toBe(unmeasuredWeight({ name: 'label.match' }));
  });
});

describe('an unmeasured finding', () => {
  const names = fc.constantFrom(...weighedNames);

  it('speaks for a value when it is stronger than what says nothing, against it when it is weaker', () => {
    const turned = weighedNames.filter((name) => unmeasuredWeight({ name }) * (startValues[name] - neutral) < 0);
    expect(turned).toEqual([]);
  });

  it('never weighs more than a stronger one of its class', () => {
    const weights = ladders.map((ladder) => ladder.map((name) => unmeasuredWeight({ name })));
    expect(weights).toEqual(weights.map((ladder) => ladder.toSorted((a, b) => a - b)));
  });

  it('weighs less where it is less certain for the one value', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(names, share, share, (name, a, b) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)];
        expect(unmeasuredWeight({ name, heldTo: less })).toBeLessThanOrEqual(unmeasuredWeight({ name, heldTo: more }));
        expect(unmeasuredWeight({ name, heldTo: more })).toBeLessThanOrEqual(unmeasuredWeight({ name }));
      }),
    );
  });

  /** What most wrong values have as well would carry them over the threshold. */
  it.each<CapName>(['uniqueness.once', 'uniqueness.many', 'name.proven', 'name.bare'])('says nothing for a value when it is %s', (name) => {
    expect([unmeasuredWeight({ name }), isUnopposed({ name, value: startValues[name], reason: '' })]).toEqual([0, true]);
  });
});

it('odds and chances are two names of one thing', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.001, max: 0.999, noNaN: true }), (chance) => {
      expect(logistic(logit(chance))).toBeCloseTo(chance);
    }),
  );
});
