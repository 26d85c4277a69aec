import { describe, expect, it } from 'vitest';
import { cellsOf, drawn, lines, number, text, valuesOf } from './page.js';

const read = (...pages: readonly string[]) => valuesOf(pages, { line_items: lines });

describe('the local reader finds what was sold', () => {
  it('by the headers of the columns, however these are aligned', async () => {
    const page = `
Pos  Bezeichnung                     Menge     E-Preis      Gesamt
1    Schraube M4                        10        0,20        2,00
2    Hammer, 12 kg Stahl                 1       18,00       18,00
                                      Summe netto            20,00`;
    expect(await read(page)).toEqual({
      'line_items[0].description': 'Schraube M4',
      'line_items[0].quantity': '10',
      'line_items[0].unit_price': '0,20',
      'line_items[0].amount': '2,00',
      'line_items[1].description': 'Hammer, 12 kg Stahl',
      'line_items[1].quantity': '1',
      'line_items[1].unit_price': '18,00',
      'line_items[1].amount': '18,00',
    });
  });

  it('with descriptions that wrap, without notes below them, and with units beside the quantity', async () => {
    const page = `
Description                Quantity      Unit price     Amount
Adjustable office chair    2.00 Units         70.00     140.00
with arm rests
Olive oil                  1.00 L              5.00       5.00
organic
                                       Total            145.00`;
    expect(await read(page)).toMatchObject({
      'line_items[0].description': 'Adjustable office chair with arm rests',
      'line_items[0].quantity': '2.00',
      'line_items[1].description': 'Olive oil',
    });
  });

  it('with numbers beside the last line of a description that wraps', async () => {
    const page = `
No   Description                     Qty    Unit price     Amount
     Yearly maintenance of the
     ventilation with filters and
1    belts                             2         70.00     140.00
     Removal of an old partition
2    wall                              1          5.00       5.00
3    Pallet                            1          5.00       5.00
                                             Total         150.00`;
    expect(await read(page)).toMatchObject({
      'line_items[0].description': 'Yearly maintenance of the ventilation with filters and belts',
      'line_items[1].description': 'Removal of an old partition wall',
      'line_items[2].description': 'Pallet',
    });
  });

  it('but is unsure of a description that must go on', async () => {
    const page = `
Description               Qty    Unit price     Amount
Acrylic sign 600 ×          2         70.00     140.00
Olive oil                   1          5.00       5.00
                                       Total    145.00`;
    const cells = await cellsOf(drawn(page), { line_items: lines });
    const of = (path: string) => cells.find((cell) => cell.path === path)?.confidence;
    expect([of('$.line_items[0].description'), of('$.line_items[1].description')]).toEqual(['unsure', 'certain']);
  });

  it('without the heading of several items, and without the period of the item above', async () => {
    const page = `
Description                                   Qty    Unit price     Amount
--- Everything for the household in general ---
[101] Beeswax                                   2         70.00     140.00
additional address 1                            1          5.00       5.00
(17.01.2016 - 16.02.2016 as agreed)
additional address 2                            1          5.00       5.00
                                                     Total          150.00`;
    expect(await read(page)).toMatchObject({
      'line_items[0].description': '[101] Beeswax',
      'line_items[1].description': 'additional address 1',
    });
  });

  it('with descriptions that go on with a small letter, as far as the longest line goes', async () => {
    const page = `
Description                                   Qty    Unit price     Amount
Advice and drawings for the                     2         70.00     140.00
new reception
Olive oil                                       1          5.00       5.00
organic
                                                     Total          145.00`;
    expect(await read(page)).toMatchObject({
      'line_items[0].description': 'Advice and drawings for the new reception',
      'line_items[1].description': 'Olive oil',
    });
  });

  it('with descriptions that go on with a small letter, though one more word would have fitted as they wrap by letters', async () => {
    const page = `
Description                                         Qty    Unit price     Amount
Replacement of the gutter on the north side           2         70.00     140.00
incl. brackets
Removal and disposal of the old partition wall         1          5.00       5.00
                                                           Total          145.00`;
    expect(await read(page)).toMatchObject({
      'line_items[0].description': 'Replacement of the gutter on the north side incl. brackets',
    });
  });

  it('with descriptions that go on behind a bracket, or as far as the longest line where lines are seen to wrap', async () => {
    const page = `
Description                                      Qty    Unit price     Amount
Site training, half day,                           2         70.00     140.00
up to 12 people
Ground coffee, Ethiopia                            1          5.00       5.00
Sidamo
Board (multilayer                                  1          5.00       5.00
Circuit)
Olive oil                                          1          5.00       5.00
Organic
                                                        Total          155.00`;
    expect(await read(page)).toMatchObject({
      'line_items[0].description': 'Site training, half day, up to 12 people',
      'line_items[1].description': 'Ground coffee, Ethiopia Sidamo',
      'line_items[2].description': 'Board (multilayer Circuit)',
      'line_items[3].description': 'Olive oil',
    });
  });

  it('with the number of the customer above, which is no header of positions', async () => {
    const page = `
Customer no.         00820
Thank you for your order. We have supplied:
#    Description         Qty     Unit price     Amount
1    Garden hose           2          70.00     140.00
2    Site visit            1           5.00       5.00
                                      Total     145.00`;
    expect(await read(page)).toMatchObject({ 'line_items[0].description': 'Garden hose', 'line_items[1].description': 'Site visit' });
  });

  it('with descriptions that wrap beside a note in another column, without the period of a service', async () => {
    const page = `
Product         Title                               Qty     Price     Total
Memory cards    SanDisk Ultra 16 GB MicroSDHC         1     10.00     10.00
FSN:            10 48 MB/s Memory Card
XB7             Promo price
Hosting         Server EX40, 30 TB, 144.76.99         1      7.00      7.00
                (17.01.2016 - 16.02.2016)
                                      Subtotal                        17.00`;
    expect(await read(page)).toMatchObject({
      'line_items[0].description': 'Memory cards SanDisk Ultra 16 GB MicroSDHC 10 48 MB/s Memory Card',
      'line_items[1].description': 'Hosting Server EX40, 30 TB, 144.76.99',
    });
  });

  it('with descriptions in the second line, where their header stands under that of the codes', async () => {
    const page = `
GTIN             Art-Nr-Lieferant         Menge    Preis     Betrag
Art-Nr-Kunde     Artikelbezeichnung
4123456000014    ZS997                      100     1,00     100,00
                 Zitronensäure 100ml
                 Verpackung: Flasche
4123456000021    GZ250                       50     1,45      72,50
K4321            Gelierzucker 250g
                                         Summe netto         172,50`;
    expect(await read(page)).toMatchObject({
      'line_items[0].description': 'Zitronensäure 100ml',
      'line_items[1].description': 'Gelierzucker 250g',
    });
  });

  it('with descriptions that stand around the row of the amount', async () => {
    const page = `
Account                Description               Amount
                       Business client on
alan@acme.example                                  7.50
                       partner promotion

                       Business client on
ada@acme.example                                   8.50
                       wholesale pricing

                       Total                      16.00`;
    expect(await read(page)).toMatchObject({
      'line_items[0].description': 'Business client on partner promotion',
      'line_items[1].description': 'Business client on wholesale pricing',
    });
  });

  it('with names above or below the rows of their numbers, where the codes stand under the header', async () => {
    const head = 'No. Desc/Code        Qty     Price     Amount';
    const above = `
${head}
1   NORMAL KEY
    33100              4      4.00      16.00
2   LONG KEY
    33101              1      5.00       5.00
                   Subtotal             21.00`;
    const below = `
${head}
    33100              4      4.00      16.00
NORMAL KEY
    33101              1      5.00       5.00
LONG KEY
                   Subtotal             21.00`;
    for (const page of [above, below]) {
      const found = await read(page);
      expect(found['line_items[0].description']).toMatch(/NORMAL KEY$/);
      expect(found['line_items[1].description']).toMatch(/LONG KEY$/);
    }
  });

  it('over pages, and leaves out what is carried forward', async () => {
    const head = 'Beschreibung               Menge     Preis      Betrag\n';
    const first = `${head}Erstens                        1     10,00       10,00\nÜbertrag                                         10,00`;
    const second = `${head}Zweitens                       2     10,00       20,00\nGesamtbetrag                                     30,00`;
    expect(await read(first, second)).toMatchObject({ 'line_items[0].amount': '10,00', 'line_items[1].amount': '20,00' });
  });

  it('over pages, and takes no number of the small print for an amount where the table prints money', async () => {
    const head = 'Pos  Beschreibung              Menge     Preis      Summe\n';
    const first = `${head}1    Chromebook                    2    302,51     605,02`;
    const second = `${head}     Amtsgericht Stuttgart                     48428293\n`;
    const found = await read(first, second);
    expect(found['line_items[0].amount']).toBe('605,02');
    expect(found).not.toHaveProperty('line_items[1].amount');
  });

  it('is certain where the amounts make a sum of the document, else likely by quantity times price, else unsure', async () => {
    const page = (price: string, total: string) => `
Item          Qty     Price     Total
Widget          2      ${price}     10.00
Gadget          1      7.00      7.00

                    Subtotal    ${total}`;
    const confidence = async (price: string, total: string) => (await cellsOf(drawn(page(price, total)), { items: lines }))[0]?.confidence;
    expect([await confidence('5.00', '17.00'), await confidence('5.00', '71.00'), await confidence('6.00', '71.00')]).toEqual([
      'certain',
      'likely',
      'unsure',
    ]);
  });

  it('ends the rows where they add up, whatever stands below', async () => {
    const page = `
Description             Qty      Price      Amount
Arc reactor               1     500.00      500.00
Assembly                  2      50.00      100.00
Working time                                   160

                              Subtotal      600.00`;
    const cells = await cellsOf(drawn(page), { items: lines });
    expect(cells.filter(({ path }) => path.endsWith('.amount')).map(({ value, confidence }) => `${value} ${confidence}`)).toEqual([
      '500.00 certain',
      '100.00 certain',
    ]);
  });

  it('and at captions over the sum, whatever it says beside', async () => {
    const page = `
QTY   DESCRIPTION        PRICE    SUBTOTAL
2     Blue pen            1.50        3.00
1     Red book            4.00        4.00

PAYMENT INFO             DUE BY      TOTAL DUE
                         3 May 2025       7.00`;
    expect(await read(page)).not.toHaveProperty('line_items[2].amount');
    expect(await read(page)).toHaveProperty('line_items[1].amount', '4.00');
  });

  it('with the quantities under a header that does not say so, where they make the amounts with the prices', async () => {
    const page = (second: string) => `
Amount    Product           VAT     Price      Total
  1.00    Design            7 %    160.00     160.00
${second}    Balloons         19 %      0.79     316.00
                         Net total            476.00`;
    expect(await read(page('400.00'))).toMatchObject({ 'line_items[0].quantity': '1.00', 'line_items[1].quantity': '400.00' });
    expect(await read(page('401.00'))).not.toHaveProperty('line_items[0].quantity');
  });

  it('with all words of a description beside a column of numbers whose header says nothing, and with its prices if they are', async () => {
    const page = (first: string) => `
Qty Description          X.Y.      Total
1   Buttermilk Pancakes  ${first}     11,00
3   Americano             2,50      7,50
                 Total             18,50`;
    expect(await read(page('11,00'))).toMatchObject({
      'line_items[0].description': 'Buttermilk Pancakes',
      'line_items[0].unit_price': '11,00',
      'line_items[1].unit_price': '2,50',
    });
    expect(await read(page('12,00'))).not.toHaveProperty('line_items[0].unit_price');
  });

  it('with the price of things sold once, where a column of amounts says it, too', async () => {
    const page = `
Description          Months     Amount       Total
Washer                    1     $18.50      $18.50
Dryer                     1     $35.00      $35.00
                             Subtotal       $53.50`;
    expect(await read(page)).toMatchObject({ 'line_items[0].unit_price': '$18.50', 'line_items[1].unit_price': '$35.00' });
  });

  it('in several tables, whose amounts add up only together', async () => {
    const page = (total: string) => `
Description          Months     Amount       Total
Washer                    1     $18.50      $18.50
Dryer                     1     $35.00      $35.00
            Subtotal for charges             $53.50

Description          Days      Rate          Total
Washer, removed       -12      $1.00       -$12.00
             Subtotal for credits           -$12.00

                             Sales tax        $4.15
                         Invoice total       ${total}`;
    expect(await read(page('$45.65'))).toMatchObject({ 'line_items[0].amount': '$18.50', 'line_items[2].amount': '-$12.00' });
    expect(await read(page('$57.65'))).not.toHaveProperty('line_items[2].amount');
  });

  it('of two columns of amounts takes the one that makes the subtotal', async () => {
    const page = `
Item        Price    Qty    Subtotal    VAT    Total
Mug          8.00      1        8.00     21     9.68
Bag         25.00      1       25.00     21    30.25

Subtotal    33.00
VAT          6.93
Total       39.93`;
    expect(await read(page)).toMatchObject({ 'line_items[0].amount': '8.00', 'line_items[1].amount': '25.00' });
  });

  it('gives each leaf of each row a cell, null where the table has no such column', async () => {
    const cells = await cellsOf(drawn('Description     Amount\nHosting          10.00\nTotal            10.00'), { positions: lines });
    expect(cells.map(({ path, value }) => `${path}=${value}`)).toEqual([
      '$.positions[0].description=Hosting',
      '$.positions[0].quantity=null',
      '$.positions[0].unit_price=null',
      '$.positions[0].amount=10.00',
    ]);
  });

  it('finds a column that only the caller has a name for by its header', async () => {
    const page = `
Description     Warehouse     Amount
Chair           Berlin         10.00
Table           Paris          20.00
Total                          30.00`;
    const items = { type: 'array', items: { type: 'object', properties: { description: text, warehouse: text, amount: number } } };
    expect(await valuesOf(page, { items })).toMatchObject({ 'items[0].warehouse': 'Berlin', 'items[1].warehouse': 'Paris' });
  });

  it('takes the wider of two columns of words for the description', async () => {
    const page = `
Artikel    Omschrijving                    Aantal     Prijs     Bedrag
E103184    Onderhoudsset                        1     49,99      49,99
                                               Totaal            49,99`;
    expect(await read(page)).toMatchObject({ 'line_items[0].description': 'Onderhoudsset' });
  });

  it('reads no rows for an array that is not about lines, and none where no table is', async () => {
    const taxes = { type: 'array', items: { type: 'object', properties: { rate: number, base: number, amount: number } } };
    expect(
      await cellsOf(drawn('Item   Qty   Price   Total\nMug     1    8.00    8.00'), { taxes, remarks: { type: 'array', items: text } }),
    ).toEqual([]);
    expect(await read('Dear customer,\nplease pay 12.00 soon')).toEqual({});
  });

  it('on the next page, too, where the header is not repeated and the sums stand below', async () => {
    const first = `
No   Product          Colour        Size        Pcs    Unit price     Net amount
1    Front            White         718x250      20          8.32         166.40
2    Front, glazed    White         357x447      10          7.39          73.90`;
    const second = `
Pine Furniture Ltd                                                     Invoice 42

3    Plinth           Oak           115x597       5          2.00          10.00
                                                 Total net                250.30`;
    expect(await read(first, second)).toMatchObject({
      'line_items[1].description': 'Front, glazed',
      'line_items[2].description': 'Plinth',
      'line_items[2].quantity': '5',
      'line_items[2].amount': '10.00',
    });
  });

  it('with prices that stand in a line of their own because the cell wraps', async () => {
    const page = `
No   Description                  Qty    Unit price     Amount
                                            133.092
1    Switch box                     1                   133.09
                                                EUR
                                             46.872
2    Socket                         4                   187.49
                                                EUR
3    Lamp                           7         39.06     273.42
                                          Subtotal      594.00`;
    expect(await read(page)).toMatchObject({
      'line_items[0].unit_price': '133.092',
      'line_items[1].unit_price': '46.872',
      'line_items[2].unit_price': '39.06',
    });
  });

  it('with prices alone, which are the amounts if they add up', async () => {
    const page = `
Item                       Qty          Price
Paper                        3         $45.00
Pens (box)                   2         $12.00
                         Subtotal:     $57.00`;
    expect(await read(page)).toEqual({
      'line_items[0].description': 'Paper',
      'line_items[0].quantity': '3',
      'line_items[0].amount': '$45.00',
      'line_items[1].description': 'Pens (box)',
      'line_items[1].quantity': '2',
      'line_items[1].amount': '$12.00',
    });
  });

  it('with the price of one, not the nights or rooms it is multiplied with', async () => {
    const page = `
Description                              Rate               Amount
Room charges              Rs 1939 x 1 Night x 1 Room       Rs 1939
Grand total                                                Rs 1939`;
    expect(await read(page)).toMatchObject({ 'line_items[0].unit_price': 'Rs 1939' });
  });

  it('without the taxes below their sum', async () => {
    const page = `
Description                          Qty         Price        Total
Door leaf                              8        187.40     1,499.20
Travel                                 1         45.00        45.00
                                       Subtotal            1,544.20
                                       VAT on 1,499.20       299.84
                                       VAT on 45.00            4.50
                                       Total               1,848.54`;
    expect(Object.keys(await read(page)).filter((path) => path.startsWith('line_items[2]'))).toEqual([]);
  });

  it('with quantities that a unit clings to, or that stand in the column of the units', async () => {
    const clinging = `
Description              Quantity       Price         Total
Software development     40h           €80.00     €3,200.00
Server hosting           1            €500.00       €500.00
                                        Total     €3,700.00`;
    const inUnits = `
Description               Unit              Price         Total
Paper dividers            20     pcs.        9.90        198.00
Yoghurt                   50     pcs.        5.50        275.00
                                        Subtotal         473.00
                         VAT 19% on 473.00                89.87`;
    expect(await read(clinging)).toMatchObject({ 'line_items[0].quantity': '40', 'line_items[1].quantity': '1' });
    expect(await read(inUnits)).toMatchObject({ 'line_items[0].quantity': '20', 'line_items[1].quantity': '50' });
  });

  it('with prices of things sold once as amounts, even where the printed sum is wrong', async () => {
    const page = `
Item                       Price
Website design           $333.00
Domain name               $11.00
                 Total:  $444.00`;
    expect(await read(page)).toMatchObject({ 'line_items[0].amount': '$333.00', 'line_items[0].unit_price': '$333.00' });
  });

  it('with descriptions above and below their numbers, beside codes that wrap as well', async () => {
    const page = `
No   Code          Description                    Qty    Unit price     Amount
     LIGHT.CM-LP   40W panel with LED, six by
1                                                   1        300.00     300.00
     65 6060       six, Light
     LIGHT.CM-B    20W panel with LED, four by
2                                                   2         50.00     100.00
     40 4040       four, Light
                                               Subtotal                 400.00`;
    expect(await read(page)).toMatchObject({
      'line_items[0].description': '40W panel with LED, six by six, Light',
      'line_items[1].description': '20W panel with LED, four by four, Light',
    });
  });

  it('without a levy that is included already: the rows add up without it', async () => {
    const page = `
Item                                     Qty     Unit price     Price incl. VAT
Tablet 16 GB silver                        1         399.00              399.00
  Incl. levy on private copies             1                               4.24
Leather cover                              2          10.00               20.00
Adapter                                    1          14.99               14.99
                                                   Subtotal              433.99`;
    const rows = await read(page);
    expect(rows).toMatchObject({ 'line_items[1].description': 'Leather cover', 'line_items[2].amount': '14.99' });
    expect(rows).not.toHaveProperty(['line_items[3].amount']);
  });

  it('without discounts and charges of the document, where the products of all other rows hold', async () => {
    const page = `
Item                        Qty     Unit price     Amount
Support                       1          60.00      60.00
Paper                         3          10.00      30.00
Hotline                       2           2.50       5.00
Commercial discount                                 -5.00
Charge for freight                                  10.00
                                      Subtotal     100.00`;
    const rows = await read(page);
    expect(rows).toMatchObject({ 'line_items[1].description': 'Paper', 'line_items[2].description': 'Hotline' });
    expect(rows).not.toHaveProperty(['line_items[3].amount']);
  });

  it('with the rate of the tax noted below each, which ends no table', async () => {
    const page = `
Item                              Quantity        Rate      Amount
Service A                               12      $10.00     $120.00
Notes: replaced capacitor
Tax: 0.2%
Service B                                5       $1.50       $7.50
Tax: 0.4%
                                             Subtotal:     $127.50`;
    expect(await read(page)).toMatchObject({ 'line_items[1].description': 'Service B', 'line_items[1].quantity': '5' });
  });
});

