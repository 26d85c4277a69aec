import { expect, it } from 'vitest';
import { cell, day, documentOf, entryOf, run, scriptedModel } from '../../../builders.js';

async function scoreOf(top: string) {
  const page = `Alphabet GmbH\n${top}${'\n'.repeat(60)}Date: 30.10.2024  Time: 04:59:13  Page: 1`;
  const outcome = await run({
    document: documentOf(page),
    fields: { invoice_date: day },
    tiers: [scriptedModel('reader', [cell('$.invoice_date', '30.10.2024', { quote: 'Date: 30.10.2024' })])],
  });
  return entryOf(outcome, '$.invoice_date');
}

it('doubts a date of issue in the foot of the page where a letter has another at its top', async () => {
  expect(await scoreOf('                    Munich, 01.11.2024')).toMatchObject({
    score: 0.78,
    reason: 'Multiple values found: the date in the foot of the page, and 01.11.2024 at its top',
  });
});

it('does not doubt it where the one at the top is a date of something else, or the same day', async () => {
  expect((await scoreOf('          Delivery date: 01.11.2024')).score).toBe(0.95);
  expect((await scoreOf('                   Munich, 30.10.2024')).score).toBe(0.95);
});
