import { describe, expect, it } from 'vitest';
import { cell, documentOf, entryOf, metaOf, money, run, scriptedModel } from '../builders.js';
import { accepted, held } from './verdicts.js';

const fields = { subtotal: money, tax: money, total: money };

/** A right reading of three printed sums. */
async function read(subtotal: string, tax: string, total: string, more = '') {
  const lines = [`Subtotal ${subtotal}`, `Tax ${tax}`, `Total ${total}`];
  const cells = [subtotal, tax, total].map((value, index) =>
    cell(`$.${Object.keys(fields)[index]}`, value, { quote: lines[index] ?? null }),
  );
  const document = documentOf([...lines, more].join('\n'));
  return run({ document, tiers: [scriptedModel('reader', cells)], fields, verify: true });
}

describe('a sum of amounts that could all be thousandths', () => {
  it('does not settle what they are, though it holds', async () => {
    const outcome = await read('100.500', '20.100', '120.600');
    expect([outcome.verification?.status, entryOf(outcome, '$.total').score]).toEqual(['PASSED', held]);
    expect(metaOf(outcome).issues).toContain('$.total: Formatting ambiguous: 120.600 is 120600 or 120.6');
  });

  it('settles them where one part has one meaning', async () => {
    const outcome = await read('1.000', '200', '1.200');
    expect([outcome.object?.['total'], entryOf(outcome, '$.total').score]).toEqual([1200, accepted]);
  });

  it('a part of nothing settles nothing', async () => {
    expect(entryOf(await read('100.500', '0', '100.500'), '$.total').score).toEqual(held);
  });
});

describe('amounts of a currency with three decimals', () => {
  it.each(['KWD', 'BHD', 'TND'])('are read with them where %s is named', async (currency) => {
    const outcome = await read('100.500', '20.100', '120.600', `All amounts in ${currency}`);
    expect(outcome.object).toMatchObject({ subtotal: 100.5, tax: 20.1, total: 120.6 });
    expect(entryOf(outcome, '$.total').score).toEqual(accepted);
  });

  it('stay ambiguous where a currency with two is named as well', async () => {
    const outcome = await read('100.500', '20.100', '120.600', 'All amounts in KWD or USD');
    expect(entryOf(outcome, '$.total').score).toEqual(held);
  });
});
