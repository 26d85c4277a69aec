import { describe, expect, it } from 'vitest';
import { cell, documentOf, entryOf, run, scriptedModel, text } from '../../../builders.js';
import { accepted, held } from '../../verdicts.js';

const scores = async (page: string, names: { seller_name?: string; buyer_name?: string | null }) => {
  const cells = Object.entries(names).map(([field, name]) => cell(`$.${field}`, name));
  const outcome = await run({
    document: documentOf(page),
    fields: { seller_name: text, buyer_name: text },
    tiers: [scriptedModel('reader', cells)],
  });
  return { seller: entryOf(outcome, '$.seller_name'), buyer: entryOf(outcome, '$.buyer_name') };
};

/** A letter without headings: a sender line, the recipient's address below it, and the invoice number. */
const letter = `






Kraxi GmbH · Street 1 · 12345 Springfield

Papier Vertrieb GmbH
Hill Road 7
66666 Lakeside


INVOICE A-17`;

describe('without a heading', () => {
  it('takes the name in the sender line for the seller and the name in the address window for the buyer', async () => {
    const { seller, buyer } = await scores(letter, { seller_name: 'Kraxi GmbH', buyer_name: 'Papier Vertrieb GmbH' });
    expect([seller.score, buyer.score]).toEqual([accepted, accepted]);
    expect(seller.reason).toContain('by its sender line');
    expect(buyer.reason).toContain('by its address window');
  });

  it('doubts both parties when they are swapped', async () => {
    const { seller, buyer } = await scores(letter, { seller_name: 'Papier Vertrieb GmbH', buyer_name: 'Kraxi GmbH' });
    expect([seller.score, buyer.score]).toEqual([held, held]);
    for (const { reason } of [seller, buyer]) expect(reason).toContain("the name given as the buyer stands as a sender's does: first");
  });

  it('doubts both when the buyer stands in the letterhead and the seller below, though nothing else says who is who', async () => {
    const page = `Kraxi GmbH\nStreet 1\n12345 Springfield\n${letter.replace(/Kraxi GmbH · .*/, '')}`;
    const swapped = await scores(page, { seller_name: 'Papier Vertrieb GmbH', buyer_name: 'Kraxi GmbH' });
    expect([swapped.seller.score, swapped.buyer.score]).toEqual([held, held]);
    const { seller, buyer } = await scores(page, { seller_name: 'Kraxi GmbH', buyer_name: 'Papier Vertrieb GmbH' });
    expect([seller.score, buyer.score]).toEqual([accepted, accepted]);
  });

  it('doubts both by the type and the places of their names, where no sign of a sender is printed', async () => {
    const page = `${'\n'.repeat(12)}Blue Harbour
Quay Road 1
12345 Springfield


Victor Stone
Hill Road 7
66666 Lakeside

Thank you for choosing Blue Harbour`;
    const swapped = await scores(page, { seller_name: 'Victor Stone', buyer_name: 'Blue Harbour' });
    expect([swapped.seller.score, swapped.buyer.score]).toEqual([held, held]);
    const { seller, buyer } = await scores(page, { seller_name: 'Blue Harbour', buyer_name: 'Victor Stone' });
    for (const { reason } of [seller, buyer]) expect(reason).not.toContain("a sender's");
  });

  it('leaves it to the headings where a page has them', async () => {
    const page = `Kraxi GmbH\nStreet 1\n12345 Springfield\n\n\n\n\n\n\n\nSeller:\nPapier Vertrieb GmbH\nHill Road 7\n66666 Lakeside`;
    const { seller } = await scores(page, { seller_name: 'Papier Vertrieb GmbH', buyer_name: 'Kraxi GmbH' });
    expect(seller.score).toEqual(accepted);
  });

  it('doubts a null buyer when a name stands in the address window', async () => {
    const { buyer } = await scores(letter, { seller_name: 'Kraxi GmbH', buyer_name: null });
    expect([buyer.score, buyer.reason]).toEqual([0.8, 'Not present: but "Papier Vertrieb GmbH" stands in the address window']);
  });

  it('does not take a name over a telephone number for the recipient', async () => {
    const page = letter.replace('66666 Lakeside', '66666 Lakeside\nPhone: +49 30 1234567');
    const { seller, buyer } = await scores(page, { seller_name: 'Kraxi GmbH', buyer_name: 'Papier Vertrieb GmbH' });
    expect([seller.score, buyer.score]).toEqual([accepted, held]);
  });

  it('takes a name that matches its own domain for the seller, wherever it stands', async () => {
    const page = `${letter}\n\n\nAcme Widgets\n\n\n\n\n\nwww.acmewidgets.com`;
    expect((await scores(page, { seller_name: 'Acme Widgets' })).seller.reason).toContain('by its own domain');
  });

  it('takes a mailbox in the block of a name for no sign of a sender, because whoever is written to has one, too', async () => {
    const page = `${'\n'.repeat(10)}Marlow Architects                        Northgate Dental
Hill Road 1                              Lake Street 2
12345 Springfield                        54321 Lakeside
                                         office@northgatedental.com`;
    const { seller, buyer } = await scores(page, { seller_name: 'Marlow Architects', buyer_name: 'Northgate Dental' });
    for (const { reason } of [seller, buyer]) expect(reason).not.toContain("a sender's");
    const below = await scores(`${page.replace('office@northgatedental.com', '')}\n\n\n\n\n\nwww.northgatedental.com`, {
      seller_name: 'Marlow Architects',
      buyer_name: 'Northgate Dental',
    });
    expect(below.seller.reason).toContain("the name given as the buyer stands as a sender's does: of a site or mailbox elsewhere");
  });

  it('does not decide between two parties side by side at the top', async () => {
    const page = `Alpha Ltd                                Beta Ltd
Hill Road 1                              Lake Street 2
12345 Springfield                        54321 Lakeside`;
    expect((await scores(page, { seller_name: 'Beta Ltd' })).seller.score).toEqual(held);
    expect((await scores(page, { seller_name: 'Alpha Ltd' })).seller.score).toEqual(held);
  });

  it('ranks contacts under a name below a letterhead', async () => {
    const page = `Alpha Ltd
Hill Road 1
12345 Springfield











Beta Ltd
Lake Street 2
54321 Lakeside
Phone: +49 30 1234567`;
    expect((await scores(page, { seller_name: 'Beta Ltd' })).seller.score).toEqual(held);
    expect((await scores(page, { seller_name: 'Alpha Ltd' })).seller.score).toEqual(accepted);
  });

  it('takes the only party besides a headed buyer for the seller', async () => {
    const page = (other: string) => `







Alpha Trading
Hill Road 1
12345 Springfield

${other}




Bill to: Gamma Ltd`;
    expect((await scores(page(''), { seller_name: 'Alpha Trading' })).seller.score).toEqual(accepted);
    expect((await scores(page('Beta Ltd\nLake Street 2\n54321 Lakeside'), { seller_name: 'Alpha Trading' })).seller.score).toEqual(held);
  });

  it('takes the only party besides a stronger sender for the buyer', async () => {
    const page = (foot: string) => `Alpha Ltd                                Beta Ltd
Hill Road 1                              Lake Street 2
12345 Springfield                        54321 Lakeside${'\n'.repeat(20)}${foot}`;
    expect((await scores(page('www.beta.com'), { buyer_name: 'Alpha Ltd' })).buyer.score).toEqual(accepted);
    expect((await scores(page('www.alpha.com'), { buyer_name: 'Alpha Ltd' })).buyer.score).toEqual(held);
    expect((await scores(page(''), { buyer_name: 'Alpha Ltd' })).buyer.score).toEqual(held);
  });

  it('takes the one of two names at the top that also stands in the footer for the seller', async () => {
    const page = (foot: string) => `Alpha Ltd                                Beta Ltd
Hill Road 1                              Lake Street 2
12345 Springfield                        54321 Lakeside${'\n'.repeat(60)}${foot}`;
    expect((await scores(page('Beta Ltd  Register 12'), { seller_name: 'Beta Ltd' })).seller.score).toEqual(accepted);
    expect((await scores(page('Beta Ltd  Register 12'), { seller_name: 'Alpha Ltd' })).seller.score).toEqual(held);
  });

  it('takes the lines of one block for one party', async () => {
    const page = 'Fire Pot Restaurant\nAlpha & Beta, Lda\nRua Nova 13\n4700-308 Braga';
    expect((await scores(page, { seller_name: 'Alpha & Beta, Lda' })).seller).toMatchObject({ score: accepted, reason: /letterhead/ });
    const apart = page.replace('\n', `${'\n'.repeat(4)}`).replace('Alpha', 'Hill Road 1\n12345 Springfield\n\n\n\nAlpha');
    expect((await scores(apart, { seller_name: 'Alpha & Beta, Lda' })).seller.score).toEqual(held);
  });

  it('takes the name under a form of address for the buyer, wherever it stands', async () => {
    const page = `Alpha Insurance Ltd

Herrn
Max Sample
Hill Road 7
66666 Lakeside`;
    const { seller, buyer } = await scores(page, { seller_name: 'Alpha Insurance Ltd', buyer_name: 'Max Sample' });
    expect([seller.score, buyer.score]).toEqual([accepted, accepted]);
    expect(buyer.reason).toContain('by its form of address');
    expect((await scores(page, { seller_name: 'Max Sample' })).seller.score).toEqual(held);
    expect((await scores(page, { buyer_name: null })).buyer.reason).toBe('Not present: but "Max Sample" stands under a form of address');
  });

  it('ignores the domains of public mail providers', async () => {
    const page = `${letter}\n\n\nGmail Services\n\n\n\n\n\n\n\ncontact@gmail.com`;
    expect((await scores(page, { seller_name: 'Gmail Services' })).seller.score).toEqual(held);
  });
});

