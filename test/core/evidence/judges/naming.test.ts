import { describe, expect, it } from 'vitest';
import { absent } from '../../../../core/evidence/grounded.js';
import { leftContact } from '../../../../core/evidence/judges/parties/place-in-block.js';
import { indexDocument } from '../../../../core/evidence/page/document-index.js';
import { isVeto } from '../../../../core/evidence/scoring/caps.js';
import { type Field, type JsonObject, parseSchema } from '../../../../core/index.js';
import { cell, day, documentOf, money, readerOf, run, scriptedModel, text } from '../../builders.js';
import { namesOf } from '../names-of.js';

const visit = `
Green Clinic                         Visit no: 4711
Heure d'arrivée: 06:03               Pet name: Rex
Payment until: 30.07.2023            Vaccine lot: RBX-220
LESS DISCOUNT 1436                   DISCOUNT 4
Zahlbar innerhalb von 14 Tagen`;

describe('a value that nothing was quoted for', () => {
  it('is named by a caption in the words of its field, in any language', async () => {
    const fields = { heure_arrivee: text, payUntil: day, vaccineLot: text, zahlungsziel_tage: money };
    const data = { heure_arrivee: '06:03', payUntil: '2023-07-30', vaccineLot: 'RBX-220', zahlungsziel_tage: 14 };
    expect(await namesOf(visit, fields, data)).toEqual({
      heure_arrivee: 'label.match',
      payUntil: 'label.match',
      vaccineLot: 'label.match',
      zahlungsziel_tage: 'label.match',
    });
  });

  it('is named by a caption that says in another language what its field says, but no sum is by a rate', async () => {
    const bill = `Customer No. 7701        Mail: info@rex.example
Subtotal         3,749.70
Tax (8.25%)        309.35
Card ************5131`;
    const fields = { kundnr: text, summor: { type: 'object', properties: { delsumma: money, skatt: money } }, correioEletronico: text };
    const right = { kundnr: '7701', summor: { delsumma: 3749.7, skatt: 309.35 }, correioEletronico: 'info@rex.example' };
    expect(Object.values(await namesOf(bill, fields, right))).toEqual(Array(4).fill('label.match'));
    expect((await namesOf(bill, fields, { ...right, summor: { delsumma: 8.25, skatt: null } }))['summor.delsumma']).toBe('label.unproven');
  });

  it('is named by its own label before a sentence that says the same of another value, and by its period', async () => {
    const policy = `TOTAL POLICY PREMIUM   $ 1,230.00
Your expiring policy carried a total premium of $1,117.00 for the term.
Account                 This Period     Year to Date
Beginning value          52,064.51        37,904.60`;
    const names = await namesOf(
      policy,
      { total_premium: money, beginning_value: money },
      { total_premium: 1230, beginning_value: 52064.51 },
    );
    expect(names).toEqual({ total_premium: 'label.match', beginning_value: 'label.match' });
  });

  it('is a sum where its row has the sums and its column is named, and no other sum of the row', async () => {
    const holdings = `Holding            Market value    Cost basis
Alder Fund           12,400.00     11,020.10
Birch Fund           31,092.28     27,226.65
Total                43,492.28     38,246.75`;
    const fields = { total_cost_basis: money };
    expect(await namesOf(holdings, fields, { total_cost_basis: 38246.75 })).toEqual({ total_cost_basis: 'label.match' });
    expect(await namesOf(holdings, fields, { total_cost_basis: 43492.28 })).toEqual({ total_cost_basis: 'label.unproven' });
  });

  it('is the sum of its own column in the row of the sums, and no value of a row', async () => {
    const budget = `Department      Budget     Actual
Catering      84000.00       81250.00
Facilities   126500.00      131940.00
Marketing     47200.00       39875.00
Total        257700.00      253065.00`;
    const rows = [
      { department: 'Catering', budget: 84000, actual: 81250 },
      { department: 'Facilities', budget: 126500, actual: 131940 },
      { department: 'Marketing', budget: 47200, actual: 39875 },
    ];
    const row = { type: 'object', properties: { department: text, budget: money, actual: money } };
    const label = async (total_budget: number) =>
      (await namesOf(budget, { total_budget: money, rows: { type: 'array', items: row } }, { total_budget, rows }))['total_budget'];
    expect(await label(257700)).toBe('label.match');
    expect(await label(253065)).toBe('label.unproven');
    expect(await label(84000)).toBe('label.refuted');
  });

  it('is the issuer where it stands as a sender does, unless the schema asks for a seller as well', async () => {
    const letter = `Thornbury Assurance plc
5 Aldgate Court, London EC3N 1QX

Mr Alan Fairweather
14 Orchard Rise
Harrogate HG2 8PL

Policy number: TB-448120
Thornbury Assurance plc, registered in England No. 7711925, www.thornbury.example, Tel. 020 7946 0112`;
    const data = { insurer_name: 'Thornbury Assurance plc' };
    expect(await namesOf(letter, { insurer_name: text }, data)).toEqual({ insurer_name: 'label.place' });
    const both = await namesOf(letter, { insurer_name: text, seller_name: text }, { ...data, seller_name: null });
    expect(both['insurer_name']).toBe('label.unproven');
    expect(await namesOf(letter, { insurer_name: text }, { insurer_name: 'Mr Alan Fairweather' })).toEqual({
      insurer_name: 'label.unproven',
    });
  });

  it('is printed behind the mask of a card', async () => {
    const { draft } = await run({
      document: documentOf('Card ************5131    (VISA ****1234)'),
      fields: { lastFour: text, pan4: text, other: text },
      given: { data: { lastFour: '5131', pan4: '1234', other: '131' } },
    });
    expect(draft?.fields.map(({ page }) => page)).toEqual([1, 1, undefined]);
  });

  it('is doubted where it is only printed somewhere', async () => {
    const fields = { microchip: text, breeder: text, weight: money };
    expect(await namesOf(visit, fields, { microchip: 'RBX-220', breeder: 'Rex', weight: 4711 })).toEqual({
      microchip: 'label.unproven',
      breeder: 'label.unproven',
      weight: 'label.unproven',
    });
  });

  it('is doubted under the caption of another field of the schema', async () => {
    const fields = { heure_depart: text, heure_arrivee: text, discount_net: money, less_discount: money };
    const data = { heure_depart: '06:03', heure_arrivee: '06:03', discount_net: 1436, less_discount: 1436 };
    expect(await namesOf(visit, fields, data)).toMatchObject({
      heure_depart: 'label.refuted',
      heure_arrivee: 'label.match',
      discount_net: 'label.unproven',
      less_discount: 'label.match',
    });
  });

  it('is believed where another reader finds it by itself', async () => {
    const { local } = await import('../../../../plugins/models/local.js').then(({ default: plugin }) => ({ local: { plugin } }));
    const { draft } = await run({
      document: documentOf('Invoice number: RE-17\nTotal 119,00 EUR'),
      fields: { invoice_number: text },
      given: { data: { invoice_number: 'RE-17' } },
      tiers: [local],
    });
    expect(draft?.fields[0]?.caps.map(({ name }) => name)).not.toContain('label.unnamed');
  });
});