describe('the local reader is likely right about rows that are proven by their products', () => {
  const page = `
Description            Quantity   Unit price   Amount
Blue pens                     2         3.00     6.00
Red pens                      4         3.00    12.00
Green pens                    3         3.00     9.00
Black pens                    5         2.00    10.00
Repair                                           7.00
                                       Total    99.00`;

  it('also where the table lacks some and does not add up', async () => {
    const cells = await cellsOf(drawn(page), { line_items: lines });
    const confidence = (path: string) => cells.find((cell) => cell.path === path)?.confidence;
    expect(confidence('$.line_items[1].description')).toBe('likely');
    expect(confidence('$.line_items[4].description')).toBe('unsure');
    expect(confidence('$.line_items[4].amount')).toBe('unsure');
  });
});

describe('the local reader is unsure what a column of figures is', () => {
  const costs = (properties: Readonly<Record<string, unknown>>) => ({ costs: { type: 'array', items: { type: 'object', properties } } });
  const page = `
Kostenart          Gesamtkosten     Schluessel     Ihr Anteil
Grundsteuer            1.820,40       Flaeche         222,59
Wasser                 2.310,00       Flaeche         301,75
                                      Summe           524,34`;

  it('where another field of the row is left, and the table has another such column', async () => {
    const cells = await cellsOf(drawn(page), costs({ name: text, total_cost: number, share: number }));
    expect(cells.find(({ path }) => path === '$.costs[0].total_cost')?.confidence).toBe('unsure');
  });

  it('and that it is missing, where a column of figures is left', async () => {
    const timed = `
Description            Timer      Amount
Consulting in May         32       27.20
Travel to the site         4        1.94
                       Total       29.14`;
    const cells = await cellsOf(drawn(timed), costs({ name: text, hours: number, amount: number }));
    expect(cells.find(({ path }) => path === '$.costs[0].hours')).toMatchObject({ value: null, confidence: 'unsure' });
  });

  it('of rows without headers, where none says what they are chosen by', async () => {
    const page = `
Rate A (km)           500.00
Rate B (km)             3.00
Call out                7.00
Total                 510.00`;
    const trips = (properties: Readonly<Record<string, unknown>>) => ({ trips: { type: 'array', items: { type: 'object', properties } } });
    const confidence = async (properties: Readonly<Record<string, unknown>>) =>
      (await cellsOf(drawn(page), trips(properties))).find(({ path }) => path === '$.trips[0].amount')?.confidence;
    expect(await confidence({ zone: { type: 'string', enum: ['A', 'B'] }, amount: number })).toBe('unsure');
    expect(await confidence({ name: text, amount: number })).toBe('likely');
  });
});

