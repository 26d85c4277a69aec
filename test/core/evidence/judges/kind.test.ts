import { describe, expect, it } from 'vitest';
import { judgeKind } from '../../../../core/evidence/judges/judge-kind.js';
import { parseSchema } from '../../../../core/index.js';
import { cell, day, documentOf, entryOf, metaOf, money, run, scriptedModel, text } from '../../builders.js';
import { capsOf } from '../caps-of.js';
import { accepted, held, refused } from '../verdicts.js';

describe('kind', () => {
  const capsOf = (name: string, printed: string) => {
    const [field] = parseSchema(JSON.stringify({ type: 'object', properties: { [name]: text } })).fields;
    return field ? judgeKind(printed, field).map((cap) => cap.name) : [];
  };

  describe('a text that its shape proves to be something else is refused', () => {
    it.each([
      ['apartment', 'DE89 3704 0044 0532 0130 00'],
      ['registration_number', 'DE89 3704 0044 0532 0130 00'],
      ['invoice_number', 'DE89 3704 0044 0532 0130 00'],
      ['vat_id', '+49 7531 55510'],
      ['city', 'info@acme.example'],
      ['seller_name', 'www.acme.example'],
      ['room_number', 'https://acme.example/pay'],
    ])('%s: %s', (name, printed) => {
      expect(capsOf(name, printed)).toEqual(['format.wrongShape']);
    });

    it.each([
      ['iban', 'DE89 3704 0044 0532 0130 00'],
      ['bank_account', 'DE89 3704 0044 0532 0130 00'],
      ['payment_terms', 'www.acme.example/terms'],
      ['support_contact', '+49 7531 55510'],
      ['mobile_number', '+44 7700 900123'],
      ['email', 'info@acme.example'],
      ['login', 'info@acme.example'],
      ['apartment', '2. OG links'],
      ['invoice_number', '+4711'],
    ])('but not %s: %s', (name, printed) => {
      expect(capsOf(name, printed)).toEqual([]);
    });
  });
});

describe('a day of which either number may be the month', () => {
  const capsOfDay = (page: string, value: string) =>
    capsOf({ page, fields: { issue_date: day }, path: '$.issue_date', value, said: { quote: `Invoice date ${value}` } }, 'format');

  it('is refused where the reader has exchanged the two', () => {
    expect(capsOfDay('Invoice date 04/08/2026\nTotal $5.00', '08/04/2026')).toContain('format.wrongShape');
    expect(capsOfDay('Invoice date 04/08/2026\nTotal $5.00', '04/08/2026')).not.toContain('format.wrongShape');
  });

  it('but not where the page prints both, or its month as a word', () => {
    expect(capsOfDay('Invoice date 04/08/2026\nDue 08/04/2026', '08/04/2026')).not.toContain('format.wrongShape');
    expect(capsOfDay('Invoice date 4 August 2026', '04/08/2026')).not.toContain('format.wrongShape');
  });
});

describe('the number of a document', () => {
  const capsOfNumber = (page: string, value: string, name = 'policy_number') =>
    capsOf({ page, fields: { [name]: text }, path: `$.${name}`, value, said: { quote: value } }, 'format');

  it('is refused where it ends within a word that goes on, wherever it is printed', () => {
    expect(capsOfNumber('Policy number: HM/4471902/03', 'HM/4471902')).toEqual(['format.wrongShape']);
    expect(capsOfNumber('Policy number: HM/4471902/03', 'HM/4471902/03')).toEqual([]);
    expect(capsOfNumber('Policy number: HM/4471902/03\nReference HM/4471902', 'HM/4471902')).toEqual([]);
    expect(capsOfNumber('Tel. 040-555/12', '040-555', 'phone')).toEqual([]);
    expect(capsOfNumber('Policy number: RE-117/15.03.2026', 'RE-117')).toEqual([]);
    expect(capsOfNumber('Policy number: INV-0417-A', 'INV-0417')).toEqual(['format.wrongShape']);
  });
});

describe('a choice with boxes', () => {
  const capsOfChoice = (page: string, value: string) =>
    capsOf({ page, fields: { payment: text }, path: '$.payment', value, said: { quote: value } }, 'evidence');

  it.each(['Payment: ☒ Monthly ☐ Annual', 'Payment: [x] Monthly [ ] Annual', 'Payment      (x) Monthly ( ) Annual'])(
    'is refused where its box is empty: %s',
    (page) => {
      expect(capsOfChoice(page, 'Annual')).toContain('evidence.contrary');
      expect(capsOfChoice(page, 'Monthly')).not.toContain('evidence.contrary');
    },
  );

  it.each([
    'Payment: Monthly ☐ Annual ☒ Terms: 30 days',
    'Payment: Monthly [ ] Annual [x] plus',
    'Payment: ☐ Monthly ☐ Annual',
    'Payment: ☒ Monthly ☐ Annual\nAnnual',
  ])('but not in %s', (page) => {
    expect(capsOfChoice(page, 'Annual')).not.toContain('evidence.contrary');
  });
});

