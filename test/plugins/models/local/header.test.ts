import { describe, expect, it } from 'vitest';
import { lines, number, text, valuesOf } from './page.js';

const read = (page: string) => valuesOf(page, { line_items: lines });

describe('the header of a table', () => {
  it('may go on in further rows that say which price and which amount is meant', async () => {
    const page = `
No   Name              Quantity    Price        Price         Price       Tax
                                   unit         unit          net         amount
                                                after
                                                reduction
1    Copper tube              4      6.35         6.35        25.40        2.54
2    Business cards         100      0.14         0.14        14.00        1.40
                                              Total net       39.40`;
    expect(await read(page)).toMatchObject({
      'line_items[0].description': 'Copper tube',
      'line_items[0].quantity': '4',
      'line_items[0].unit_price': '6.35',
      'line_items[0].amount': '25.40',
      'line_items[1].amount': '14.00',
    });
  });

  it('does not begin at the title of the table, though it has words of columns', async () => {
    const page = `
Details of the price and the order
Description                       Amount
Ticket Quimper - Paris             68.60
Insurance with cancellation         4.95
                        Total      73.55`;
    expect(await read(page)).toMatchObject({
      'line_items[0].description': 'Ticket Quimper - Paris',
      'line_items[1].description': 'Insurance with cancellation',
    });
  });

  it('may not end at a row that only repeats the name of a tax', async () => {
    const page = `
Item                 Qty       Unit price      Value    VAT %     Tax
                                                         VAT      VAT
Electric energy      100             0.95      95.00      20%     19.00
Meter rent             1             4.00       4.00      20%      0.80
                                     Subtotal  99.00`;
    expect(await read(page)).toMatchObject({ 'line_items[0].description': 'Electric energy', 'line_items[0].quantity': '100' });
  });

  it('splits where a column of codes stands close to the description', async () => {
    const page = `
Item    Number Description              Qty      Unit Price Disc % Extended
1.      KE-3736 Emergency call-out       1           185.00         185.00
2.      PK-2638 Oak shelving unit        2           412.50         825.00
                                               Total               1010.00`;
    expect(await read(page)).toMatchObject({ 'line_items[0].description': 'Emergency call-out', 'line_items[1].amount': '825.00' });
  });

  it('of a period of service heads dates, no services', async () => {
    const page = `
Service period                  Plan                              Amount
March 1, 2026 - March 31, 2026  Dispatch board, 14 seats         $546.00
March 1, 2026 - March 31, 2026  Text messages                     $39.50
                                                    Total        $585.50`;
    expect(await read(page)).toMatchObject({
      'line_items[0].description': 'Dispatch board, 14 seats',
      'line_items[1].description': 'Text messages',
      'line_items[1].amount': '$39.50',
    });
  });

  it('does not begin with the tax number of the address above it', async () => {
    const page = `
GST Tin No:-07ABCDE4678K1Z4
Description of Service     HSN       QTY    Units    RATE    Amount
LED lights                 85013410   50    pcs       500     25000
Bulbs                      85013420   20    dozen    2300     46000
Total                                                         71000`;
    expect(await read(page)).toMatchObject({ 'line_items[0].description': 'LED lights', 'line_items[1].quantity': '20' });
  });

  it('need not name the description in a known word', async () => {
    const page = `
Subscription type               Quantity    Unit price      Cost
Messenger Pro, 1000 contacts           2           $20       $40
Total                                                        $40`;
    expect(await read(page)).toMatchObject({ 'line_items[0].description': 'Messenger Pro, 1000 contacts' });
  });

  it('is known with dots in the abbreviation of a price', async () => {
    const page = `
Désignation            Nombre       P.U. HT     Montant HT
Annonce légale              1        45,93           45,93
Justificatif                2         0,75            1,50
                                   Total HT          47,43`;
    expect(await read(page)).toMatchObject({ 'line_items[0].unit_price': '45,93', 'line_items[1].unit_price': '0,75' });
  });

  it('may name the article code before the description that stands below it', async () => {
    const page = `
Position   Material/Beschreibung       Menge       Preis       Betrag
10         M-01                            5      163,00       815,00
           Tischlampe Modell A
20         M-02                            2      100,00       200,00
           Stehlampe
                                       Summe                 1.015,00`;
    expect(await read(page)).toMatchObject({
      'line_items[0].description': 'Tischlampe Modell A',
      'line_items[1].description': 'Stehlampe',
    });
  });

  it('has two rows, although a word of the margin is printed between them', async () => {
    const page = `
           Our                            Quantity                 Price/
2014
      Pos  Art.No.   Description          in units     Unit         each        Amount
      1    TB100     Paper dividers             20     pcs.         9.90        198.00
      2    JB200     Yoghurt                    50     pcs.         5.50        275.00
                                          Subtotal                              473.00`;
    expect(await read(page)).toMatchObject({ 'line_items[0].unit_price': '9.90', 'line_items[1].quantity': '50' });
  });
});