describe('a number or a day of an invoice that nothing names, and that no other reader finds', () => {
  const local = () => import('../../../../plugins/models/local.js').then(({ default: plugin }) => ({ plugin }));
  const named = async (page: string, field: string, value: string) => {
    const fields = { [field]: field.endsWith('date') ? day : text };
    const { draft } = await run({ document: documentOf(page), fields, given: { data: { [field]: value } }, tiers: [await local()] });
    return draft?.fields[0]?.caps.find(({ name }) => name.startsWith('label.'))?.name;
  };

  it.each([
    ['invoice_number', '60221877', 'Invoice for power\nZählernummer 1ESY11 60221877\nTotal 119.00'],
    ['invoice_number', '14712', 'Stadtwerke\nWe thank you for your trust.\nLager 7\n14712 Rathenow\nTotal 119.00'],
    ['issue_date', '1961-05-02', 'Elm Clinic\nSeen on 03/02/2026\nPatient: Eleanor Jessup DOB 05/02/1961\nTotal 119.00'],
    ['due_date', '2026-10-31', 'Freight bill\nDELIVERED 10/31/2026\nTotal 119.00'],
    ['invoice_number', '125,620', 'Water bill\nPrevious     Current     Usage\n118,220      125,620     7,400\n\nTotal 119.00'],
    ['buyer_name', 'Kei Mori', 'The Copper Kettle\nServer: Kei Mori\nTotal 119.00'],
  ])('is not accepted where words beside it say something else: %s %s', async (field, value, page) => {
    expect(await named(page, field, value)).toBe('label.unproven');
  });

  it('is as likely as such values are where none do, or only that it is the document’s', async () => {
    expect(await named('Elm Clinic\nStatement date 03/17/2026\nVisit of 03/02/2026\nTotal 119.00', 'issue_date', '2026-03-17')).toBe(
      'label.unnamed',
    );
  });
});

const contrary = new Set<string>(['uniqueness.several', 'agreement.contested', 'label.unproven', 'label.conflict']);

it('what is always taken off is one value with its sign and without', async () => {
  const { default: plugin } = await import('../../../../plugins/models/local.js');
  const page = 'Total brut HT      5 268,00\nRemise 5 %       - 263,40\nAcompte versé le 09/01/2026   - 1 500,00\nTotal TTC   3 504,60';
  const fields = { discount: money, deposit_paid: money };
  const data = { discount: 263.4, deposit_paid: 1500 };
  const { draft } = await run({ document: documentOf(page), fields, given: { data }, tiers: [{ plugin }] });
  const against = draft?.fields.map(({ caps }) => caps.map(({ name }) => name).filter((name) => contrary.has(name)));
  expect(against).toEqual([[], []]);
});

it('a value that nothing names is not believed for a second reader that would not be believed itself', async () => {
  const second = readerOf('second', 'local', cell('$.weight', '4711', { quote: '4711', confidence: 'guess' }));
  const { draft } = await run({
    document: documentOf(visit),
    fields: { weight: money },
    given: { data: { weight: 4711 } },
    tiers: [second],
  });
  const names = draft?.fields[0]?.caps.map(({ name }) => name);
  expect([names?.includes('agreement.seconded'), names?.includes('label.unproven')]).toEqual([true, true]);
});

const receipt = `
Hanau Court | HRB 13302              Store #42
Acct. No. 6074                       14.11.2025 18:17
Service period 01.10.2025 - 31.10.2025
Shipment Malmö -> Hamburg
A fee of 10 % storage is charged.`;