describe('unit', () => {
  const page = 'Gross weight 8,420 kg     Volume 27.5 m³     Packages 14\nConsumption 805 kWh';
  const entry = async (name: string, value: string) =>
    entryOf(
      await run({ document: documentOf(page), fields: { [name]: money }, tiers: [scriptedModel('reader', [cell(`$.${name}`, value)])] }),
      `$.${name}`,
    );

  describe('a number with a unit', () => {
    it.each([
      ['gross_weight_kg', '27.5'],
      ['volume_m3', '805'],
      ['consumption_kwh', '27.5'],
    ])('is refused for a field that names another one: %s', async (name, value) => {
      expect(await entry(name, value)).toMatchObject({ score: refused, reason: expect.stringContaining('printed in') });
    });

    it.each([
      ['gross_weight_kg', '8,420'],
      ['volume_cbm', '27.5'],
      ['consumptionKwh', '805'],
      ['weight_kg', '14'],
      ['gross_weight', '8,420'],
    ])('is not where it is the same, or one of the two has none: %s', async (name, value) => {
      expect((await entry(name, value)).reason).not.toContain('printed in');
    });
  });
});

describe('percent', () => {
  const page = 'Net                   200.50\nRestocking fee 10%     20.05\nTotal                 220.55';
  const scoreOf = async (name: string, value: string) =>
    entryOf(
      await run({
        document: documentOf(page),
        fields: { [name]: money },
        tiers: [scriptedModel('reader', [cell(`$.${name}`, value, { quote: 'Restocking fee 10% 20.05' })])],
      }),
      `$.${name}`,
    ).score;

  it('refuses a percentage for an amount of money', async () => {
    expect(await scoreOf('charge', '10')).toEqual(refused);
    expect(await scoreOf('charge', '20.05')).not.toEqual(refused);
  });

  it('takes one for a rate, and for a discount, which callers ask for in either form', async () => {
    expect(await scoreOf('fee_rate', '10')).not.toEqual(refused);
    expect(await scoreOf('discount', '10')).not.toEqual(refused);
  });
});

describe('sign', () => {
  const line = async (values: Readonly<Record<string, string>>, { title = 'Credit note', row = 'Chair   2   120.00' } = {}) => {
    const columns = { description: text, quantity: money, amount: money, discount: money };
    const read = { description: 'Chair', ...values };
    return run({
      document: documentOf(`${title}\nItem   Qty   Amount\n${row}`),
      fields: { lines: { type: 'array', items: { type: 'object', properties: columns } } },
      tiers: [
        scriptedModel(
          'reader',
          Object.entries(read).map(([name, value]) => cell(`$.lines[0].${name}`, value, { quote: row })),
        ),
      ],
    });
  };

  it('marks the sign of a number on a credit note as inferred when it is not printed', async () => {
    const outcome = await line({ quantity: '2', amount: '-120.00' });
    expect(entryOf(outcome, '$.lines[0].quantity').score).toEqual(accepted);
    expect(entryOf(outcome, '$.lines[0].amount').score).toEqual(held);
    expect(metaOf(outcome).issues).toContain('$.lines[0].amount: Inferred from header: "120.00" is printed, its sign is said elsewhere');
  });

  it('accepts the sign that a credit note prints', async () => {
    const outcome = await line({ quantity: '-2', amount: '-120.00' }, { row: 'Chair   -2   -120.00' });
    expect(['quantity', 'amount'].map((name) => entryOf(outcome, `$.lines[0].${name}`).score)).toEqual([accepted, accepted]);
  });

  it('takes no row of a table for the title of a credit note', () => {
    const open = (page: string) =>
      capsOf({ page, fields: { open: money }, path: '$.open', value: '-1842.50', said: { quote: null, page: null } }, 'evidence');
    const rows = 'Factuur F-12     1.842,50\nFactuur F-13       145,00';
    expect(open(`Overzicht\n${rows}\nCreditnota C-3     -145,00`)).toEqual(['evidence.notFound']);
    expect(open(`Creditnota C-3\n${rows}`)).not.toContain('evidence.notFound');
  });

  it('does not doubt the sign of a discount, which is always subtracted', async () => {
    const outcome = await line({ discount: '-20.00' }, { title: 'Invoice', row: 'Chair   2   20.00   120.00' });
    expect(entryOf(outcome, '$.lines[0].discount').score).toEqual(accepted);
  });
});

