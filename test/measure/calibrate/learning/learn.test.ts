import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CapName } from '../../../../core/contracts/cap.js';
import { findingStrengths, ladders, leaning, weighedNames } from '../../../../core/evidence/scoring/caps.js';
import { checkCalibrations } from '../../../../core/evidence/scoring/check-calibration.js';
import { recordIn, type Stratum, unmeasuredWeight } from '../../../../core/evidence/scoring/weigh.js';
import { tableOf } from '../../../core/evidence/scoring/calibration-tables.js';
import { learn } from './learn.js';
import { type CalibrationSample, scoreOf } from './sample.js';
import { samplesOf } from './sample-builders.js';

const plan = { faultShare: 0.1 };
const native = { family: 'native', field: 'money' } as const;
const recordFrom = (samples: readonly CalibrationSample[]) => recordIn(learn(samples, plan));
const weight = (name: CapName, samples: readonly CalibrationSample[], stratum: Stratum = native): number =>
  recordFrom(samples).weight({ name }, stratum);
const scores = (learnedFrom: readonly CalibrationSample[], asked: readonly CalibrationSample[]) =>
  asked.map((sample) => scoreOf(sample, recordFrom(learnedFrom)));

describe('the score by what was learned', () => {
  it('comes near the observed rate where much was observed', () => {
    const seen = samplesOf('agreement.single', { n: 1000, right: 700 });
    expect(scores(seen, seen.slice(0, 1))[0]).toBeCloseTo(0.7, 1);
    const sure = samplesOf('model.certain', { n: 2000, right: 1990 });
    expect(scores(sure, sure.slice(0, 1))[0]).toBeGreaterThan(0.98);
  });

  it('tells values apart by what was found about them', () => {
    const good = samplesOf('label.match', { n: 500, right: 490 });
    const bad = samplesOf('label.conflict', { n: 100, right: 20 });
    const [sure = 0, doubted = 1] = scores([...good, ...bad], [...good.slice(0, 1), ...bad.slice(0, 1)]);
    expect(sure).toBeGreaterThan(0.95);
    expect(doubted).toBeLessThan(0.35);
  });
});

describe('what is known of a kind of value beforehand', () => {
  it('is listed for each kind that occurs, with its counts', () => {
    const money = samplesOf('label.match', { n: 20, right: 19 });
    const dates = samplesOf('label.match', { n: 10, right: 4 }, { family: 'scanned', field: 'date' });
    expect(learn([...money, ...dates], plan).priors).toMatchObject([
      { family: 'native', field: 'money', n: 20, correct: 19 },
      { family: 'scanned', field: 'date', n: 10, correct: 4 },
    ]);
  });

  it('leaves room for what its findings weigh: with them it comes near the observed rate, kind by kind', () => {
    const caps = (['evidence.exact', 'label.match', 'model.certain', 'agreement.single'] as const).map((name) => ({ name }));
    const kinds = [
      { field: 'date', right: 90 },
      { field: 'id', right: 190 },
      { field: 'money', right: 140 },
    ] as const;
    const samples = kinds.flatMap(({ field, right }) => samplesOf('model.certain', { n: 200, right }, { field, caps }));
    for (const { field, right } of kinds) {
      const [score] = scores(samples, samplesOf('model.certain', { n: 1, right: 1 }, { field, caps }));
      expect(score).toBeCloseTo(right / 200, 1);
    }
  });

  it('is higher for a kind that is right more often with the same findings', () => {
    const money = samplesOf('label.match', { n: 300, right: 297 });
    const dates = samplesOf('label.match', { n: 300, right: 150 }, { field: 'date' });
    const record = recordFrom([...money, ...dates]);
    expect(record.prior(native)).toBeGreaterThan(record.prior({ ...native, field: 'date' }) + 1);
  });

  it('is that of an unmeasured reader for a kind that was never seen', () => {
    const seen = recordFrom(samplesOf('model.certain', { n: 2000, right: 1990 }));
    const nothing = recordIn({ priors: [], weights: [] });
    expect(seen.prior({ ...native, family: 'scanned' })).toBe(nothing.prior(native));
  });
});

