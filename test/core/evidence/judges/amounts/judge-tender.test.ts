import { expect, it } from 'vitest';
import { cell, documentOf, entryOf, money, run, scriptedModel } from '../../../builders.js';
import { accepted, held } from '../../verdicts.js';

async function totalOf(page: string, quote: string, value = '21.00') {
  const tiers = [scriptedModel('reader', [cell('$.total', value, { quote })])];
  return entryOf(await run({ document: documentOf(page), fields: { total: money }, tiers }), '$.total');
}

it('confirms a total that equals the cash less the change, whatever its label says', async () => {
  const page = 'Sub-Total : 21.00\nNet Total : 21.00\nCash Received : 50.00\nChange : 29.00';
  expect(await totalOf(page, 'Net Total : 21.00')).toMatchObject({ score: accepted });
});

it('does not confirm another amount, nor any amount without change', async () => {
  expect((await totalOf('Net Total : 20.00\nCash 50.00\nChange 29.00', 'Net Total : 20.00', '20.00')).score).toEqual(held);
  expect((await totalOf('Net Total : 21.00\nCash 21.00\nChange 0.00', 'Net Total : 21.00')).score).toEqual(held);
});
