import { describe, expect, it } from 'vitest';
import { cellsOf, drawn, lines, number, text, valuesOf } from './page.js';

/** Each item as `description | quantity | unit price | amount`. */
async function items(page: string): Promise<readonly string[]> {
  const values = await valuesOf(page, { line_items: lines, total: number });
  const count = Object.keys(values).filter((path) => path.endsWith('.amount')).length;
  const leaves = ['description', 'quantity', 'unit_price', 'amount'];
  return Array.from({ length: count }, (_, at) => leaves.map((leaf) => values[`line_items[${at}].${leaf}`] ?? '-').join(' | '));
}

const confidences = async (page: string) => [
  ...new Set((await cellsOf(drawn(page), { line_items: lines })).map(({ confidence }) => confidence)),
];

describe('the local reader finds what was sold on receipts', () => {
  it('in one line with quantity and price ahead, or with neither', async () => {
    const page = `
CORNER SHOP

2 x 3.50 Coffee             7.00
Cake                        4.20
TOTAL                      11.20`;
    expect(await items(page)).toEqual(['Coffee | 2 | 3.50 | 7.00', 'Cake | - | - | 4.20']);
  });

  it('with quantity and price in the line under the article, or over it', async () => {
    const page = (coffee: string) => `\nCORNER SHOP\n\n${coffee}\nCake                        4.20\nTOTAL                      11.20`;
    const expected = ['Coffee | 2 | 3.50 | 7.00', 'Cake | - | - | 4.20'];
    expect(await items(page('Coffee                      7.00\n  2 x 3.50'))).toEqual(expected);
    expect(await items(page('  2 x 3.50\nCoffee                      7.00'))).toEqual(expected);
  });

  it('with the price ahead of the quantity and the class of the tax behind, clinging or not', async () => {
    const page = `
MARKT AM RATHAUS
                             EUR
Emmentaler      2,59 x 2    5,18 A
Bulgur          0,99 x 2    1,98A
Wodka                       4,99 B
SUMME                      12,15
Bar                        20,00
Rückgeld                    7,85`;
    expect(await items(page)).toEqual(['Emmentaler | 2 | 2,59 | 5,18', 'Bulgur | 2 | 0,99 | 1,98', 'Wodka | - | - | 4,99']);
  });

  it('with goods that are weighed, in the line below their name', async () => {
    const page = `
BERRY AND MANGO
0.78 lb @ $8.99 /lb         $7.01 F
SCONE                       $5.99 F
HOT BAR
0.94 lb @ $9.99 /lb         $9.39 F
Subtotal                   $22.39
Total                      $22.39`;
    expect(await items(page)).toEqual([
      'BERRY AND MANGO | 0.78 | $8.99 | $7.01',
      'SCONE | - | - | $5.99',
      'HOT BAR | 0.94 | $9.99 | $9.39',
    ]);
  });

  it('with names above lines of codes, quantities and prices', async () => {
    const page = `
TAX INVOICE
BOOSTER CABLE
CE72 - 10
9001620    1X  29.90       29.90
MOTH BALLS
EC21-41 - 10/100
9063977    2 X  2.10        4.20
Items : 2   Qty : 3
TOTAL                      34.10`;
    expect(await items(page)).toEqual(['BOOSTER CABLE | 1 | 29.90 | 29.90', 'MOTH BALLS | 2 | 2.10 | 4.20']);
  });

  it('with names below lines of codes, quantities and prices', async () => {
    const page = `
Time: 08:30
8239    1    15.00         15.00
SILICONE GUN
9744    2     9.00         18.00
PUNCH SET
TOT QTY: 3                 33.00
TOTAL                      33.00`;
    expect(await items(page)).toEqual(['SILICONE GUN | 1 | 15.00 | 15.00', 'PUNCH SET | 2 | 9.00 | 18.00']);
  });

  it('without the code of the article ahead of its name', async () => {
    const page = `
4006643135570 MUESLI        1,89 B
4305615725397 BUERSTE       1,49 A
SUMME                       3,38`;
    expect(await items(page)).toEqual(['MUESLI | - | - | 1,89', 'BUERSTE | - | - | 1,49']);
  });

  it('with discounts and deposits between them', async () => {
    const page = `
MILCH                       1,19 B
RABATT                     -0,20 B
PFAND                       0,25 A
SUMME                       1,24`;
    expect(await items(page)).toEqual(['MILCH | - | - | 1,19', 'RABATT | - | - | -0,20', 'PFAND | - | - | 0,25']);
  });

  it('with the number of each ahead, where most rows have one; one, two, three are places in a list', async () => {
    const page = (second: string) => `
${'1'} COFFEE                   7.00
${second} CAKE                     4.00
1 TEA                      2.00
TOTAL                     13.00`;
    expect(await items(page('2'))).toEqual(['COFFEE | 1 | - | 7.00', 'CAKE | 2 | - | 4.00', 'TEA | 1 | - | 2.00']);
    expect(await items(page('2').replace('1 TEA', '3 TEA'))).toEqual([
      '1 COFFEE | - | - | 7.00',
      '2 CAKE | - | - | 4.00',
      '3 TEA | - | - | 2.00',
    ]);
  });

  it('though a name begins like a sum', async () => {
    const page = `
BUTTER                      1,79 A
BALANCE BROT                0,99 A
KAESE                       1,99 A
SUMME                       4,77`;
    expect(await items(page)).toEqual(['BUTTER | - | - | 1,79', 'BALANCE BROT | - | - | 0,99', 'KAESE | - | - | 1,99']);
  });

  it('over intermediate sums', async () => {
    const page = `
BREAD                       2.00
MILK                        1.00
SUBTOTAL                    3.00
SOAP                        4.00
TOTAL                       7.00`;
    expect(await items(page)).toEqual(['BREAD | - | - | 2.00', 'MILK | - | - | 1.00', 'SOAP | - | - | 4.00']);
  });

  it('and is likely where they add up, unsure where they do not, silent where no sum closes them', async () => {
    const page = (total: string) => `\nCOFFEE                      7.00\nCAKE                        4.20\n${total}`;
    expect(await confidences(page('TOTAL                      11.20'))).toEqual(['likely']);
    expect(await confidences(page('TOTAL                      12.20'))).toEqual(['unsure']);
    expect(await confidences(page('See you soon'))).toEqual([]);
  });

  it('and is unsure of one row alone, which may be the sum itself', async () => {
    const page = '\nBIBIMBAP                   150,00\nTOTAL                      150,00';
    expect(await items(page)).toEqual(['BIBIMBAP | - | - | 150,00']);
    expect(await confidences(page)).toEqual(['unsure']);
  });

  it('but no opening hours, and no row that sums up those above it', async () => {
    const page = `
Mon - Fri 08.30 - 12.30
Sat 14.00 - 17.00

Liability                  50,00
Household                  10,00
All together               60,00
Tax                        11,40
Total                      71,40`;
    expect(await items(page)).toEqual(['Liability | - | - | 50,00', 'Household | - | - | 10,00']);
  });

  it('and leaves the figures of other columns out of the name', async () => {
    const page = `
Assembly on site         7      21%      2,851.66      3,450.51
Hinges, 40 mm           29      21%        174.87        211.59
Total                                                  3,662.10`;
    expect((await items(page)).map((row) => row.split(' | ')[0])).toEqual(['Assembly on site', 'Hinges, 40 mm']);
  });
});

