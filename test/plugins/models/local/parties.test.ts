import { describe, expect, it } from 'vitest';
import { cellsOf, drawn, text, valuesOf } from './page.js';

const parties = { seller_name: text, buyer_name: text };

describe('the local reader finds the parties', () => {
  it('under their headings', async () => {
    const page = `
From:                          Bill to:
Das Company                    Steel, Laura
Highway 1                      429 Seventh Av.`;
    expect(await valuesOf(page, parties)).toEqual({ seller_name: 'Das Company', buyer_name: 'Steel, Laura' });
  });

  it('whose role a heading tells in brackets', async () => {
    const page = `
To (Vendor code V-20117)
Deccan Bearings & Transmission
14 Kavi Nagar Industrial Area
Ghaziabad 201002`;
    expect(await valuesOf(page, parties)).toMatchObject({ seller_name: 'Deccan Bearings & Transmission' });
  });

  it('without the words that address them', async () => {
    const page = `
Remit to Northern Broadcast Group Inc          Bill to:
PO Box 2062                                    Frau Katharina Muster
Dallas, TX 75320                               Ringstraße 5
                                               1010 Wien`;
    expect(await valuesOf(page, parties)).toMatchObject({
      seller_name: 'Northern Broadcast Group Inc',
      buyer_name: 'Katharina Muster',
    });
  });

  it('beside their headings', async () => {
    const page = `
Supplier: Acme Ltd
Customer: Sharp Consulting     Address: 73 Regal Way`;
    expect(await valuesOf(page, { 'vendor.name': text, ...parties })).toMatchObject({
      seller_name: 'Acme Ltd',
      buyer_name: 'Sharp Consulting',
    });
  });

  it('in a letter: the sender in the letterhead, the addressee in the window', async () => {
    const page = `
Kraxi GmbH
                                                     Flugzeugallee 17
                                                     12345 Papierfeld
                                                     info@kraxi.example


Kraxi GmbH · Flugzeugallee 17 · 12345 Papierfeld
Papierflieger-Vertriebs-GmbH
Rabattstr. 25
34567 Osterhausen


Rechnung 17`;
    expect(await valuesOf(page, parties)).toEqual({ seller_name: 'Kraxi GmbH', buyer_name: 'Papierflieger-Vertriebs-GmbH' });
  });

  it('in a window with an empty line before the town', async () => {
    const page = `
                                                     Kraxi GmbH
                                                     Flugzeugallee 17
                                                     info@kraxi.example


Kraxi GmbH · Flugzeugallee 17 · 12345 Papierfeld

Theodora Nord
Rabattstr. 25

34567 Osterhausen`;
    expect(await valuesOf(page, parties)).toEqual({ seller_name: 'Kraxi GmbH', buyer_name: 'Theodora Nord' });
  });

  it('under a heading with numbers of the party or a form of address between', async () => {
    const page = `
Lieferant                      Käufer
GLN 4333741000005              Herr
MUSTERLIEFERANT GMBH           Karl E. Coyote`;
    expect(await valuesOf(page, parties)).toEqual({ seller_name: 'MUSTERLIEFERANT GMBH', buyer_name: 'Karl E. Coyote' });
  });

  it('by the domain of the address on the net, where two blocks could be either', async () => {
    const page = `
Adatum Corporation                        CRONUS DE
Station Road 21                           Hofstraße 12
48436 Düsseldorf                          20097 Hamburg


Rechnung 17
info@cronus.example`;
    expect(await valuesOf(page, parties)).toEqual({ seller_name: 'CRONUS DE', buyer_name: 'Adatum Corporation' });
  });

  it('with the address and the tax number that stand below each name', async () => {
    const page = `
Empfänger                      Aussteller
Scrooge McDuck                 Gyro Gearloose
Killmotor Hill 1               Inventor Drive 23
12345 Duckburg                 12345 Duckburg
USt-IdNr.: DE987654321         USt-IdNr.: DE123456789`;
    const properties = { vendor: { type: 'object', properties: { vat_id: text, address: text } }, buyer_vat_id: text, buyer_address: text };
    expect(await valuesOf(page, properties)).toEqual({
      'vendor.vat_id': 'DE123456789',
      'vendor.address': 'Inventor Drive 23 12345 Duckburg',
      buyer_vat_id: 'DE987654321',
      buyer_address: 'Killmotor Hill 1 12345 Duckburg',
    });
  });

  it('is sure of a heading only', async () => {
    const [headed] = await cellsOf(drawn('Seller: Acme Ltd'), { seller_name: text });
    expect(headed?.confidence).toBe('certain');
  });

  it('takes the sender for the seller, not who holds the account, whom it takes where nobody else is named', async () => {
    const letter = `
Kraxi GmbH                                           www.kraxi.example
Flugzeugallee 17
12345 Papierfeld



Kraxi GmbH · Flugzeugallee 17 · 12345 Papierfeld`;
    const account = 'Kontoinhaber: Max Mustermann';
    expect((await valuesOf(`${letter}\n\n${account}`, parties))['seller_name']).toBe('Kraxi GmbH');
    expect((await valuesOf(account, parties))['seller_name']).toBe('Max Mustermann');
  });

  it('at the top where only the buyer has a heading, and are likely right there if a site of that name stands elsewhere', async () => {
    const page = (site: string) => `
Blue Harbour            Always near the water            INVOICE

${site}

Bill To:                Ship To:
Victor Stone            Same as recipient`;
    const [likely] = await cellsOf(drawn(page('Orders: www.blueharbour.example')), { seller_name: text });
    expect(likely).toMatchObject({ value: 'Blue Harbour', confidence: 'likely' });
    const [bare] = await cellsOf(drawn(page('')), { seller_name: text });
    expect(bare).toMatchObject({ value: 'Blue Harbour', confidence: 'unsure' });
  });

  it('are not sure of the only address in the window, which may be that of who is to pay', async () => {
    const page = `${'\n'.repeat(12)}
                                        Blue Harbour
                                        Quay Road 1
                                        12345 Springfield`;
    const [seller] = await cellsOf(drawn(page), { seller_name: text });
    expect(seller).toMatchObject({ value: 'Blue Harbour', confidence: 'unsure' });
  });

  it.each([
    ['in the foot of the page', `${'\n'.repeat(58)}Blue Harbour, Springfield court, register 12`],
    ['as who is paid', 'Account holder: Blue Harbour'],
  ])('are likely right in a name that recurs %s', async (_, below) => {
    const page = `
Blue Harbour
Quay Road 1
12345 Springfield

${below}`;
    const [seller] = await cellsOf(drawn(page), { seller_name: text });
    expect(seller).toMatchObject({ value: 'Blue Harbour', confidence: 'likely' });
  });

  it('take nobody for the seller who is addressed', async () => {
    const page = `
Frau
Doris Nord
Rabattstr. 25
34567 Osterhausen`;
    expect((await valuesOf(page, parties))['seller_name']).toBeUndefined();
  });

  it('at the top in larger letters than the address below', async () => {
    const page = drawn(`
Blue Harbour
Quay Road 1
12345 Springfield
Phone: 555 0117

Account holder: Blue Harbour`);
    const [first] = page.pages;
    const words = (first?.words ?? []).map((word) => (word.box.y === 30 ? { ...word, box: { ...word.box, y: 8, height: 30 } } : word));
    const larger = { ...page, pages: [{ ...first, words }] } as typeof page;
    const [seller] = await cellsOf(larger, { seller_name: text });
    expect(seller).toMatchObject({ value: 'Blue Harbour', confidence: 'likely' });
  });

  it('by the only address over the address window, and the one in it', async () => {
    const page = `
Blue Harbour
Quay Road 1
12345 Springfield





Papier Vertrieb
Hill Road 7
66666 Lakeside`;
    expect(await valuesOf(page, parties)).toEqual({ seller_name: 'Blue Harbour', buyer_name: 'Papier Vertrieb' });
  });

  it('under the heading of who is paid, not above the keys beside it', async () => {
    const page = `
                               INVOICE
Remit Address:
Blue Harbour                   Advertiser       Papier Vertrieb
P.O. Box 33091                 Period           February 2020`;
    expect((await valuesOf(page, parties))['seller_name']).toBe('Blue Harbour');
  });

  it('in an order to pay', async () => {
    expect(await valuesOf('Make all checks payable to Blue Harbour', parties)).toEqual({ seller_name: 'Blue Harbour' });
  });

  it('by the only address that no heading gives to the buyer', async () => {
    const page = `
Welcome





Blue Harbour                   Bill to:
Quay Road 1                    Beta Trading
12345 Springfield              Lake Street 2
                               54321 Lakeside`;
    expect(await valuesOf(page, parties)).toEqual({ seller_name: 'Blue Harbour', buyer_name: 'Beta Trading' });
  });

  it('before a comma at the very top of the page', async () => {
    const page = 'Blue Harbour, Quay Road 1, 12345 Springfield';
    expect((await valuesOf(page, parties))['seller_name']).toBe('Blue Harbour');
    expect((await valuesOf(`${'\n'.repeat(12)}${page}`, parties))['seller_name']).toBeUndefined();
  });

  it('on the payment part of a Swiss QR-bill', async () => {
    const page = `
Konto / Zahlbar an
CH44 3199 9123 0008 8901 2
Muster AG

Zahlbar durch
Pia Rutschmann`;
    expect(await valuesOf(page, parties)).toEqual({ seller_name: 'Muster AG', buyer_name: 'Pia Rutschmann' });
  });

  it('takes no text for a name that announces another', async () => {
    const page = `
Bill to:
If you remain dissatisfied, please write to:
Acme Ltd`;
    expect((await valuesOf(page, parties))['buyer_name']).not.toBe('If you remain dissatisfied, please write to');
  });

  it('in forms: after the caption of a name, or behind other fields of the party', async () => {
    const form = `
Verkäufer                      Käufer/Leistungsempfänger:
Globale Nummer: 4000001123452  Nummer     : 16259
Name:  Elektron Service GmbH   Metallbau Nord GmbH & Co. KG
Telefon: +49891234567          Pappelallee 15`;
    expect(await valuesOf(form, parties)).toEqual({ seller_name: 'Elektron Service GmbH', buyer_name: 'Metallbau Nord GmbH & Co. KG' });
  });

  it('in forms: beside the caption of a name that has no colon, or under a heading with a number in brackets', async () => {
    const page = `
Customer
Name             J. Oosterwijk
Date of birth    07-06-1981

VENDOR (No. V-20775)
TriState Supply, Inc.`;
    expect(await valuesOf(page, parties)).toEqual({ seller_name: 'TriState Supply, Inc.', buyer_name: 'J. Oosterwijk' });
  });

  it('in forms whose captions stand above the values', async () => {
    const form = `
DESTINATÁRIO / REMETENTE
NOME / RAZÃO SOCIAL            CNPJ / CPF
Doces Salgados ME              02.364.958/0001-97
ENDEREÇO                       BAIRRO / DISTRITO`;
    expect(await valuesOf(form, { buyer_name: text })).toEqual({ buyer_name: 'Doces Salgados ME' });
  });

  it.each([
    ['a caption', 'Buyer:\nSammelnummer   : 12'],
    ['a key of a program', 'customer     11032\ncustomer_ein 80-8723970'],
    ['a word of a justified sentence', 'EL   CLIENTE   ACEPTA   Y   RECONOCE   COMO   OBLIGATORIAS'],
    ['a field of a form', 'Destinatário:\nDATA DE RECEBIMENTO'],
  ])('takes no %s for a name', async (_, page) => {
    expect(await valuesOf(page, parties)).toEqual({});
  });

  it('in the window under the line of the sender, wherever in the world it is', async () => {
    const page = `
Kraxi GmbH - Flugzeugallee 17 - 12345 Papierfeld


Vivid Labs Ltd.
93B Sai Yu Road
Yuen Long, N.T.
Hong Kong`;
    expect(await valuesOf(page, parties)).toEqual({ seller_name: 'Kraxi GmbH', buyer_name: 'Vivid Labs Ltd.' });
  });

  it('in a window that states the tax number of the buyer', async () => {
    const page = `
                                        Kraxi GmbH
                                        Flugzeugallee 17 • 12345 Papierfeld
                                        info@kraxi.example


Bäckerei Sommerfeld KG
Marktplatz 3
73525 Gmünd
Umsatzsteuer-ID: DE 147 902 631`;
    expect(await valuesOf(page, parties)).toEqual({ seller_name: 'Kraxi GmbH', buyer_name: 'Bäckerei Sommerfeld KG' });
  });

  it('by its address alone, with mailbox and phone, where the seller is known', async () => {
    const page = `
Kraxi GmbH            Flugzeugallee 17
www.kraxi.example     12345 Papierfeld


Fulton Street Coffee Roasters      Invoice date   2026-02-09
73 Fulton St
Brooklyn, NY 11201
(503) 555-6627
info@fultonstreetco.example`;
    expect(await valuesOf(page, parties)).toEqual({ seller_name: 'Kraxi GmbH', buyer_name: 'Fulton Street Coffee Roasters' });
  });

  it('right under the address of the seller, without an empty line between', async () => {
    const page = `
Kraxi GmbH
Flugzeugallee 17
12345 Papierfeld
www.kraxi.example
Victor Stone
Quay Road 1
54321 Springfield`;
    expect(await valuesOf(page, parties)).toEqual({ seller_name: 'Kraxi GmbH', buyer_name: 'Victor Stone' });
  });

  it('whole, where a name of two lines stands elsewhere in one', async () => {
    const page = (foot: string) => `
From:
Fulton Street Coffee
Roasters
73 Fulton St
Brooklyn, NY 11201

${foot}`;
    expect(await valuesOf(page('Account owner: Fulton Street Coffee Roasters'), parties)).toEqual({
      seller_name: 'Fulton Street Coffee Roasters',
    });
    expect(await valuesOf(page('Roasters since 1950'), parties)).toEqual({ seller_name: 'Fulton Street Coffee' });
  });

  it('whole but doubtful, where only its type says that two lines are one name', async () => {
    const page = drawn(`
From:
Fulton Street Coffee
Roasters
73 Quay Road
Brooklyn, NY 11201`);
    const [first] = page.pages;
    const words = (first?.words ?? []).map((word) =>
      /^(?:Fulton|Street|Coffee|Roasters)$/.test(word.text) ? { ...word, box: { ...word.box, height: word.box.height * 1.2 } } : word,
    );
    const [seller] = await cellsOf({ ...page, pages: [{ ...first, words }] } as typeof page, { seller_name: text });
    expect(seller).toMatchObject({ value: 'Fulton Street Coffee Roasters', confidence: 'unsure' });
  });

  it('takes no sentence and no single word for the buyer', async () => {
    const letter = `
Kraxi GmbH
Flugzeugallee 17
12345 Papierfeld


Finish

Instalación completa de equipo de climatización`;
    expect(await valuesOf(letter, parties)).toEqual({ seller_name: 'Kraxi GmbH' });
  });

  it('without the number or the department behind a name', async () => {
    expect(await valuesOf('Seller: Energia Distribuição S.A. CNPJ 06.981.180/0001-16', { seller_name: text })).toEqual({
      seller_name: 'Energia Distribuição S.A.',
    });
    expect(await valuesOf('Verkäufer: Muster AG Abteilung Buchhaltung', { seller_name: text })).toEqual({ seller_name: 'Muster AG' });
  });

  it('before the street, the post box or the title in one line', async () => {
    expect(await valuesOf('Seller: Kraxi GmbH Flugzeugallee 17', { seller_name: text })).toEqual({ seller_name: 'Kraxi GmbH' });
    expect(await valuesOf('Seller: Kraxi SAS CS 70002', { seller_name: text })).toEqual({ seller_name: 'Kraxi SAS' });
    expect(await valuesOf('Seller: Kraxi Inc. Invoice', { seller_name: text })).toEqual({ seller_name: 'Kraxi Inc.' });
  });

  it.each([
    ['a street without a number', 'Corso della Repubblica'],
    ['a street after a word', 'Back 58 rue de la plage'],
    ['a heading over facts', 'Trip details'],
    ['a remark', '(see below)'],
    ['a name of a program', 'urn:standard:version_1.2'],
    ['an answer', 'Non'],
    ['the rest of a heading', '/ Signatory'],
    ['two captions', 'Plnomocník / Splnomocnenec'],
  ])('takes %s for nobody', async (_, value) => {
    expect(await valuesOf(`Seller:\n${value}`, { seller_name: text })).toEqual({});
  });

  it.each([
    ['its legal form', 'Blue Heron Landscaping\nLLC', 'Blue Heron Landscaping LLC'],
    ['the rest of a broken word', 'Weststadt IT-\nService GmbH', 'Weststadt IT-Service GmbH'],
  ])('with %s in the next line', async (_, lines, value) => {
    const [buyer] = await cellsOf(drawn(`Bill to:\n${lines}\n12 High Street\n12345 Springfield`), { buyer_name: text });
    expect(buyer).toMatchObject({ value, confidence: 'certain', quote: lines.replace('\n', ' ') });
  });

  it('is not sure of a name where the next line may be another company, or its own end', async () => {
    const read = async (under: string) =>
      (await cellsOf(drawn(`Bill to:\nSaltmarsh Web\n${under}\n12345 Springfield`), { buyer_name: text }))[0];
    expect(await read('Studio Ltd')).toMatchObject({ value: 'Saltmarsh Web', confidence: 'unsure', reason: 'multiple' });
    expect(await read('12 High Street')).toMatchObject({ value: 'Saltmarsh Web', confidence: 'certain' });
  });

  it('is not sure of a name that a gap as between columns parts', async () => {
    const page = drawn('Bill to:\nMarlow Architects Fulton Roasters\n12345 Springfield');
    const read = async (shifts: Readonly<Record<string, number>>) => {
      const pages = page.pages.map((one) => ({
        ...one,
        words: one.words.map((word) => ({ ...word, box: { ...word.box, x: word.box.x + (shifts[word.text] ?? 0) } })),
      }));
      return (await cellsOf({ ...page, pages }, { buyer_name: text }))[0];
    };
    expect(await read({ Architects: -3, Fulton: 0, Roasters: -3 })).toMatchObject({ confidence: 'unsure', reason: 'multiple' });
    const value = 'Marlow Architects Fulton Roasters';
    expect(await read({ Architects: -3, Fulton: -6, Roasters: -9 })).toMatchObject({ value, confidence: 'certain' });
  });

  it('takes no column of a table for a party', async () => {
    const page = 'No   Article   Client   Quantity   Price   Amount\n1   P1   Blue   2   3.00   6.00';
    expect(await valuesOf(page, { buyer_name: text })).toEqual({});
  });

  it('takes neither a street nor a label for a name', async () => {
    expect(await valuesOf('Bill to:\n12 High Street\nLondon', { buyer_name: text })).toEqual({});
    expect(await valuesOf('Customer:          Address:', { buyer_name: text })).toEqual({});
  });
});

