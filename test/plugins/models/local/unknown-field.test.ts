import { describe, expect, it } from 'vitest';
import { cellsOf, drawn, number, text, valuesOf } from './page.js';

describe('the local reader finds text under the words of its field', () => {
  it('though it begins with a short word that may be a label', async () => {
    expect(await valuesOf('Payment terms   Net 30', { payment_terms: text })).toEqual({ payment_terms: 'Net 30' });
    expect(await valuesOf('Payment terms\nNet 30', { payment_terms: text })).toEqual({ payment_terms: 'Net 30' });
    expect(await valuesOf('Payment method: Cash', { payment_method: text })).toEqual({ payment_method: 'Cash' });
  });

  it('and is less sure of long terms, which may go on', async () => {
    const long = 'Net 30. Please name the number of this invoice with your payment to Acme Tools Ltd,';
    const sure = async (terms: string) => (await cellsOf(drawn(`Payment terms: ${terms}`), { payment_terms: text }))[0]?.confidence;
    expect([await sure('Net 30'), await sure(long)]).toEqual(['certain', 'likely']);
    expect(await valuesOf('Terms of use', { payment_terms: text })).toEqual({});
    expect(await valuesOf('TERMS AND CONDITIONS. (1) Acceptance of this order', { payment_terms: text })).toEqual({});
    const captions = 'ORDER DATE     BUYER           TERMS          SHIP VIA\n10/14/2025     C. Halvorsen    Net 45         Truck';
    expect(await valuesOf(captions, { payment_terms: text })).toEqual({ payment_terms: 'Net 45' });
    const form = 'Technician     Ada Smith     Vehicle     Blue van\nWorkshop       Mill Lane     Insurer     Allianz 7';
    expect(await valuesOf(form, { technician: text })).toEqual({ technician: 'Ada Smith' });
  });

  it('but not under a label that goes on, or before a dash that says there is none', async () => {
    expect(await valuesOf('Contrat de maintenance', { contrat: text })).toEqual({});
    expect(await valuesOf('Bank / Payment\nFirst Trust', { bank: text })).toEqual({});
    expect(
      await valuesOf('Guarantor   —                Account of the tenant   107-442/0100\nSubject of the lease', { guarantor: text }),
    ).toEqual({});
    expect(await valuesOf('Guarantor   Ada Lovelace', { guarantor: text })).toEqual({ guarantor: 'Ada Lovelace' });
    expect(await valuesOf('Order no   -   O-4712', { order_number: text })).toEqual({ order_number: 'O-4712' });
    expect(await valuesOf('Project (internal): Mill Lane', { project: text })).not.toEqual({});
  });

  it('and who gets the goods under the heading that the parent names', async () => {
    const page = `
BILL TO              SHIP TO
Acme Ltd             Beta GmbH
12345 Berlin         54321 Bonn`;
    expect(await valuesOf(page, { ship_to: { type: 'object', properties: { name: text } } })).toEqual({ 'ship_to.name': 'Beta GmbH' });
    expect(await valuesOf('Invoice 17', { ship_to: { type: 'object', properties: { name: text } } })).toEqual({});
  });

  it('and is less sure of a name in a line that says more', async () => {
    const [one] = await cellsOf(drawn('SHIP TO\nBeta GmbH'), { ship_to: { type: 'object', properties: { name: text } } });
    const [more] = await cellsOf(drawn('SHIP TO\nBeta GmbH – Warehouse 7'), { ship_to: { type: 'object', properties: { name: text } } });
    expect([one?.confidence, more?.confidence]).toEqual(['certain', 'likely']);
  });

  it('however the name spells an umlaut', async () => {
    expect(await valuesOf('Geschäftsführer: Martin Hetzner', { geschaeftsfuehrer: text })).toEqual({ geschaeftsfuehrer: 'Martin Hetzner' });
  });

  it('and numbers of orders and accounts', async () => {
    expect(await valuesOf('Order SCONL000000444', { order_number: text })).toEqual({ order_number: 'SCONL000000444' });
    expect(await valuesOf('Please pay to account 0123-4567', { bank_account: text })).toEqual({ bank_account: '0123-4567' });
    expect(await valuesOf('account 0123-4567', { bank_account: text })).toEqual({ bank_account: '0123-4567' });
  });
});

