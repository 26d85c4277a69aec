import { describe, expect, it } from 'vitest';
import { cell, documentOf, entryOf, metaOf, money, readerOf, run, scriptedModel, text } from '../../builders.js';
import { accepted, held } from '../verdicts.js';
import { findingsOf, type ItemTexts } from './rows/read-items.js';

describe('sums', () => {
  const fields = { subtotal: money, tax: money, total: money };
  const scores = async (page: string, read: Readonly<Record<string, string>>) => {
    const quote = (value: string) => page.split('\n').find((row) => row.includes(value)) ?? value;
    const cells = Object.entries(read).map(([name, value]) => cell(`$.${name}`, value, { quote: quote(value) }));
    const outcome = await run({ document: documentOf(page), fields, tiers: [scriptedModel('reader', cells)] });
    return (name: string) => entryOf(outcome, `$.${name}`);
  };

  describe('a passed sum identifies its only unlabelled part', () => {
    const page = `Subtotal           100.00
VAT 20 %            20.00
Contribution       120.00`;

    it('when all other parts have labels', async () => {
      const score = await scores(page, { subtotal: '100.00', tax: '20.00', total: '120.00' });
      expect(score('total').score).toEqual(accepted);
    });

    it('but not when two parts have no label', async () => {
      const bare = page.replace('Subtotal', 'Services');
      const score = await scores(bare, { subtotal: '100.00', tax: '20.00', total: '120.00' });
      expect([score('subtotal').score, score('total').score]).toEqual([held, held]);
    });

    it('and a sum whose label may mean several sums', async () => {
      const exchanged = `Total              100.00
VAT 20 %            20.00
Grand total        120.00`;
      const score = await scores(exchanged, { subtotal: '100.00', tax: '20.00', total: '120.00' });
      expect(score('subtotal').score).toEqual(accepted);
    });

    it('but not when the sum fails', async () => {
      const score = await scores(page.replace('120.00', '125.00'), { subtotal: '100.00', tax: '20.00', total: '125.00' });
      expect(score('total').score).toEqual(held);
    });
  });

  describe('several taxes', () => {
    const table = `             Rate %      Base     VAT amount     Gross
VAT           6.00     100.00         6.00      106.00
VAT          21.00     200.00        42.00      242.00
                       300.00        48.00      348.00`;

    it('do not compete with their sum, nor with rates and bases', async () => {
      const score = await scores(table, { subtotal: '300.00', tax: '48.00', total: '348.00' });
      expect(score('tax').reason).not.toContain('Multiple');
    });

    it('are marked as parts when one is read as the whole', async () => {
      const score = await scores(table, { tax: '42.00' });
      expect(score('tax').score).toBeLessThan(0.85);
    });
  });

  describe('an item whose amount is not its quantity times its price', () => {
    const columns = { description: text, quantity: money, unit_price: money, amount: money };
    const product = async (row: string, [quantity, price, amount]: readonly [string, string, string]) => {
      const page = `Description   Qty    Price    ${' '.repeat(20)}Amount\n${row}`;
      const values = ['Headphones', quantity, price, amount];
      const cells = Object.keys(columns).map((name, at) => cell(`$.lines[0].${name}`, values[at] ?? '', { quote: row }));
      const asked = { lines: { type: 'array', items: { type: 'object', properties: columns } } };
      const outcome = await run({ document: documentOf(page), fields: asked, tiers: [scriptedModel('reader', cells)] });
      return entryOf(outcome, '$.lines[0].amount').score;
    };

    it.each([
      ['a discount in its row', 'Headphones     1     349.99    Member discount -50.00   299.99', '299.99'],
      ['a rate in its row', 'Headphones     1     200.00    less 10 %                180.00', '180.00'],
      ['a tax in its row', 'Headphones     1     278.61    tax 40.39                319.00', '319.00'],
    ])('is explained by %s', async (_, row, amount) => {
      const price = /\d+\.\d\d/.exec(row)?.[0] ?? '';
      expect(await product(row, ['1', price, amount])).toBeGreaterThanOrEqual(0.85);
    });

    it('is doubted when nothing printed explains it', async () => {
      expect(await product('Headphones     1     349.99                             299.99', ['1', '349.99', '299.99'])).toEqual(held);
    });

    it('is doubted when the tax was read as the price', async () => {
      expect(await product('Headphones     1     278.61    tax 40.39                319.00', ['1', '40.39', '319.00'])).toBeLessThan(0.85);
    });
  });

  it('trusts the label of a total over the sum of receipt rows, which include the tax', async () => {
    const page = 'Bread        10.00\nMilk         11.00\nTotal        21.00\nincl. VAT     1.90';
    const row = (name: string, amount: string, at: number) => [
      cell(`$.lines[${at}].description`, name, { quote: `${name} ${amount}` }),
      cell(`$.lines[${at}].amount`, amount, { quote: `${name} ${amount}` }),
    ];
    const cells = [cell('$.subtotal', '21.00', { quote: 'Total 21.00' }), ...row('Bread', '10.00', 0), ...row('Milk', '11.00', 1)];
    const lines = { type: 'array', items: { type: 'object', properties: { description: text, amount: money } } };
    const outcome = await run({ document: documentOf(page), fields: { subtotal: money, lines }, tiers: [scriptedModel('reader', cells)] });
    expect(entryOf(outcome, '$.subtotal').score).toEqual(held);
  });

  it('does not use a position number to explain a difference', async () => {
    const page = '12   Paper      10      5.00      50.00';
    const columns = { quantity: money, unit_price: money, amount: money };
    const cells = Object.entries({ quantity: '12', unit_price: '5.00', amount: '50.00' }).map(([name, value]) =>
      cell(`$.lines[0].${name}`, value, { quote: page }),
    );
    const lines = { type: 'array', items: { type: 'object', properties: columns } };
    const outcome = await run({ document: documentOf(page), fields: { lines }, tiers: [scriptedModel('reader', cells)] });
    expect(entryOf(outcome, '$.lines[0].quantity').score).toEqual(held);
  });

  it('allows no larger rounding for a price that is printed to the cent', async () => {
    const page = '999   Paper      60.00      120.00';
    const columns = { quantity: money, unit_price: money, amount: money };
    const cells = Object.entries({ quantity: '999', unit_price: '60.00', amount: '120.00' }).map(([name, value]) =>
      cell(`$.lines[0].${name}`, value, { quote: page }),
    );
    const lines = { type: 'array', items: { type: 'object', properties: columns } };
    const outcome = await run({ document: documentOf(page), fields: { lines }, tiers: [scriptedModel('reader', cells)] });
    expect(entryOf(outcome, '$.lines[0].amount').score).toEqual(held);
  });

  it.each([
    ['accepts a price per hundred that the row prints', 'Screws    200      4.50   per 100      9.00', accepted],
    [
      'doubts a price per hundred that is not printed, because the amount may belong to another row',
      'Screws    200      4.50                9.00',
      held,
    ],
  ])('%s', async (_, row, expected) => {
    const columns = { quantity: money, unit_price: money, amount: money };
    const cells = Object.entries({ quantity: '200', unit_price: '4.50', amount: '9.00' }).map(([name, value]) =>
      cell(`$.lines[0].${name}`, value, { quote: row }),
    );
    const lines = { type: 'array', items: { type: 'object', properties: columns } };
    const outcome = await run({ document: documentOf(row), fields: { lines }, tiers: [scriptedModel('reader', cells)] });
    expect(entryOf(outcome, '$.lines[0].amount').score).toEqual(expected);
  });

  it('does not treat an amount as certain because it is the sum of the others under its label', async () => {
    const score = await scores('Total     300.00\nTotal     100.00\nTotal     200.00', { total: '300.00' });
    expect(score('total').score).toEqual(accepted);
  });

  describe('the code of a currency', () => {
    const currency = async (page: string, code: string) => {
      const tiers = [scriptedModel('reader', [cell('$.currency', code)])];
      return entryOf(await run({ document: documentOf(page), fields: { currency: text }, tiers }), '$.currency').score;
    };

    it('is printed when it stands in a row with an amount, or alone under one', async () => {
      expect(await currency('Goods       100.00     CHF', 'CHF')).toEqual(accepted);
      expect(await currency('Still open\n22.50\nGBP', 'GBP')).toEqual(accepted);
    });

    it('is only inferred when it may be a word', async () => {
      expect(await currency('PEN blue       1.50', 'PEN')).toEqual(held);
    });
  });
});

