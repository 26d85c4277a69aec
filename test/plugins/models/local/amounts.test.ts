import { describe, expect, it } from 'vitest';
import { parseSchema } from '../../../../core/index.js';
import local from '../../../../plugins/models/local.js';
import { engineOf } from '../../../core/builders.js';
import { cellsOf, drawn, number, text, valuesOf } from './page.js';

const sums = { subtotal: number, tax: number, total: number, amount_due: number };

describe('the local reader finds the sums of a document', () => {
  it('that add up, and is certain of them', async () => {
    const page = `
                         Zwischensumme:        100,00 €
                         zzgl. 19 % MwSt.       19,00 €
                         Gesamtbetrag:         119,00 €`;
    const cells = await cellsOf(drawn(page), { net: number, mwst: number, brutto: number });
    expect(cells.map(({ value, confidence }) => [value, confidence])).toEqual([
      ['100,00 €', 'certain'],
      ['19,00 €', 'certain'],
      ['119,00 €', 'certain'],
    ]);
  });

  it('of all amounts called total the one that the others explain', async () => {
    const page = `
Total hours                         160.00
Total                               500.00
VAT 20%                             100.00
Total incl. VAT                     600.00`;
    expect(await valuesOf(page, { tax: number, total: number })).toMatchObject({ tax: '100.00', total: '600.00' });
  });

  it('by the label before a bracket that says what is included', async () => {
    const page = `
Nettosumme (exkl. USt.)       198,00
Bruttosumme (inkl. USt.)      235,62`;
    expect(await valuesOf(page, sums)).toMatchObject({ subtotal: '198,00', total: '235,62' });
    expect(await valuesOf(page, sums)).not.toHaveProperty('tax');
  });

  it('but takes no rest for the total where a larger amount stands over it', async () => {
    expect(await valuesOf('Toal:           1,120.00\nBalance due:      300.00', { total: number })).toEqual({});
    expect(await valuesOf('Balance due:      300.00', { total: number })).toEqual({ total: '300.00' });
  });

  it('is certain of sums that the taxes of several rates lie between, of which none is the tax', async () => {
    const page = `
Subtotal       1.418,10 €
IVA 21%          252,11 €
IVA 10%           21,76 €
Descuento         10,00 €
Total          1.681,97 €`;
    const cells = await cellsOf(drawn(page), { subtotal: number, tax: number, total: number });
    expect(cells.map(({ value, confidence }) => [value, confidence])).toEqual([
      ['1.418,10 €', 'certain'],
      [null, 'likely'],
      ['1.681,97 €', 'certain'],
    ]);
    expect(await valuesOf(page.replace('252,11', '252,12'), sums)).toHaveProperty('tax');
  });

  it('but takes no half of a tax that union and state share for the tax', async () => {
    const page = `
Value of supply   2053.38
CGST 9%            184.81
SGST 9%            184.81
Amount in words   Two thousand`;
    expect(await valuesOf(page, { tax: number })).toEqual({});
    expect(await valuesOf(page.replace('SGST', 'Cess'), { tax: number })).toEqual({ tax: '184.81' });
  });

  it('with a discount between subtotal and total', async () => {
    const page = `
Subtotal      $140.00
Discount      -$40.00
Tax             $0.00
Total         $100.00`;
    expect(await valuesOf(page, sums)).toMatchObject({ subtotal: '$140.00', tax: '$0.00', total: '$100.00' });
  });

  it('keeps what is due apart from the total', async () => {
    const page = `
Total net        1.000,00
USt 19 %           190,00
Rechnungsbetrag  1.190,00
Anzahlung          190,00
Zahlbetrag       1.000,00`;
    expect(await valuesOf(page, { ...sums, prepaid: number })).toMatchObject({
      total: '1.190,00',
      prepaid: '190,00',
      amount_due: '1.000,00',
    });
  });

  it('takes what is due for the total where no other is printed', async () => {
    const page = `
Subtotal      $2000.00
Tax            $140.00
BALANCE DUE   $2140.00`;
    expect(await valuesOf(page, sums)).toEqual({ subtotal: '$2000.00', tax: '$140.00', total: '$2140.00', amount_due: '$2140.00' });
  });

  it('what is left under the total less what is paid, whatever both are called, but no net amount and tax', async () => {
    const sheet = (below: string) => `Summe            800.00\nMehrwertsteuer   152.00\nEndsumme         952.00\n${below}`;
    const read = (below: string) => valuesOf(sheet(below), { total: number, prepaid: number, amount_due: number });
    expect(await read('Bar bei Abholung   452.00\nVerbleiben         500.00')).toEqual({
      total: '952.00',
      prepaid: '452.00',
      amount_due: '500.00',
    });
    expect(await read('Per Karte          952.00\nOffen                0.00')).toEqual({
      total: '952.00',
      prepaid: '952.00',
      amount_due: '0.00',
    });
    expect((await read('davon zu 19 %      800.00\ndarin enthalten    152.00'))['amount_due']).toBe('952.00');
  });

  it('only infers that all is due, and says so', async () => {
    const [due] = await cellsOf(drawn('Subtotal 10.00\nVAT 2.00\nTotal 12.00'), { amount_due: number });
    expect(due).toMatchObject({ value: '12.00', confidence: 'unsure', reason: 'header' });
  });

  it('in the last row of a table of rates, where the rows above are its parts', async () => {
    const page = `
Nettobetrag     MwSt-Betrag    MwSt-%    Endbetrag
     321,40           61,07      19,0       382,47
     127,59            8,93       7,0       136,52
     448,99           70,00       EUR       518,99`;
    expect(await valuesOf(page, { subtotal: number, tax: number, total: number })).toEqual({
      subtotal: '448,99',
      tax: '70,00',
      total: '518,99',
    });
  });

  it('in the row that is what the rows of all rates come to, whatever the headers say', async () => {
    const page = `
TAX       %      Base amount     Tax amount     Total     Curr.
VAT     6.00           16.98           1.02     18.00      EUR
VAT    21.00         1136.36         238.64   1375.00      EUR
                     1153.34         239.66   1393.00      EUR`;
    expect(await valuesOf(page, { subtotal: number, tax: number, total: number })).toEqual({
      subtotal: '1153.34',
      tax: '239.66',
      total: '1393.00',
    });
  });

  it('in one row that begins with the rate', async () => {
    const page = `
Total HT                              27.946,00
20 %     27.946,00    5.589,20        33.535,20
Montant à payer                       33.535,20`;
    expect(await valuesOf(page, sums)).toMatchObject({ tax: '5.589,20', total: '33.535,20' });
  });

  it('under a row of their labels that closes the table of items', async () => {
    const page = `
Item            Qty        Rate        Amount
Garden chair      2       50.00        100.00
Garden table      1      100.00        100.00

            Subtotal   Discount   VAT @ 10%   Grand Total
              200.00     -20.00       18.00        198.00`;
    expect(await valuesOf(page, sums)).toMatchObject({ subtotal: '200.00', tax: '18.00', total: '198.00' });
  });

  it('doubts what is labelled when it should add up and does not', async () => {
    const cells = await cellsOf(drawn('Subtotal 863.91\nTax 66.23\nTotal 821.14'), { total: number });
    expect(cells[0]).toMatchObject({ value: '821.14', confidence: 'guess' });
  });

  it('takes a total for a guess where a larger amount may be the whole, and what adds up to it', async () => {
    const rate = '\nNet 63.84\nTax 11.20\nTotal 75.04';
    const confidences = async (page: string) =>
      (await cellsOf(drawn(page), { subtotal: number, tax: number, total: number })).map(({ confidence }) => confidence);
    expect(await confidences(rate)).toEqual(['certain', 'certain', 'certain']);
    expect(await confidences(`${rate}\nZusammen 571.04`)).toEqual(['guess', 'guess', 'guess']);
    expect(await confidences(`${rate}\nPrevious balance 571.04\nCash 100.00\nChange 24.96`)).toEqual(['certain', 'certain', 'certain']);
    expect(await confidences(`${rate}\nA company with a capital of 10000.00 EUR at Springfield court`)).toEqual([
      'certain',
      'certain',
      'certain',
    ]);
  });

  it('guesses no total without a proof that any other amount exceeds', async () => {
    const page = 'Garden chair          107.73\nTotal                  43.09';
    expect((await cellsOf(drawn(page), { total: number }))[0]?.confidence).toBe('guess');
  });

  it('takes no total for due beside an earlier balance', async () => {
    const page = 'Net 63.84\nTax 11.20\nTotal 75.04\n';
    const due = async (more: string) => (await cellsOf(drawn(page + more), { amount_due: number }))[0]?.confidence;
    expect(await due('')).toBe('unsure');
    expect(await due('Previous balance 571.04')).toBe('guess');
  });

  it('does not take a word in a description for a label', async () => {
    const page = `
Item            Price    Qty    Total
Mosquito Net    13.00      1    13.00
Total                           13.00`;
    expect(await valuesOf(page, { subtotal: number })).toEqual({});
  });

  it('under its label in a band of labels, where the words before it are the values of others', async () => {
    const page = `
Rechnungsnummer      Kundennummer      Gesamtbetrag
Nr. 2024-17          Nord 4711             119,00 €`;
    expect(await valuesOf(page, { total: number })).toEqual({ total: '119,00 €' });
  });

  it('beside the label of a column, where no other names a total', async () => {
    const page = (label: string) => `
Einrichtung                          100,00 €
Anfahrt                               19,00 €
${label}                          119,00 €`;
    expect(await valuesOf(page('Gesamtpreis'), { total: number })).toEqual({ total: '119,00 €' });
    expect(await valuesOf(page('Anlage'), { total: number })).toEqual({});
  });

  it('finds none where none is labelled', async () => {
    expect(await valuesOf('Widgets   100.00\nGadgets    50.00\n          150.00', sums)).toEqual({});
  });

  it('and the currency they are in', async () => {
    expect(await valuesOf('Total  CHF 120.00', { currency: text })).toEqual({ currency: 'CHF' });
    expect(await valuesOf('Beträge in EUR\nTotal 5,00', { currency: text })).toEqual({ currency: 'EUR' });
  });

  it('by what the till was paid: the cash less the change', async () => {
    const page = `
Total Qty : 5   Sub-Total     :   21.00
                Discount      :    1.00
                Net Total     :   20.00
                Cash Received :   50.00
                Change        :   30.00`;
    expect(await valuesOf(page, { total: number })).toEqual({ total: '20.00' });
  });

  it('by what was paid by card, where a total says the same', async () => {
    const page = `
zu zahlen                15,69
Kreditkarte              15,69
MWST%    MWST    Netto   Brutto
A  7%    0,62    8,89     9,51
B 19%    0,99    5,19     6,18`;
    expect(await valuesOf(page, { total: number })).toEqual({ total: '15,69' });
  });

  it('behind a currency that stands by itself', async () => {
    expect(await valuesOf('Total        RM        100.00\nGST          RM          0.00', { total: number })).toEqual({ total: '100.00' });
  });

  it('unsurely by what was paid, where the words beside the same amount say nothing', async () => {
    const cells = await cellsOf(drawn('Dark Rye   RM20.40\n3 No\nSUBTLTA    RM20.40\nCASH       RM20.40'), { total: number });
    expect(cells[0]).toMatchObject({ value: 'RM20.40', confidence: 'unsure' });
  });

  it('that includes the tax, though its words are misread', async () => {
    expect(await valuesOf('Total Selec Inchcive GST @6%   28.40', { total: number, tax: number })).toEqual({ total: '28.40' });
  });
});