describe('the local reader finds the shop on a receipt', () => {
  const till = '\nTotal          21.00\nCash           50.00\nChange         29.00';

  it('as the company over the address, without its number in the register', async () => {
    const page = `
Orchid Colours
LITTLE ORCHID SDN BHD (123456-D)
7, Jalan Satu, 12345 Bandar Baru
Tel: 03-1234 5678${till}`;
    const cells = await cellsOf(drawn(page), { seller_name: text });
    expect(cells[0]).toMatchObject({ value: 'LITTLE ORCHID SDN BHD', confidence: 'likely' });
  });

  it('as the first name over the address, under the title', async () => {
    const page = `
TAX INVOICE
GOLDEN LOCK MAKER
No 5, Jalan Dua 2,
12345 Bandar Baru
TEL: 03-1234 5678${till}`;
    const cells = await cellsOf(drawn(page), { seller_name: text });
    expect(cells[0]).toMatchObject({ value: 'GOLDEN LOCK MAKER', confidence: 'likely' });
  });

  it('as the company with the number of its register, whatever its address looks like', async () => {
    const page = `
LITTLE ORCHID SDN BHD
(123456-D)
Level 6, Bangunan Besar
GST ID: 000123456789${till}`;
    const cells = await cellsOf(drawn(page), { seller_name: text });
    expect(cells[0]).toMatchObject({ value: 'LITTLE ORCHID SDN BHD', confidence: 'likely' });
  });

  it('but is sure of no slogan over what was sold', async () => {
    const page = `
Mein Bäckermarkt
27.02.2020 15:56 Bed.Nr.:120 Kasse 02
662834502022 KRUSTENBROT             21.00 A${till}`;
    const cells = await cellsOf(drawn(page), { seller_name: text });
    expect(cells[0]?.confidence).toBe('unsure');
  });
});

