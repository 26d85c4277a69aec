import { describe, expect, it } from 'vitest';
import { cellsOf, drawn, number, printed, text, valuesOf } from './page.js';

describe('the local reader finds numbers and dates of a document', () => {
  it('beside their labels, whatever the language', async () => {
    const page = `
Rechnungsnummer: 2024-117          Kundennummer: K-88
Rechnungsdatum:  3. März 2024      Fällig am: 17.03.2024`;
    expect(await valuesOf(page, { rechnungsnummer: text, issue_date: text, dueDate: text, customer_id: text })).toEqual({
      rechnungsnummer: '2024-117',
      issue_date: '3. März 2024',
      dueDate: '17.03.2024',
      customer_id: 'K-88',
    });
  });

  it('after a preposition only where the title or no other label says more', async () => {
    const page = (line: string) => `Stylesheet:          2.6 vom 10.11.2025\n${line}`;
    const read = async (line: string) => (await valuesOf(page(line), { issue_date: text }))['issue_date'];
    expect(await read('Handelsrechnung (380) Nr. TX-71 vom 30.10.2019')).toBe('30.10.2019');
    expect(await read('Rechnungsdatum           30.10.2019')).toBe('30.10.2019');
    expect(await read('Wir danken für die Fahrt vom 30.10.2019')).toBe('10.11.2025');
  });

  it('after a preposition for the day of an order, where an order is named before it', async () => {
    const read = (line: string) => valuesOf(`Regensburg, 22.05.2025\n\n${line}`, { issue_date: text, order_date: text });
    expect(await read('Ihre Bestellung PO-99120 vom 12.03.2025')).toEqual({ issue_date: '22.05.2025', order_date: '12.03.2025' });
    expect(await read('Your order dated 9 January 2025')).toEqual({ issue_date: '22.05.2025', order_date: '9 January 2025' });
    expect((await read('Rechnung Nr. 17 vom 21.05.2025'))['issue_date']).toBe('21.05.2025');
  });

  it('but not the day of the next instalment for the one on which the document is due', async () => {
    const read = (page: string) => valuesOf(page, { due_date: text });
    expect(await read('Ihr neuer Abschlag von 84,00 EUR ist\nerstmals fällig am 01.04.2025.')).toEqual({});
    expect(await read('Zahlbar ohne Abschlag bis 01.04.2025')).toEqual({ due_date: '01.04.2025' });
  });

  it('not under a label that goes on before its colon, where another is printed', async () => {
    const page = `
Invoice date of the original: 1 January 2026
Date: 31 January 2026`;
    expect(await valuesOf(page, { issue_date: text })).toEqual({ issue_date: '31 January 2026' });
    const [cell] = await cellsOf(drawn(page.split('\n')[1] ?? ''), { issue_date: text });
    expect(cell?.confidence).not.toBe('certain');
  });

  it('under their labels, where these stand in one row', async () => {
    const page = `
Invoice Date:        Due Date:            Reference:
03/20/2023           04/04/2023           CUSTREF123`;
    expect(await valuesOf(page, { issue_date: text, due_date: text })).toEqual({ issue_date: '03/20/2023', due_date: '04/04/2023' });
  });

  it('takes the date of a letter before the stamp in the foot of its page', async () => {
    const letter = (top: string) => `Alphabet GmbH\n${top}${'\n'.repeat(66)}Date: 30.10.2024  Time: 04:59:13  Page: 1`;
    const dateOf = async (top: string) => (await valuesOf(letter(top), { issue_date: text }))['issue_date'];
    expect([await dateOf('          Munich, 01.11.2024'), await dateOf('')]).toEqual(['01.11.2024', '30.10.2024']);
  });

  it('takes a date that stands by itself before one in words', async () => {
    const page = `
Beitragsrechnung                      24. Januar 2014


ist der Beitrag für das Jahr
am 06.12.2013`;
    expect(await valuesOf(page, { issue_date: text })).toEqual({ issue_date: '24. Januar 2014' });
  });

  it('takes the only day that a document prints for its date, unless a label says otherwise', async () => {
    const page = (before: string) => `\n16.05.2024 plus VAT${'\n'.repeat(30)}${before} 16.05.2024`;
    expect(await valuesOf(page('all of it done on'), { issue_date: text })).toEqual({ issue_date: '16.05.2024' });
    expect(await valuesOf('Lieferdatum: 16.05.2024', { issue_date: text })).toEqual({});
  });

  it('trusts a label at the end of another column', async () => {
    const page = 'Coalition for quiet evenings Invoice Date          23 February 2020';
    const [cell] = await cellsOf(drawn(page), { issue_date: text });
    expect(cell).toMatchObject({ value: '23 February 2020', confidence: 'likely' });
  });

  it('after the title of the document', async () => {
    expect(await valuesOf('Invoice INV/2023/0008', { invoice_number: text })).toEqual({ invoice_number: 'INV/2023/0008' });
    expect(await valuesOf('Facture n°562044387 du 2 juillet 2015', { numero_facture: text, date: text })).toEqual({
      numero_facture: '562044387',
      date: '2 juillet 2015',
    });
  });

  it('as printed, with a quote of label and value', async () => {
    const [cell] = await cellsOf(drawn('ACME Ltd        Invoice No.: A-17    Page 1'), { inv_no: text });
    expect(cell).toEqual({ path: '$.inv_no', value: 'A-17', page: 1, quote: 'Invoice No.: A-17', confidence: 'certain', reason: 'exact' });
  });

  it('in a sentence about paying', async () => {
    const page = 'Bitte überweisen Sie den Betrag bis zum 20.03.2024 auf unser Konto.\nBei Zahlung bis 10.03.2024 gewähren wir 2 % Skonto.';
    expect(await valuesOf(page, { due_date: text })).toEqual({ due_date: '20.03.2024' });
  });

  it('under a bare title in a band of headers, or after a sign of its own', async () => {
    const page = `
Klant            Order          Factuur        Vervaldatum
SC-0303          OR-0044        VF-1005        22-9-2022`;
    expect(await valuesOf(page, { invoice_number: text })).toEqual({ invoice_number: 'VF-1005' });
    expect(await valuesOf('SuperStore            INVOICE\n                      # 25463', { invoice_number: text })).toEqual({
      invoice_number: '25463',
    });
    expect(await valuesOf('FACTURE\nN° 2020140205458', { numero_facture: text })).toEqual({ numero_facture: '2020140205458' });
    expect(await valuesOf('Invoice No : # BLR_2015100098', { inv_no: text })).toEqual({ inv_no: 'BLR_2015100098' });
  });

  it('but none of another document', async () => {
    expect(
      await valuesOf('Your next invoice date is March 22, 2019.\nPrevious invoice number: 7', { date: text, invoice_number: text }),
    ).toEqual({});
  });

  it('but takes no date of another label, and none out of a sentence', async () => {
    const page = `
Order date: 01/02/2024
Delivery date: 05/02/2024
Terms changed on 7 March 2023 for all customers`;
    expect(await valuesOf(page, { issue_date: text, due_date: text })).toEqual({});
  });

  it('takes the only date beside a place for the date of issue, and is less sure of it', async () => {
    const [cell] = await cellsOf(drawn('\n\n          Musterstadt, 29.10.2023'), { date: text });
    expect(cell).toMatchObject({ value: '29.10.2023', confidence: 'likely', reason: 'header' });
  });

  it.each([
    ['We will collect on 29.10.2023', 'a sentence'],
    ['Addebito il 29.10.2023', 'the day of a direct debit'],
    ['Musterstadt, 29.10.2023 au 28.11.2023', 'a period'],
    ['Période du 29.10.2023 au 28.11.2023', 'one behind its name'],
  ])('but not that of %j, which is %s', async (line) => {
    expect(await valuesOf(`\n\n          ${line}\n\nNo. 7 of 1.2.2023`, { issue_date: text })).toEqual({});
  });

  it.each(['17 rue des Tanneurs', '3582 AN Utrecht', '14 Mill Lane'])(
    'takes the number under its label before %s in the next column',
    async (line) => {
      const page = `\nInvoice no.                     ${line}\n2026-EVL-0088\n\nTotal   12.00`;
      expect(await valuesOf(page, { invoice_number: text })).toEqual({ invoice_number: '2026-EVL-0088' });
      expect(await valuesOf(`\nInvoice no.                     ${line}`, { invoice_number: text })).toEqual({});
    },
  );

  it.each(['FA-117 du 15/03/2026', '117 del 15/03/2026', '4711 vom 15.03.2026', 'INV-117 (copy)', '4500012345 Page 1'])(
    'but takes that of %s',
    async (line) => {
      const [number = ''] = line.split(' ');
      expect(await valuesOf(`\nInvoice no.                     ${line}`, { invoice_number: text })).toEqual({ invoice_number: number });
    },
  );

  it('finds account, addresses on the net and tax numbers by their shape', async () => {
    const page = 'Acme GmbH   IBAN DE89 3704 0044 0532 0130 00   USt-IdNr. DE123456789   info@acme.example   BIC: COBADEFFXXX';
    expect(await valuesOf(page, { iban: text, vat_id: text, email: text, bic: text })).toEqual({
      iban: 'DE89 3704 0044 0532 0130 00',
      vat_id: 'DE123456789',
      email: 'info@acme.example',
      bic: 'COBADEFFXXX',
    });
  });
});

