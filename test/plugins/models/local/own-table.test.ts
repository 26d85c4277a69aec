import { describe, expect, it } from 'vitest';
import { cellsOf, drawn, number, text, valuesOf } from './page.js';

const day = { type: 'string', format: 'date' };
const rowsOf = (properties: object) => ({ rows: { type: 'array', items: { type: 'object', properties } } });

describe('the local reader finds the rows of a table that is no invoice, under headers in the words of the fields', () => {
  it('of goods without prices, up to what is announced under them', async () => {
    const page = `Lieferschein LS-17

Artikel-Nr.     Bezeichnung            Menge     Rückstand
KV-50           Kugelhahn DN50            12             0
RK-80           Rückschlagklappe           4             2
Anzahl Colli: 2     Bruttogewicht: 143,50 kg`;
    expect(await valuesOf(page, rowsOf({ artikelnummer: text, bezeichnung: text, rueckstand: number }))).toEqual({
      'rows[0].artikelnummer': 'KV-50',
      'rows[0].bezeichnung': 'Kugelhahn DN50',
      'rows[0].rueckstand': '0',
      'rows[1].artikelnummer': 'RK-80',
      'rows[1].bezeichnung': 'Rückschlagklappe',
      'rows[1].rueckstand': '2',
    });
  });

  it('of a statement, with the year of its days, and without what is carried', async () => {
    const page = `Statement of account          31 May 2025

Date        Details               Paid out     Paid in     Balance
01 May      Balance brought forward                       1,204.16
02 May      Severn Water             31.50                1,172.66
09 May      Halden Ltd Salary                 2,450.00    3,622.66`;
    const found = await valuesOf(page, { transactions: rowsOf({ date: day, details: text, paidOut: number, balance: number }).rows });
    expect(found).toEqual({
      'transactions[0].date': '2025-05-02',
      'transactions[0].details': 'Severn Water',
      'transactions[0].paidOut': '31.50',
      'transactions[0].balance': '1,172.66',
      'transactions[1].date': '2025-05-09',
      'transactions[1].details': 'Halden Ltd Salary',
      'transactions[1].balance': '3,622.66',
    });
  });

  it('under the name of their array, where several tables have the same headers', async () => {
    const page = `Landlord statement

Receipts
Date           Description              Amount
01/08/2025     Rent August            1,150.00

Deductions
Date           Description              Amount
02/08/2025     Management fee           138.00
28/07/2025     Tap repair                84.50`;
    const found = await valuesOf(page, { deductions: rowsOf({ date: day, description: text, amount: number }).rows });
    expect(found).toMatchObject({ 'deductions[0].amount': '138.00', 'deductions[1].description': 'Tap repair' });
    expect(Object.keys(found)).toHaveLength(6);
  });

  it('whose positions and counts are the sums of those above by chance', async () => {
    const page = `Load list

Pos    Goods          Pallets    Colour
1      Tiles               1     blue
2      Grout               1     grey
3      Sealant             2     white
4      Spacers             4     red`;
    const found = await valuesOf(page, rowsOf({ pos: number, goods: text, pallets: number, colour: text }));
    expect(Object.keys(found).filter((path) => path.endsWith('goods'))).toHaveLength(4);
  });

  it('up to a list under it that stands apart, or has no numbers where its rows have theirs', async () => {
    const page = `Packing slip

Goods              Quantity     Weight
Tiles                     6      43.20
Grout                     2      24.00
Pallets returned     Mr Kuiper


Boxes                     5       1.50`;
    const found = await valuesOf(page, rowsOf({ goods: text, quantity: number, weight: number }));
    expect(Object.keys(found).filter((path) => path.endsWith('goods'))).toHaveLength(2);
    const apart = await valuesOf(page.replace(/Pallets.*/, ''), rowsOf({ goods: text, quantity: number, weight: number }));
    expect(Object.keys(apart).filter((path) => path.endsWith('goods'))).toHaveLength(2);
  });

  it('with each day of a row in its own column', async () => {
    const page = `Statement of account          31 May 2025

Booked      Valued      Details              Amount
2 May       12 May      Severn Water          31.50
3 May       13 May      Market Stores         86.27`;
    const found = await valuesOf(page, { moves: rowsOf({ booked: day, valued: day, details: text, amount: number }).rows });
    expect(found).toMatchObject({
      'moves[0].booked': '2025-05-02',
      'moves[0].valued': '2025-05-12',
      'moves[1].valued': '2025-05-13',
    });
  });

  it('without the numbers of the rows', async () => {
    const page = `Work done

Task                       Hours
1 Patching the road         50.00
2 Filling cracks            12.00`;
    const found = await valuesOf(page, rowsOf({ task: text, hours: number }));
    expect(found).toMatchObject({ 'rows[0].task': 'Patching the road', 'rows[1].task': 'Filling cracks', 'rows[1].hours': '12.00' });
  });

  it('up to the row that sums the others up, whatever it is called', async () => {
    const page = `Load list

Goods                 Pallets      Weight kg
Tiles 20x20                 6       4,320.00
Grout                       2       2,400.00
Whole load                  8       6,720.00`;
    const found = await valuesOf(page, rowsOf({ goods: text, pallets: number, weight_kg: number }));
    expect(Object.keys(found).filter((path) => path.endsWith('goods'))).toEqual(['rows[0].goods', 'rows[1].goods']);
  });

  it('with the lines that their texts wrap into, and on behind them', async () => {
    const page = `Gifts received

Gift                                       Donor        Value
Watercolour "Low Tide, Blomidon" by R.     Ives        250.00
Fancy
Silver spoon                               Moss         40.00`;
    const found = await valuesOf(page, rowsOf({ gift: text, donor: text, value: number }));
    expect(found).toMatchObject({ 'rows[0].gift': 'Watercolour "Low Tide, Blomidon" by R. Fancy', 'rows[1].gift': 'Silver spoon' });
  });

  it('less sure of a text with a line under it that may be another one of the row', async () => {
    const page = drawn(`Your lines

Service      Plan                          Usage
9123-4508    Desmond                       18.40
             SIM-Only 80GB with roaming
8866-1027    Mei Ling                       4.00
             Handset Plan M`);
    const cells = await cellsOf(page, rowsOf({ service: text, plan: text, usage: number }));
    const plans = cells.filter(({ path }) => path.endsWith('plan')).map(({ value, confidence }) => [value, confidence]);
    expect(plans).toEqual([
      ['Desmond', 'unsure'],
      ['Mei Ling', 'unsure'],
    ]);
  });

  it('under a header that goes on in a second line with a unit or the rest of a word', async () => {
    const page = `Shipments

Shipment    Route                Fuel     Depo-      Weight
                                 8.5 %    sits
GC-7741     Chur - Landquart     24.34      38.00    310.74
GC-7742     Chur - Lugano        27.11       4.00    384.01`;
    const found = await valuesOf(page, rowsOf({ shipment: text, fuel: number, deposits: number, weight: number }));
    expect(found).toMatchObject({ 'rows[0].shipment': 'GC-7741', 'rows[0].deposits': '38.00', 'rows[1].fuel': '27.11' });
  });

  it('without the names of groups that stand before the first header', async () => {
    const page = `Fees

               Service             Months     Price
Union          Basic fee                3    189.00
               Local club               3     22.50
Insurance      Unemployment fund        3    422.00`;
    const found = await valuesOf(page, rowsOf({ service: text, months: number, price: number }));
    expect(found).toMatchObject({ 'rows[0].service': 'Basic fee', 'rows[2].service': 'Unemployment fund' });
  });

  it('an amount from the header in its own words, and a rate of tax from none of money', async () => {
    const page = `Licences

Licence         Received     Gross receipt     Author amount     € incl. VAT
Il Faro               12          2,500.00          1,875.00        2,268.75
Nordlys               28            318.40            238.80          288.95`;
    const found = await valuesOf(page, rowsOf({ licence: text, received: number, amount: number, vat_rate: number }));
    expect(found).toMatchObject({ 'rows[0].amount': '1,875.00', 'rows[1].amount': '238.80' });
    expect(found).not.toHaveProperty('rows[0].vat_rate');
  });

  it('but as a guess where the caller chooses among the rows', async () => {
    const page = drawn(`Usage

Meter             Used     Billable
Platform fee         1            1
Ingested events    120           20`);
    const usage = {
      ...rowsOf({ meter: text, used: number, billable: number }).rows,
      description: 'Metered items only, without the platform fee',
    };
    const cells = await cellsOf(page, { usage });
    expect(new Set(cells.map(({ confidence }) => confidence))).toEqual(new Set(['guess']));
  });

  it('but none where less than half of the fields are named, or in any line', async () => {
    const page = 'Goods          Pallets\nTiles                6';
    expect(await valuesOf(page, rowsOf({ goods: text, lot: text, expiry: day, maker: text, origin: text }))).toEqual({});
    expect(await valuesOf('Our goods are good\nfor 30 days', rowsOf({ goods: text, days: number }))).toEqual({});
  });
});
