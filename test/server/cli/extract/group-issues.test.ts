import { expect, it } from 'vitest';
import { groupIssues } from '../../../../server/report/content.js';

it('combines issues that say the same of several fields, and leaves the others as they are', () => {
  expect(
    groupIssues([
      '$.total: two totals are printed',
      '$.rows[0].amount: Check failed: a: 1, not 2',
      'Tier 2 failed',
      '$.rows[1].amount: Check failed: a: 1, not 2',
      "$.rows[1]['net: EUR']: Check failed: a: 1, not 2",
    ]),
  ).toEqual(['$.total: two totals are printed', '$.rows[0].amount and 2 more: Check failed: a: 1, not 2', 'Tier 2 failed']);
});