describe('a heading', () => {
  it('counts only for the name right after it', async () => {
    const page = `\n\n\n\n\n\n\n\n\n\n\nFrom: Alpha Ltd To: Beta Ltd`;
    const right = await scores(page, { seller_name: 'Alpha Ltd', buyer_name: 'Beta Ltd' });
    expect([right.seller.score, right.buyer.score]).toEqual([accepted, accepted]);
    const swapped = await scores(page, { seller_name: 'Beta Ltd', buyer_name: 'Alpha Ltd' });
    expect([swapped.seller.score, swapped.buyer.score]).toEqual([held, held]);
  });

  it.each([
    ['Von', 'An'],
    ['De', 'Para'],
    ['Van', 'Aan'],
    ['Från', 'Till'],
  ])('may be %s before a colon, as it may be %s', async (from, to) => {
    const page = `\n\n\n\n\n\n\n\n\n\n\n${to}: Beta Ltd\n12345 Springfield\n${from}: Alpha Ltd\n66666 Lakeside`;
    const { seller, buyer } = await scores(page, { seller_name: 'Alpha Ltd', buyer_name: 'Beta Ltd' });
    expect([seller.score, buyer.score]).toEqual([accepted, accepted]);
    expect((await scores(page, { seller_name: 'Beta Ltd' })).seller.score).toEqual(held);
  });

  it('is no name that begins with such a word', async () => {
    const page = `\n\n\n\n\n\n\n\n\n\n\nBill to:\nVan Aan Ltd\nDe Vries Ltd`;
    expect((await scores(page, { buyer_name: 'De Vries Ltd' })).buyer.score).toEqual(accepted);
  });

  it('does not count inside a sentence', async () => {
    const page = `\n\n\n\n\n\n\n\n\n\n\nWe would like to ask the customer for an early payment\nAlpha Ltd`;
    expect((await scores(page, { buyer_name: 'Alpha Ltd' })).buyer.score).toEqual(held);
  });

  it('does not reach across an empty part of the page', async () => {
    const page = (rows: number) => `${'\n'.repeat(11)}Bill to:\nBeta Ltd\nHill Road 1${'\n'.repeat(rows)}Alpha Ltd`;
    expect((await scores(page(2), { seller_name: 'Alpha Ltd' })).seller.score).toEqual(held);
    expect((await scores(page(12), { seller_name: 'Alpha Ltd' })).seller.score).toEqual(accepted);
  });

  it('may be as short as To if it opens its text', async () => {
    const page = `\n\n\n\n\n\n\n\n\n\n\nTo:\nAlpha Ltd`;
    expect((await scores(page, { buyer_name: 'Alpha Ltd' })).buyer.score).toEqual(accepted);
    expect((await scores(page.replace('To:', 'to'), { buyer_name: 'Alpha Ltd' })).buyer.score).toEqual(held);
  });

  it.each(['Make all checks payable to', 'Send payment to:', 'Zahlbar an', 'Account holder:'])(
    'over a bank account names the seller: %s',
    async (heading) => {
      const page = `\n\n\n\n\n\n\n\n\n\n\n${heading}\nAlpha Manufacturing Company Ltd`;
      const name = 'Alpha Manufacturing Company Ltd';
      const { seller, buyer } = await scores(page, { seller_name: name, buyer_name: name });
      expect([seller.score, buyer.score]).toEqual([accepted, held]);
    },
  );
});