it('the local reader does not take a table for instalments, of which it has no more than the amounts', async () => {
  const page = `
Description            Price      Amount
Small rubber bench     13.60       27.20
Travel to the site      0.97        1.94
                       Total       29.14`;
  const row = { type: 'object', properties: { due_date: { ...text, format: 'date' }, amount: number } };
  const array = (name: string) => ({ [name]: { type: 'array', items: row } });
  expect((await cellsOf(drawn(page), array('instalments'))).filter(({ value }) => value !== null)).toEqual([]);
  expect((await cellsOf(drawn(page), array('line_items'))).filter(({ value }) => value !== null)).toHaveLength(2);
});

describe('the local reader guesses at rows', () => {
  const page = `
Item             Qty    Price     Amount
Blue pen           2     1.50       3.00
Red book           1     4.00       4.00
                         Total      7.00`;
  const sure = async (description: string) => {
    const { items } = lines;
    const cells = await cellsOf(drawn(page), { line_items: { type: 'array', description, items } });
    return new Set(cells.map(({ confidence }) => confidence));
  };

  it('that a description chooses among: it cannot tell which those are', async () => {
    expect(await sure('only items over 2 EUR')).toEqual(new Set(['guess']));
    expect(await sure('nur Artikel, keine Versandkosten')).toEqual(new Set(['guess']));
    expect(await sure('one entry per row')).toEqual(new Set(['certain']));
    expect(await sure('all rows, not the total row')).toEqual(new Set(['certain']));
  });

  it('that stand in groups: it cannot tell which begins where', async () => {
    const groups = { type: 'array', items: { type: 'object', properties: { line_items: lines } } };
    const cells = await cellsOf(drawn(page), { lots: groups });
    expect(new Set(cells.map(({ confidence }) => confidence))).toEqual(new Set(['guess']));
  });
});