describe('the local reader finds the parties of a letter', () => {
  it('but takes no town in the foot for a sender', async () => {
    const page = `
Client
Pelham Partners
8 Long Row
Leeds LS1 4DY${'\n'.repeat(58)}
Seattle, WA 98109-5210, US`;
    expect((await valuesOf(page, parties))['seller_name']).toBeUndefined();
  });

  it('and is sure of no slogan, however large, in a letterhead that is empty but for it', async () => {
    const document = drawn(`
Better Gardens



Client
Pelham Partners
8 Long Row
Leeds LS1 4DY

Invoice 17`);
    const large = (text: string) => 'Better Gardens'.split(' ').includes(text);
    const [page] = document.pages;
    const words = page?.words.map((word) => (large(word.text) ? { ...word, box: { ...word.box, height: 20 } } : word)) ?? [];
    const cells = await cellsOf({ ...document, pages: page ? [{ ...page, words }] : [] }, { seller_name: text });
    expect(cells[0]).toMatchObject({ value: 'Better Gardens', confidence: 'unsure' });
  });

  it('under the line of the sender, although the sender is named in the same block', async () => {
    const page = `



Corbel Joinery AB · Storgatan 12 · 113 59 Stockholm
Pelham Partners
Skogsvägen 4
411 05 Göteborg

Faktura 17`;
    expect(await valuesOf(page, parties)).toEqual({ seller_name: 'Corbel Joinery AB', buyer_name: 'Pelham Partners' });
  });

  it('and takes no headed buyer for the shop of a bill that was paid in part', async () => {
    const page = `
Client
Pelham Partners
8 Long Row
Leeds LS1 4DY

Total             100.00
Cash               40.00
Balance            60.00`;
    const values = await valuesOf(page, parties);
    expect(values['seller_name']).not.toBe('Pelham Partners');
    expect(values['buyer_name']).toBe('Pelham Partners');
  });
});

