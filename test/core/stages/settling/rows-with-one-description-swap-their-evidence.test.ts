import { expect, it } from 'vitest';
import { cell, documentOf, entryOf, metaOf, money, run, scriptedModel } from '../../builders.js';

const text = (row: number) => `customer-${row}@example.com 7.50`;
const document = documentOf(['Invoice 12', ...[1, 2, 3].flatMap((row) => ['Monthly subscription', text(row)]), 'Total 22.50'].join('\n'));
const items = {
  type: 'array',
  items: { type: 'object', properties: { description: { type: 'string' }, amount: money } },
};
const reading = (word: 'certain' | 'unsure') => [
  cell('$.total', '22.50', { quote: 'Total 22.50', confidence: word }),
  ...[0, 1, 2].flatMap((row) => [
    cell(`$.line_items[${row}].description`, 'Monthly subscription'),
    cell(`$.line_items[${row}].amount`, '7.50', { quote: text(row + 1) }),
  ]),
];

it('keeps each row its own evidence when two tiers read rows that are described alike', async () => {
  const outcome = await run({
    document,
    tiers: [scriptedModel('fast', reading('unsure')), scriptedModel('strong', reading('certain'))],
    fields: { total: money, line_items: items },
    required: ['total'],
  });
  expect(outcome.metadata.fallbackTriggered).toBe(true);
  expect([0, 1, 2].map((row) => entryOf(outcome, `$.line_items[${row}].amount`).text)).toEqual([1, 2, 3].map(text));
});

it('leaves each row of items that are described alike to the item that quotes it', async () => {
  const outcome = await run({
    document,
    tiers: [scriptedModel('reader', reading('certain'))],
    fields: { total: money, line_items: items },
  });
  expect(metaOf(outcome).issues.filter((issue) => issue.includes('Row conflict'))).toEqual([]);
});
