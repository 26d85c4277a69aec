import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CapName } from '../../../../core/contracts/cap.js';
import { ceilingOf, ladders, worthIn } from '../../../../core/evidence/scoring/calibration.js';
import { startValues, unopposed } from '../../../../core/evidence/scoring/caps.js';
import { checkCalibrations } from '../../../../core/evidence/scoring/check-calibration.js';
import { type CalibrationTable, ConfigError } from '../../../../core/index.js';
import { engineOf } from '../../builders.js';
import { tableOf, wordOf } from './calibration-tables.js';

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
      'scores better evidence lower',
      tableOf([
        { cap: 'evidence.looseText', value: 0.94 },
        { cap: 'evidence.pageCorrected', value: 0.92 },
      ]),
      'money in native documents is not monotone: evidence.pageCorrected counts 0.92, less than the weaker evidence.looseText with 0.94',
    ],
    [
      'scores a surer word lower',
      tableOf([], { words: [wordOf('likely', 0.6), wordOf('unsure', 0.75)] }),
      'model.likely counts 0.6, less than the weaker model.unsure with 0.75',
    ],
    [
      'names a cap that there is not',
      tableOf([{ cap: 'label.unknwon' as CapName }]),
      'caps[0].cap must be equal to one of the allowed values: ',
    ],
    ['calibrates nulls', tableOf([{ cap: 'absence.notPresent' }]), 'caps[0].cap must be equal to one of the allowed values: '],
    ['has a value above 1', tableOf([{ value: 1.2 }]), 'caps[0].value must be <= 1, not 1.2'],
    ['has a value under 0', tableOf([], { words: [wordOf('guess', -0.1)] }), 'words[0].value must be >= 0, not -0.1'],
    ['counts more right than there are', tableOf([{ n: 3, correct: 4 }]), 'agreement.single of money in native documents has 4 right of 3'],
    ['says a thing twice', tableOf([{}, {}]), 'agreement.single of money in native documents stands there twice'],
    [
      'lifts what must be read again',
      tableOf([{ cap: 'label.unknownValue', value: 0.86 }]),
      'label.unknownValue of money in native documents is 0.86, but label.unknownValue may count 0.84 at most',
    ],
    ['lifts a single reader to what is confirmed', tableOf([{ value: 0.99 }]), 'agreement.single may count 0.98 at most'],
    ['lacks what it was learned from', { ...tableOf([]), corpus: undefined }, "the table must have required property 'corpus'"],
    ['is none', 'calibrated', 'the table must be object'],
    ['is null', null, 'the table must be object'],
  ])('is refused when it %s', (_, table, problem) => {
    expect(refusal(table)).toContain(problem);
    expect(refusal(table)).toContain('npm run calibrate');
  });

  it('is not wrong because a cap is younger: what it does not list counts between the weaker and the stronger that it does', () => {
    expect(refusal(tableOf([{ cap: 'evidence.looseText', value: 0.94 }]))).toBe('it was accepted');
    const worth = worthIn(tableOf([{ cap: 'evidence.looseText', value: 0.94 }]));
    expect(worth('evidence.pageCorrected', { family: 'native', field: 'money' })).toBe(0.94);
    expect(worth('evidence.valueOnly', { family: 'native', field: 'money' })).toBe(startValues['evidence.valueOnly']);
  });

  it('is refused beside another one for the same model', () => {
    expect(refusal(tableOf([]), tableOf([], { model: 'other', alike: ['reader'] }))).toContain('there are two tables for "reader"');
  });

  it('is checked at boot, and the error says which of the list', () => {
    expect(() => engineOf({ calibrations: [tableOf([], { model: 'other' }), tableOf([{ value: 2 }])] })).toThrow(
      expect.objectContaining({ name: 'ConfigError', place: ['calibrations', 1] }),
    );
  });

  it('is accepted with any values that rise along each ladder under its ceilings', () => {
    const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 40, maxLength: 40 });
    fc.assert(
      fc.property(shares, (drawn) => {
        const caps = ladders.flatMap((ladder) => {
          const rising = drawn.slice(0, ladder.length).toSorted((a, b) => a - b);
          return ladder.map((cap, index) => ({ cap, value: Math.min(ceilingOf(cap), rising[index] ?? 1) }));
        });
        const words = caps.filter(({ cap }) => cap.startsWith('model.')).map(({ cap, value }) => wordOf(cap.slice(6) as 'likely', value));
        expect(
          refusal(
            tableOf(
              caps.filter(({ cap }) => !cap.startsWith('model.')),
              { words },
            ),
          ),
        ).toBe('it was accepted');
      }),
    );
  });
});

describe('the start values', () => {
  it('are themselves such a table, so that a cap which is not listed fits', () => {
    const names = ladders.flat();
    expect(names.filter((name) => startValues[name] > ceilingOf(name))).toEqual([]);
    expect(ladders.map((ladder) => ladder.map((name) => startValues[name]))).toEqual(
      ladders.map((ladder) => ladder.map((name) => startValues[name]).toSorted((a, b) => a - b)),
    );
  });

  it('let no value above 0.95: every one has the word of its reader', () => {
    expect(startValues['model.certain']).toBe(unopposed);
  });
});