describe('what names a value without a quote, besides its caption', () => {
  it('is its own letters, a sign for a number, a contraction, and what a sentence says after it', async () => {
    const fields = { hrbNr: text, storeNumber: text, account_no: text, storagePercent: money };
    const data = { hrbNr: 'HRB 13302', storeNumber: '42', account_no: '6074', storagePercent: 10 };
    expect(Object.values(await namesOf(receipt, fields, data))).toEqual(Array(4).fill('label.match'));
  });

  it('is one word for a name of several, a compound that ends with it, and the heading of its party over a name', async () => {
    const page = `Leveransvillkor     Fritt lager
Kassenbediener: Max Muster
Bill to
Spring Forest Apartments`;
    const till = { type: 'object', properties: { bediener: text } };
    const client = { type: 'object', properties: { acct_name: text } };
    const data = { lev_villkor: 'Fritt lager', till: { bediener: 'Max Muster' }, client: { acct_name: 'Spring Forest Apartments' } };
    expect(await namesOf(page, { lev_villkor: text, till, client }, data)).toEqual({
      lev_villkor: 'label.match',
      'till.bediener': 'label.match',
      'client.acct_name': 'label.place',
    });
    const seller = { vendor: { type: 'object', properties: { acct_name: text } } };
    expect((await namesOf(page, seller, { vendor: data.client }))['vendor.acct_name']).not.toBe('label.place');
  });

  it('is the only time that is printed, and the side of a pair', async () => {
    const fields = { purchaseTime: text, period_from: day, period_to: day, leg_from: text, leg_to: text };
    const data = { purchaseTime: '18:17', period_from: '2025-10-01', period_to: '2025-10-31', leg_from: 'Malmö', leg_to: 'Hamburg' };
    expect(Object.values(await namesOf(receipt, fields, data))).not.toContain('label.unproven');
    const exchanged = { ...data, leg_from: 'Hamburg', leg_to: 'Malmö', purchaseTime: '6074' };
    expect(await namesOf(receipt, fields, exchanged)).toMatchObject({
      purchaseTime: 'label.unproven',
      leg_from: 'label.unproven',
      leg_to: 'label.unproven',
    });
  });

  it('is the only day that is printed, for the day of the document but not for one that is due', async () => {
    const only = 'QuickMart\n14.11.2025\nThank you';
    const data = { purchased: '2025-11-14', deliveryDate: '2025-11-14' };
    expect(await namesOf(only, { purchased: day, deliveryDate: day }, data)).toEqual({
      purchased: 'label.place',
      deliveryDate: 'label.refuted',
    });
    const due = 'QuickMart\nPayable until 14.11.2025\nThank you';
    expect(await namesOf(due, { purchased: day }, { purchased: '2025-11-14' })).toEqual({ purchased: 'label.unproven' });
  });
});

it('the only day of a document is that of the purchase, as tills print it, and not that of an order', async () => {
  const till = 'QuickMart\nDate: 11/14/2025 18:17\nTOTAL: $281.85';
  expect(await namesOf(till, { purchase_date: day }, { purchase_date: '2025-11-14' })).toEqual({ purchase_date: 'label.place' });
  expect(await namesOf(till, { order_date: day }, { order_date: '2025-11-14' })).toEqual({ order_date: 'label.unproven' });
});

describe('a day that is given without its print', () => {
  const french = 'Facture\nDate de facture    02/03/2026\nDate d’échéance    03/02/2026\nTotal    1 071,28 €';
  const read = async (page: string, data: JsonObject) => {
    const { draft } = await run({ document: documentOf(page), fields: { issue_date: day, due_date: day }, given: { data } });
    return draft?.fields.map(({ caps }) => caps.flatMap(({ name }) => (/^(?:format|label)\./.test(name) ? [name] : [])));
  };

  it('is printed where the country of the document writes it so', async () => {
    expect(await read(french, { issue_date: '2026-03-02', due_date: '2026-02-03' })).toEqual([
      ['label.match', 'format.resolvedByCues'],
      ['label.match', 'format.resolvedByCues'],
    ]);
    const exchanged = await read(french, { issue_date: '2026-02-03', due_date: '2026-03-02' });
    expect(exchanged).toEqual(Array(2).fill(['format.resolvedByCues', 'label.unproven']));
  });

  it('has two meanings where the country writes another day, or none shows', async () => {
    const one = french.replace('03/02/2026', '14/02/2027');
    expect((await read(one, { issue_date: '2026-02-03', due_date: null }))?.[0]).not.toContain('format.resolvedByCues');
    const nowhere = 'Note\nIssue date: 02/03/2026';
    for (const issue_date of ['2026-03-02', '2026-02-03'])
      expect((await read(nowhere, { issue_date, due_date: null }))?.[0]).toContain('format.ambiguous');
  });
});

it('a value that nothing names is not accepted, however good its reader is', () => {
  expect(isVeto('label.unproven')).toBe(true);
});

const page = `
Northwind GmbH                       Date: 21.06.2021
Harbour Street 20                    Phone (07) 3069 0037
Account 607437331
technical SEO audit & fixes
Filter cartridge (pack of 3)
880 Commerce Pkwy, Ste 21094

Fitting and removal of packaging
and instruction

Item                    Price        Amount
Rope                    11.50        331.00
Total           3       20.00        331.00`;