describe('what a finding weighs', () => {
  it('is learned where it counts: of the evidence only the weakest does', () => {
    const clear = samplesOf('label.match', { n: 4000, right: 3800 });
    const caps = (['evidence.obscured', 'evidence.gathered'] as const).map((name) => ({ name }));
    const unclear = samplesOf('label.match', { n: 2000, right: 400 }, { caps });
    expect(scores([...clear, ...unclear], unclear.slice(0, 1))[0]).toBeCloseTo(0.2, 1);
  });

  it('is what it weighs unmeasured where it was never seen', () => {
    for (const name of ['arithmetic.holds', 'arithmetic.failed', 'name.wording', 'format.ambiguous'] as const)
      expect(weight(name, samplesOf('label.match', { n: 50, right: 45 }))).toBeCloseTo(unmeasuredWeight({ name }), 1);
  });

  it('is nothing that all values share: that no other reader has read them', () => {
    const alone = samplesOf('agreement.single', { n: 2000, right: 1990 });
    expect(weight('agreement.single', alone)).toBeCloseTo(unmeasuredWeight({ name: 'agreement.single' }), 1);
    expect(recordFrom(alone).prior(native)).toBeGreaterThan(
      recordFrom(samplesOf('agreement.single', { n: 2000, right: 1500 })).prior(native) + 2,
    );
  });

  it('hardly moves for a few values', () => {
    const sound = samplesOf('label.match', { n: 500, right: 490 });
    const odd = (n: number) => [...sound, ...samplesOf('label.general', { n, right: n })];
    const start = unmeasuredWeight({ name: 'label.general' });
    expect(Math.abs(weight('label.general', odd(2)) - start)).toBeLessThan(0.4);
    expect(weight('label.general', odd(200))).toBeGreaterThan(start + 0.8);
  });

  it('is large for a finding that says much, and about nothing for one that says nothing', () => {
    const plain = samplesOf('format.plain', { n: 500, right: 450 });
    const besidePlain = (name: CapName) => ({ caps: [{ name: 'evidence.exact' }, { name: 'format.plain' }, { name }] as const });
    const telling = samplesOf('format.plain', { n: 200, right: 10 }, besidePlain('arithmetic.factorsFailed'));
    const empty = samplesOf('format.plain', { n: 400, right: 360 }, besidePlain('label.unknownText'));
    const samples = [...plain, ...telling, ...empty];
    expect(weight('arithmetic.factorsFailed', samples)).toBeLessThan(-3);
    expect(Math.abs(weight('label.unknownText', samples))).toBeLessThan(0.4);
  });

  it('is zero where the counts say the opposite of what it can say', () => {
    const plain = samplesOf('format.plain', { n: 500, right: 400 });
    expect(weight('label.general', [...plain, ...samplesOf('label.general', { n: 500, right: 500 })])).toBe(0);
    expect(weight('label.match', [...plain, ...samplesOf('label.match', { n: 500, right: 5 })])).toBe(0);
  });

  it('is never less for the stronger of two findings: those in the wrong order weigh the same', () => {
    const plain = samplesOf('format.plain', { n: 300, right: 290 });
    const worse = samplesOf('uniqueness.several', { n: 300, right: 60 });
    const better = samplesOf('uniqueness.part', { n: 300, right: 200 });
    const samples = [...plain, ...worse, ...better];
    expect(weight('uniqueness.several', samples)).toBe(weight('uniqueness.part', samples));
  });

  it('follows the other kinds of values where few of this kind were observed', () => {
    const others = samplesOf('label.conflict', { n: 500, right: 50 }, { field: 'line' });
    const sound = [
      ...samplesOf('label.match', { n: 500, right: 495 }, { field: 'line' }),
      ...samplesOf('label.match', { n: 50, right: 49 }),
    ];
    const few = samplesOf('label.conflict', { n: 2, right: 2 });
    expect(weight('label.conflict', [...sound, ...others, ...few])).toBeLessThan(weight('label.conflict', [...sound, ...few]) - 0.3);
  });

  it('is its own for a kind of values that differs from the others', () => {
    const sound = (field: Stratum['field']) => samplesOf('label.match', { n: 500, right: 490 }, { field });
    const lines = samplesOf('label.conflict', { n: 500, right: 400 }, { field: 'line' });
    const money = samplesOf('label.conflict', { n: 500, right: 50 });
    const samples = [...sound('money'), ...sound('line'), ...lines, ...money];
    expect(weight('label.conflict', samples)).toBeLessThan(weight('label.conflict', samples, { ...native, field: 'line' }) - 1);
    expect(learn(samples, plan).weights).toContainEqual(expect.objectContaining({ cap: 'label.conflict', ...native, n: 500, correct: 50 }));
  });

  it('has the counts of all values with it, whatever score they had', () => {
    const { weights } = learn(samplesOf('label.conflict', { n: 3, right: 1 }), plan);
    expect(weights.filter(({ n, field }) => n > 0 && field === undefined)).toMatchObject([
      { cap: 'evidence.exact', n: 3, correct: 1 },
      { cap: 'label.conflict', n: 3, correct: 1 },
    ]);
  });
});

