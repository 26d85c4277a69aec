import { expect, it } from 'vitest';
import type { AppraisedField, Cap, Draft } from '../../../core/index.js';
import { doubtfulFields } from '../../../server/extraction/review.js';

const field = (path: string, cap: Cap['name']): AppraisedField => ({
  path,
  value: '12340801944',
  score: 0.88,
  reason: 'Multiple values found',
  caps: [{ name: cap, value: 0.78, weight: -4.57, reason: 'Multiple values found: 1 and 2 under "Invoice number"', rivals: ['1', '2'] }],
  family: 'id',
  reader: 'local',
});

it('a value is held that the page states otherwise under the same label, however sure it is; one that it states once is not', () => {
  const fields = [field('$.invoice_number', 'uniqueness.several'), field('$.order_number', 'uniqueness.once')];
  const draft: Draft = { data: {}, family: 'native', fields, shadow: [], confidence: 0.88, issues: [] };
  const held = doubtfulFields({ draft, doubts: [], checks: [] }, { policy: {}, threshold: undefined });
  // Whoever has corrected it has said which of them is meant.
  expect(doubtfulFields({ draft, doubts: [], checks: [] }, { policy: {}, threshold: undefined, corrected: '$.invoice_number' })).toEqual(
    [],
  );
  expect(held.map(({ path, why, printed }) => [path, why, printed])).toEqual([
    ['$.invoice_number', ['Multiple values found: 1 and 2 under "Invoice number"'], ['1', '2']],
  ]);
});