describe('a value without a quote that no such field can have', () => {
  it.each([
    ['a number without digits', { po_number: text }, { po_number: 'Rope' }],
    ['a tax number that is dialled', { seller: { type: 'object', properties: { abn: text } } }, { seller: { abn: '(07) 3069 0037' } }],
    [
      'a street for the name of a party',
      { supplier: { type: 'object', properties: { company: text } } },
      { supplier: { company: 'Harbour Street 20' } },
    ],
    ['a rate over a hundred percent', { rebate_pct: money }, { rebate_pct: 331 }],
    ['so many digits without a separator for an amount', { amount_due: money }, { amount_due: 607437331 }],
    ['a text that goes on with an “and”', { task: text }, { task: 'technical SEO audit' }],
    ['a text that goes on in brackets', { spare: text }, { spare: 'Filter cartridge' }],
    ['a text that goes on in the line below', { work: text }, { work: 'Fitting and removal of packaging' }],
    ['a postal code that is dialled', { depot_zip: text }, { depot_zip: '(07) 3069 0037' }],
    ['a tax number in words', { vat_id: text }, { vat_id: '880 Commerce Pkwy, Ste 21094' }],
  ])('is %s', async (_, fields, data) => {
    const [found] = Object.values(await namesOf(page, fields, data as JsonObject));
    expect(['label.refuted', 'label.unproven']).toContain(found);
  });

  it('is the number of a fax for a telephone, what begins within a word, and what goes on in small letters in the next line', async () => {
    const notice = `Tel. 020 5550 1234
Fax 020 5550 9999

Mandate: M-K0100-77

Visit of our technician
shortly before ten`;
    const fields = { office_phone: text, mandate: text, appointment: text };
    const wrong = { office_phone: '020 5550 9999', mandate: 'K0100-77', appointment: 'Visit of our technician' };
    expect(Object.values(await namesOf(notice, fields, wrong))).toEqual(Array(3).fill('label.refuted'));
    const right = { office_phone: '020 5550 1234', mandate: 'M-K0100-77', appointment: 'Visit of our technician shortly before ten' };
    expect(Object.values(await namesOf(notice, fields, right))).not.toContain('label.refuted');
  });

  it('is what ends within a word, and a code that goes on with another group', async () => {
    const notice = 'Account: acct_7Hk2Vd\nToken: 7c41-8e55-20b7\nLicence: 4028 00J7 V2K (expires 2028)\nPolicy: OC/88201 Unit: kg/h';
    const fields = { account: text, token: text, licence: text, policy_class: text };
    const wrong = { account: '7Hk2Vd', token: '7c41-8e55', licence: '4028 00J7' };
    expect(Object.values(await namesOf(notice, fields, wrong)).slice(0, 3)).toEqual(Array(3).fill('label.refuted'));
    const right = { account: 'acct_7Hk2Vd', token: '7c41-8e55-20b7', licence: '4028 00J7 V2K', policy_class: 'OC' };
    expect(Object.values(await namesOf(notice, fields, right))).not.toContain('label.refuted');
  });

  it('is an address without the part of the building that stands beside it', async () => {
    const fields = { office: { type: 'object', properties: { addressLine: text, city: text } } };
    const found = async (addressLine: string) =>
      (await namesOf('Office: 1013 Centre Road, Suite 403-B\nWilmington', fields, { office: { addressLine, city: 'Wilmington' } }))[
        'office.addressLine'
      ];
    expect(await found('1013 Centre Road')).toBe('label.refuted');
    expect(await found('1013 Centre Road, Suite 403-B')).not.toBe('label.refuted');
  });

  it('may be the rest of such a text, and a name with few digits', async () => {
    const found = await namesOf(
      page,
      { task: text, supplier: { type: 'object', properties: { name: text } } },
      { task: 'technical SEO audit & fixes', supplier: { name: 'Northwind GmbH' } },
    );
    expect(found['supplier.name']).not.toBe('label.unproven');
  });
});

describe('a value without a quote that nothing names', () => {
  it('is not accepted where it is the value of another field that something names', async () => {
    expect(await namesOf(page, { date: day, due_date: day }, { date: '2021-06-21', due_date: '2021-06-21' })).toEqual({
      date: 'label.match',
      due_date: 'label.refuted',
    });
  });

  it('is not accepted as a sum, of which a page has many, but as the last number in the row of its sum', async () => {
    expect(await namesOf(page, { tax: money, total: money }, { tax: 11.5, total: 331 })).toMatchObject({ tax: 'label.unproven' });
    expect(await namesOf(page.replace('Rope                    11.50        331.00', 'Rope'), { total: money }, { total: 331 })).toEqual({
      total: 'label.place',
    });
  });
});

const letter = `
Northwind Traders
250 Market Street
Bayview, CA 90210
billing@northwind.example

Ship to:
Contoso Warehouse
18 Logistics Parkway
Riverton, CA 90215`;

const place = { type: 'object', properties: { name: text, street: text, city: text, state: text, zip: text, email: text } };

it('an entry of a plain list is refuted where it is the value of another field', async () => {
  const page = 'Donation receipt\nMr. Jean Roux and Mrs. Opal Roux\nTown: Dartmouth';
  const fields = { donors: { type: 'array', items: text }, town: text };
  const found = async (second: string) =>
    (await namesOf(page, fields, { donors: ['Mr. Jean Roux', second], town: 'Dartmouth' }))['donors[1]'];
  expect(await found('Dartmouth')).toBe('label.refuted');
  expect(await found('Mrs. Opal Roux')).not.toBe('label.refuted');
});

