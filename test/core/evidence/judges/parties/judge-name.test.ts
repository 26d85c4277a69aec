import { describe, expect, it } from 'vitest';
import { judgeName } from '../../../../../core/evidence/judges/parties/judge-name.js';
import { DocumentIndex } from '../../../../../core/evidence/page/document-index.js';
import { parseSchema } from '../../../../../core/index.js';
import { cell, documentOf, entryOf, run, scriptedModel, text } from '../../../builders.js';
import { held, refused } from '../../verdicts.js';

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
