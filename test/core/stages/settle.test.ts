import { describe, expect, it } from 'vitest';
import { cell, documentOf, entryOf, metaOf, money, pageOf, readerOf, run, scriptedModel, text } from '../builders.js';

describe('decide', () => {
  describe('a reader that reads otherwise', () => {
    it.each([
      ['local', 'agreement.disputed'],
      ['large', 'agreement.opposed'],
    ] as const)('and is %s speaks against the value as %s', async (kind, name) => {
      const outcome = await run({
        document: documentOf('From Berlin to Bonn'),
        fields: { place: text },
        tiers: [readerOf('reader', 'large', cell('$.place', 'Berlin'))],
        witnesses: [readerOf('other', kind, cell('$.place', 'Bonn'))],
      });
      expect(outcome.draft?.fields[0]?.caps.map((cap) => cap.name)).toContain(name);
    });
  });

  it('the embedded reader contests what nothing was quoted for more than what was', async () => {
    const outcome = await run({
      document: documentOf('From Berlin to Bonn'),
      fields: { place: text },
      tiers: [readerOf('reader', 'large', cell('$.place', 'Berlin', { quote: null, page: null }))],
      witnesses: [readerOf('other', 'local', cell('$.place', 'Bonn'))],
    });
    expect(outcome.draft?.fields[0]?.caps.map((cap) => cap.name)).toContain('agreement.contested');
  });

  it('a word of which nothing shows that it is a name contests a name less than another name does', async () => {
    const against = async (name: string) => {
      const outcome = await run({
        document: documentOf(
          `Papier Vertrieb GmbH\nHill Road 7\n66666 Lakeside\n\n\nBill to:\n${name}\nStreet 1\n${name === 'Finish' ? '' : '12345 Springfield'}`,
        ),
        fields: { buyer_name: text },
        tiers: [readerOf('reader', 'large', cell('$.buyer_name', 'Papier Vertrieb GmbH'))],
        witnesses: [readerOf('other', 'local', cell('$.buyer_name', name))],
      });
      return outcome.draft?.fields[0]?.caps.map((cap) => cap.name).find((cap) => cap.startsWith('agreement.'));
    };
    expect([await against('Finish'), await against('Kraxi GmbH')]).toEqual(['agreement.questioned', 'agreement.disputed']);
  });

  it('the local reader contests the name of a party where both may be exchanged, and hardly where it takes some other line for one', async () => {
    const against = async (seller: string, buyer: string) => {
      const outcome = await run({
        document: documentOf(
          'Papier Vertrieb GmbH\nHill Road 7\n66666 Lakeside\n\n\nBill to:\nKraxi GmbH\nStreet 1\n12345 Springfield\n\n\nOnline Shopping AG\nPark 1',
        ),
        fields: { seller_name: text, buyer_name: text },
        tiers: [readerOf('reader', 'large', [cell('$.seller_name', seller), cell('$.buyer_name', buyer)])],
        witnesses: [readerOf('other', 'local', cell('$.buyer_name', 'Kraxi GmbH'))],
      });
      return outcome.draft?.fields[1]?.caps.map((cap) => cap.name).find((cap) => cap.startsWith('agreement.'));
    };
    expect(await against('Kraxi GmbH', 'Papier Vertrieb GmbH')).toBe('agreement.exchanged');
    expect(await against('Papier Vertrieb GmbH', 'Online Shopping AG')).toBe('agreement.questioned');
  });

  it('both parties are doubted where another reader names one of them, and as the other party', async () => {
    const outcome = await run({
      document: documentOf('Seller: Papier Vertrieb GmbH\n\n\nKraxi GmbH\nStreet 1\n12345 Springfield'),
      fields: { seller_name: text, buyer_name: text },
      tiers: [readerOf('reader', 'large', [cell('$.seller_name', 'Kraxi GmbH'), cell('$.buyer_name', 'Papier Vertrieb GmbH')])],
      witnesses: [readerOf('other', 'local', cell('$.seller_name', 'Papier Vertrieb GmbH'))],
    });
    for (const { caps } of outcome.draft?.fields ?? [])
      expect(caps.filter(({ name }) => name.startsWith('agreement.'))).toMatchObject([
        {
          name: 'agreement.exchanged',
          reason: 'Multiple values found: the parties may be exchanged, other read "Papier Vertrieb GmbH" as the seller',
        },
      ]);
    expect(outcome.draft?.fields).toHaveLength(2);
  });

  describe('a reader that reads a part of a text', () => {
    const findings = async (path: string, [whole, part]: readonly [string, string]): Promise<readonly string[]> => {
      const field = path.slice('$.'.length);
      const outcome = await run({
        document: documentOf(whole),
        fields: { [field]: text },
        tiers: [readerOf('reader', 'large', cell(path, whole))],
        witnesses: [readerOf('other', 'local', cell(path, part))],
      });
      return outcome.draft?.fields[0]?.caps.map((cap) => cap.name) ?? [];
    };

    it.each([
      ['its first column', 'EQ4 #57811, 30 TB (17.01.2016 - 16.02.2016)', 'EQ4 #57811, 30 TB'],
      ['its first line', 'Home visit on 11.09.2025; 14.09.2025', 'Home visit'],
      ['it without the code before it', 'M-01 Display 15F low radiation', 'Display 15F'],
      ['the one word behind the code', 'PE-5519 Anfahrtspauschale', 'Anfahrtspauschale'],
    ])('does not contradict it: %s', async (_, whole, part) => {
      expect(await findings('$.description', [whole, part])).toContain('agreement.single');
    });

    it('does not contradict it where both begin with the same word of the page, as it does where it is printed elsewhere', async () => {
      const against = async (page: string, read: string) => {
        const outcome = await run({
          document: documentOf(page),
          fields: { description: text },
          tiers: [readerOf('reader', 'large', cell('$.description', 'Next Coffee Maker'))],
          witnesses: [readerOf('other', 'local', cell('$.description', read))],
        });
        return outcome.draft?.fields[0]?.caps.map((cap) => cap.name) ?? [];
      };
      expect(await against('Next Coffee Maker1', 'Next Coffee Maker1')).toContain('agreement.single');
      expect(await against('Next Coffee Maker\n\nNext Coffee Maker1', 'Next Coffee Maker1')).toContain('agreement.disputed');
    });

    it('does not contradict a number of value added tax with that of a tax office, as it would with another one', async () => {
      expect(await findings('$.seller_vat_id', ['DE123456789', '201/113/40209'])).toContain('agreement.single');
      expect(await findings('$.seller_tax_no', ['201/113/40209', 'DE123456789'])).toContain('agreement.single');
      expect(await findings('$.seller_vat_id', ['DE123456789', 'DE987654321'])).not.toContain('agreement.single');
      expect(await findings('$.seller_vat_id', ['201/113/40209', 'DE123456789'])).not.toContain('agreement.single');
    });

    it('does not contradict an identifier before which a label is printed without a space, as it would another word', async () => {
      expect(await findings('$.invoice_number', ['NumberSPC-5519', 'SPC-5519'])).toContain('agreement.single');
      expect(await findings('$.invoice_number', ['INV#40172', '40172'])).toContain('agreement.single');
      expect(await findings('$.invoice_number', ['AlphaSPC-5519', 'SPC-5519'])).not.toContain('agreement.single');
    });

    it.each([
      ['of one word', '$.description', 'Rack 4711 blue', '4711'],
      ['that ends within a number', '$.description', 'Home visit 11.09.2025 to 2', 'Home visit 11.09.202'],
      ['of an identifier', '$.invoice_number', 'RE 2016 004', 'RE 2016'],
    ])('contradicts it where it has digits and is a part %s', async (_, path, whole, part) => {
      expect(await findings(path, [whole, part])).not.toContain('agreement.single');
    });
  });

  describe('of two tiers', () => {
    const good = readerOf('good', 'large', cell('$.total', '120.00', { quote: 'Total 120.00' }));
    const bad = readerOf('bad', 'large', cell('$.total', '70.00', { quote: 'Amount due 70.00' }));

    it.each([
      ['first', [good, bad]],
      ['second', [bad, good]],
    ])('the better proven value is answered, here of the %s', async (_, tiers) => {
      const document = documentOf('Subtotal 100.00\nTotal 120.00\nAmount due 70.00');
      const outcome = await run({ document, fields: { total: money }, required: ['total'], threshold: 0.99, tiers });
      expect(outcome.object?.['total']).toBe(120);
    });
  });

  it('readers agree on a tax number with the letters of its country and without', async () => {
    const text = { type: 'string' };
    const reads = (name: string, value: string) => scriptedModel(name, [cell('$.vat_id', value, { quote: `VAT no ${value}` })]);
    const outcome = await run({
      document: documentOf('VAT no PL5213938224\nNIP 5213938224'),
      fields: { vat_id: text },
      tiers: [reads('reader', 'PL5213938224')],
      witnesses: [scriptedModel('witness', [cell('$.vat_id', '5213938224', { quote: 'NIP 5213938224' })])],
    });
    expect(metaOf(outcome).issues).toEqual([]);
  });
});

