import { describe, expect, it } from 'vitest';
import { judgeName } from '../../../../../core/evidence/judges/parties/judge-name.js';
import { domainsIn } from '../../../../../core/evidence/judges/parties/role-signs.js';
import { DocumentIndex } from '../../../../../core/evidence/page/document-index.js';
import { parseSchema } from '../../../../../core/index.js';
import { cell, documentOf, entryOf, run, scriptedModel, text } from '../../../builders.js';
import { accepted, held, refused } from '../../verdicts.js';

const partyScore = async (page: string, field: 'seller_name' | 'buyer_name', name: string) => {
  const outcome = await run({
    document: documentOf(page),
    fields: { [field]: text },
    tiers: [scriptedModel('reader', [cell(`$.${field}`, name)])],
  });
  return entryOf(outcome, `$.${field}`);
};

describe('doubts the name of a party', () => {
  it('when another company stands under a second heading of that party', async () => {
    const page = 'Bill to:\nJohn Doe\n1811 Silverside Road\n\n\n\n\nBill to: Acme, Inc.         Amount due: 25.00';
    expect(await partyScore(page, 'buyer_name', 'John Doe')).toMatchObject({
      score: held,
      reason: 'Multiple values found: John Doe and Acme, Inc. for the buyer',
    });
  });

  it('when a company stands under a person', async () => {
    const page = 'Bill to:\nJohn Doe\nAcme, Inc.\n1811 Silverside Road';
    expect((await partyScore(page, 'buyer_name', 'John Doe')).score).toEqual(held);
    expect((await partyScore(page, 'buyer_name', 'Acme, Inc.')).score).toEqual(accepted);
  });

  it('but not because a form of address stands over it', async () => {
    const page = (first: string) =>
      `Acme Ltd · Quay Street 3 · 10115 Berlin\n\n\n\n\n\n\n\n${first}\nJonas Wieland\nHafenstr. 22\n20457 Hamburg${'\n'.repeat(20)}Thank you`;
    expect((await partyScore(page('Herrn'), 'buyer_name', 'Jonas Wieland')).reason).not.toMatch(/Multiple/);
    expect((await partyScore(page('Kanzlei Brandt'), 'buyer_name', 'Jonas Wieland')).reason).toMatch(/Multiple/);
  });

  it('when a longer form of the name is printed elsewhere', async () => {
    const page = 'Property: WZZM\n\n\n\nSeller:\nWZZM 13\n645 Mile Road\n49544 Grand Rapids';
    expect((await partyScore(page, 'seller_name', 'WZZM')).score).toEqual(held);
  });

  it('when it goes on behind its caption, but for a legal form', async () => {
    expect(await partyScore('Customer: Dana Whitfield\nTotal: 5.00', 'buyer_name', 'Dana')).toMatchObject({
      score: held,
      reason: 'Inferred from header: printed, but it is a part of "Dana Whitfield"',
    });
    expect((await partyScore('Customer: Dana Whitfield\nTotal: 5.00', 'buyer_name', 'Dana Whitfield')).reason).not.toMatch(/part of/);
    expect((await partyScore('Customer: Acme Ltd\nTotal: 5.00', 'buyer_name', 'Acme')).reason).not.toMatch(/part of/);
  });

  it('when of two blocks without headings either may be the place of delivery', async () => {
    const page = (second: string) =>
      `Acme Ltd · Quay Street 3 · 10115 Berlin\n\n\n\n\n\n\n\nJonas Wieland              ${second}\nHafenstr. 22               Gartenweg 7\n20457 Hamburg              01067 Dresden${'\n'.repeat(20)}Thank you`;
    expect(await partyScore(page('Kanzlei Brandt'), 'buyer_name', 'Jonas Wieland')).toMatchObject({
      score: held,
      reason: 'Multiple values found: Jonas Wieland and Kanzlei Brandt for the buyer',
    });
    expect((await partyScore(page('Jonas Wieland'), 'buyer_name', 'Jonas Wieland')).score).toEqual(accepted);
  });

  it('when the site name is longer than the name', async () => {
    const page = (site: string) => `Bright\nWater\n12 Harbour Street\n\n\nwww.${site}.com`;
    expect(await partyScore(page('brightwater'), 'seller_name', 'Bright')).toMatchObject({
      score: held,
      reason: 'Multiple values found: Bright and brightwater for the seller',
    });
    expect((await partyScore(page('bright'), 'seller_name', 'Bright')).score).toEqual(accepted);
  });

  it('when its first word is the name of a company', async () => {
    const page = (foot: string) => `Acme Customer Service\n\n${'\n'.repeat(20)}${foot}`;
    expect(await partyScore(page('Acme SAS, capital 100 000'), 'seller_name', 'Acme Customer Service')).toMatchObject({
      score: held,
      reason: 'Multiple values found: Acme Customer Service and Acme SAS, for the seller',
    });
    expect((await partyScore(page('Delta SAS, capital 100 000'), 'seller_name', 'Acme Customer Service')).score).toEqual(accepted);
  });

  it('when another company has the same address', async () => {
    const page = (foot: string) =>
      `Lieferant:\nKostenlieferant GmbH\nBahnhofstr. 99\n99199 Musterhausen\n\n\n\n\n\n${foot}\nBahnhofstr. 99\n99199 Musterhausen`;
    expect(await partyScore(page('Musterlieferant GmbH'), 'seller_name', 'Kostenlieferant GmbH')).toMatchObject({
      score: held,
      reason: 'Multiple values found: Kostenlieferant GmbH and Musterlieferant GmbH for the seller',
    });
    expect((await partyScore(page('Kostenlieferant GmbH'), 'seller_name', 'Kostenlieferant GmbH')).score).toEqual(accepted);
  });

  it('when a company sends the letter and someone else holds the account', async () => {
    const letter = (foot: string) => `Bei Spiel GmbH\n\n${'\n'.repeat(20)}${foot}`;
    expect(await partyScore(letter('Kontoinhaber: Max Mustermann'), 'seller_name', 'Max Mustermann')).toMatchObject({
      score: held,
      reason: 'Multiple values found: Max Mustermann and Bei Spiel GmbH for the seller',
    });
    expect((await partyScore(letter('Kontoinhaber: Bei Spiel GmbH\n\n\n\nDritte GmbH'), 'seller_name', 'Bei Spiel GmbH')).score).toEqual(
      accepted,
    );
    expect((await partyScore(letter('Verkäufer: Max Mustermann'), 'seller_name', 'Max Mustermann')).score).toEqual(accepted);
  });
});