describe('the parts of an address', () => {
  it('are named by the block in which the others of their group stand', async () => {
    const to = { name: 'Contoso Warehouse', street: '18 Logistics Parkway', city: 'Riverton', state: 'CA', zip: '90215' };
    const found = await namesOf(letter, { drop: place }, { drop: to });
    expect([found['drop.street'], found['drop.city'], found['drop.zip'], found['drop.state']]).toEqual(Array(4).fill('label.place'));
  });

  it('are a tax number in a line of its own, with no words but its label', async () => {
    const drop = { type: 'object', properties: { name: text, street: text, zip: text, town: text, vat_id: text } };
    const page = `Ship to
Contoso Warehouse
18 Logistics Parkway
Riverton, CA 94203
12-3456789`;
    const data = {
      drop: { name: 'Contoso Warehouse', street: '18 Logistics Parkway', zip: '94203', town: 'Riverton', vat_id: '12-3456789' },
    };
    expect((await namesOf(page, { drop }, data))['drop.vat_id']).toBe('label.place');
    expect((await namesOf(page.replace('12-', 'Ext. 12-'), { drop }, data))['drop.vat_id']).toBe('label.unproven');
  });

  it('are a street without a number where it stands between the name and the town', async () => {
    const page = letter.replace('18 Logistics Parkway', 'Harbour Parkway');
    const to = { name: 'Contoso Warehouse', street: 'Harbour Parkway', city: 'Riverton', zip: '90215' };
    expect((await namesOf(page, { drop: place }, { drop: to }))['drop.street']).toBe('label.place');
  });

  it('are a person in a line under the name, and a state over a postal code in a line of its own', async () => {
    const page = letter.replace('18 Logistics Parkway\nRiverton, CA 90215', 'Hanna Lund\n18 Logistics Parkway\nRiverton, CA\n90215');
    const fields = { drop: { type: 'object', properties: { ...place.properties, contact: text } } };
    const to = {
      name: 'Contoso Warehouse',
      contact: 'Hanna Lund',
      street: '18 Logistics Parkway',
      city: 'Riverton',
      state: 'CA',
      zip: '90215',
    };
    const found = await namesOf(page, fields, { drop: to });
    expect([found['drop.contact'], found['drop.city'], found['drop.state']]).toEqual(Array(3).fill('label.place'));
  });

  it('are doubted in the line of another part', async () => {
    const to = { name: 'Contoso Warehouse', street: 'Riverton', city: '18 Logistics Parkway', zip: '90215' };
    const found = await namesOf(letter, { drop: place }, { drop: to });
    expect([found['drop.street'], found['drop.city'], found['drop.zip']]).toEqual(['label.unproven', 'label.unproven', 'label.place']);
  });

  it('are named by standing with their group, whatever form their lines have, if no other value of the answer has their words', async () => {
    const page = letter.replace('18 Logistics Parkway\nRiverton, CA 90215', 'Harbour North\nRiverton\nNorthshire');
    const fields = { drop: { type: 'object', properties: { name: text, street: text, city: text, county: text } }, remark: text };
    const to = { name: 'Contoso Warehouse', street: 'Harbour North', city: 'Riverton', county: 'Northshire' };
    const found = await namesOf(page, fields, { drop: to });
    expect([found['drop.street'], found['drop.city'], found['drop.county']]).toEqual(Array(3).fill('label.place'));
    const twice = await namesOf(page, fields, { drop: to, remark: 'Northshire' });
    expect([twice['drop.city'], twice['drop.county']]).toEqual(['label.place', 'label.unproven']);
  });

  it('are no number with the caption of another one', async () => {
    const page = 'Harcliffe Management\nABN 53 611 204 887 · Licence 3881402\nShop 3, 92 Given Terrace';
    const fields = { agency: { type: 'object', properties: { name: text, abn: text, street: text } } };
    const found = async (abn: string) =>
      (await namesOf(page, fields, { agency: { name: 'Harcliffe Management', abn, street: 'Shop 3, 92 Given Terrace' } }))['agency.abn'];
    expect(await found('3881402')).toBe('label.unproven');
    expect(await found('53 611 204 887')).toBe('label.match');
  });

  it('are refuted where they end with another one of their group', async () => {
    const fields = { traveller: { type: 'object', properties: { surname: text, given: text } } };
    const found = async (surname: string) =>
      (await namesOf('Traveller\nLE GOFF MAËLYS', fields, { traveller: { surname, given: 'MAËLYS' } }))['traveller.surname'];
    expect(await found('LE GOFF MAËLYS')).toBe('label.refuted');
    expect(await found('LE GOFF')).not.toBe('label.refuted');
  });

  it('are no others in one: a street with the number of its house, a town with a code that is null', async () => {
    const parts = { type: 'object', properties: { name: text, street: text, house_no: text, city: text, state: text } };
    const whole = { name: 'Contoso Warehouse', street: '18 Logistics Parkway', house_no: '18', city: 'Riverton, CA', state: null };
    const found = await namesOf(letter, { drop: parts }, { drop: whole });
    expect([found['drop.street'], found['drop.city']]).toEqual(Array(2).fill('label.refuted'));
    const apart = { ...whole, street: 'Logistics Parkway', city: 'Riverton', state: 'CA' };
    const right = await namesOf(letter, { drop: parts }, { drop: apart });
    expect([right['drop.street'], right['drop.city']]).toEqual(Array(2).fill('label.place'));
  });

  it('are as doubtful as the name in whose block they stand: the parties may be exchanged', async () => {
    const page = `From:
Northwind Traders
250 Market Street
Bayview, CA 90210

Bill to:
Contoso Warehouse
18 Logistics Parkway
Riverton, CA 94203`;
    const party = { type: 'object', properties: { name: text, street: text, city: text } };
    const northwind = { name: 'Northwind Traders', street: '250 Market Street', city: 'Bayview' };
    const contoso = { name: 'Contoso Warehouse', street: '18 Logistics Parkway', city: 'Riverton' };
    const partsOf = async (data: JsonObject) => {
      const found = await namesOf(page, { seller: party, buyer: party }, data);
      return ['seller.street', 'seller.city', 'buyer.street', 'buyer.city'].map((path) => found[path]);
    };
    expect(await partsOf({ seller: northwind, buyer: contoso })).toEqual(Array(4).fill('label.place'));
    expect(await partsOf({ seller: contoso, buyer: northwind })).not.toContain('label.place');
  });

  it('are doubted in the block of another address', async () => {
    const to = { name: 'Contoso Warehouse', street: '18 Logistics Parkway', city: 'Riverton', zip: '90210' };
    const found = await namesOf(letter, { drop: place }, { drop: to });
    expect([found['drop.city'], found['drop.zip']]).toEqual(['label.place', 'label.unproven']);
  });
});

const table = `
Batch          Colour     Serial        Mass      Volume
Alpha unit     red        AX-1001       12.50      3.75
Beta unit      blue       AX-1002       14.00      4.25
Gamma unit     green      AX-1003       17.25      5.00`;

const rows = {
  type: 'array',
  items: { type: 'object', properties: { title: text, hue: text, code: text, first: money, second: money } },
};
const row = (title: string, hue: string, code: string, first: number, second: number) => ({ title, hue, code, first, second });

