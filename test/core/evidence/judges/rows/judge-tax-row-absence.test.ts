import { expect, it } from 'vitest';
import { cell, documentOf, entryOf, money, run, scriptedModel } from '../../../builders.js';

const vat = { type: 'array', items: { type: 'object', properties: { rate: money, base: money, amount: money } } };
const page = 'Net                     100.00\nVAT 20 %                 20.00\nTotal                   120.00';

/** The entries of the only row of taxes. */
async function rowOf(values: Readonly<Record<'rate' | 'base' | 'amount', string | null>>, printed = page) {
  const reading = Object.entries(values).map(([name, value]) => cell(`$.vat[0].${name}`, value));
  const outcome = await run({ document: documentOf(printed), fields: { vat }, tiers: [scriptedModel('reader', reading)] });
  return (name: string) => entryOf(outcome, `$.vat[0].${name}`);
}

it('doubts a null tax where the line of its rate prints an amount that nobody has read', async () => {
  expect((await rowOf({ rate: '20', base: null, amount: null }))('amount')).toMatchObject({
    score: 0.4,
    reason: 'Not present: but "20.00" stands in its line',
  });
});

it('doubts a null rate where the line of its tax prints a percentage', async () => {
  expect((await rowOf({ rate: null, base: null, amount: '20.00' }))('rate')).toMatchObject({ reason: expect.stringContaining('20') });
  expect((await rowOf({ rate: null, base: null, amount: '20.00' }))('rate').score).toBe(0.4);
});

it('believes a null base where all numbers of the line are read', async () => {
  expect((await rowOf({ rate: '20', base: null, amount: '20.00' }))('base').score).toBe(0.9);
});
