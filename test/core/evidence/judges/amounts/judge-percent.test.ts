import { expect, it } from 'vitest';
import { cell, documentOf, entryOf, money, run, scriptedModel } from '../../../builders.js';
import { refused } from '../../verdicts.js';

const page = 'Net                   200.50\nRestocking fee 10%     20.05\nTotal                 220.55';
const scoreOf = async (name: string, value: string) =>
  entryOf(
    await run({
      document: documentOf(page),
      fields: { [name]: money },
      tiers: [scriptedModel('reader', [cell(`$.${name}`, value, { quote: 'Restocking fee 10% 20.05' })])],
    }),
    `$.${name}`,
  ).score;

it('refuses a percentage for an amount of money', async () => {
  expect(await scoreOf('charge', '10')).toEqual(refused);
  expect(await scoreOf('charge', '20.05')).not.toEqual(refused);
});

it('takes one for a rate, and for a discount, which callers ask for in either form', async () => {
  expect(await scoreOf('fee_rate', '10')).not.toEqual(refused);
  expect(await scoreOf('discount', '10')).not.toEqual(refused);
});
