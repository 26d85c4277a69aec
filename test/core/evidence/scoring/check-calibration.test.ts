import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CapName } from '../../../../core/contracts/cap.js';
import { findingStrengths, ladders, leaning, unopposedStrength } from '../../../../core/evidence/scoring/caps.js';
import { checkCalibrations } from '../../../../core/evidence/scoring/check-calibration.js';
import { type CalibrationTable, ConfigError } from '../../../../core/index.js';
import { engineOf } from '../../builders.js';
import { priorOf, tableOf } from './calibration-tables.js';

const refusal = (...tables: readonly unknown[]): string => {
  try {
    checkCalibrations(tables as readonly CalibrationTable[]);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
  }
  return 'it was accepted';
};

describe('a calibration table', () => {
  it.each([
    [
      'weighs better evidence lower',
      tableOf([
        { cap: 'evidence.looseText', weight: 0.5 },
        { cap: 'evidence.pageCorrected', weight: 0.2 },
      ]),
      'money in native documents is not monotone: evidence.pageCorrected weighs 0.2, less than the weaker evidence.looseText with 0.5',
    ],
    [
      'weighs a surer word lower',
      tableOf([
        { cap: 'model.guess', weight: -1 },
        { cap: 'model.unsure', field: 'date', family: 'native', weight: -2 },
      ]),
      'date in native documents is not monotone: model.unsure weighs -2, less than the weaker model.guess with -1',
    ],
    [
      'has evidence against a value speak for it',
      tableOf([{ cap: 'label.conflict', field: 'money', family: 'scanned', weight: 0.5 }]),
      'label.conflict of money in scanned weighs 0.5, but it speaks against a value',
    ],
    [
      'has evidence for a value speak against it',
      tableOf([{ cap: 'agreement.single', weight: -0.1 }]),
      'agreement.single weighs -0.1, but it speaks for a value',
    ],
    [
      'names a cap that there is not',
      tableOf([{ cap: 'label.unknwon' as CapName }]),
      'weights[0].cap must be equal to one of the allowed values: ',
    ],
    ['weighs nulls', tableOf([{ cap: 'absence.notPresent' }]), 'weights[0].cap must be equal to one of the allowed values: '],
    ['weighs more than any evidence can', tableOf([{ weight: 21 }]), 'weights[0].weight must be <= 20, not 21'],
    ['has an impossible prior', tableOf([], { priors: [priorOf(-21)] }), 'priors[0].weight must be >= -20, not -21'],
    ['counts half a value', tableOf([{ n: 2.5 }]), 'weights[0].n must be integer, not 2.5'],
    ['counts less than nothing', tableOf([{ correct: -1 }]), 'weights[0].correct must be >= 0, not -1'],
    ['counts more right than there are', tableOf([{ n: 3, correct: 4 }]), 'agreement.single has 4 right of 3'],
    [
      'counts more right than there are before anything is found',
      tableOf([], { priors: [priorOf(1, { n: 3, correct: 4 })] }),
      'the prior of money in native has 4 right of 3',
    ],
    ['says a thing twice', tableOf([{}, {}]), 'agreement.single stands there twice'],
    [
      'has two priors for the same values',
      tableOf([], { priors: [priorOf(1), priorOf(2)] }),
      'the prior of money in native stands there twice',
    ],
    [
      'is of no kind that there is',
      tableOf([], { kind: 'huge' as 'large' }),
      'kind must be equal to one of the allowed values: large, small, local',
    ],
    ['lacks what it was learned from', { ...tableOf([]), corpus: undefined }, "the table must have required property 'corpus'"],
    [
      'was not split by source',
      { ...tableOf([]), split: { by: 'group', groups: 1, folds: 1, seed: 1 } },
      'split.by must be equal to constant',
    ],
    ['is none', 'calibrated', 'the table must be object'],
    ['is null', null, 'the table must be object'],
  ])('is refused when it %s', (_, table, problem) => {
    expect(refusal(table)).toContain(problem);
    expect(refusal(table)).toContain('vouch calibrate');
  });

  it('is not wrong because a cap is younger: what it does not list weighs between the weaker and the stronger that it does', () => {
    expect(refusal(tableOf([{ cap: 'evidence.looseText', weight: 3 }]))).toBe('it was accepted');
    expect(refusal(tableOf([{ cap: 'evidence.pageCorrected', weight: -5 }]))).toBe('it was accepted');
  });

  it('is refused beside another one for the same model', () => {
    expect(refusal(tableOf([]), tableOf([], { model: 'other', alike: ['reader'] }))).toContain('there are two tables for "reader"');
  });

  it('is checked at boot, and the error says which of the list', () => {
    expect(() => engineOf({ calibrations: [tableOf([], { model: 'other' }), tableOf([{ weight: 99 }])] })).toThrow(
      expect.objectContaining({ name: 'ConfigError', place: ['calibrations', 1] }),
    );
  });

  it('is accepted with any weights that rise along each ladder and keep their signs', () => {
    const drawn = fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 60, maxLength: 60 });
    fc.assert(
      fc.property(drawn, (numbers) => {
        const weights = ladders.flatMap((ladder) => {
          const rising = numbers.slice(0, ladder.length).toSorted((a, b) => a - b);
          return ladder.map((cap, at) => ({ cap, weight: signed(cap, rising[at] ?? 5) }));
        });
        expect(refusal(tableOf(weights))).toBe('it was accepted');
      }),
      { numRuns: 25 },
    );
  });
});

/** The weight with the sign that the finding must have. */
const signed = (cap: CapName, weight: number): number =>
  leaning(cap) > 0 ? Math.max(0, weight) : leaning(cap) < 0 ? Math.min(0, weight) : weight;

describe('the start values', () => {
  it('are themselves such a table, so that a cap which is not listed fits', () => {
    expect(refusal(tableOf([]))).toBe('it was accepted');
    expect(ladders.map((ladder) => ladder.map((name) => findingStrengths[name]))).toEqual(
      ladders.map((ladder) => ladder.map((name) => findingStrengths[name]).toSorted((a, b) => a - b)),
    );
  });

  it('speak for a value with the word of a certain reader', () => {
    expect(findingStrengths['model.certain']).toBe(unopposedStrength);
  });
});
