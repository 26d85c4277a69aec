import { describe, expect, it } from 'vitest';
import type { Document } from '../../../core/index.js';
import en16931 from '../../../plugins/rules/en16931.js';
import xmlPage from '../../../plugins/rules/xml-page.js';
import { documentOf, runRule } from '../../kit/index.js';

const urn = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100';

/** An invoice of 119.00, with these changes to its text. */
const cii = (...changes: readonly (readonly [string, string])[]): string =>
  changes.reduce(
    (xml, [from, to]) => xml.replace(from, to),
    `<CrossIndustryInvoice xmlns="${urn}"><ExchangedDocumentContext><GuidelineSpecifiedDocumentContextParameter><ID>urn:cen.eu:en16931:2017</ID></GuidelineSpecifiedDocumentContextParameter></ExchangedDocumentContext>
<ExchangedDocument><ID>R-7</ID><TypeCode>380</TypeCode><IssueDateTime><DateTimeString format="102">20260131</DateTimeString></IssueDateTime></ExchangedDocument>
<SupplyChainTradeTransaction><IncludedSupplyChainTradeLineItem><AssociatedDocumentLineDocument><LineID>1</LineID></AssociatedDocumentLineDocument><SpecifiedTradeProduct><Name>Chair</Name></SpecifiedTradeProduct>
<SpecifiedLineTradeAgreement><NetPriceProductTradePrice><ChargeAmount>50</ChargeAmount></NetPriceProductTradePrice></SpecifiedLineTradeAgreement><SpecifiedLineTradeDelivery><BilledQuantity unitCode="H87">2</BilledQuantity></SpecifiedLineTradeDelivery>
<SpecifiedLineTradeSettlement><ApplicableTradeTax><TypeCode>VAT</TypeCode><CategoryCode>S</CategoryCode><RateApplicablePercent>19</RateApplicablePercent></ApplicableTradeTax><SpecifiedTradeSettlementLineMonetarySummation><LineTotalAmount>100.00</LineTotalAmount></SpecifiedTradeSettlementLineMonetarySummation></SpecifiedLineTradeSettlement></IncludedSupplyChainTradeLineItem>
<ApplicableHeaderTradeAgreement><SellerTradeParty><Name>Shop</Name><PostalTradeAddress><CountryID>DE</CountryID></PostalTradeAddress><SpecifiedTaxRegistration><ID schemeID="VA">DE136695976</ID></SpecifiedTaxRegistration></SellerTradeParty><BuyerTradeParty><Name>Guest</Name><PostalTradeAddress><CountryID>FR</CountryID></PostalTradeAddress></BuyerTradeParty></ApplicableHeaderTradeAgreement>
<ApplicableHeaderTradeSettlement><InvoiceCurrencyCode>EUR</InvoiceCurrencyCode><ApplicableTradeTax><CalculatedAmount>19.00</CalculatedAmount><TypeCode>VAT</TypeCode><BasisAmount>100.00</BasisAmount><CategoryCode>S</CategoryCode><RateApplicablePercent>19</RateApplicablePercent></ApplicableTradeTax><SpecifiedTradePaymentTerms><Description>30 days</Description></SpecifiedTradePaymentTerms>
<SpecifiedTradeSettlementHeaderMonetarySummation><LineTotalAmount>100.00</LineTotalAmount><TaxBasisTotalAmount>100.00</TaxBasisTotalAmount><TaxTotalAmount currencyID="EUR">19.00</TaxTotalAmount><GrandTotalAmount>119.00</GrandTotalAmount><DuePayableAmount>119.00</DuePayableAmount></SpecifiedTradeSettlementHeaderMonetarySummation></ApplicableHeaderTradeSettlement></SupplyChainTradeTransaction></CrossIndustryInvoice>`,
  );

const page = 'Invoice number: R-7\nDate: 2026-01-31\nNet amount: 100.00\nVAT: 19.00\nTotal: 119.00\nAmount due: 119.00';

const withXml = (xml: string, printed = page): Document => ({
  ...documentOf(printed),
  attachments: [{ name: 'invoice.xml', bytes: Buffer.from(xml) }],
});

