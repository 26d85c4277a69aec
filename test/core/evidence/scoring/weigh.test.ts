import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CapName } from '../../../../core/contracts/cap.js';
import {
  cap,
  classOf,
  findingStrengths,
  isUnopposed,
  ladders,
  neutral,
  vetoes,
  weighedNames,
} from '../../../../core/evidence/scoring/caps.js';
import { documentFamily, fieldFamily } from '../../../../core/evidence/scoring/families.js';
import {
  logistic,
  logit,
  recordIn,
  recordOf,
  scoreOf,
  unmeasured,
  unmeasuredWeight,
  weigh,
  withAllowance,
} from '../../../../core/evidence/scoring/weigh.js';
import { parseSchema } from '../../../../core/index.js';
import { day, money, pageOf, text } from '../../builders.js';
import { priorOf, tableOf } from './calibration-tables.js';

describe('weigh', () => {
  const amounts = { family: 'native', field: 'money' } as const;
  const found = (...names: readonly CapName[]) =>
    weigh(
      names.map((name) => cap(name, name)),
      unmeasured,
      amounts,
    );
  const proven = ['evidence.exact', 'label.match', 'model.certain', 'agreement.single'] as const;
  const isEvidence = (name: CapName): boolean => classOf({ name }) === 'evidence';
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
      const forIt = weighedNames.filter((name) => findingStrengths[name] > 0.9);
      const against = weighedNames.filter((name) => findingStrengths[name] < 0.9);
      expect([found(...forIt).score, found(...against).score]).toEqual([0.999, 0.01]);
    });

    it('has two decimals, and above 0.99 three, where most values lie', () => {
      const scored = (prior: number): number => scoreOf({ prior, weights: [], atMost: 1 });
      expect([1.1, 3.6, 4.55, 5.3, 20].map(scored)).toEqual([0.75, 0.97, 0.99, 0.995, 0.999]);
      expect(scoreOf({ prior: 20, weights: [], atMost: 0.6 })).toBe(0.6);
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
          // Of the evidence only the weakest counts, so that one more may count in place of a stronger one.
          fc.pre(!isEvidence(name) || !others.some(isEvidence));
          const [before, after] = [found(...others).score, found(...others, name).score];
          if (findingStrengths[name] >= 0.9) expect(after).toBeGreaterThanOrEqual(before);
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
          const bound = Math.min(0.999, ...caps.filter(({ name }) => vetoes.has(name)).map(({ value }) => value));
          const chance = Math.min(Math.max(logistic(sum), 0.01), bound);
          expect(score).toBe(chance > 0.99 ? Math.round(chance * 1000) / 1000 : Math.round(chance * 100) / 100);
        }),
      );
    });
  });

  describe('what the evidence has against a value', () => {
    const record = recordIn(
      tableOf([
        { cap: 'evidence.obscured', weight: -1.5 },
        { cap: 'evidence.gathered', weight: -1.5 },
      ]),
    );
    const scanned = (...names: readonly CapName[]) =>
      weigh(
        names.map((name) => cap(name, name)),
        record,
        amounts,
      );

    it('counts once: a picture that is hard to read is why words are unsure, and why not all of the quote was found', () => {
      const both = scanned('evidence.gathered', 'evidence.obscured', 'label.match');
      expect(both.score).toBe(scanned('evidence.obscured', 'label.match').score);
      expect(both.caps.filter(({ weight }) => weight === -1.5)).toHaveLength(1);
    });

    it('counts beside what speaks against it for other reasons', () => {
      expect(scanned('evidence.obscured', 'label.conflict').score).toBeLessThan(scanned('evidence.obscured').score);
    });
  });

  describe('a veto', () => {
    it('is outweighed by nothing', () => {
      fc.assert(
        fc.property(someNames, fc.constantFrom(...vetoes), (others, veto) => {
          expect(found(...others, veto).score).toBeLessThanOrEqual(findingStrengths[veto]);
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
      expect([score, against?.name]).toEqual([findingStrengths['format.checksumFailed'], 'format.checksumFailed']);
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
});

describe('weights', () => {
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

  describe("a host's allowance", () => {
    const table = tableOf([], { allowance: 0.05, priors: [priorOf(2, { n: 1000, correct: 990 })] });
    const prior = (given: typeof table, allowance: number | undefined) => withAllowance(given, allowance).priors[0]?.weight;

    it('lowers the priors of a table that has one by as much as its rate falls, and raises them where it is none', () => {
      expect(prior(table, 0.2)).toBeCloseTo(2 + logit(0.983 * 0.8) - logit(0.983 * 0.95), 1);
      expect(prior(table, 0)).toBeGreaterThan(3);
    });

    it('leaves all as it is where the host says nothing, the table has none, or no value was measured', () => {
      expect(prior(table, undefined)).toBe(2);
      expect(prior({ ...tableOf([]), priors: table.priors }, 0.2)).toBe(2);
      expect(prior({ ...table, priors: [priorOf(2, { n: 0, correct: 0 })] }, 0.2)).toBe(2);
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
      const turned = weighedNames.filter((name) => unmeasuredWeight({ name }) * (findingStrengths[name] - neutral) < 0);
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
          expect(unmeasuredWeight({ name, limitedTo: less })).toBeLessThanOrEqual(unmeasuredWeight({ name, limitedTo: more }));
          expect(unmeasuredWeight({ name, limitedTo: more })).toBeLessThanOrEqual(unmeasuredWeight({ name }));
        }),
      );
    });

    /** What most wrong values have as well would carry them over the threshold. */
    it.each<CapName>(['uniqueness.once', 'uniqueness.many', 'name.proven', 'name.bare'])(
      'says nothing for a value when it is %s',
      (name) => {
        expect([unmeasuredWeight({ name }), isUnopposed({ name, value: findingStrengths[name], reason: '' })]).toEqual([0, true]);
      },
    );
  });

  it('odds and chances are two names of one thing', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 0.999, noNaN: true }), (chance) => {
        expect(logistic(logit(chance))).toBeCloseTo(chance);
      }),
    );
  });
});

describe('families', () => {
  describe('a document', () => {
    const native = pageOf('Total 120.00');
    const cover = pageOf('');
    const scan = pageOf('Total 120.00', 2, { textLayer: 'ocr' });

    it('is native when its own text is all there is to read', () => {
      expect([[native], [cover, native]].map(documentFamily)).toEqual(['native', 'native']);
    });
    it('is scanned when a page is, or none has text', () => {
      expect([[native, scan], [cover], []].map(documentFamily)).toEqual(['scanned', 'scanned', 'scanned']);
    });
  });

  it('fields are grouped by how they go wrong', () => {
    const properties = {
      total: money,
      due_date: day,
      invoice_number: text,
      currency: text,
      iban: text,
      seller_name: text,
      notes: text,
      kwh: money,
      reverse_charge: { type: 'boolean' },
      line_items: { type: 'array', items: { type: 'object', properties: { amount: money, description: text } } },
    };
    const { fields } = parseSchema(JSON.stringify({ type: 'object', properties }));
    expect(fields.map(fieldFamily)).toEqual(['money', 'date', 'id', 'id', 'id', 'name', 'other', 'other', 'other', 'line', 'line']);
  });
});