it('takes no amount for a VAT number', async () => {
  const hotel = { type: 'object', properties: { vat_id: { type: 'string' } } };
  expect(await valuesOf('\nRoom 2 nights     200.00\nVAT            1,027.28', { hotel })).toEqual({});
});

it('takes neither a caption, nor the next sentence, nor a percentage for an amount', async () => {
  expect(await valuesOf('Shipper:          Consignee:\nOstwerk GmbH      Laurentide Inc', { shipper: text })).not.toMatchObject({
    shipper: 'Consignee',
  });
  expect(await valuesOf('Reason: wrong size delivered. The amount will be refunded.', { reason: text })).toEqual({
    reason: 'wrong size delivered.',
  });
  expect(await valuesOf('Restocking 10 %   20.05', { restocking: { type: 'number' } })).not.toMatchObject({ restocking: '10 %' });
});

it('takes a charge of any kind for no cost of shipping', async () => {
  const charges = { shipping: { type: 'number' } };
  expect(await valuesOf('Gesamtbetrag der Zuschläge   4,90\nGesamtbetrag   24,90', charges)).toEqual({});
  expect(await valuesOf('Versandkosten   4,90\nGesamtbetrag   24,90', charges)).toEqual({ shipping: '4,90' });
});

const day = { type: 'string', format: 'date' };
const described = (description: string) => ({ type: 'string', description });

describe('the local reader finds what is no concept of its own by all its names', () => {
  it.each([
    ['delivery_note_number', text, 'Lieferschein-Nr.: LS-2025-17', 'LS-2025-17'],
    ['lieferscheinnummer', text, 'Delivery note no. DN-17', 'DN-17'],
    ['numero_bon_livraison', text, 'Bon de livraison n° BL-17', 'BL-17'],
    ['albaran', text, 'Albarán: A-17', 'A-17'],
    ['numeroDDT', text, 'DDT n. 417/2025', '417/2025'],
    ['pakbonnummer', text, 'Pakbonnummer   P-17', 'P-17'],
    ['meter_reading', number, 'Zählerstand: 48213', '48213'],
    ['zaehlerstand', number, 'Meter reading   48,213', '48,213'],
    ['meter_number', text, 'N° de compteur : 0417-A', '0417-A'],
    ['customer_reference', text, 'Ihr Zeichen: Mu-17', 'Mu-17'],
    ['yourReference', text, 'Votre référence : Projet Nord', 'Projet Nord'],
    ['contract_number', text, 'Número de contrato: C-4711', 'C-4711'],
    ['vertragsnummer', text, 'Contract no. C-4711', 'C-4711'],
    ['vehicle_registration', text, 'Kennzeichen: KI AB 123', 'KI AB 123'],
    ['license_plate', text, 'Targa: AB 123 CD', 'AB 123 CD'],
    ['room_number', text, 'Zimmer: 214', '214'],
    ['guest_name', text, 'Huésped: Ana Ruiz', 'Ana Ruiz'],
    ['bank_name', text, 'Banque : Crédit du Nord', 'Crédit du Nord'],
    ['account_holder', text, 'Kontoinhaber: Nordlicht GmbH', 'Nordlicht GmbH'],
    ['creditor_id', text, 'Gläubiger-ID: DE98ZZZ09999999999', 'DE98ZZZ09999999999'],
    ['notes', text, 'Bemerkungen: Ware bleibt unser Eigentum', 'Ware bleibt unser Eigentum'],
    ['delivery_terms', text, 'Lieferbedingungen: DAP Kiel', 'DAP Kiel'],
    ['check_in', day, 'Anreise: 03.03.2025', '03.03.2025'],
    ['departure_date', text, 'Abreise: 07.03.2025', '07.03.2025'],
    ['f1', described('Number of the delivery note'), 'Lieferschein: LS-17', 'LS-17'],
    ['f2', described('License plate of the rental car'), 'Kennzeichen: KI AB 123', 'KI AB 123'],
  ])('%s', async (name, definition, page, value) => {
    expect(await valuesOf(`Acme Ltd\n\n${page}\n\nTotal   120.00`, { [name]: definition })).toEqual({ [name]: value });
  });

  it.each([
    ['bic', text, 'IBAN DE89 3704 0044 0532 0130 00   BIC COBADEFFXXX', 'COBADEFFXXX'],
    ['iban', text, 'IBAN DE89 3704 0044 0532 0130 00   BIC COBADEFFXXX', 'DE89 3704 0044 0532 0130 00'],
    ['order_date', day, 'Bestelldatum: 03.03.2025', '03.03.2025'],
    ['fecha_pedido', day, 'Order date   3 March 2025', '3 March 2025'],
    ['delivery_date', day, 'Date de livraison : 03/03/2025', '03/03/2025'],
  ])('%s, which is one', async (name, definition, page, value) => {
    expect(await valuesOf(page, { [name]: definition })).toEqual({ [name]: value });
  });

  it('takes nothing that is not beside one of them', async () => {
    const page = 'Acme Ltd\nProvision of a meter and its reading\nThe room was clean, the contract signed\nTotal   120.00';
    const asked = { meter_reading: number, room_number: text, contract_number: text, delivery_note_number: text };
    expect(await valuesOf(page, asked)).toEqual({});
  });
});

