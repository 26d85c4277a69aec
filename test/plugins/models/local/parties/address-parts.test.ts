import { describe, expect, it } from 'vitest';
import { cellsOf, drawn, printed, text } from '../page.js';

const place = { type: 'object', properties: { city: text, zip: text, street: text } };
const read = async (page: string) => printed(await cellsOf(drawn(page), { seller: place, buyer: place }));

describe('the local reader reads the parts of an address', () => {
  it('of each party, under its name', async () => {
    const page = `
From:                         Bill to:
Acme Tools Ltd                Jane Doe GmbH
12 Quay Lane                  Hauptstrasse 5
Plymouth PL1 2NX              10115 Berlin

Total  12.00`;
    expect(await read(page)).toEqual({
      'seller.city': 'Plymouth',
      'seller.zip': 'PL1 2NX',
      'seller.street': '12 Quay Lane',
      'buyer.city': 'Berlin',
      'buyer.zip': '10115',
      'buyer.street': 'Hauptstrasse 5',
    });
  });

  it('and leaves out those of a party it does not know', async () => {
    expect(await read('Total  12.00\n10115 Berlin')).toEqual({});
  });
});