describe('sense', () => {
  const flag = { type: 'boolean' };

  const answer = async (page: string, field: string, value: string, quote: string) => {
    const document = documentOf(`Acme Trading Ltd\n${page}\nTotal   10.00 EUR`);
    const tiers = [scriptedModel('reader', [cell(`$.${field}`, value, { quote })])];
    return entryOf(await run({ document, fields: { [field]: flag }, tiers }), `$.${field}`);
  };

  describe('a yes that the page denies is refused', () => {
    it.each([
      ['Reverse charge does not apply to this invoice.', 'reverse_charge', 'Reverse charge does not apply to this invoice.'],
      ['Reverse charge does not apply to this invoice.', 'reverse_charge', 'Reverse charge'],
      ['Omvänd betalningsskyldighet gäller inte', 'reverse_charge', 'Omvänd betalningsskyldighet'],
      ['Reverse charge:          No', 'reverse_charge', 'Reverse charge:'],
      ['The rules of reverse charge\ndo not apply', 'reverse_charge', 'The rules of reverse charge'],
      ['Express delivery: no', 'express_delivery', 'Express delivery: no'],
      ['The goods are not fragile.', 'fragile', 'The goods are not fragile.'],
      ['☐ Fragile', 'fragile', '☐ Fragile'],
    ])('%s', async (page, field, quote) => {
      expect((await answer(page, field, 'true', quote)).score).toEqual(refused);
    });

    it('with the words that deny it', async () => {
      expect((await answer('Express delivery: no', 'express_delivery', 'true', 'Express delivery')).reason).toBe(
        'Contradicted: "Express delivery: no" on page 1',
      );
    });
  });

  describe('a no that the page contradicts is refused', () => {
    it.each([
      ['Reverse charge: VAT is paid by the recipient', 'reverse_charge', 'Reverse charge'],
      ['Express delivery: yes', 'express_delivery', 'Express delivery'],
    ])('%s', async (page, field, quote) => {
      expect((await answer(page, field, 'false', quote)).score).toEqual(refused);
    });
  });

  describe('an answer that the page gives is accepted', () => {
    it.each([
      ['Reverse charge does not apply to this invoice.', 'reverse_charge', 'false'],
      ['Reverse charge: VAT is paid by the recipient', 'reverse_charge', 'true'],
      ['No VAT charged: reverse charge', 'reverse_charge', 'true'],
      ['Express delivery: yes', 'express_delivery', 'true'],
      ['Express delivery: no', 'express_delivery', 'false'],
      ['Express delivery is not included', 'express_delivery', 'false'],
      ['CREDIT NOTE', 'is_credit_note', 'true'],
    ])('%s: %s is %s', async (page, field, value) => {
      expect((await answer(page, field, value, page)).score).toBeGreaterThanOrEqual(0.85);
    });
  });

  it('does not take the labels of a page for its statements', async () => {
    const page = 'Amount paid     0.00\nInvoice no 118\nCREDIT NOTE';
    for (const [field, value, quote] of [
      ['paid', 'false', 'Amount paid 0.00'],
      ['is_credit_note', 'true', 'CREDIT NOTE'],
    ] as const)
      expect((await answer(page, field, value, quote)).reason).not.toMatch(/Contradicted|Multiple/);
  });

  it('doubts a yes beside a denial that may be about something else', async () => {
    expect(await answer('The warranty does not cover glass.', 'warranty', 'true', 'The warranty does not cover glass.')).toMatchObject({
      score: held,
    });
  });

  it('doubts a no where the page only names the question', async () => {
    expect(await answer('Express delivery', 'express_delivery', 'false', 'Express delivery')).toMatchObject({ score: held });
  });

  it('doubts an answer where the document gives both', async () => {
    const both = 'Reverse charge\n\nReverse charge does not apply to the fees.';
    expect(await answer(both, 'reverse_charge', 'false', 'Reverse charge does not apply to the fees.')).toMatchObject({ score: held });
  });

  it('does not count an amount under the words of an answer as another answer', async () => {
    const page = 'Amount under reverse charge      20.00\nVAT      0.00\nReverse charge applies';
    expect((await answer(page, 'reverse_charge', 'true', 'Reverse charge applies')).reason).not.toContain('Multiple');
  });
});
