import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../core/index.js';
import type { Appraisal } from '../../../kit/fault.js';
import { lineDropped, lineDuplicated } from '../../../kit/plant-rows.js';
import { randomOf } from '../../../kit/random.js';
import { leavesOf, linePath, withHeader } from '../../../kit/sheet.js';
import { typedExhibit } from '../typed-exhibit.js';
import { quoteCheckOf } from './baselines.js';
import { plantedSamplesOf, samplesOf } from './samples.js';

const origin = { source: 'somebody/invoices', split: 'new', reader: 'large' };
const exhibit = { ...typedExhibit(), origin };

const quoteCheck = quoteCheckOf(exhibit.document);

const appraisal = (values: Readonly<Record<string, Json>>): Appraisal => {
  const caps = [{ name: 'evidence.exact', value: 0.95, reason: 'Exact match' }] as const;
  const fields = Object.entries(values).map(([path, value]) => ({
    ...{ path, value, score: 0.9, reason: '', caps, family: 'money' as const, reader: 'replay:/x.json' },
  }));
  return { draft: { data: {}, family: 'native', fields, shadow: [], confidence: 0.9, issues: [] }, checks: [] };
};

describe('the samples of an unplanted reading', () => {
  it('say of each leaf whose it is, what was found, and whether it is right', () => {
    const [sample] = samplesOf(exhibit, appraisal({ '$.total': 768.74 }), quoteCheck);
    expect(sample).toEqual({
      ...{ document: 'typed', source: 'somebody/invoices', split: 'new', family: 'native', path: '$.total', field: 'money', name: 'total' },
      ...{ reader: 'large', fault: null, target: false, right: true, empty: false, score: 0.9, caps: [{ name: 'evidence.exact' }] },
      ...{ word: 'certain', quoted: 'exact' },
    });
  });

  it('have a null wrong where truth states a value, and unknown where truth is silent or nobody can see it', () => {
    const truth = { fields: { total: { value: 1 }, tax: { value: 2, visible: false } } };
    const silent = { ...typedExhibit(truth), origin };
    const nulls = samplesOf(silent, appraisal({ '$.total': null, '$.tax': null, '$.due_date': null }), quoteCheck);
    expect(nulls.map(({ right, empty }) => [right, empty])).toEqual([
      [false, true],
      [null, true],
      [null, true],
    ]);
  });

  it('have a description right that holds the true one', () => {
    const path = linePath(0, 'description');
    const said = ['Steel cable, 3 m', 'Steel', 'Hook'].flatMap((value) => samplesOf(exhibit, appraisal({ [path]: value }), quoteCheck));
    expect(said.map(({ right }) => right)).toEqual([true, true, false]);
  });

  it('have the values of a row wrong that the document does not have', () => {
    const more = { ...exhibit, rows: [...exhibit.rows, null] };
    expect(samplesOf(more, appraisal({ [linePath(3, 'amount')]: 5 }), quoteCheck).map(({ right }) => right)).toEqual([false]);
  });
});

describe('the samples of a planted fault', () => {
  const values = { '$.total': 700, '$.tax': 122.74 };

  it('are its targets, which are wrong', () => {
    const planted = { sheet: exhibit.sheet, targets: ['$.total'] };
    const fault = { name: 'total := amount due', standard: 'leaves' } as const;
    const samples = plantedSamplesOf(exhibit, appraisal(values), { planted, quoteCheck, fault });
    expect(samples.map(({ path, right, target, fault: name }) => [path, right, target, name])).toEqual([
      ['$.total', false, true, 'total := amount due'],
    ]);
  });

  it('keep the word that the reader gave to the value before, and have their own quotes checked', () => {
    const { total } = exhibit.sheet.header;
    const unsure = { ...exhibit, sheet: withHeader(exhibit.sheet, total ? { total: { ...total, confidence: 'unsure' } } : {}) };
    const sheet = withHeader(exhibit.sheet, { total: { value: '1,00', quote: 'Sum 1,00', page: 1 } });
    const fault = { name: 'made up', standard: 'leaves' } as const;
    const samples = plantedSamplesOf(unsure, appraisal(values), { planted: { sheet, targets: ['$.total'] }, quoteCheck, fault });
    expect(samples).toMatchObject([{ word: 'unsure', quoted: 'none' }]);
  });

  it('are right where only the page was wrong', () => {
    const planted = { sheet: exhibit.sheet, targets: ['$.tax'] };
    const samples = plantedSamplesOf(exhibit, appraisal(values), { planted, quoteCheck, fault: { name: 'wrong page', standard: 'page' } });
    expect(samples.map(({ right }) => right)).toEqual([true]);
  });

  const amounts = (sheet: typeof exhibit.sheet): Readonly<Record<string, Json>> =>
    Object.fromEntries(
      leavesOf(sheet).flatMap(({ path, name, mark }) => (name === 'amount' ? [[path, Number(mark.value?.replace(',', '.'))]] : [])),
    );

  it('are all rows and the subtotal where rows were left out, each held against its own truth', async () => {
    for (const planted of await lineDropped.plant(exhibit, randomOf(1))) {
      const seen = appraisal({ '$.subtotal': 646, '$.total': 768.74, ...amounts(planted.sheet) });
      const samples = plantedSamplesOf(exhibit, seen, { planted, quoteCheck, fault: lineDropped });
      expect(samples.map(({ path, right }) => [path, right])).toEqual([
        ['$.subtotal', true],
        [linePath(0, 'amount'), true],
        [linePath(1, 'amount'), true],
      ]);
    }
  });

  it('have a doubled row wrong and the others right', async () => {
    for (const planted of await lineDuplicated.plant(exhibit, randomOf(1))) {
      const samples = plantedSamplesOf(exhibit, appraisal(amounts(planted.sheet)), { planted, quoteCheck, fault: lineDuplicated });
      expect(samples.map(({ right, target }) => [right, target])).toEqual([
        [true, false],
        [true, false],
        [true, false],
        [false, true],
      ]);
    }
  });
});
