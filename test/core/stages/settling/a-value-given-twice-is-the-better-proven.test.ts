import { expect, it } from 'vitest';
import { cell, documentOf, entryOf, money, run, scriptedModel } from '../../builders.js';

const twice = [cell('$.total', '120.00', { quote: 'Total 120.00' }), cell('$.total', '120.00', { quote: null })];
const score = async (cells: typeof twice) =>
  entryOf(
    await run({ document: documentOf('Invoice\nTotal 120.00'), fields: { total: money }, tiers: [scriptedModel('reader', cells)] }),
    '$.total',
  ).score;

it('takes of two cells that agree the one with the better evidence, whichever comes first', async () => {
  expect([await score(twice), await score(twice.toReversed())]).toEqual([0.95, 0.95]);
});

it('takes of two cells that differ the one that the label names, and doubts it', async () => {
  const document = documentOf('Invoice\nReceived: 100.00\nTotal 120.00');
  const cells = [cell('$.total', '100.00', { quote: 'Received: 100.00' }), cell('$.total', '120.00', { quote: 'Total 120.00' })];
  const outcome = await run({ document, fields: { total: money }, tiers: [scriptedModel('reader', cells)] });
  expect(outcome.object?.['total']).toBe(120);
  expect(entryOf(outcome, '$.total').score).toBeLessThan(0.85);
});