describe('the only party of a receipt', () => {
  const shop = `${'\n'.repeat(16)}Acme Trading Ltd\n12 Hill Road\n66666 Lakeside`;
  const paid = '\n\n\nTotal  21.00\nCash  50.00\nChange  29.00';

  it('is the seller, because receipts name no buyer', async () => {
    const { seller } = await scores(`${shop}${paid}`, { seller_name: 'Acme Trading Ltd' });
    expect(seller).toMatchObject({ score: accepted, reason: 'Inferred from header: the only party of a receipt' });
  });

  it('stays unknown when another party is named or nothing was paid at a till', async () => {
    const other = `${shop}\n\n\nPapier Vertrieb GmbH\nStreet 1\n12345 Springfield${paid}`;
    expect((await scores(other, { seller_name: 'Acme Trading Ltd' })).seller.score).toEqual(held);
    expect((await scores(shop, { seller_name: 'Acme Trading Ltd' })).seller.score).toEqual(held);
  });
});

const page = `Bill to:
Papier Vertrieb GmbH




Some text about paper, and what it is good for
Brightwater Print`;

/** What the page says about the place of each party's name. */
const placesOf = async (names: { seller_name: string; buyer_name: string }, more = '') => {
  const outcome = await run({
    document: documentOf(`\n\n\n\n\n\n\n\n\n${page}\n${more}\n\n\n\n\n\nThank you\n\n\n`),
    fields: { seller_name: text, buyer_name: text },
    tiers: [
      scriptedModel(
        'reader',
        Object.entries(names).map(([field, name]) => cell(`$.${field}`, name)),
      ),
    ],
  });
  return outcome.draft?.fields.map(({ caps }) => caps.map(({ name }) => name).find((name) => name.startsWith('label.')));
};

describe('a name that nothing on the page places', () => {
  it('is probably the party that is left when the other one is known', async () => {
    expect(await placesOf({ seller_name: 'Brightwater Print', buyer_name: 'Papier Vertrieb GmbH' })).toEqual([
      'label.remaining',
      'label.match',
    ]);
  });

  it('stays unknown when the other party is unknown, too', async () => {
    expect(await placesOf({ seller_name: 'Some text', buyer_name: 'Brightwater Print' })).toEqual([
      'label.unknownRole',
      'label.unknownRole',
    ]);
  });

  it('stays unknown when the same name was read for both', async () => {
    const [seller] = (await placesOf({ seller_name: 'Papier Vertrieb GmbH', buyer_name: 'Papier Vertrieb GmbH' })) ?? [];
    expect(seller).not.toBe('label.remaining');
  });

  it.each(['Pay to our account at Northern Bank', 'Consulting for Northern Bank   120.00', 'Printed by Northern Bank'])(
    'stays unknown within a sentence: %s',
    async (sentence) => {
      const [seller] = (await placesOf({ seller_name: 'Northern Bank', buyer_name: 'Papier Vertrieb GmbH' }, sentence)) ?? [];
      expect(seller).not.toBe('label.remaining');
    },
  );
});
