import { describe, expect, it } from 'vitest';
import { cell, documentOf, metaOf, money, readerOf, run, text } from '../../../builders.js';

const table = { type: 'array', items: { type: 'object', properties: { levy: text, charged: money } } };

const page = `
Levy                Charged
School bond          120.35
Library bond          40.25
Flood control         18.10
All district levies  178.70
Street lights         12.00
Payable              190.70`;

/** The rows of a reader without quotes that are held as sums. */
async function sumsAmong(rows: readonly (readonly [string, string])[]): Promise<readonly string[]> {
  const cells = rows.flatMap(([levy, charged], at) => [
    cell(`$.rows[${at}].levy`, levy, { quote: null, page: null }),
    cell(`$.rows[${at}].charged`, charged, { quote: null, page: null }),
  ]);
  const outcome = await run({ document: documentOf(page), fields: { rows: table }, tiers: [readerOf('reader', 'large', cells)] });
  return metaOf(outcome)
    .field_confidence.filter(({ score, reason }) => score < 0.85 && reason.includes('sums of the rows above'))
    .map(({ field }) => field);
}

const items = [
  ['School bond', '120.35'],
  ['Library bond', '40.25'],
  ['Flood control', '18.10'],
] as const;

describe('a row whose amount is the sum of those above', () => {
  it('is no item, whatever it is called', async () => {
    expect(await sumsAmong([...items, ['All district levies', '178.70'], ['Street lights', '12.00']])).toEqual([
      '$.rows[3].levy',
      '$.rows[3].charged',
    ]);
  });

  it('is none where another row stands in its place', async () => {
    expect(await sumsAmong([...items, ['Street lights', '12.00']])).toEqual([]);
  });
});