describe('the local reader finds what a document is', () => {
  it('by its title', async () => {
    expect(await valuesOf('Acme Ltd               Gutschrift\nBeleg-Nr. 7', { document_type: text })).toEqual({
      document_type: 'Gutschrift',
    });
  });
});

describe('the local reader finds what only the caller has a name for', () => {
  it('by the words of the name and of the description', async () => {
    const page = `
Delivery note: L-4711
Zählerstand: 12.345
Reverse charge: yes`;
    const properties = {
      delivery_note_number: text,
      meter: { type: 'number', description: 'Reading of the meter ("Zählerstand")' },
      reverse_charge: { type: 'boolean' },
    };
    expect(await valuesOf(page, properties)).toEqual({ delivery_note_number: 'L-4711', meter: '12.345', reverse_charge: 'true' });
  });

  it('but gives nobody the address of another', async () => {
    const party = { type: 'object', properties: { email: text } };
    expect(await valuesOf('Acme Ltd\nE-Mail: info@acme.example', { buyer: party, delivery: party })).toEqual({});
  });

  it('and says null where the words are not printed', async () => {
    expect(await cellsOf(drawn('Invoice 17'), { warranty_months: number })).toEqual([
      { path: '$.warranty_months', value: null, page: null, quote: null, confidence: 'unsure', reason: 'exact' },
    ]);
  });

  it('behind a bar that parts the statements of a line', async () => {
    const page = 'Shipment: 30033 ordered by phone | Date: 14 December 2025 | Due date: 28 December 2025';
    expect(await valuesOf(page, { issue_date: text, due_date: text })).toEqual({
      issue_date: '14 December 2025',
      due_date: '28 December 2025',
    });
  });
});

