import { expect, it } from 'vitest';
import { cell, documentOf, entryOf, money, run, scriptedModel, text } from '../../builders.js';

const document = documentOf(`Description     Amount
Apple            10.00
Banana           20.00
Cherry           30.00`);
const lines = { type: 'array', items: { type: 'object', properties: { description: text, amount: money } } };
const row = (index: number, description: string, amount: string, confidence: 'certain' | 'guess' = 'certain') => {
  const quote = `${description} ${amount}`;
  return [
    cell(`$.lines[${index}].description`, description, { quote, confidence }),
    cell(`$.lines[${index}].amount`, amount, { quote, confidence }),
  ];
};

it('no row is lost when the tiers number rows differently', async () => {
  const first = [...row(0, 'Apple', '10.00'), ...row(1, 'Banana', '20.00', 'guess'), ...row(2, 'Cherry', '30.00')];
  const second = [...row(0, 'Banana', '20.00'), ...row(1, 'Cherry', '30.00')];
  const outcome = await run({
    document,
    fields: { lines },
    required: ['lines'],
    tiers: [scriptedModel('a', first), scriptedModel('b', second)],
  });
  expect(outcome.object?.['lines']).toEqual([
    { description: 'Apple', amount: 10 },
    { description: 'Banana', amount: 20 },
    { description: 'Cherry', amount: 30 },
  ]);
  expect(entryOf(outcome, '$.lines[1].amount').score).toBeGreaterThanOrEqual(0.85);
});
