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

  it('lets a value that was drawn from many stand for these, and one that was corrected unasked for none', () => {
    const verdict = (id: string, right: boolean, chance?: number | null) =>
      asked({ further: { iban: { value: 'GB82', ...(chance !== undefined && { chance }) } } }, answer({ iban: right ? 'GB82' : 'GB28' }), {
        id,
        source: id,
      });
    // Of the three that were drawn, each stands for ten; the one that was doubted for itself: 10 of 31.
    const verdicts = [
      verdict('a', true, 0.1),
      verdict('b', true, 0.1),
      verdict('c', false, 0.1),
      verdict('d', true),
      verdict('e', false, null),
    ];
    expect(furtherReport('Native text', verdicts, 0.85)).toContain(
      'weighed by how likely each was to be judged: 32.26% of what is accepted, at most 86.46% (4 judged)',
    );
    expect(furtherReport('Native text', documents, 0.85)).not.toContain('weighed');
  });

  it('lists the mistakes of the seen documents, the silent ones first', () => {
    expect(furtherMistakes(documents, 0.85)).toBe('silent c $.iban: "GB28", true is "GB82"; 0.9 Exact match\n');
  });
});