const fields = { invoice_number: text, due_date: { type: 'string', format: 'date' } };

it('reads under captions that wrap, with a hyphen and without', async () => {
  const german = `
Rechnungs-     Kunden-     Zahlbar
nummer         nummer      bis
RE-4711        88          26.03.2026`;
  expect(await valuesOf(german, { ...fields, customer_number: text })).toMatchObject({ invoice_number: 'RE-4711', customer_number: '88' });
  const english = `
Invoice                  Payment
number                   due
F-4711                   26 March 2026`;
  expect(await valuesOf(english, fields)).toMatchObject({ invoice_number: 'F-4711', due_date: '26 March 2026' });
});

it('joins no caption with a value, nor with one beside it', async () => {
  expect(await valuesOf('Invoice 17\nnumber\nF4711', fields)).not.toMatchObject({ invoice_number: 'F4711' });
  expect(await valuesOf('Invoice\n                    number\n                    F4711', fields)).not.toMatchObject({
    invoice_number: 'F4711',
  });
});

describe('the thorough reader', () => {
  it('looks further below a label', async () => {
    const page = 'Invoice number\n\n\nA-17';
    expect(printed(await cellsOf(drawn(page), { invoice_number: text }, 'thorough'))).toEqual({ invoice_number: 'A-17' });
    expect(printed(await cellsOf(drawn(page), { invoice_number: text }))).toEqual({});
  });
});

const sums = { subtotal: number, tax: number, total: number, amount_due: number };

describe('the local reader finds figures over their captions', () => {
  it('as cards print their sums', async () => {
    const page = `
Invoice 17



100.00       20.00      120.00
Net total    VAT 20%    Invoice total`;
    expect(await valuesOf(page, sums)).toMatchObject({ subtotal: '100.00', tax: '20.00', total: '120.00' });
  });

  it('for one amount alone', async () => {
    const page = `
Invoice 17



€ 580,72
Gesamtbetrag`;
    expect(await valuesOf(page, { total: number })).toMatchObject({ total: '€ 580,72' });
  });

  it('right under the rows of items, of which they are none', async () => {
    const page = `
Description        Quantity    Price     Amount
Hedge trimming            1    40.00      40.00
Lawn aeration             2    30.00      60.00

100.00       20.00      120.00
Net total    VAT 20%    Invoice total`;
    const items = { type: 'array', items: { type: 'object', properties: { description: text, amount: number } } };
    expect(await valuesOf(page, { ...sums, line_items: items })).toEqual({
      subtotal: '100.00',
      tax: '20.00',
      total: '120.00',
      amount_due: '120.00',
      'line_items[0].description': 'Hedge trimming',
      'line_items[0].amount': '40.00',
      'line_items[1].description': 'Lawn aeration',
      'line_items[1].amount': '60.00',
    });
  });

  it('and numbers and dates, too', async () => {
    const page = `
Invoice



A-17            4 May 2025      18 May 2025
Invoice no.     Invoice date    Due date`;
    expect(
      await valuesOf(page, {
        invoice_number: text,
        issue_date: { type: 'string', format: 'date' },
        due_date: { type: 'string', format: 'date' },
      }),
    ).toEqual({
      invoice_number: 'A-17',
      issue_date: '4 May 2025',
      due_date: '18 May 2025',
    });
  });

  it('but not where each caption stands on top', async () => {
    const page = `
Net total    VAT 20%    Invoice total
100.00       20.00      120.00
Paid         Charges    Deposit
 70.00        3.00       50.00`;
    expect(await valuesOf(page, sums)).toMatchObject({ subtotal: '100.00', tax: '20.00', total: '120.00' });
  });
});