describe('the values of rows', () => {
  const right = [
    row('Alpha unit', 'red', 'AX-1001', 12.5, 3.75),
    row('Beta unit', 'blue', 'AX-1002', 14, 4.25),
    row('Gamma unit', 'green', 'AX-1003', 17.25, 5),
  ];

  it('are named by the column in which the other rows have theirs', async () => {
    const found = await namesOf(table, { parts: rows }, { parts: right });
    expect(Object.values(found).filter((name) => name === 'label.unproven')).toEqual([]);
  });

  it('are named by short codes of one shape, and are two where letters cling to a number', async () => {
    const page = `Thing          Part    Cost
Alpha unit     M-1     13.97F
Beta unit      M-2     23.97F
Gamma unit     M-3     10.20B`;
    const items = { type: 'object', properties: { title: text, material: text, paid: money, group: text } };
    const things = [
      ['Alpha unit', 'M-1', 13.97, 'F'],
      ['Beta unit', 'M-2', 23.97, 'F'],
      ['Gamma unit', 'M-3', 10.2, 'B'],
    ].map(([title = '', material = '', paid = 0, group = '']) => ({ title, material, paid, group }));
    const found = await namesOf(page, { things: { type: 'array', items } }, { things });
    expect(Object.entries(found).filter(([path, name]) => /material|paid|group/.test(path) && name === 'label.unproven')).toEqual([]);
  });

  it('are doubted under a header of their field’s name where the other rows have theirs elsewhere', async () => {
    const page = `
Pane        m2     Total m2
R1        0.18         3.59
R2        0.29         5.70
R3        0.07         1.37
R4        0.21         6.99
R5        0.36        10.70`;
    const panes = { type: 'array', items: { type: 'object', properties: { pane: text, total_m2: money } } };
    const totals = [3.59, 5.7, 0.07, 6.99, 10.7].map((total, at) => ({ pane: `R${at + 1}`, total_m2: total }));
    const found = await namesOf(page, { panes }, { panes: totals });
    expect([found['panes[1].total_m2'], found['panes[2].total_m2']]).toEqual([undefined, 'label.unproven']);
  });

  it('are doubted in the column of a neighbouring field, and at words that another value claims', async () => {
    const wrong = [right[0] ?? null, row('Beta unit', 'blue', 'blue', 4.25, 4.25), right[2] ?? null];
    const found = await namesOf(table, { parts: rows }, { parts: wrong });
    expect([found['parts[1].code'], found['parts[1].first']]).toEqual(['label.unproven', 'label.unproven']);
    expect([found['parts[0].code'], found['parts[2].first']]).toEqual([undefined, undefined]);
  });
});

const offer = `
Order no 4711-A                                           Page 1
Service                              Qty        Charge
Website Redesign Full new design       4        750.00
Content Strategy Editorial calendar    8        400.00
Training Two days on site              2        900.00`;
const services = { type: 'array', items: { type: 'object', properties: { title: text, scope: text, qty: money, charge: money } } };
const service = (title: string, scope: string, qty: number, charge: number) => ({ title, scope, qty, charge });

describe('a text of a row', () => {
  const right = [
    service('Website Redesign', 'Full new design', 4, 750),
    service('Content Strategy', 'Editorial calendar', 8, 400),
    service('Training', 'Two days on site', 2, 900),
  ];

  it('is doubted where another text of the row takes the same words', async () => {
    const found = await namesOf(
      offer,
      { tasks: services },
      { tasks: [service('Full new design', 'Full new design', 4, 750), ...right.slice(1)] },
    );
    expect([found['tasks[0].title'], found['tasks[0].scope'], found['tasks[1].title']]).toEqual([
      'label.unproven',
      'label.unproven',
      undefined,
    ]);
  });

  it('is doubted above the header of its table', async () => {
    const found = await namesOf(offer, { tasks: services }, { tasks: [service('4711-A', 'Full new design', 4, 750), ...right.slice(1)] });
    expect(found['tasks[0].title']).toBe('label.unproven');
  });
});

it('a text of a row is doubted where it ends before the words on the page, unless the texts around it do so, too', async () => {
  const page = `Task                          Qty   Charge
R3 - glazed                   1     82.20
R4 - wooden                   2     40.00
Assembly, disposal            1     120.00
with packaging
Cleaning the                  3     30.00
windows
Painting                      4     50.00
all doors`;
  const item = { type: 'object', properties: { task: text, qty: money, charge: money } };
  const numbers = [[1, 82.2], [2, 40], [1, 120], [3, 30], [4, 50]]; // biome-ignore format: a table
  const doubted = async (...tasks: readonly string[]) => {
    const work = tasks.map((task, at) => ({ task, qty: numbers[at]?.[0] ?? 0, charge: numbers[at]?.[1] ?? 0 }));
    const found = await namesOf(page, { work: { type: 'array', items: item } }, { work });
    return tasks.filter((_, at) => found[`work[${at}].task`] === 'label.refuted');
  };
  const [glazed, wooden, assembly, ...others] = ['R3 - glazed', 'R4 - wooden', 'Assembly, disposal with packaging', 'Cleaning the windows', 'Painting all doors']; // biome-ignore format: a list
  expect(await doubted(glazed, wooden, assembly, ...others)).toEqual([]);
  expect(await doubted('R3', wooden, assembly, ...others)).toEqual(['R3']);
  expect(await doubted(glazed, wooden, 'Assembly, disposal', ...others)).toEqual(['Assembly, disposal']);
  expect(await doubted(glazed, wooden, 'Assembly, disposal', 'Cleaning the', 'Painting')).toEqual([]);
});

it('a text of a row is cut within a word, and before a number that no column has', async () => {
  const page = 'Drink                  Unit    Price\nLager 0,5              vCPU-h  3.20\nCider 0,33             vCPU-h  2.90';
  const item = { type: 'object', properties: { drink: text, unit: text, price: money } };
  const found = async (drink: string, unit: string) => {
    const rows = [{ drink, unit, price: 3.2 }, { drink: 'Cider 0,33', unit: 'vCPU-h', price: 2.9 }]; // biome-ignore format: a table
    const names = await namesOf(page, { rows: { type: 'array', items: item } }, { rows });
    return [names['rows[0].drink'], names['rows[0].unit']];
  };
  expect(await found('Lager', 'vCPU')).toEqual(['label.refuted', 'label.refuted']);
  expect(await found('Lager 0,5', 'vCPU-h')).not.toContain('label.refuted');
});

