import { describe, expect, it } from 'vitest';
import { classify } from '../../../core/evidence/classify.js';
import { indexDocument } from '../../../core/evidence/page/document-index.js';
import { parseSchema, type SchemaChoice } from '../../../core/index.js';
import { line, page } from './words.js';

const choice = (name: string, title: string, fields: readonly string[], words: readonly string[] = []): SchemaChoice => {
  const text = JSON.stringify({ type: 'object', properties: Object.fromEntries(fields.map((field) => [field, { type: 'string' }])) });
  return { name, version: '2', title, words, schema: parseSchema(text), text };
};

const invoice = choice('invoice', 'Invoice', ['invoice_number', 'due_date', 'buyer_name', 'total']);
const receipt = choice('receipt', 'Receipt', ['merchant_name', 'total', 'payment_method']);
const offer = choice('offer', 'Quotation', ['quote_number', 'valid_until', 'total']);
const lease = choice('lease', 'Vehicle lease', ['lessee', 'licence_plate', 'mileage_limit']);

/** A document of these rows; the first is twice as high. */
function read(rows: readonly string[], width = 595) {
  const words = rows.flatMap((row, at) => line(row, { y: 60 + at * 20, height: at === 0 ? 20 : 10 }));
  const file = { name: 'file', bytes: new Uint8Array() };
  return indexDocument({ format: 'pdf', file, pages: [{ ...page(words), width }], attachments: [], chargedPages: 1 });
}

const named = (rows: readonly string[], choices: readonly SchemaChoice[] = [invoice, receipt, offer, lease], width?: number) =>
  classify(read(rows, width), choices).schema?.name;

describe('a document belongs to the schema', () => {
  it('whose title it has, in any language of the lexicon', () => {
    expect(named(['Rechnung', 'Rechnungsnummer:  R-17', 'Zahlbar bis:  31.03.2026', 'Gesamtbetrag:  119,00'])).toBe('invoice');
    expect(named(['Devis', 'Devis n° 44', 'Total TTC  119,00'])).toBe('offer');
  });

  it('of bills, where it calls itself an invoice and names what only a telephone or a meter counts', () => {
    const bill = choice('bill', 'Bill', ['bill_number', 'due_date', 'total']);
    const telephone = ['Facture n° 17 du 2 juillet', 'Abonnements, forfaits et options  24,99', 'Total  29,99'];
    expect(named(telephone, [invoice, bill])).toBe('bill');
    expect(
      named(['Invoice 17', 'Due date:  2026-03-31', 'Line rental  24.99', 'Call charges  3.00', 'Total  29.99'], [invoice, bill]),
    ).toBe('bill');
  });

  it('of invoices, where a word that is made of theirs stands beside a value, as in German', () => {
    expect(named(['Acme GmbH', 'Vertrag Nr:  17', 'MwSt 19%  19,00', 'Rechnungsbetrag  119,00'])).toBe('invoice');
  });

  it('of invoices, where it has no title and says what an invoice has to say', () => {
    expect(named(['Acme Ltd', 'Invoice number:  R-17', 'Bill to:  Beta', 'Due date:  2026-03-31', 'VAT 19%  19.00', 'Total  119.00'])).toBe(
      'invoice',
    );
  });

  it('of invoices, where the buyer made it for the seller, which German law calls a Gutschrift', () => {
    const credit = choice('credit', 'Credit note', ['credit_note_number', 'credit_date', 'total']);
    const rows = ['Gutschrift Nr. 17', 'USt-IdNr.:  DE123456789', 'Nettobetrag  100,00', 'Gesamtbetrag  119,00'];
    expect(named(rows, [invoice, credit])).toBe('credit');
    expect(named([...rows, 'Abrechnung im Gutschriftsverfahren'], [invoice, credit])).toBe('invoice');
    expect(named(['Gutschrift (selbst ausgestellte Rechnung) Nr. 17', ...rows.slice(1)], [invoice, credit])).toBe('invoice');
  });

  it('of invoices, where a hotel charges rooms, whatever it calls its folio', () => {
    const folio = ['Parkview Hotel', 'Arrival:  2026-03-10 15:02', 'Room rate:  131.40', 'Occupancy tax  18.40', 'Balance  149.80'];
    expect(named(folio)).toBe('invoice');
    expect(named(folio.filter((row) => !/^Room|^Occupancy/.test(row)))).toBeUndefined();
  });

  it('of receipts, where its number is that of a receipt: an invoice has another', () => {
    const rows = ['Corner Shop', 'Receipt no:  9876', 'Total  119.00'];
    expect(named(rows)).toBe('receipt');
    expect(named(rows.map((row) => row.replace('Receipt', 'Document')))).not.toBe('receipt');
  });

  it('of receipts, where it was printed by a till, though it calls itself an invoice', () => {
    expect(
      named(['Corner Shop', 'TAX INVOICE', 'Tea  2.00', 'Total  2.00', 'CASH  5.00', 'CHANGE  3.00', '31-03-2026 12:15'], undefined, 250),
    ).toBe('receipt');
  });

  it('of receipts, where a picture wider than the paper shows lines as short as those of a till', () => {
    const till = ['Corner Shop', ...['Tea', 'Milk', 'Bread', 'Eggs', 'Rice'].map((item) => `${item}  2.00`), 'Total  10.00'];
    const times = ['31-03-2026 12:15', ...till];
    expect(named(times)).toBe('receipt');
    expect(named([...times, ...times.map((row) => `${row}  ${'and more '.repeat(6)}`)])).toBeUndefined();
  });

  it('of which it has the fields that no other schema has', () => {
    expect(named(['Contract 17', 'Lessee:  Beta', 'Licence plate:  AB 123', 'Mileage limit:  20000'])).toBe('lease');
  });

  it('for which the host has words, of two that are alike', () => {
    const [acme, beta] = [
      choice('acme', 'Invoice', ['invoice_number', 'total'], ['Acme Tools']),
      choice('beta', 'Invoice', ['invoice_number', 'total'], ['Beta Pumps']),
    ];
    expect(named(['Invoice', 'Beta Pumps GmbH', 'Invoice number:  17', 'Total  119.00'], [acme, beta])).toBe('beta');
  });
});

describe('a document is unknown', () => {
  it('where nothing on it speaks for a schema', () => {
    expect(named(['Dear reader', 'The weather was fine all week'])).toBeUndefined();
    expect(named([])).toBeUndefined();
  });

  it('where two schemas suit it as well as each other', () => {
    const twins = [choice('one', 'Invoice', ['total']), choice('two', 'Invoice', ['total'])];
    const { schema, candidates } = classify(read(['Invoice', 'Total  119.00']), twins);
    expect(schema).toBeUndefined();
    expect(candidates.map(({ score }) => score)[0]).toBe(candidates[1]?.score);
  });

  it('where it is a kind that none of the schemas describes', () => {
    expect(named(['Lieferschein', 'Lieferschein Nr. 5', '3 Kartons'], [receipt, offer])).toBeUndefined();
  });
});

it('candidates say their version, a share of one, and what speaks for them', () => {
  const { candidates } = classify(read(['Quotation', 'Quotation no. 7', 'Total  119.00']), [invoice, offer]);
  expect(candidates[0]).toMatchObject({ name: 'offer', version: '2', signs: expect.arrayContaining(['titled "Quotation" on page 1']) });
  expect(candidates.reduce((sum, { score }) => sum + score, 0)).toBeLessThanOrEqual(1);
});
