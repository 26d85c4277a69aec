import { expect, it } from 'vitest';
import { cell, day, documentOf, entryOf, run, scriptedModel } from '../../../builders.js';
import { accepted, held } from '../../verdicts.js';

async function scoreOf(top: string) {
  const page = `Alphabet GmbH\n${top}${'\n'.repeat(60)}Date: 30.10.2024  Time: 04:59:13  Page: 1`;
  const outcome = await run({
    document: documentOf(page),
    fields: { invoice_date: day },
    tiers: [scriptedModel('reader', [cell('$.invoice_date', '30.10.2024', { quote: 'Date: 30.10.2024' })])],
  });
  return entryOf(outcome, '$.invoice_date');
}

it('doubts an issue date in the page footer when another date stands at the top', async () => {
  expect(await scoreOf('                    Munich, 01.11.2024')).toMatchObject({
    score: held,
    reason: 'Multiple values found: the date in the foot of the page, and 01.11.2024 at its top',
  });
});

it('does not doubt it when the date at the top has another meaning or is the same day', async () => {
  expect((await scoreOf('          Delivery date: 01.11.2024')).score).toEqual(accepted);
  expect((await scoreOf('                   Munich, 30.10.2024')).score).toEqual(accepted);
});
