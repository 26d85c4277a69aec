import { describe, expect, it } from 'vitest';
import { lines, number, valuesOf } from '../page.js';

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