describe('the local reader takes no time for money', () => {
  it('where a unit of time follows the number', async () => {
    expect(await valuesOf('PLEASE PAY IN 30 DAYS', { total: number, amount_due: number })).toEqual({});
    expect(await valuesOf('Zu zahlen: 14 Tage', { total: number, amount_due: number })).toEqual({});
    expect(await valuesOf('Amount due: 30 calendar days', { total: number, amount_due: number })).toEqual({});
  });

  it('but a whole number beside the label of a sum', async () => {
    expect(await valuesOf('Amount due: 30', { amount_due: number })).toEqual({ amount_due: '30' });
  });
});

it('takes no shipping that makes the total for the tax', async () => {
  const page = 'Subtotal:   4,407.06\nShipping:     105.24\nTotal:      4,512.30';
  const asked = { subtotal: number, shipping: number, tax: number, total: number };
  expect(await valuesOf(page, asked)).toEqual({ subtotal: '4,407.06', shipping: '105.24', total: '4,512.30' });
});

const taxes = { type: 'array', items: { type: 'object', properties: { rate: number, base: number, amount: number, gross: number } } };

interface TaxesAnswer {
  readonly taxes: readonly Readonly<Record<string, number | null>>[];
  readonly _meta: {
    readonly issues: readonly string[];
    readonly field_confidence: readonly { readonly field: string; readonly score: number }[];
  };
}

