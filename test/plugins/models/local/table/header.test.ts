import { describe, expect, it } from 'vitest';
import { lines, valuesOf } from '../page.js';

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

  it('may not end at a row that only repeats the name of a tax', async () => {
    const page = `
Item                 Qty       Unit price      Value    VAT %     Tax
                                                         VAT      VAT
Electric energy      100             0.95      95.00      20%     19.00
Meter rent             1             4.00       4.00      20%      0.80
                                     Subtotal  99.00`;
    expect(await read(page)).toMatchObject({ 'line_items[0].description': 'Electric energy', 'line_items[0].quantity': '100' });
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