describe('words between two headers', () => {
  it('belong to the column that has none otherwise, as below a centred header', async () => {
    const page = `
Qty    Cod.                      Description                Price      Amount
  9    WV01     Brass hinge                                 6.498       58.48
  4    DF02     Oak shelf                                  39.436      157.74
                                                    Total              216.22`;
    expect(await read(page)).toMatchObject({ 'line_items[0].description': 'Brass hinge', 'line_items[1].description': 'Oak shelf' });
  });

  it('stay with the only header they stand under, however short they are', async () => {
    const page = `
CODE        DESCRIPTION OF PRODUCTS AND SERVICES      QTY       UNIT PRICE      AMOUNT
FURN-1      Chair                                       2            50.00      100.00
FURN-2      Desk                                        1            80.00       80.00
                                                      Total                     180.00`;
    expect(await read(page)).toMatchObject({ 'line_items[0].description': 'Chair', 'line_items[1].description': 'Desk' });
  });

  it('are a quantity where the price has a number of its own', async () => {
    const page = `
DESCRIPTION                QTY/HR            UNIT PRICE        TOTAL
Kitchen sink fitted                    8             90          720
Thermostat fitted                      4             90          360
                                                Subtotal        1080`;
    expect(await read(page)).toMatchObject({
      'line_items[0].quantity': '8',
      'line_items[0].unit_price': '90',
      'line_items[1].quantity': '4',
    });
  });
});

const row = { description: text, quantity: number, unit: text, amount: number };
const unitsIn = async (page: string) => {
  const values = await valuesOf(page, { items: { type: 'array', items: { type: 'object', properties: row } } });
  return [values['items[0].unit'], values['items[1].unit']];
};

describe('the local reader finds units', () => {
  it('after their quantity, where one header is over both', async () => {
    const page = `
Bezeichnung            Menge      Einzelpreis     Betrag
Regal                  12 Stk          148,50   1.782,00
Montage               6,5 Std           62,00     403,00
                                 Summe          2.185,00`;
    expect(await unitsIn(page)).toEqual(['Stk', 'Std']);
  });

  it('under a header that may be one of quantities, too', async () => {
    const page = `
Concepto               Cantidad    Ud.      Precio     Importe
Estante                       6    ud        84,50      507,00
Montaje                     2,5    h         38,00       95,00
                                 Subtotal               602,00`;
    expect(await unitsIn(page)).toEqual(['ud', 'h']);
  });

  it('nowhere else', async () => {
    const page = `
Description            Qty     Price     Amount
Shelf, 12 pcs            6     84.50     507.00
Fitting                  2     38.00      76.00
                             Subtotal    583.00`;
    expect(await unitsIn(page)).toEqual([undefined, undefined]);
  });
});

const coded = { code: text, description: text, quantity: number, amount: number };
const readCoded = (page: string) => valuesOf(page, { line_items: { type: 'array', items: { type: 'object', properties: coded } } });

describe('the local reader tells codes from descriptions', () => {
  it('by the header that names a description more exactly', async () => {
    const page = `
Item                   Description    Qty    Unit Price     Amount
ITEM001                Blue pen         2          1.50       3.00
ITEM002                Red book         1          4.00       4.00
                                      Total                   7.00`;
    expect(await readCoded(page)).toMatchObject({
      'line_items[0].code': 'ITEM001',
      'line_items[0].description': 'Blue pen',
      'line_items[1].code': 'ITEM002',
      'line_items[1].description': 'Red book',
    });
  });

  it('else by the texts with the most letters', async () => {
    const page = `
Item           Product        Qty    Unit Price     Amount
A-17           Blue pen         2          1.50       3.00
A-18           Red book         1          4.00       4.00
                              Total                   7.00`;
    expect(await readCoded(page)).toMatchObject({ 'line_items[0].code': 'A-17', 'line_items[0].description': 'Blue pen' });
  });

  it('and puts names before what describes them', async () => {
    const page = `
Item           Description    Qty    Unit Price     Amount
Pen            Blue, fine       2          1.50       3.00
Book           Red, ruled       1          4.00       4.00
                              Total                   7.00`;
    const rows = await readCoded(page);
    expect(rows).toMatchObject({ 'line_items[0].description': 'Pen Blue, fine' });
    expect(rows).not.toHaveProperty(['line_items[0].code']);
  });
});