describe('the two days of a period', () => {
  const from = 'service_period.from';
  const to = 'service_period.to';
  const nested = { service_period: { type: 'object', properties: { from: day, to: day } } };

  it.each([
    ['Service period: 01/03/2025 - 31/03/2025', '01/03/2025', '31/03/2025'],
    ['Leistungszeitraum   01.03.2025 bis 31.03.2025', '01.03.2025', '31.03.2025'],
    ['Période de facturation : du 01/03/2025 au 31/03/2025', '01/03/2025', '31/03/2025'],
    ['Billing period\n1 March 2025 to 31 March 2025', '1 March 2025', '31 March 2025'],
  ])('%s', async (page, begin, end) => {
    expect(await valuesOf(page, nested)).toEqual({ [from]: begin, [to]: end });
    expect(await valuesOf(page, { billing_period_start: day, billingPeriodEnd: day })).toEqual({
      billing_period_start: begin,
      billingPeriodEnd: end,
    });
  });

  it('are none where the page prints one day alone', async () => {
    expect(await valuesOf('Service period: March 2025\nInvoice date 03.04.2025', nested)).toEqual({});
  });
});

describe('the local reader is certain of a value of an unknown field', () => {
  const sure = async (name: string, definition: object, page: string) => {
    const [only] = await cellsOf(drawn(page), { [name]: definition });
    return { value: only?.value, confidence: only?.confidence };
  };

  it.each([
    ['docket_number', text, 'Docket number: DK-4711', 'DK-4711'],
    ['docket', text, 'Docket:DK-4711', 'DK-4711'],
    ['docket', text, 'Docket No.DK4711', 'DK4711'],
    ['scenario', text, 'Scenario: Basic', 'Basic'],
    ['zonk_day', { type: 'string', format: 'date' }, 'Zonk day 3 March 2025', '3 March 2025'],
    ['applied_balance', number, 'Applied balance       -40.00', '-40.00'],
    ['copy', { type: 'string', enum: ['driver', 'client'] }, 'Copy driver', 'driver'],
  ])('where nothing but it follows the whole label of %s', async (name, definition, page, value) => {
    const [found, without] = [await sure(name, definition, page), await sure(name, definition, page.replace(/No\.(?=DK)/, ''))];
    expect(found.value).toBe(value);
    expect(without.confidence).toBe('certain');
  });

  it.each([
    ['docket_number', text, 'our docket DK-4711'],
    ['docket_number', text, 'Docket DK-4711'],
    ['chamber', text, 'Chamber Rotterdam 24330087'],
    ['customs', text, 'Customs: 94039100. The fee is borne by the sender.'],
    ['days', number, 'Days 99 kwh'],
    ['article', text, 'Article:        Sound and drivers\nACC-4711'],
  ])('but not where the label of %s is only a part, or more follows', async (name, definition, page) => {
    expect((await sure(name, definition, page)).confidence).not.toBe('certain');
  });

  it('but not where two fields find the same', async () => {
    const asked = { type: 'object', properties: { zonk: text } };
    const cells = await cellsOf(drawn('Zonk: 4711-25'), { one: asked, other: asked });
    expect(cells.map(({ value, confidence }) => ({ value, confidence }))).toEqual(
      Array.from({ length: 2 }, () => ({ value: '4711-25', confidence: 'unsure' })),
    );
  });
});

