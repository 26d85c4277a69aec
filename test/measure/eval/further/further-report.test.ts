import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../core/index.js';
import { answer, asked } from '../scoring/answers.js';
import { furtherMistakes, furtherReport } from './further-report.js';

const document = (id: string, iban: Json, score: number, third: 'seen' | 'unseen' = 'seen') =>
  asked({ further: { iban: { value: 'GB82' }, po: { value: null } } }, answer({ iban, po: null }, { '$.iban': score }), { id, third });

const documents = [document('a', 'GB82', 0.9), document('b', 'GB82', 0.5), document('c', 'GB28', 0.9), document('d', null, 0.9, 'unseen')];

describe('the report of further fields', () => {
  it('counts accepted, silent and kept values, and silent nulls apart', () => {
    const [, head, iban, po, all, errors] = furtherReport('Native text', documents, 0.85).split('\n');
    const cells = (line = '') => line.split(/ {2,}/);
    expect(cells(head)).toEqual([
      'field',
      'stated',
      'found',
      'right',
      'accepted',
      'silent',
      'kept',
      'silent nulls',
      'absent',
      'kept nulls',
    ]);
    expect(cells(iban)).toEqual(['iban', '4', '3', '2', '2', '1', '50.0%', '1', '0', '-']);
    expect(cells(po)).toEqual(['po', '0', '0', '0', '0', '0', '-', '0', '4', '100.0%']);
    expect(cells(all).slice(0, 6)).toEqual(['all further fields', '4', '3', '2', '2', '1']);
    expect(errors).toBe('silent errors, further fields at 0.85: 1 of 2 accepted = 50.00%, at most 97.47%; with 1 silent null 66.67%');
  });

  it('lists the mistakes of the seen documents, the silent ones first', () => {
    expect(furtherMistakes(documents, 0.85)).toBe('silent c $.iban: "GB28", true is "GB82"; 0.9 Exact match\n');
  });
});