const reading = { invoice_number: 'R-7', total: '119.00', amount_due: '119.00' };
const schema = { invoice_number: { type: 'string' }, total: { type: 'number' }, amount_due: { type: 'number' } };

const compared = async (xml: string, printed?: string, read: Readonly<Record<string, string>> = reading) =>
  (await runRule(xmlPage, { document: withXml(xml, printed), reading: read, schema })).findings;

const checked = async (xml: string) => runRule(en16931, { document: withXml(xml), reading, schema });

describe('the rule xml-page', () => {
  it('holds for what XML and page state alike', async () => {
    expect(await compared(cii())).toMatchObject([
      { fields: ['invoice_number'], holds: true },
      { fields: ['total'], holds: true },
      { fields: ['amount_due'], holds: true },
    ]);
  });

  it('names both places of an amount that differs, and speaks against the field', async () => {
    const found = await compared(cii(['<DuePayableAmount>119.00', '<DuePayableAmount>121.00']));
    expect(found).toContainEqual({
      kind: 'predicate',
      fields: ['amount_due'],
      holds: false,
      expected: '121',
      actual: '119',
      note: 'XML: amount due 121 (BT-115); page 1: 119',
    });
  });

  it('finds a total that no page prints, where nobody read one', async () => {
    const found = await compared(cii(['<GrandTotalAmount>119.00', '<GrandTotalAmount>121.00']), page, { invoice_number: 'R-7' });
    expect(found.filter(({ fields }) => fields.includes('total'))).toMatchObject([
      { holds: false, note: 'XML: total 121 (BT-112); no page prints it' },
    ]);
  });

  it('takes a value of the XML that the page prints elsewhere for a question of reading', async () => {
    const found = await compared(cii(['<DuePayableAmount>119.00', '<DuePayableAmount>100.00']));
    expect(found.filter(({ fields }) => fields.includes('amount_due'))).toMatchObject([{ holds: true }]);
  });

  it('says nothing of a document without an electronic invoice', async () => {
    expect((await runRule(xmlPage, { document: documentOf(page), reading, schema })).findings).toEqual([]);
  });
});

describe('the rule en16931', () => {
  it('holds for a valid invoice, and names rule, term and place of what is not', async () => {
    expect((await checked(cii())).findings).toMatchObject([{ holds: true, policy: 'hold' }]);
    const { held, checks } = await checked(cii(['<CountryID>FR</CountryID>', '']));
    const place = '/CrossIndustryInvoice/SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/BuyerTradeParty/PostalTradeAddress';
    expect(held).toEqual(['EN16931']);
    expect(checks.flatMap(({ notes }) => notes)).toEqual([
      `EN16931: document should be valid by EN 16931, not in breach of BR-11: Buyer country code (BT-55) is missing, at ${place}`,
    ]);
  });

  it.each([
    [
      'a DTD with an entity',
      `<!DOCTYPE CrossIndustryInvoice [<!ENTITY a SYSTEM "file:///etc/passwd">]>${cii(['R-7', '&a;'])}`,
      'it has a DTD',
    ],
    ['ten million bytes', cii(['Chair', 'Chair'.repeat(2_000_000)]), 'it is larger than 2097152 bytes'],
    ['a hundred levels', cii(['<Name>Chair', `${'<Name>'.repeat(100)}Chair${'</Name>'.repeat(99)}`]), 'it is nested deeper than 64 levels'],
    ['an end that is missing', cii().slice(0, -30), 'it is not well-formed'],
    [
      'another namespace',
      cii([urn, 'urn:example:invoice']),
      'its root has the name of an invoice, but not the namespace of UBL 2 or CII D16B',
    ],
  ])('cannot be verified for %s, and says why', async (_what, xml, why) => {
    const { checks, held } = await checked(xml);
    expect(checks).toMatchObject([{ status: 'CANNOT_VERIFY', notes: [expect.stringContaining(why)] }]);
    expect(held).toEqual([]);
  });

  it('says nothing of a syntax that it has no rules for', async () => {
    expect((await checked('<FatturaElettronica><FatturaElettronicaBody/></FatturaElettronica>')).findings).toEqual([]);
  });
});
