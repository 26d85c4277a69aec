import { describe, expect, it } from 'vitest';
import { cell, documentOf, entryOf, run, scriptedModel } from '../../../builders.js';

const date = { type: 'string', format: 'date' };
const page = 'Service from 1 February 2026 to 31 March 2026\nTotal  10.00';
const quote = 'Service from 1 February 2026 to 31 March 2026';

const read = async (first: string, second: string, names: readonly [string, string] = ['period_from', 'period_to']) => {
  const tiers = [scriptedModel('reader', [cell(`$.${names[0]}`, first, { quote }), cell(`$.${names[1]}`, second, { quote })])];
  const outcome = await run({ document: documentOf(page), fields: Object.fromEntries(names.map((name) => [name, date])), tiers });
  return names.map((name) => entryOf(outcome, `$.${name}`).reason.includes('before it begins'));
};

describe('a period', () => {
  it('that ends before it begins is doubtful at both ends', async () => {
    expect(await read('31 March 2026', '1 February 2026')).toEqual([true, true]);
    expect(await read('31 March 2026', '1 February 2026', ['start_date', 'end_date'])).toEqual([true, true]);
  });

  it('that begins before it ends is not', async () => {
    expect(await read('1 February 2026', '31 March 2026')).toEqual([false, false]);
  });

  it('has ends of one thing: two dates of others are no period', async () => {
    expect(await read('31 March 2026', '1 February 2026', ['rent_from', 'contract_until'])).toEqual([false, false]);
  });
});
