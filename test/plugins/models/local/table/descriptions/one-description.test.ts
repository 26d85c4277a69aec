import { describe, expect, it } from 'vitest';
import { number, text, valuesOf } from '../../page.js';

const row = { code: text, description: text, quantity: number, amount: number };
const read = (page: string) => valuesOf(page, { line_items: { type: 'array', items: { type: 'object', properties: row } } });

describe('the local reader tells codes from descriptions', () => {
  it('by the header that names a description more exactly', async () => {
    const page = `
Item                   Description    Qty    Unit Price     Amount
ITEM001                Blue pen         2          1.50       3.00
ITEM002                Red book         1          4.00       4.00
                                      Total                   7.00`;
    expect(await read(page)).toMatchObject({
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
    expect(await read(page)).toMatchObject({ 'line_items[0].code': 'A-17', 'line_items[0].description': 'Blue pen' });
  });

  it('and puts names before what describes them', async () => {
    const page = `
Item           Description    Qty    Unit Price     Amount
Pen            Blue, fine       2          1.50       3.00
Book           Red, ruled       1          4.00       4.00
                              Total                   7.00`;
    const rows = await read(page);
    expect(rows).toMatchObject({ 'line_items[0].description': 'Pen Blue, fine' });
    expect(rows).not.toHaveProperty(['line_items[0].code']);
  });
});