describe('failed as printed', () => {
  const page = `Subtotal      100.00
VAT            19.00
Total         129.00`;
  const sums = { subtotal: 'Subtotal 100.00', tax: 'VAT 19.00', total: 'Total 129.00' };

  /** The names of what was found about each sum; the witness reads the same, but for what it reads otherwise. */
  const foundOn = async (text: string, read: Readonly<Record<string, string>> = sums, otherwise: Readonly<Record<string, string>> = {}) => {
    const cells = (quotes: Readonly<Record<string, string>>) =>
      Object.entries(quotes).map(([name, quote]) => cell(`$.${name}`, quote.split(' ').at(-1) ?? '', { quote }));
    const outcome = await run({
      document: documentOf(text),
      fields: { subtotal: money, tax: money, total: money },
      tiers: [scriptedModel('reader', cells(read))],
      witnesses: [scriptedModel('witness', cells({ ...sums, ...otherwise }))],
      verify: true,
    });
    const found = outcome.draft?.fields.map(({ caps }) => caps.map(({ name }) => name).filter((name) => name.startsWith('arithmetic.')));
    return { found: found?.flat() ?? [], meta: metaOf(outcome) };
  };

  describe('a sum that the page itself gets wrong', () => {
    it('says little against amounts that stand under their own labels and that two readers read alike', async () => {
      const { found } = await foundOn(page);
      expect(found).toEqual(Array(3).fill('arithmetic.failedAsPrinted'));
    });

    it('says as little where nothing was quoted', async () => {
      const cells = Object.entries(sums).map(([name, quote]) => cell(`$.${name}`, quote.split(' ').at(-1) ?? '', { quote }));
      const { draft } = await run({
        document: documentOf(page),
        fields: { subtotal: money, tax: money, total: money },
        tiers: [readerOf('local', 'local', cells)],
        given: { data: { subtotal: 100, tax: 19, total: 129 } },
      });
      const found = draft?.fields.flatMap(({ caps }) => caps.map(({ name }) => name)).filter((name) => name.startsWith('arithmetic.'));
      expect(found).toEqual(Array(3).fill('arithmetic.failedAsPrinted'));
    });

    it('still makes the document doubtful', async () => {
      const { meta } = await foundOn(page);
      expect(meta.confidence_score).toBeLessThan(0.85);
      expect(meta.issues.join()).toContain('the document itself may not add up');
    });

    it('stays a veto for an amount that another reader reads otherwise', async () => {
      const { found } = await foundOn(page, sums, { total: 'VAT 19.00' });
      expect(found).toEqual(['arithmetic.failedAsPrinted', 'arithmetic.failedAsPrinted', 'arithmetic.failed']);
    });

    it('stays a veto for an amount in whose place another printed one would make the sum hold', async () => {
      const { found } = await foundOn(`${page}\nReference   119.00`);
      expect(found).toEqual(['arithmetic.failedAsPrinted', 'arithmetic.failedAsPrinted', 'arithmetic.failed']);
    });

    it('stays a veto for an amount whose label names another field as well, such as what a deposit leaves', async () => {
      const due = { subtotal: 'Subtotal 100.00', tax: 'VAT 19.00', total: 'Total due 69.00' };
      const { found } = await foundOn('Subtotal      100.00\nVAT            19.00\nDeposit        50.00\nTotal due      69.00', due, due);
      expect(found.at(-1)).toBe('arithmetic.failed');
    });

    it('stays a veto for what is carried to the next page', async () => {
      const carried = { ...sums, subtotal: 'Subtotal carried forward 100.00' };
      const { found } = await foundOn(page.replace('Subtotal      100.00', 'Subtotal carried forward      100.00'), carried, carried);
      expect(found[0]).toBe('arithmetic.failed');
    });
  });
});

