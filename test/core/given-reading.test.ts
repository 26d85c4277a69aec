import { describe, expect, it } from 'vitest';
import { InputError } from '../../core/index.js';
import { cell, documentOf, embedded, entryOf, metaOf, money, run, scriptedModel } from './builders.js';

const document = documentOf('Seller: Northwind Ltd\nInvoice date 30 March 2020\nSubtotal 1.234,50 €\nVAT 234,56 €\nTotal 1.469,06 €');
const text = { type: ['string', 'null'] };
const fields = {
  total: money,
  issue_date: { type: ['string', 'null'], format: 'date' },
  seller_name: text,
  paid: { type: ['boolean', 'null'] },
};
const data = { seller_name: 'Northwind Ltd', issue_date: '2020-03-30', total: 1469.06 };

describe('values that somebody else has read', () => {
  it('are answered as they came, each with the place that proves it', async () => {
    const tier = scriptedModel('a', [cell('$.total', '1.00')]);
    const outcome = await run({ document, fields, tiers: [tier], given: { data } });
    const { _meta, ...object } = outcome.object ?? {};
    expect(object).toEqual(data);
    expect(entryOf(outcome, '$.total')).toMatchObject({ page: 1, text: expect.stringContaining('1.469,06') });
    expect(entryOf(outcome, '$.issue_date')).toMatchObject({ page: 1, text: expect.stringContaining('30 March 2020') });
    expect(tier.tasks).toEqual([]);
  });

  it('cost what Tier 1 costs, and never Tier 2', async () => {
    const tiers = [scriptedModel('a', []), scriptedModel('b', [])];
    const outcome = await run({ document, fields, required: ['paid'], tiers, given: { data } });
    expect(outcome.metadata).toMatchObject({ credits: 1, fallbackTriggered: false });
  });

  it('are checked by the embedded readers alone', async () => {
    const local = embedded(scriptedModel('e', [cell('$.total', '1.469,06', { quote: 'Total 1.469,06 €' })]));
    const remote = scriptedModel('r', [cell('$.total', '1.469,06')]);
    const outcome = await run({ document, fields, tiers: [local], witnesses: [remote], given: { data } });
    expect([local.tasks.length, remote.tasks.length]).toEqual([1, 0]);
    expect(outcome.draft?.fields.find(({ path }) => path === '$.total')?.caps.map(({ name }) => name)).toContain('agreement.independent');
  });

  it('that the page does not show are held, and come back unchanged', async () => {
    const outcome = await run({ document, fields, given: { data: { ...data, total: 1496.06 } }, tiers: [scriptedModel('a', [])] });
    expect(outcome.object).toMatchObject({ total: 1496.06 });
    expect(entryOf(outcome, '$.total').score).toBeLessThan(0.5);
  });

  it('and that another reader reads otherwise are told in one issue a heading, which names the data as such', async () => {
    const local = embedded(scriptedModel('e', [cell('$.total', '1.469,06', { quote: 'Total 1.469,06 €' })]));
    const setting = { document, fields: { total: money }, tiers: [local] };
    const other = 'Multiple values found: 1.469,06 € under "Total"; the given data read 1496.06, e read 1469.06';
    for (const reader of [{}, { reader: 'e' }])
      expect(metaOf(await run({ ...setting, given: { data: { total: 1496.06 }, ...reader } })).issues).toEqual([
        '$.total: Not found on the page: the value is not printed',
        `$.total: ${other}`,
      ]);
    const absent = await run({ ...setting, given: { data: { total: null } } });
    expect(metaOf(absent).issues).toEqual(['$.total: Not present: but "Total" stands beside "1.469,06 €" on page 1; but e read 1469.06']);
  });

  it('of three decimals are no thousands', async () => {
    const quantity = { quantity: money };
    const page = documentOf('Invoice\nQuantity 1.234 kg\nTotal 1.469,06 €');
    const score = async (value: number) =>
      entryOf(
        await run({ document: page, fields: quantity, given: { data: { quantity: value } }, tiers: [scriptedModel('a', [])] }),
        '$.quantity',
      );
    expect((await score(1.234)).score).not.toBe((await score(1234)).score);
  });

  it('are found by their quote and page, where these were given', async () => {
    const twice = documentOf('Seller: Northwind Ltd\nTotal 5.00', 'Total 5.00');
    const given = { data: { total: 5 }, quotes: { '$.total': 'Total 5.00' }, pages: { '$.total': 2 }, reader: 'acme:7' };
    expect(
      entryOf(await run({ document: twice, fields: { total: money }, given, tiers: [scriptedModel('a', [])] }), '$.total'),
    ).toMatchObject({
      page: 2,
      text: 'Total 5.00',
    });
  });

  it.each([
    [{ order: 'GAW-26-031' }, 'GAW-26-031'],
    [{ total: 1469.06 }, '€1.469,06'],
    [{ issue_date: '2020-03-30' }, '30 March 2020'],
  ])('gain nothing from a quote that is nothing but the value: %j', async (value, quote) => {
    const page = documentOf('Invoice 30 March 2020\nOrder no. GAW-26-031\nInvoice no. BW-7\nTotal 1.469,06 €');
    const own = { ...fields, order: { ...text, description: 'Invoice number' } };
    const [path = ''] = Object.keys(value).map((name) => `$.${name}`);
    const score = async (quotes: Readonly<Record<string, string>>) =>
      entryOf(await run({ document: page, fields: own, given: { data: value, quotes }, tiers: [scriptedModel('a', [])] }), path);
    expect(await score({ [path]: quote })).toEqual(await score({}));
  });

  it('lose by a quote that is another value', async () => {
    const given = { data: { total: 1469.06 }, quotes: { '$.total': '1.234,50 €' } };
    expect(entryOf(await run({ document, fields, given, tiers: [scriptedModel('a', [])] }), '$.total').score).toBeLessThan(0.5);
  });

  it.each([
    [{ data: { total: 'much' } }, 'Invalid data: $.total is of type string; the schema asks for a number'],
    [{ data, quotes: { '$.tax': 'VAT' } }, 'Invalid quotes: the data have no value at $.tax'],
    [{ data, quotes: { tax: 'VAT' } }, 'Invalid quotes: the data have no value at tax; paths begin with $, like $.total'],
    [{ data, pages: { '$.totals': 1 } }, 'Invalid pages: the data have no value at $.totals'],
  ])('are refused before anything is read where they do not follow the schema: %j', async (given, why) => {
    await expect(run({ document, fields, given, tiers: [scriptedModel('a', [])] })).rejects.toThrow(new InputError(why));
  });

  it.each([
    [documentOf('Total 5.00'), 'Invalid pages: $.total is said to stand on page 7, and the document has 1 page'],
    [documentOf('Total 5.00', 'Terms'), 'Invalid pages: $.total is said to stand on page 7, and the document has 2 pages'],
  ])('are refused where they name a page that the document lacks', async (short, why) => {
    const given = { data: { total: 5 }, pages: { '$.total': 7 } };
    const asked = { document: short, fields: { total: money }, tiers: [scriptedModel('a', [])] };
    await expect(run({ ...asked, given })).rejects.toThrow(new InputError(why));
    expect((await run({ ...asked, given: { ...given, ownPages: true } })).object).toMatchObject({ total: 5 });
    expect((await run({ ...asked, document: { ...short, markdown: '' }, given })).object).toMatchObject({ total: 5 });
  });

  it('leave a required value that is missing in the issues', async () => {
    const outcome = await run({ document, fields, required: ['paid'], given: { data }, tiers: [scriptedModel('a', [])] });
    expect(metaOf(outcome).issues).toContain('$.paid: required, but not found in the document');
  });
});
