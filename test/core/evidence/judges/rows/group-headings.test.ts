import { expect, it } from 'vitest';
import { cell, documentOf, metaOf, money, readerOf, run, text } from '../../../builders.js';

const page = `
Charges by line
0171 5550482
Plan Comfort M          24.95
Roaming zone 2           4.99
0171 5550916
Plan Basic               9.95
Third party services     2.50`;

const table = { type: 'array', items: { type: 'object', properties: { line: text, service: text, charged: money } } };

it('a text over the rows of its group is the value of all of them, and of none behind another such text', async () => {
  const rows = [
    ['0171 5550482', 'Plan Comfort M', '24.95'],
    ['0171 5550482', 'Roaming zone 2', '4.99'],
    ['0171 5550482', 'Plan Basic', '9.95'],
    ['0171 5550916', 'Third party services', '2.50'],
  ];
  const unquoted = { quote: null, page: null };
  const cells = rows.flatMap(([line = '', service = '', charged = ''], at) => [
    cell(`$.charges[${at}].line`, line, unquoted),
    cell(`$.charges[${at}].service`, service, unquoted),
    cell(`$.charges[${at}].charged`, charged, unquoted),
  ]);
  const outcome = await run({ document: documentOf(page), fields: { charges: table }, tiers: [readerOf('reader', 'large', cells)] });
  const lines = metaOf(outcome).field_confidence.filter(({ field }) => field.endsWith('.line'));
  expect(lines.map(({ reason }) => reason.includes('Row conflict') || reason.includes('nothing there'))).toEqual([
    false,
    false,
    true,
    true,
  ]);
});
