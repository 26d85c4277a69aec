import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../core/index.js';
import type { TruthFile } from '../../../kit/truth-file.js';
import { answer } from '../scoring/answers.js';
import { judgeFurther } from './judge-further.js';

const judged = (truth: Partial<TruthFile>, data: Readonly<Record<string, Json>>, scores: Readonly<Record<string, number>> = {}) =>
  judgeFurther({ id: 'made-up', fields: {}, ...truth }, answer(data, scores)).map(({ path, verdict, score }) => [path, verdict, score]);

describe('the fields of a schema of one’s own', () => {
  it('are compared at their paths, whatever their type', () => {
    const further = {
      'seller.iban': { value: 'GB82WEST12345698765432' },
      'vat.reverse_charge': { value: false },
      'service.until': { value: '2026-03-31' },
      shipping: { value: 4.9 },
    };
    const data = {
      seller: { iban: 'GB82 WEST 1234 5698 7654 32' },
      vat: { reverse_charge: true },
      service: { until: '2026-03-31' },
      shipping: 4.9,
    };
    expect(judged({ further }, data, { '$.shipping': 0.5 })).toEqual([
      ['$.seller.iban', 'right', 0.99],
      ['$.vat.reverse_charge', 'wrong', 0.99],
      ['$.service.until', 'right', 0.99],
      ['$.shipping', 'right', 0.5],
    ]);
  });

  it('tell a null where the page states nothing from one where it does', () => {
    const further = { bic: { value: null }, iban: { value: 'GB82' }, po: { value: null, also: ['A-1'] }, mail: { value: null } };
    expect(judged({ further }, { bic: null, iban: null, po: 'A-1', mail: 'a@b.example' }).map(([, verdict]) => verdict)).toEqual([
      'absent',
      'null',
      'right',
      'wrong',
    ]);
  });

  it('are all null where nothing was answered', () => {
    const leaves = judgeFurther({ id: 'made-up', fields: {}, further: { iban: { value: 'GB82' } } }, null);
    expect(leaves).toMatchObject([{ verdict: 'null', score: 0 }]);
  });
});

describe('the rows of an array of one’s own', () => {
  const row = (night: string, net: number) => ({ night: { value: night }, net: { value: net } });
  const tables = { nights: [row('Friday', 90), row('Saturday', 110)] };

  it('are paired in order, so that a missing row shifts no other', () => {
    expect(judged({ tables }, { nights: [{ night: 'Saturday', net: 111 }] })).toEqual([
      ['$.nights[0].night', 'null', 0],
      ['$.nights[0].net', 'null', 0],
      ['$.nights[0].night', 'right', 0.99],
      ['$.nights[0].net', 'wrong', 0.99],
    ]);
  });

  it('are nulls at the score of the array where it is empty', () => {
    const empty = answer({ nights: [] });
    const list = [{ field: '$.nights', score: 0.9, reason: 'Not present' }];
    const body = { ...empty, object: { nights: [], _meta: { field_confidence: list } } };
    expect(judgeFurther({ id: 'made-up', fields: {}, tables }, body).map(({ verdict, score }) => [verdict, score])).toEqual(
      Array.from({ length: 4 }, () => ['null', 0.9]),
    );
  });

  it('are wrong where the document has no such row', () => {
    const nights = [
      { night: 'Friday', net: 90 },
      { night: 'Saturday', net: 110 },
      { night: 'Total', net: 200 },
    ];
    expect(judged({ tables }, { nights }).slice(4)).toEqual([
      ['$.nights[2].night', 'wrong', 0.99],
      ['$.nights[2].net', 'wrong', 0.99],
    ]);
  });
});