it('the local reader doubts a column that two fields would have', async () => {
  const page = `
Item             Qty    Area m2     Amount
Blue glass         2      1.50        3.00
Red glass          1      4.00        4.00
                         Total        7.00`;
  const column = (name: string) => ({ [name]: number });
  const panes = {
    type: 'array',
    items: { type: 'object', properties: { description: text, ...column('m2'), ...column('area_m2'), amount: number } },
  };
  const cells = await cellsOf(drawn(page), { panes });
  expect(cells.filter(({ path }) => path.endsWith('m2')).map(({ value, confidence }) => ({ value, confidence }))).toEqual(
    ['1.50', '1.50', '4.00', '4.00'].map((value) => ({ value, confidence: 'unsure' })),
  );
});

it('the local reader is unsure of a column whose header has only a part of the name', async () => {
  const page = `
Item             Qty    Docket     Amount
Blue glass         2      A-17       3.00
Red glass          1      A-18       4.00
                         Total       7.00`;
  const sure = async (name: string) => {
    const panes = { type: 'array', items: { type: 'object', properties: { description: text, [name]: text, amount: number } } };
    return (await cellsOf(drawn(page), { panes })).find(({ path }) => path === `$.panes[0].${name}`)?.confidence;
  };
  expect([await sure('docket'), await sure('docket_text')]).toEqual(['certain', 'unsure']);
});