describe('failed sum of rows', () => {
  const page = `Description          Qty     Unit price    Amount
Oak chair              4          10.00     40.00
Round table            2          30.00     60.00
Reading lamp           3           5.00     15.00
Subtotal                                   200.00`;
  const subtotal = cell('$.subtotal', '200.00', { quote: 'Subtotal 200.00' });
  const chair: ItemTexts = ['Oak chair', '4', '10.00', '40.00'];
  const table: ItemTexts = ['Round table', '2', '30.00', '60.00'];
  const lamp: ItemTexts = ['Reading lamp', '3', '5.00', '15.00'];

  describe('a page whose own sum does not hold', () => {
    it('says little against rows whose product holds', async () => {
      const found = await findingsOf(page, [chair, table, lamp], [subtotal]);
      expect(found).toEqual(Array(3).fill(['arithmetic.sumOfRowsFailed']));
    });

    it('says more against an amount that nothing else confirms, but not against its description', async () => {
      const found = await findingsOf(page, [chair, table, ['Reading lamp', '', '', '15.00']], [subtotal]);
      expect(found[2]).toEqual(['arithmetic.failed']);
    });

    it('says more against an item that is read twice, although its product holds', async () => {
      const found = await findingsOf(page, [chair, chair, table, lamp], [subtotal]);
      expect(found[1]).toEqual(expect.arrayContaining(['label.noRow', 'arithmetic.failed']));
    });
  });

  describe('the product of a row', () => {
    it('that fails while the sum of the rows holds speaks against its factors, less against its amount', async () => {
      const right = page.replace('200.00', '115.00').replace('3           5.00', '2           5.00');
      const sum = cell('$.subtotal', '115.00', { quote: 'Subtotal 115.00' });
      const [, , last] = await findingsOf(right, [chair, table, ['Reading lamp', '2', '5.00', '15.00']], [sum]);
      expect(last).toEqual(expect.arrayContaining(['arithmetic.lineProduct', 'arithmetic.factorsFailed']));
    });

    it('does not fail where the row prints it, too, and the amount is the one with its tax', async () => {
      const gross = `Description      Unit price    Qty    Net       VAT      Total
Oak chair            13.00         1   13.00     21.00     15.73
Round table           5.00         3   15.00     21.00     18.15`;
      const items: readonly ItemTexts[] = [
        ['Oak chair', '1', '13.00', '15.73'],
        ['Round table', '3', '5.00', '18.15'],
      ];
      expect((await findingsOf(gross, items)).flat()).not.toContain('arithmetic.lineProduct');
      const wrong: readonly ItemTexts[] = [['Oak chair', '1', '13.00', '18.15']];
      expect((await findingsOf(gross, wrong)).flat()).toContain('arithmetic.lineProduct');
    });
  });
});

describe('tender', () => {
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
});
