import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CapName } from '../../../../core/contracts/cap.js';
import { cap, ladders, startValues, vetoes, weighedNames } from '../../../../core/evidence/scoring/caps.js';
import { logistic, recordIn, unmeasured, weigh } from '../../../../core/evidence/scoring/weigh.js';
import { priorOf, tableOf } from './calibration-tables.js';

const amounts = { family: 'native', field: 'money' } as const;
const found = (...names: readonly CapName[]) =>
  weigh(
    names.map((name) => cap(name, name)),
    unmeasured,
    amounts,
  );
const proven = ['evidence.exact', 'label.match', 'model.certain', 'agreement.single'] as const;
const someNames = fc.array(fc.constantFrom(...weighedNames), { maxLength: 8 });

describe('a score', () => {
  it('is the chance of a value with all that was found about it', () => {
    expect(found(...proven).score).toBe(0.95);
    expect(found('evidence.exact', 'model.certain', 'agreement.single').score).toBe(0.89);
  });

  it('rises where a sum holds or another reader agrees', () => {
    expect(found(...proven, 'arithmetic.holds').score).toBeGreaterThan(0.95);
    expect(found('evidence.exact', 'label.match', 'model.certain', 'agreement.independent').score).toBeGreaterThan(0.95);
  });

  it('is under the threshold with one doubt about a value that is proven otherwise', () => {
    const doubts: readonly CapName[] = ['uniqueness.several', 'format.ambiguous', 'arithmetic.rows', 'label.otherColumn', 'name.wording'];
    expect(doubts.filter((doubt) => found(...proven, doubt).score >= 0.85)).toEqual([]);
  });

  it('is never certain, for or against', () => {
    const forIt = weighedNames.filter((name) => startValues[name] > 0.9);
    const against = weighedNames.filter((name) => startValues[name] < 0.9);
    expect([found(...forIt).score, found(...against).score]).toEqual([0.99, 0.01]);
  });

  it('never falls when a finding is replaced by a stronger one of its class', () => {
    const step = fc
      .constantFrom(...ladders.filter((ladder) => ladder.length > 1))
      .chain((ladder) => fc.subarray([...ladder], { minLength: 2, maxLength: 2 }));
    fc.assert(
      fc.property(someNames, step, (others, [weaker = 'model.guess', stronger = 'model.guess']) => {
        expect(found(...others, stronger).score).toBeGreaterThanOrEqual(found(...others, weaker).score);
      }),
    );
  });

  it('never falls when something is found for the value, and never rises when something is found against it', () => {
    fc.assert(
      fc.property(someNames, fc.constantFrom(...weighedNames), (others, name) => {
        const [before, after] = [found(...others).score, found(...others, name).score];
        if (startValues[name] >= 0.9) expect(after).toBeGreaterThanOrEqual(before);
        else expect(after).toBeLessThanOrEqual(before);
      }),
    );
  });

  it('does not depend on the order in which things were found', () => {
    fc.assert(
      fc.property(someNames, (names) => {
        expect(found(...names.toReversed()).score).toBe(found(...names).score);
        expect(found(...names.toReversed()).against?.weight).toBe(found(...names).against?.weight);
      }),
    );
  });

  it('is what whoever is shown the weights comes to', () => {
    fc.assert(
      fc.property(someNames, (names) => {
        const { score, prior, caps } = found(...names);
        const sum = caps.reduce((odds, { weight = 0 }) => odds + weight, prior);
        const bound = Math.min(0.99, ...caps.filter(({ name }) => vetoes.has(name)).map(({ value }) => value));
        expect(score).toBe(Math.round(Math.min(Math.max(logistic(sum), 0.01), bound) * 100) / 100);
      }),
    );
  });
});

describe('a veto', () => {
  it('is outweighed by nothing', () => {
    fc.assert(
      fc.property(someNames, fc.constantFrom(...vetoes), (others, veto) => {
        expect(found(...others, veto).score).toBeLessThanOrEqual(startValues[veto]);
      }),
    );
  });

  it('holds whatever a reader has proved to be worth', () => {
    const record = recordIn(tableOf([{ cap: 'format.checksumFailed', weight: 0 }], { priors: [priorOf(20)] }));
    const { score, against } = weigh(
      [...proven, 'format.checksumFailed' as const].map((name) => cap(name, name)),
      record,
      amounts,
    );
    expect([score, against?.name]).toEqual([startValues['format.checksumFailed'], 'format.checksumFailed']);
  });
});

describe('the reason', () => {
  it('is the heaviest finding against a value', () => {
    expect(found(...proven, 'format.ambiguous', 'label.conflict').against?.name).toBe('label.conflict');
  });

  it('is no finding that hardly takes anything', () => {
    const record = recordIn(tableOf([{ cap: 'model.likely', weight: -0.3 }]));
    expect(weigh([cap('model.likely', 'likely')], record, amounts).against).toBeUndefined();
    expect(weigh([cap('model.likely', 'likely')], unmeasured, amounts).against?.name).toBe('model.likely');
    expect(found(...proven).against).toBeUndefined();
  });
});