describe('a value given twice is the better proven', () => {
  const twice = [cell('$.total', '120.00', { quote: 'Total 120.00' }), cell('$.total', '120.00', { quote: null })];
  const score = async (cells: typeof twice) =>
    entryOf(
      await run({ document: documentOf('Invoice\nTotal 120.00'), fields: { total: money }, tiers: [scriptedModel('reader', cells)] }),
      '$.total',
    ).score;

  it('takes of two cells that agree the one with the better evidence, whichever comes first', async () => {
    expect([await score(twice), await score(twice.toReversed())]).toEqual([0.95, 0.95]);
  });

  it('takes of two cells that differ the one that the label names, and doubts it', async () => {
    const document = documentOf('Invoice\nReceived: 100.00\nTotal 120.00');
    const cells = [cell('$.total', '100.00', { quote: 'Received: 100.00' }), cell('$.total', '120.00', { quote: 'Total 120.00' })];
    const outcome = await run({ document, fields: { total: money }, tiers: [scriptedModel('reader', cells)] });
    expect(outcome.object?.['total']).toBe(120);
    expect(entryOf(outcome, '$.total').score).toBeLessThan(0.85);
  });
});

describe('rows of two tiers keep whole', () => {
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
});

describe('rows with one description swap their evidence', () => {
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
});