const amounts = async (page: string): Promise<readonly string[]> =>
  Object.entries(await valuesOf(page, { line_items: lines, total: number })).flatMap(([path, value]) =>
    path.endsWith('.amount') ? [value] : [],
  );

describe('the local reader ends a table at its sums', () => {
  it('at the tax on the rows above, whatever else that row says', async () => {
    const page = `
Description            Qty    Unit Price     Amount
Blue pen                 2          1.50       3.00
Red notebook             1          4.00       4.00
zzgl. gesetzlicher MwSt. 19 % auf 7.00         1.33
                                   Total       8.33`;
    expect(await amounts(page)).toEqual(['3.00', '4.00']);
  });

  it('at a tax without a rate that makes the total', async () => {
    const page = `
Description                                           Qty    Unit Price     Amount
Blue pen                                                2          1.50       3.00
Red notebook                                            1          4.00       4.00
Plus statutory value added VAT for these goods                                1.33
                                                 Subtotal                     7.00
                                                    Total                     8.33`;
    expect(await amounts(page)).toEqual(['3.00', '4.00']);
  });

  it('at a row that adds up those above and says so first', async () => {
    const page = `
Description                     Qty    Unit Price     Amount
Blue pen                          2          1.50       3.00
Red notebook                      1          4.00       4.00
Total for all deliveries in the month of May            7.00
Late fee                          1          1.00       1.00`;
    expect(await amounts(page)).toEqual(['3.00', '4.00']);
  });

  it('but not at what is sold, though it costs as much as all above and its name ends like a sum', async () => {
    const page = `
Description                    Amount
Table                            9.68
Bat                             30.25
Tennis net                      39.93
                   Total        79.86`;
    expect(await amounts(page)).toEqual(['9.68', '30.25', '39.93']);
  });
});

describe('the local reader takes the quantities out of names', () => {
  const rows = { items: { type: 'array', items: { type: 'object', properties: { name: text, quantity: number, amount: number } } } };
  const read = async (page: string) =>
    Object.values(await valuesOf(`${page}\n\nSUMME EUR              18.70`, rows)).filter((value) => value !== undefined);

  it('with a sign, of any row', async () => {
    expect(await read('2x Cappuccino           8.40\n1x Milchkaffee          4.90\nApfelstrudel            5.40')).toEqual([
      'Cappuccino', '2', '8.40', 'Milchkaffee', '1', '4.90', 'Apfelstrudel', '5.40',
    ]); // biome-ignore format: a table
  });

  it('bare ones where most names begin with one', async () => {
    expect(await read('1 Pan de molde          8.40\n1 Leche desnatada       4.90\n2 Yogur natural         5.40')).toEqual([
      'Pan de molde', '1', '8.40', 'Leche desnatada', '1', '4.90', 'Yogur natural', '2', '5.40',
    ]); // biome-ignore format: a table
    expect(await read('3 Monate Hosting        8.40\nDomain                  4.90\nWartung                 5.40')).toEqual([
      '3 Monate Hosting', '8.40', 'Domain', '4.90', 'Wartung', '5.40',
    ]); // biome-ignore format: a table
  });
});
