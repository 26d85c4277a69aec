import { expect, it } from 'vitest';
import { cell, day, documentOf, entryOf, run, scriptedModel } from '../../../builders.js';

it('counts a date with two readings as one value', async () => {
  const outcome = await run({
    document: documentOf('Invoice date  04/23/2025\nDue date      07/04/2025'),
    fields: { due_date: day },
    tiers: [scriptedModel('reader', [cell('$.due_date', '07/04/2025', { quote: 'Due date 07/04/2025' })])],
  });
  expect(entryOf(outcome, '$.due_date').reason).not.toContain('Multiple values');
  expect(outcome.object).toMatchObject({ due_date: '2025-07-04' });
});