it('fields of other concepts are worth what all are together, where a reader is said to read one as well as the other', () => {
  const samples = [
    ...samplesOf('label.match', { n: 600, right: 590 }),
    ...samplesOf('label.match', { n: 400, right: 360 }, { field: 'date' }),
  ];
  const other = { family: 'native', field: 'other' } as const;
  expect(learn(samples, plan).priors.map(({ field }) => field)).toEqual(['date', 'money']);
  const table = learn(samples, { ...plan, general: true });
  expect(table.priors.at(-1)).toMatchObject({ ...other, n: 1000, correct: 950 });
  expect(scoreOf({ ...(samples[0] as CalibrationSample), ...other }, recordIn(table))).toBeCloseTo(0.94, 1);
  const read = learn([...samples, ...samplesOf('label.match', { n: 100, right: 50 }, { field: 'other' })], { ...plan, general: true });
  expect(read.priors.filter(({ field }) => field === 'other')).toMatchObject([{ ...other, n: 100, correct: 50 }]);
  const planted = learn([...samples, ...samplesOf('label.match', { n: 50, right: 0 }, { field: 'other', fault: 'null-out' })], {
    ...plan,
    general: true,
  });
  expect(planted.priors.filter(({ field }) => field === 'other')).toMatchObject([{ ...other, n: 1000, correct: 950 }]);
});

it('a long table teaches no more than a few of its values', () => {
  const sound = samplesOf('label.match', { n: 400, right: 392 }, { field: 'line' });
  const planted = samplesOf('label.noRow', { n: 200, right: 0 }, { field: 'line', fault: 'row-doubled' });
  const learnedWith = (more: Partial<CalibrationSample>) =>
    weight('label.noRow', [...sound, ...planted, ...samplesOf('label.noRow', { n: 200, right: 200 }, { field: 'line', ...more })], {
      ...native,
      field: 'line',
    });
  expect(learnedWith({ document: 'one long table' })).toBeLessThan(learnedWith({}) - 0.5);
});

describe('an allowance', () => {
  const samples = samplesOf('label.match', { n: 5000, right: 4950 });
  const scoreWith = (allowance: number) => scoreOf(samples[0] as CalibrationSample, recordIn(learn(samples, { ...plan, allowance })));

  it('lowers what a value is worth by the share that may be wrong in ways nobody has measured', () => {
    expect(scoreWith(0)).toBeCloseTo(0.99, 2);
    expect(scoreWith(0.1)).toBeCloseTo(0.89, 2);
  });
});

describe('planted faults', () => {
  const read = samplesOf('label.match', { n: 900, right: 890 });
  const planted = (n: number, cap: CapName = 'label.conflict') => samplesOf(cap, { n, right: 0 }, { fault: 'other-sum' });

  it('together make their share of all values, however many were planted', () => {
    const tables = [50, 500, 5000].map((n) => recordFrom([...read, ...planted(n)]));
    for (const table of tables) {
      expect(table.weight({ name: 'label.conflict' }, native)).toBeCloseTo(tables[0]?.weight({ name: 'label.conflict' }, native) ?? 0, 1);
      expect(table.prior(native)).toBeCloseTo(tables[0]?.prior(native) ?? 0, 1);
    }
  });

  it('say nothing of how often the reader is right, whatever their share: the prior is its own rate in each kind of document', () => {
    const scanned = { family: 'scanned' } as const;
    const scans = samplesOf('label.match', { n: 3000, right: 2700 }, scanned);
    const inScans = samplesOf('label.match', { n: 300, right: 0 }, { ...scanned, fault: 'other-sum' });
    for (const faultShare of [0.1, 0.5]) {
      const table = learn([...read, ...scans, ...planted(500, 'label.match'), ...inScans], { faultShare });
      const score = (sample: CalibrationSample | undefined) => sample && scoreOf(sample, recordIn(table));
      expect(score(read[0])).toBeCloseTo(0.98, 1);
      expect(score(scans[0])).toBeCloseTo(0.89, 1);
      expect(table.priors.map(({ n, correct }) => [n, correct])).toEqual([
        [900, 890],
        [3000, 2700],
      ]);
    }
  });

  it('list no prior for values of which none was ever read', () => {
    const money = samplesOf('label.match', { n: 50, right: 0 }, { field: 'money', fault: 'other-sum' });
    const { priors } = learn([...samplesOf('label.match', { n: 50, right: 49 }, { field: 'date' }), ...money], plan);
    expect(priors.map(({ field }) => field)).toEqual(['date']);
  });

  it('count nothing with a share of none', () => {
    const without = recordIn(learn(read, { faultShare: 0 }));
    const record = recordIn(learn([...read, ...planted(500)], { faultShare: 0 }));
    expect(record.weight({ name: 'label.conflict' }, native)).toBeCloseTo(without.weight({ name: 'label.conflict' }, native), 1);
  });

  it("teach nothing about the reader's own word, since whoever plants a fault chooses its word", () => {
    const words = samplesOf('model.certain', { n: 500, right: 495 });
    const samples = [...words, ...planted(300, 'model.certain'), ...planted(300, 'model.guess')];
    for (const name of ['model.certain', 'model.likely', 'model.unsure', 'model.guess'] as const)
      expect(weight(name, samples)).toBeCloseTo(unmeasuredWeight({ name }), 1);
  });

  it('leave the word to be learned where none is among the values', () => {
    const words = [...samplesOf('model.certain', { n: 500, right: 495 }), ...samplesOf('model.guess', { n: 500, right: 50 })];
    expect(weight('model.certain', words) - weight('model.guess', words)).toBeGreaterThan(4);
  });
});