it('a text of a row is cut before words whose number another value has elsewhere, and where it is printed with a comma', async () => {
  const item = { type: 'object', properties: { task: text, qty: money, charge: money } };
  const found = async (page: string, task: string, qty: number) =>
    (await namesOf(page, { work: { type: 'array', items: item } }, { work: [{ task, qty, charge: 880 }] }))['work[0].task'];
  const cabinet = 'Task                          Qty   Charge\nFiling Cabinet & 4 Drawers    4     880.00';
  expect(await found(cabinet, 'Filing Cabinet', 4)).toBe('label.refuted');
  expect(await found(cabinet, 'Filing Cabinet & 4 Drawers', 4)).not.toBe('label.refuted');
  const chair = 'Task                          Qty   Charge\nLONDON desk chair,            2     880.00\nBlue';
  expect(await found(chair, 'LONDON desk chair', 2)).toBe('label.refuted');
  expect(await found(chair, 'LONDON desk chair, Blue', 2)).not.toBe('label.refuted');
});

it('a day of a row is not cut before the words of another text that prints it, too', async () => {
  const item = { type: 'object', properties: { booked: day, value_date: day, kind: text, debit: money } };
  const page = `Statement of 31.10.2025
Booked    Value     Details            Debit
02.10.    02.10.    Standing order     87.00
06.10.    04.10.    Card payment       63.48
                    04.10.2025 17:42 KFN 3
07.10.    07.10.    Standing order     12.00`;
  const movements = [
    { booked: '2025-10-02', value_date: '2025-10-02', kind: 'Standing order', debit: 87 },
    { booked: '2025-10-06', value_date: '2025-10-04', kind: 'Card payment', debit: 63.48 },
    { booked: '2025-10-07', value_date: '2025-10-07', kind: 'Standing order', debit: 12 },
  ];
  const found = await namesOf(page, { movements: { type: 'array', items: item } }, { movements });
  expect(found['movements[1].value_date']).not.toBe('label.refuted');
});

describe('a value of a row that the page prints in several rows', () => {
  const sold = `Description   Qty   Price    Amount
Flip chart    1     195.00   195.00
Flip chart    1     195.00   195.00
Flip chart    1     195.00   195.00
Flip chart    1     195.00   195.00`;
  const item = { type: 'object', properties: { description: text, quantity: money, unit_price: money, amount: money } };
  const chart = { description: 'Flip chart', quantity: 1, unit_price: 195, amount: 195 };
  const fieldsOf = async (count: number) => {
    const data = { line_items: Array.from({ length: count }, () => chart) };
    return (await run({ document: documentOf(sold), fields: { line_items: { type: 'array', items: item } }, given: { data } })).draft
      ?.fields;
  };

  it('is that of its own row, so that equal items each have one, and one too many has none', async () => {
    const unplaced = (await fieldsOf(5))?.filter(({ caps }) => caps.some(({ name }) => name === 'label.noRow')) ?? [];
    expect(unplaced.map(({ path }) => path)).toEqual(Object.keys(chart).map((name) => `$.line_items[4].${name}`));
    expect((await fieldsOf(4))?.flatMap(({ caps }) => caps.map(({ name }) => name))).not.toContain('label.noRow');
  });

  it('is shown in that row', async () => {
    const tops = (await fieldsOf(4))?.filter(({ path }) => path.endsWith('.quantity')).map(({ regions }) => regions?.[0]?.y ?? 0) ?? [];
    expect(tops).toEqual([...new Set(tops)].toSorted((a, b) => a - b));
    expect(tops).toHaveLength(4);
  });
});

describe('a null of data that came without quotes', () => {
  const scoreOf = async (page: string, fields: Readonly<Record<string, unknown>>, data: JsonObject) => {
    const { draft } = await run({ document: documentOf(page), fields, given: { data } });
    return Object.fromEntries(draft?.fields.map(({ path, score }) => [path.slice(2), score]) ?? []);
  };

  it('is doubted where words with a caption of its field’s name are printed that no value has', async () => {
    const found = await scoreOf(
      visit,
      { pet_name: text, vaccineLot: text, microchip: text },
      { pet_name: 'Rex', vaccineLot: null, microchip: null },
    );
    expect(found['vaccineLot']).toBeLessThan(0.85);
    expect(found['microchip']).toBeGreaterThan(0.85);
  });

  it('is doubted where a caption has all of its field’s name and more, for a number or a day', async () => {
    const bill = 'Ocean freight      640.00\nDelivery note      DN-7\nTotal CIF value    7,591.50';
    const found = await scoreOf(bill, { freight: money, note: text, total: money }, { freight: null, note: null, total: 7591.5 });
    expect(found['freight']).toBeLessThan(0.85);
    expect(found['note']).toBeGreaterThan(0.85);
  });

  it('is doubted where the block of its address has a part that no value has', async () => {
    const drop = { name: 'Contoso Warehouse', street: '18 Logistics Parkway', city: 'Riverton', state: 'CA', zip: null };
    const found = await scoreOf(letter, { drop: place }, { drop });
    expect(found['drop.zip']).toBeLessThan(0.85);
  });

  it('is doubted for the name over an address that is stated, but not for its contact', async () => {
    const party = { type: 'object', properties: { company_name: text, contact_person: text, street: text, zip: text } };
    const drop = { company_name: null, contact_person: null, street: '18 Logistics Parkway', zip: '94203' };
    const page = `Contoso Warehouse
18 Logistics Parkway
Riverton, CA 94203`;
    const found = await scoreOf(page, { drop: party }, { drop });
    expect(found['drop.company_name']).toBeLessThan(0.85);
    expect(found['drop.contact_person']).toBeGreaterThan(0.85);
  });

  it('is doubted under a header of its field’s name, where its row prints what no value has', async () => {
    const items = { type: 'object', properties: { batch: text, colour: text, serial: text } };
    const list = (serial: string | null) => ({ list: [{ batch: 'Alpha unit', colour: 'red', serial }] });
    const found = await scoreOf(table, { list: { type: 'array', items } }, list(null));
    expect(found['list[0].serial']).toBeLessThan(0.85);
  });
});