it('does not doubt a name because of a company in the same town', async () => {
  const page = `Bill to:\nBeta Ltd\nWharf Road 76\nBristol BS1 6XQ\n\n\n\n\n\nAcme Ltd\nStation Parade 54\nBristol BS1 6XQ`;
  expect((await partyScore(page, 'buyer_name', 'Beta Ltd')).score).toEqual(accepted);
});

it('does not doubt a name because of a heading used as a word, or because a sentence or list begins with the name', async () => {
  const page = `Buyer: Beta Trading           To: the buyer's attention
Beta Trading pays within 30 days
Beta Trading, Warehouse
Beta Trading 04/09/20
Remit to Gamma Group Inc`;
  expect((await partyScore(page, 'buyer_name', 'Beta Trading')).score).toEqual(accepted);
});

const entryFor = async (page: string, field: 'seller_name' | 'buyer_name', name: string) => {
  const outcome = await run({
    document: documentOf(page),
    fields: { [field]: text },
    tiers: [scriptedModel('reader', [cell(`$.${field}`, name)])],
  });
  return entryOf(outcome, `$.${field}`);
};

describe('whoever reads it, no party is called', () => {
  it.each([
    ['a caption', 'Nummer', 'Verkäufer:\nNummer\n12345678'],
    ['a column header', 'Rooms', 'Customer:\nRooms\n2'],
    ['a field of a form', 'DATA DE RECEBIMENTO', 'Destinatário:\nDATA DE RECEBIMENTO'],
    ['a legal form alone', 'SDN BHD', 'Seller:\nSDN BHD\n12345 Bandar Baru'],
    ['a key of a program', 'customer_ein', 'Customer:\ncustomer_ein'],
  ])('%s: %s', async (_, name, page) => {
    expect(
      await entryFor(page, page.startsWith('Verkäufer') || page.startsWith('Seller') ? 'seller_name' : 'buyer_name', name),
    ).toMatchObject({
      score: refused,
      reason: `Label conflict: "${name}" is the wording of a form, not a name`,
    });
  });

  it('what announces a value: a text before a colon', async () => {
    expect(await entryFor('Buyer\nSammelkonto : 4711', 'buyer_name', 'Sammelkonto')).toMatchObject({
      score: refused,
      reason: 'Label conflict: "Sammelkonto" announces the value after it',
    });
  });
});

it('doubts a name in capitals that seems to go on in the next line', async () => {
  const page = 'Seller:\nHOUSE OF\nHARBOUR\nQuay Road 1\n12345 Springfield';
  expect(await entryFor(page, 'seller_name', 'HOUSE OF')).toMatchObject({
    score: held,
    reason: 'Multiple values found: HOUSE OF, and HOUSE OF HARBOUR over two lines',
  });
});

describe('tells how much shows that a text names somebody', () => {
  it.each([
    ['name.bare', 'blue harbour', 'Seller:\nblue harbour'],
    ['name.shown', 'blue harbour', 'Seller:\nblue harbour\nQuay Road 1\n12345 Springfield'],
    ['name.shown', 'Karl E. Coyote', 'Seller:\nKarl E. Coyote'],
    ['name.shown', 'Harbour Ltd', 'Seller:\nHarbour Ltd'],
    ['name.proven', 'Harbour Ltd', 'Seller:\nHarbour Ltd\n12345 Springfield'],
    ['name.proven', 'Harbour Ltd', 'Seller:\nHarbour Ltd\n\n\n\nAccount of Harbour Ltd'],
    ['name.proven', 'harbour', 'Seller:\nharbour\n12345 Springfield\n\n\nwww.harbour.example'],
  ])('%s: %s', (finding, name, page) => {
    const index = new DocumentIndex(documentOf(page));
    const [field] = parseSchema(JSON.stringify({ type: 'object', properties: { seller_name: text } })).fields;
    if (!field) throw new Error('no field');
    expect(judgeName(name, { field, spans: index.find(name).flatMap((passage) => passage.spans) }, index).map((cap) => cap.name)).toEqual([
      finding,
    ]);
  });
});

describe('the names of the domains in a text', () => {
  it('are those of sites and mailboxes, each once', () => {
    expect(domainsIn('info@kraxi.com, www.kraxi.com, https://corbel-joinery.example/pay')).toEqual(['kraxi', 'corbeljoinery']);
  });

  it('are the registered ones, without departments and kinds of holders', () => {
    expect(domainsIn('ap@billing.kraxi.com www.corbel.co.uk')).toEqual(['kraxi', 'corbel']);
  });

  it('are not those that many share, nor too short to tell a name', () => {
    expect(domainsIn('me@gmail.com you@orange.fr www.abc.de pay@paypal.com')).toEqual([]);
  });
});