it('the local reader takes the price that makes the amounts, not that of the list', async () => {
  const page = `
Item             Qty    List price   Discount   Unit price     Amount
Blue glass         8         42.00       15 %        35.70     285.60
Red glass         14         23.40       10 %        21.06     294.84
                                                Subtotal      580.44`;
  const found = await read(page);
  expect(found).toMatchObject({ 'line_items[0].unit_price': '35.70', 'line_items[1].unit_price': '21.06' });
});

it('the local reader reads the column of the year that a field names', async () => {
  const page = `
Item               Qty     Price    Amount 2026    Amount 2025
Water               62    1.4850          92.07          88.40
Standing charge      1   28.6000          28.60          27.90
                          Total          120.67         116.30`;
  const properties = { description: text, amount_2026: number, amount_2025: number };
  const found = await valuesOf(page, { line_items: { type: 'array', items: { type: 'object', properties } } });
  expect(found).toMatchObject({
    'line_items[0].amount_2026': '92.07',
    'line_items[0].amount_2025': '88.40',
    'line_items[1].amount_2026': '28.60',
    'line_items[1].amount_2025': '27.90',
  });
});

it('the local reader takes no sum of the rows for a row, whatever it is called', async () => {
  const page = `
Leistung                  Menge    Ansatz      Betrag
Fassade streichen        184.00     31.50    5'796.00
Gerüst stellen             1.00  2'100.00    2'100.00
                     Stand bisher            7'896.00
                     Rabatt 3 %               -236.88
                     Netto                   7'659.12`;
  const found = await read(page);
  expect(Object.keys(found).filter((path) => path.endsWith('amount'))).toEqual(['line_items[0].amount', 'line_items[1].amount']);
});