it.each([
  ['email', 'a'.repeat(100_000)],
  ['phone', '1.)'.repeat(33_000)],
])('looks for an unread %s in time that grows with the length of a text only', (name, long) => {
  const { fields } = parseSchema(JSON.stringify({ type: 'object', properties: { [name]: text } }));
  const [field] = fields as [Field];
  const index = indexDocument(documentOf(`Northwind Traders\n${long}`));
  const began = performance.now();
  expect(leftContact(absent(field.path, field, []), [], index)).toBeUndefined();
  expect(performance.now() - began).toBeLessThan(2_000);
});

it('looks for what is said of both parties in time that grows with the number of rows only', async () => {
  const items = { type: 'object', properties: { buyer_email: text, seller_email: text } };
  const rows = Array.from({ length: 1_500 }, () => ({ buyer_email: 'one@x.example', seller_email: 'one@x.example' }));
  const began = performance.now();
  const found = await namesOf('Mail one@x.example', { rows: { type: 'array', items } }, { rows });
  expect(performance.now() - began).toBeLessThan(3_000);
  expect(new Set(Object.values(found))).not.toContain(undefined);
});

it('looks at few places of each part of an address, whose town may stand in every row', async () => {
  const page = Array.from({ length: 300 }, (_, at) => `Street ${at}          ${10_000 + at} Town`).join('\n');
  const parts = Array.from({ length: 100 }, (_, at) => [
    [`p${at}_street`, `Street ${at}`],
    [`p${at}_city`, 'Town'],
  ]).flat() as [string, string][];
  const drop = { type: 'object', properties: Object.fromEntries(parts.map(([name]) => [name, text])) };
  const began = performance.now();
  await namesOf(page, { drop }, { drop: Object.fromEntries(parts) });
  expect(performance.now() - began).toBeLessThan(4_000);
});

describe('a value with a quote', () => {
  const transfer = `
Remittance advice 7                  Claim: 26-0311-88417
Sort code: 20-71-06                  Account: 43117725
Statement day: 3 March 2026          Printed on 5 March 2026
Buyer: Kim Ode                       Acme Stores Ltd`;
  const scored = async (field: string, type: object, value: string, quote: string) => {
    const tiers = [scriptedModel('reader', [cell(`$.${field}`, value, { quote })])];
    const { draft } = await run({ document: documentOf(transfer), fields: { [field]: type }, tiers });
    const found = draft?.fields.find(({ path }) => path === `$.${field}`);
    return found?.caps.find(({ name }) => name === 'label.refuted')?.reason;
  };

  it('is refuted under other words than its name, where its name has another value', async () => {
    expect(await scored('sort_code', text, '43117725', 'Account: 43117725')).toBe(
      'Inferred from header: printed, but "Sort code:" stands beside "20-71-06"',
    );
    expect(await scored('statement_day', day, '2026-03-05', 'Printed on 5 March 2026')).toBe(
      'Inferred from header: printed, but "Statement day:" stands beside "3 March 2026"',
    );
  });

  it('is not under its own name, where its name has words of another kind, or the same ones elsewhere, and where it may be a person', async () => {
    expect(await scored('sort_code', text, '20-71-06', 'Sort code: 20-71-06')).toBeUndefined();
    expect(await scored('claim', text, 'Acme Stores Ltd', 'Acme Stores Ltd')).toBeUndefined();
    expect(await scored('buyer_name', text, 'Acme Stores Ltd', 'Acme Stores Ltd')).toBeUndefined();
  });

  it('is refuted where it is the other end of its period, and not where two days are of two columns', async () => {
    const page = `
Billing period 01.05.2026 - 31.05.2026        Stay 4 June 2026 to 9 June 2026
Ordered        Valid from
02.06.2026     03.06.2026`;
    const ends = {
      period_from: '2026-05-31',
      period_to: '2026-05-01',
      stay_from: '2026-06-04',
      stay_to: '2026-06-09',
      valid_from: '2026-06-03',
    };
    const lines = page.split('\n');
    const quotes = [lines[1], lines[1], lines[1], lines[1], lines[3]].map((line = '') => line.replace(/\s+/g, ' '));
    const cells = Object.entries(ends).map(([name, value], at) => cell(`$.${name}`, value, { quote: quotes[at] ?? '' }));
    const { draft } = await run({
      document: documentOf(page),
      fields: Object.fromEntries(Object.keys(ends).map((name) => [name, day])),
      tiers: [scriptedModel('reader', cells)],
    });
    const refuted = draft?.fields.filter(({ caps }) => caps.some(({ reason }) => reason.endsWith('it is the other end of its period')));
    expect(refuted?.map(({ path }) => path)).toEqual(['$.period_from', '$.period_to']);
  });

  it('is not where its name has the value of a namesake', async () => {
    const claim = { type: 'object', properties: { claim: text } };
    const { draft } = await run({
      document: documentOf(transfer),
      fields: { insurer: claim, broker: claim },
      tiers: [
        scriptedModel('reader', [
          cell('$.insurer.claim', '26-0311-88417', { quote: 'Claim: 26-0311-88417' }),
          cell('$.broker.claim', '43117725', { quote: 'Account: 43117725' }),
        ]),
      ],
    });
    expect(draft?.fields.flatMap(({ caps }) => caps.filter(({ name }) => name === 'label.refuted'))).toEqual([]);
  });

  it('is compared with few captions: a long document of captions takes no longer for each field', async () => {
    const page = [...Array(3_000).keys()].map((line) => `Part ${String.fromCharCode(97 + (line % 26))}${line}: x\nzebra`).join('\n');
    const names = [...Array(60).keys()].map((at) => `colour_${at}`);
    const began = performance.now();
    await run({
      document: documentOf(page),
      fields: Object.fromEntries(names.map((name) => [name, text])),
      tiers: [
        scriptedModel(
          'reader',
          names.map((name) => cell(`$.${name}`, 'zebra', { quote: 'zebra' })),
        ),
      ],
    });
    expect(performance.now() - began).toBeLessThan(20_000);
  });
});