async function read(page: string) {
  const engine = engineOf({ document: drawn(page), tiers: [{ plugin: local }] });
  const { object } = await engine.extract({
    file: { name: 'a.pdf', bytes: new Uint8Array() },
    schema: parseSchema(JSON.stringify({ type: 'object', properties: { taxes } })),
  });
  await engine.close();
  const { taxes: rows, _meta } = object as unknown as TaxesAnswer;
  return { rows, doubted: _meta.field_confidence.filter(({ score }) => score < 0.85).map(({ field }) => field), issues: _meta.issues };
}

describe('the taxes of several rates are read', () => {
  it('from a table of their own', async () => {
    const { rows, doubted } = await read(`
MwSt-Satz      Netto       MwSt      Brutto
7 %           405,00      28,35      433,35
19 %          130,00      24,70      154,70

Summe netto                          535,00
Summe MwSt                            53,05
Gesamtbetrag                         588,05`);
    expect(rows).toEqual([
      { rate: 7, base: 405, amount: 28.35, gross: 433.35 },
      { rate: 19, base: 130, amount: 24.7, gross: 154.7 },
    ]);
    expect(doubted).toEqual([]);
  });

  it('from rows of the sums, and a base that no row prints is null', async () => {
    const { rows, doubted } = await read(`
Subtotal              535.00
VAT 7%                 28.35
VAT 19%                24.70
Total                 588.05`);
    expect(doubted).not.toContain('$.taxes[0].amount');
    expect(rows).toEqual([
      { rate: 7, base: null, amount: 28.35, gross: null },
      { rate: 19, base: null, amount: 24.7, gross: null },
    ]);
  });

  it('and are not exchanged with their bases where no sign tells them apart', async () => {
    const page = (gross: string, currency: string) => `
Base            %      VAT       ${gross === '' ? '' : 'TOTAL'}
22.35 ${currency}     13.00     2.91     ${gross}

VAT                      2.91
Total                   25.26`;
    const answer = [{ rate: 13, base: 22.35, amount: 2.91, gross: 25.26 }];
    expect((await read(page('', ''))).doubted).toContain('$.taxes[0].base');
    expect(await read(page('25.26', ''))).toMatchObject({ rows: answer, doubted: [] });
    expect((await read(page('', '€'))).rows).toMatchObject([{ rate: 13, base: 22.35, amount: 2.91 }]);
  });

  it('with the base that the row itself names', async () => {
    const { rows } = await read(`
TVA 5,5 % sur 200,00       11,00
TVA 20 % sur 100,00        20,00
Total TTC                 331,00`);
    expect(rows).toMatchObject([
      { rate: 5.5, base: 200, amount: 11 },
      { rate: 20, base: 100, amount: 20 },
    ]);
  });

  it('without their rate where none is printed', async () => {
    expect((await read('Subtotal   100.00\nSales tax    8.25\nTotal      108.25')).rows).toMatchObject([{ rate: null, amount: 8.25 }]);
  });

  it('and are none where the page states none', async () => {
    expect((await read('Subtotal   100.00\nTotal      100.00')).rows).toEqual([]);
  });

  it('and are doubted where they do not come to the printed tax', async () => {
    const { rows, doubted } = await read(`
Subtotal              535.00
VAT 7%                 28.35
VAT 19%                24.70
Total VAT              60.00
Total                 595.00`);
    expect(rows).toHaveLength(2);
    expect(doubted).toContain('$.taxes[0].amount');
  });

  it('and their total is what base and tax come to, where the tax is asked for beside it', async () => {
    const page = `
MwSt-Satz      Netto       MwSt      Brutto
20 %          100,00      20,00      120,00

Summe MwSt                            20,00
Gesamtbetrag                         120,00`;
    const asked = (tax: string) => ({
      taxes: { type: 'array', items: { type: 'object', properties: { rate: number, [tax]: number, total: number } } },
    });
    expect(await valuesOf(page, asked('amount'))).toMatchObject({ 'taxes[0].amount': '20,00', 'taxes[0].total': '120,00' });
    expect(await valuesOf(page, asked('vat'))).toMatchObject({ 'taxes[0].vat': '20,00', 'taxes[0].total': '120,00' });
  });

  it('and a single rate is a guess where there are several', async () => {
    const rate = async (page: string) => (await cellsOf(drawn(page), { tax_rate: number }))[0]?.confidence;
    expect([await rate('VAT 20 %  2.00'), await rate('VAT 20 %  2.00\nVAT 5 %  1.00')]).toEqual(['likely', 'guess']);
  });
});