describe('the local reader finds what a caption announces that only nearly is a name of its field', () => {
  it.each([
    ['customer_order', text, 'Pedido cliente: PC-4471', 'PC-4471'],
    ['debit_date', day, 'Date de débit : 12/09/2025', '12/09/2025'],
    ['property_address', text, 'Property: Flat 4, 19 Wharf Road', 'Flat 4, 19 Wharf Road'],
    ['consumer_type', text, 'Type of consumer: Domestic', 'Domestic'],
    ['entry_date', day, 'Entry: 15/02/2016', '15/02/2016'],
  ])('%s', async (name, definition, page, value) => {
    expect(await valuesOf(`${page}\n\nThank you.`, { [name]: definition })).toEqual({ [name]: value });
  });

  it.each([
    ['origin', 'Menşei / Country of origin: Türkiye', 'Türkiye'],
    ['supply_number', 'Supply number (MPAN): 01 801 902 22', '01 801 902 22'],
    ['trailer', 'Trailer: 53-1187 Driver: Wes Aragon', '53-1187'],
    ['company_number', 'Company number 22061847 · VAT NL8104', '22061847'],
    ['exceptions', 'Exceptions noted: 2 jars broken', '2 jars broken'],
    ['vehicle', 'Vehicle: Volvo FH Trailer type: Reefer', 'Volvo FH Trailer'],
    ['colour', 'Colour red', 'red'],
    ['finish', 'Finish: matt weight: 40 kg', 'matt'],
    ['inspector', 'Inspected by: Ada Smith', 'Ada Smith'],
  ])('%s, up to the next caption, and behind the colon of a longer one: %s', async (name, page, value) => {
    expect(await valuesOf(`${page}\n\nThank you.`, { [name]: text })).toEqual({ [name]: value });
  });

  it.each([
    ['broker', 'Broker fee'],
    ['guest', 'GUEST FOLIO'],
    ['shipper', 'Shipper No.'],
    ['employer', 'Employee   Imogen Ashdown'],
    ['insurer', 'Insured   Imogen Ashdown'],
    ['declarant', 'Declaration: EX A'],
    ['operator', 'Operation: tested'],
  ])('but for a part of another caption, or the other side of a deal: %s of "%s"', async (name, page) => {
    expect(await valuesOf(`${page}\n\nThank you.`, { [name]: text })).toEqual({});
  });

  it('under it, where captions stand side by side', async () => {
    const page =
      'Train        Coach     Departure time     Passenger\nRV 2417      5         07:42              Marta Colli\n\nPrice: 31.90';
    const asked = { train: text, coach: text, departure_time: text, passenger: text };
    expect(await valuesOf(page, asked)).toEqual({ train: 'RV 2417', coach: '5', departure_time: '07:42', passenger: 'Marta Colli' });
  });

  it('but no contact, which either party has, and no part of another field', async () => {
    expect(await valuesOf('Acme Ltd\nE-Mail: info@acme.example', { delivery: { type: 'object', properties: { email: text } } })).toEqual(
      {},
    );
    expect(await valuesOf('Order received by: K. Duffy', { order_date: day })).toEqual({});
  });

  it('less sure where two such captions have different words', async () => {
    const [only] = await cellsOf(drawn('Pedido cliente: PC-4471\n\nPedido cliente: PC-9'), { customer_order: text });
    expect(only).toMatchObject({ confidence: 'unsure', reason: 'multiple' });
  });
});