it('is unsure of a payee where a company with another name may have sent the document', async () => {
  const page = (payee: string) => `${'\n'.repeat(12)}
Acme Supply Co

INVOICE 4711                   April 3, 2026

Sold to: Beta Stores Inc

Total                                  120.00

REMIT TO: ${payee}, PO Box 881, Dallas TX`;
  const sellerOf = async (payee: string) =>
    (await cellsOf(drawn(page(payee)), { seller_name: text })).find(({ path }) => path === '$.seller_name');
  expect((await sellerOf('Lockbox Services LLC'))?.confidence).toBe('unsure');
  expect((await sellerOf('Acme Supply Co'))?.confidence).not.toBe('unsure');
});

it('guesses whose the only tax number is where the buyer is known and the seller is not', async () => {
  const asked = { seller: { type: 'object', properties: { tax_id: text } } };
  const form = 'Customer: Jane Doe\nAddress: 12 Quay Lane                         Tax ID: 10-12345678-9';
  expect((await cellsOf(drawn(form), asked))[0]).toMatchObject({ value: '10-12345678-9', confidence: 'guess' });
});

it('takes `to` for the buyer in names beside those with `from`', async () => {
  const page = 'Acme Ltd             Bill to:\n1 Mill Lane          Jane Doe GmbH\nBristol BS1 6XQ      10115 Berlin';
  const of = (name: string) => ({ [`from_${name}`]: text, [`to_${name}`]: text });
  expect(await valuesOf(page, { ...of('name'), ...of('city') })).toMatchObject({ to_name: 'Jane Doe GmbH', to_city: 'Berlin' });
  expect(await valuesOf(page, { to_name: text })).toEqual({});
});