describe('a learned table', () => {
  const counts = fc.array(
    fc.record({
      caps: fc.uniqueArray(fc.constantFrom(...weighedNames), { minLength: 1, maxLength: 4 }),
      field: fc.constantFrom('money', 'date', 'line'),
      family: fc.constantFrom('native', 'scanned'),
      fault: fc.constantFrom(undefined, undefined, 'other-sum'),
      n: fc.nat(60),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { minLength: 1, maxLength: 20 },
  );
  type Drawn = typeof counts extends fc.Arbitrary<infer T> ? T : never;
  const tableFrom = (drawn: Drawn) =>
    learn(
      drawn.flatMap(({ caps, field, family, fault, n, share }) =>
        samplesOf('evidence.exact', { n, right: Math.round(n * share) }).map((sample) => ({
          ...{ ...sample, field, family, caps: caps.map((name) => ({ name })) },
          ...(fault !== undefined && { fault }),
        })),
      ),
      plan,
    );
  const strata = (['native', 'scanned'] as const).flatMap((family) =>
    (['money', 'date', 'line', 'other'] as const).map((field) => ({ family, field })),
  );

  it('is in order and within bounds for any counts, so the engine accepts it', () => {
    fc.assert(
      fc.property(counts, (drawn) => {
        expect(() => checkCalibrations([tableOf([], tableFrom(drawn))])).not.toThrow();
      }),
      { numRuns: 60 },
    );
  });

  it('gives no finding less weight than a weaker one of its class, and turns none into its opposite', () => {
    fc.assert(
      fc.property(counts, (drawn) => {
        const record = recordIn(tableFrom(drawn));
        for (const stratum of strata) {
          const at = (name: CapName) => record.weight({ name }, stratum);
          for (const name of weighedNames) expect(at(name) * leaning(name)).toBeGreaterThanOrEqual(0);
          for (const ladder of ladders)
            for (const [index, stronger] of ladder.entries())
              for (const weaker of ladder.slice(0, index))
                if (findingStrengths[weaker] < findingStrengths[stronger]) expect(at(stronger)).toBeGreaterThanOrEqual(at(weaker));
        }
      }),
      { numRuns: 40 },
    );
  });

  it('is the same for the same values in another order', () => {
    const samples = [...samplesOf('label.match', { n: 90, right: 80 }), ...samplesOf('label.conflict', { n: 20, right: 5 })];
    const parts = samples.map((sample, index) => (index % 2 === 0 ? sample : { ...sample, field: 'date' as const }));
    expect(learn(parts.toReversed(), plan)).toEqual(learn(parts, plan));
  });

  it('lists nothing but unmeasured weights where nothing was observed', () => {
    const { priors, weights } = learn([], plan);
    expect(priors).toEqual([]);
    for (const { cap, n, weight: learned } of weights) {
      expect(n).toBe(0);
      expect(learned).toBeCloseTo(unmeasuredWeight({ name: cap }), 1);
    }
  });
});