describe('the local reader is certain of the one cell of a label', () => {
  const sure = async (page: string, asked: Record<string, object>) =>
    (await cellsOf(drawn(page), asked)).map(({ confidence }) => confidence);

  it('in a list of captions and their values', async () => {
    const list = 'Tariff       Green Plus\nMeter kind   Smart\nNext visit   Ada Smith';
    expect(await sure(list, { meter_kind: text })).toEqual(['certain']);
    expect(await sure('Meter kind   Smart', { meter_kind: text })).toEqual(['likely']);
  });

  it('also where two lists stand beside each other, or one beside an address', async () => {
    const lists = 'Fitter       Eirik Solvang     Make      Kone Monospace\nArrival      morning           Next      September';
    expect(await sure(lists, { fitter: text, make: text })).toEqual(['certain', 'certain']);
    const address = 'Polderbank             Sheet     1 of 1\n4147 AB Asperen        Course    North';
    expect(await sure(address, { course: text })).toEqual(['certain']);
    expect(await sure('Deposit   2   20.00\nFee       3   30.00', { deposit: { type: 'number' } })).not.toContain('certain');
  });

  it('and in a row of captions', async () => {
    const row = 'Train        Coach     Passenger\nRV 2417      5         Marta Colli';
    expect(await sure(row, { train: text, passenger: text })).toEqual(['certain', 'certain']);
  });

  it('but not of the next heading, nor of a count before its amount', async () => {
    const headings = 'Expeditor         Destination\nVouga Lda         Norte SA\n14 Mill Lane      9 High Street';
    expect(await sure(headings, { expeditor: text })).not.toContain('certain');
    expect(await sure('Travel   255 km at 0.24    61.20', { travel: { type: 'number' } })).not.toContain('certain');
  });
});

it('finds the only account of a document by its shape, whatever contains its field', async () => {
  const asked = { zonk: { type: 'object', properties: { iban: text } } };
  expect(await valuesOf('Zonk EUR: DE89 3704 0044 0532 0130 00', asked)).toEqual({ 'zonk.iban': 'DE89 3704 0044 0532 0130 00' });
});

it('takes the word that the pattern of a field matches, and none where none does', async () => {
  const plate = (pattern: string) => ({ plate: { type: 'string', pattern } });
  expect(await valuesOf('Plate of vehicle: KI-AB-123', plate('^[A-Z]{2}-[A-Z]{2}-\\d{3}$'))).toEqual({ plate: 'KI-AB-123' });
  expect(await valuesOf('Plate: steel, 3 mm', plate('^[A-Z]{2}-[A-Z]{2}-\\d{3}$'))).toEqual({});
});

it('is less sure of a text that may say more than was asked', async () => {
  const sure = async (page: string, asked: object) => (await cellsOf(drawn(page), asked as never))[0]?.confidence;
  expect(await sure('Account no. / type: 0372-118845 / Cash', { account_type: text })).toBe('likely');
  expect(await sure('Guest: Mateo Lujan (dependent)', { guest: text })).toBe('likely');
  expect(await sure('Guest: Mateo Lujan', { guest: text })).toBe('certain');
});

it('is less sure of a name where the family name alone is asked for, and of an address that goes on below', async () => {
  const sure = async (page: string, asked: object) => (await cellsOf(drawn(page), asked as never))[0]?.confidence;
  const voyageur = (properties: object) => ({ voyageur: { type: 'object', properties } });
  expect(await sure('Voyageur : LE GOFF MAËLYS', voyageur({ nom: text, prenom: text }))).toBe('likely');
  expect(await sure('Voyageur : LE GOFF MAËLYS', voyageur({ nom: text }))).toBe('certain');
  const address = 'Service address\n77 Blackfriars St, Unit 3\nLondon ON N6H 1K5\n\nMeter: J 22';
  expect(await sure(address, { service_address: text })).toBe('likely');
});

it('takes a code alone where a name begins with the word for a number', async () => {
  const found = await valuesOf('ID FISCAL: 74-2550177 LONE STAR NONWOVENS LLC', { idFiscal: text });
  expect(found).toEqual({ idFiscal: '74-2550177' });
});

it('takes no day for the time of one', async () => {
  expect(await valuesOf('Dato: 14.06.2026', { issued_time: text, issued_date: text })).toEqual({ issued_date: '14.06.2026' });
});

it('gives a number without its sign where the caller asks for it so', async () => {
  const page = 'Deposit paid   -300.00';
  expect(await valuesOf(page, { deposit_paid: { type: 'number', description: 'As a positive number' } })).toEqual({
    deposit_paid: '300.00',
  });
  expect(await valuesOf(page, { deposit_paid: { type: 'number', description: 'positive or negative' } })).toEqual({
    deposit_paid: '-300.00',
  });
});