describe('what no page shows is not said by one', () => {
  const page = `Alder Ltd                 Invoice
Bill to: Beech Ltd
Description   Qty   Price   Amount
Chair           2   60.25   120.50
Total                       120.50`;
  const hidden = pageOf('Zyzzyva Ltd 999.00').words;
  const document = documentOf(pageOf(page, 1, { hidden }));
  const quote = (value: string) => page.split('\n').find((row) => row.includes(value)) ?? value;
  const read = (path: string, value: string) => cell(path, value, { quote: quote(value) });
  const unseen = { quote: 'Zyzzyva Ltd 999.00' };
  const columns = { description: text, quantity: money, unit_price: money, amount: money };
  const lines = { type: 'array', items: { type: 'object', properties: columns } };

  it('lets a quantity that is not printed neither blame nor prove the price beside it', async () => {
    const row = (quantity: string) => [
      read('$.lines[0].description', 'Chair'),
      cell('$.lines[0].quantity', quantity, unseen),
      read('$.lines[0].unit_price', '60.25'),
      read('$.lines[0].amount', '120.50'),
    ];
    const scores = async (quantity: string) => {
      const outcome = await run({ document, fields: { lines }, tiers: [scriptedModel('reader', row(quantity))] });
      return ['quantity', 'unit_price', 'amount'].map((name) => entryOf(outcome, `$.lines[0].${name}`).score);
    };
    const [quantity = 1, price = 0, amount = 0] = await scores('999.00');
    expect([quantity <= 0.3, price >= 0.85, amount >= 0.85]).toEqual([true, true, true]);
    expect(await scores('998.00')).toEqual([quantity, price, amount]);
  });

  it('names both sides of a difference by what they are: a reader, where no page shows what it read', async () => {
    const embedded = async () => ({ cells: [cell('$.total', '120.50')], source: 'the data embedded as XML' });
    const outcome = await run({
      document,
      fields: { total: money },
      tiers: [scriptedModel('reader', [cell('$.total', '999.00', unseen)])],
      witnesses: [scriptedModel('embedded', embedded)],
    });
    expect(metaOf(outcome).issues).toContain(
      '$.total: Multiple values found: 120.50 under "Total"; reader read 999, the data embedded as XML say 120.5',
    );
  });

  it('counts a name that is not printed as no second name of a party', async () => {
    const outcome = await run({
      document,
      fields: { buyer_name: text },
      tiers: [scriptedModel('reader', [cell('$.buyer_name', 'Zyzzyva Ltd', unseen)])],
    });
    expect(metaOf(outcome).issues.filter((issue) => issue.includes('Zyzzyva'))).toEqual([]);
  });
});
