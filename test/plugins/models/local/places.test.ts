import { describe, expect, it } from 'vitest';
import { streetIn, townIn } from '../../../../plugins/models/local/parties/places.js';
import { cellsOf, drawn, printed, text } from './page.js';

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

  it('in the line that shows a postal code most distinctly: the number of a house may look like one', async () => {
    const page = 'Bill to:\nJane Doe GmbH\n2558 Michael Mills\nEast Steven, MI 89330\n\nTotal  12.00';
    expect(await read(page)).toMatchObject({ 'buyer.zip': '89330', 'buyer.city': 'East Steven' });
  });

  it('of who gets the goods, and with the state', async () => {
    const page = `
BILL TO                       SHIP TO
Acme Ltd                      Acme Ltd. – Warehouse 7
250 Market Street             18 Logistics Parkway
Bayview, CA 90210             Riverton, OR 90215

Total  12.00`;
    const shipTo = { type: 'object', properties: { street: text, city: text, state: text, zip: text } };
    expect(printed(await cellsOf(drawn(page), { shipTo, buyer: shipTo }))).toEqual({
      'shipTo.street': '18 Logistics Parkway',
      'shipTo.city': 'Riverton',
      'shipTo.state': 'OR',
      'shipTo.zip': '90215',
      'buyer.street': '250 Market Street',
      'buyer.city': 'Bayview',
      'buyer.state': 'CA',
      'buyer.zip': '90210',
    });
  });

  it('and leaves out those of a party it does not know', async () => {
    expect(await read('Total  12.00\n10115 Berlin')).toEqual({});
  });
});

describe('the town of an address', () => {
  it.each([
    ['12345 Berlin', 'Berlin', '12345'],
    ['DE 10369 Berlin', 'Berlin', '10369'],
    ['BE-9000 Ghent', 'Ghent', '9000'],
    ['Leystrasse 43, 1200 Wien', 'Wien', '1200'],
    ['Weststadt GmbH • Sophienstraße 102 • 76135 Karlsruhe', 'Karlsruhe', '76135'],
    ['75018 PARIS, FR', 'PARIS', '75018'],
    ['4567 AB Den Haag', 'Den Haag', '4567 AB'],
    ['113 59 Stockholm', 'Stockholm', '113 59'],
    ['00-950 Warszawa', 'Warszawa', '00-950'],
    ['1000-205 Lisboa', 'Lisboa', '1000-205'],
    ['Springfield, IL 62704', 'Springfield', '62704'],
    ['MARINEVILLE NY 12123', 'MARINEVILLE', '12123'],
    ['New York, NY, 10001', 'New York', '10001'],
    ['San Francisco, California 94104-5401', 'San Francisco', '94104-5401'],
    ['Yaba, Lagos 10001', 'Lagos', '10001'],
    ['Toronto ON M5V 2T6', 'Toronto', 'M5V 2T6'],
    ['Plymouth PL1 2NX', 'Plymouth', 'PL1 2NX'],
    ['12 High Street, Bristol, BS6 5EE', 'Bristol', 'BS6 5EE'],
    ['New Delhi - 110001', 'New Delhi', '110001'],
    ['Hyderabad, Telangana, 500108', undefined, '500108'],
    ['5/204 Marion Rd, Cowandilla SA 5033, Australia', 'Cowandilla', '5033'],
  ])('in %s is %s', (text, town, code) => {
    const found = townIn(text);
    expect([found?.town, found?.code]).toEqual([town, code]);
  });

  it('has no caption before its street', () => {
    expect(streetIn('Adres: Straat 123, 4567 AB Plaatsnaam')).toBe('Straat 123');
  });

  it.each([
    ['7460 Warren Pkwy, Suite 100', '7460 Warren Pkwy'],
    ['c/o Florian Moser', undefined],
    ['c/ Mayor 17', 'c/ Mayor 17'],
  ])('has the street of %s', (line, street) => {
    expect(streetIn(line)).toBe(street);
  });

  it.each(['Handverlesen seit 1987', '1200 Main Street', 'March 2026', 'FRANCE 29200', 'PMB 97273'])('is not in %s', (line) => {
    expect(townIn(line)).toBeUndefined();
  });
});

it('reads the street of a line with its town', () => {
  expect(streetIn('Leystrasse 43, 1200 Wien')).toBe('Leystrasse 43');
  expect(streetIn('12345 Berlin')).toBeUndefined();
});
