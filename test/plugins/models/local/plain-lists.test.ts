import { describe, expect, it } from 'vitest';
import { cellsOf, drawn, valuesOf } from './page.js';

const list = (type: string, description = '') => ({ type: 'array', description, items: { type } });

const invoice = `Description                    Qty     Unit price     Amount
Oak shelf board                 12          18.40     220.80
with brackets
Wall bracket                    24           3.95      94.80
Wall bracket                    12           3.95      47.40

Subtotal                                              363.00
VAT 23%                                                83.49
Total EUR                                             446.49`;

describe('the local reader takes a list of plain values', () => {
  it('from the column of the items that it names, each row once and whole', async () => {
    expect(await valuesOf(invoice, { descriptions: list('string'), quantities: list('number'), amounts: list('number') })).toEqual({
      'descriptions[0]': 'Oak shelf board with brackets',
      'descriptions[1]': 'Wall bracket',
      'descriptions[2]': 'Wall bracket',
      'quantities[0]': '12',
      'quantities[1]': '24',
      'quantities[2]': '12',
      'amounts[0]': '220.80',
      'amounts[1]': '94.80',
      'amounts[2]': '47.40',
    });
  });

  it('of items from their names', async () => {
    const found = await valuesOf(invoice, { items: list('string') });
    expect(Object.values(found)).toEqual(['Oak shelf board with brackets', 'Wall bracket', 'Wall bracket']);
  });

  it('and no header for a value beside another header', async () => {
    const note = 'Item            Qty     Serial number\nPump head       2       SN-10021\nGasket set      5       SN-10344';
    expect((await cellsOf(drawn(note), { items: list('string', 'Item') })).map(({ value }) => value)).not.toContain('Qty');
  });

  it('and no count beside its words for one of its texts', async () => {
    const page = 'Additional driver         1       275.00';
    expect(await valuesOf(page, { additional_drivers: list('string') })).toEqual({});
    expect(await valuesOf('Ticket: T-4711', { tickets: list('string') })).toEqual({ 'tickets[0]': 'T-4711' });
  });
});