it('the local reader takes no sum for a row whose words stand under the header of prices', async () => {
  const page = `
HS code     Goods              Qty     Unit value        Value
9005.80     Spotting scope       6         240.00     1,440.00
4202.91     Carry case           6          28.50       171.00
                                   Worth of goods     1,611.00
                                   Carriage              64.00`;
  const found = await read(page);
  expect(Object.keys(found).filter((path) => path.endsWith('amount'))).toEqual(['line_items[0].amount', 'line_items[1].amount']);
});

it('the local reader gives a text all words of a cell: a quantity with its unit, a code without the number of its row', async () => {
  const page = `Lp. Symbol    Description           Quantity    Unit price      Amount
1 SK-40       Timber kiln             7 days         12.00       84.00
2 CZ-W2       Moisture sensor           2 km          5.50       11.00
                                                     Total       95.00`;
  const row = { symbol: text, description: text, quantity: text, amount: number };
  const found = await valuesOf(page, { line_items: { type: 'array', items: { type: 'object', properties: row } } });
  expect(found).toMatchObject({
    'line_items[0].symbol': 'SK-40',
    'line_items[0].quantity': '7 days',
    'line_items[1].symbol': 'CZ-W2',
    'line_items[1].quantity': '2 km',
  });
  const units = { ...row, unit: text };
  const apart = await valuesOf(page, { line_items: { type: 'array', items: { type: 'object', properties: units } } });
  expect(apart).toMatchObject({ 'line_items[0].quantity': '7', 'line_items[0].unit': 'days' });
});
