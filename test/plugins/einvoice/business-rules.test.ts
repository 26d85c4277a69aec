import { describe, expect, it } from 'vitest';
import { brokenRules, ruledSyntax } from '../../../plugins/einvoice/rules/business-rules.js';
import { xmlTree } from '../../../plugins/einvoice/xml-tree.js';

const ubl = `<Invoice><CustomizationID>urn:cen.eu:en16931:2017</CustomizationID><ID>7</ID><IssueDate>2026-01-31</IssueDate><DueDate>2026-02-28</DueDate>
<InvoiceTypeCode>380</InvoiceTypeCode><DocumentCurrencyCode>EUR</DocumentCurrencyCode>
<AccountingSupplierParty><Party><PostalAddress><Country><IdentificationCode>DE</IdentificationCode></Country></PostalAddress>
<PartyTaxScheme><CompanyID>DE123456789</CompanyID><TaxScheme><ID>VAT</ID></TaxScheme></PartyTaxScheme>
<PartyLegalEntity><RegistrationName>Shop</RegistrationName></PartyLegalEntity></Party></AccountingSupplierParty>
<AccountingCustomerParty><Party><PostalAddress><Country><IdentificationCode>FR</IdentificationCode></Country></PostalAddress>
<PartyLegalEntity><RegistrationName>Guest</RegistrationName></PartyLegalEntity></Party></AccountingCustomerParty>
<TaxTotal><TaxAmount currencyID="EUR">19.00</TaxAmount><TaxSubtotal><TaxableAmount>100.00</TaxableAmount><TaxAmount>19.00</TaxAmount>
<TaxCategory><ID>S</ID><Percent>19</Percent><TaxScheme><ID>VAT</ID></TaxScheme></TaxCategory></TaxSubtotal></TaxTotal>
<LegalMonetaryTotal><LineExtensionAmount>100.00</LineExtensionAmount><TaxExclusiveAmount>100.00</TaxExclusiveAmount>
<TaxInclusiveAmount>119.00</TaxInclusiveAmount><PayableAmount>119.00</PayableAmount></LegalMonetaryTotal>
<InvoiceLine><ID>1</ID><InvoicedQuantity unitCode="H87">2</InvoicedQuantity><LineExtensionAmount>100.00</LineExtensionAmount>
<Item><Name>Chair</Name><ClassifiedTaxCategory><ID>S</ID><Percent>19.0</Percent><TaxScheme><ID>VAT</ID></TaxScheme></ClassifiedTaxCategory></Item>
<Price><PriceAmount>50</PriceAmount></Price></InvoiceLine></Invoice>`;

const cii = `<CrossIndustryInvoice><ExchangedDocumentContext><GuidelineSpecifiedDocumentContextParameter><ID>urn:cen.eu:en16931:2017</ID></GuidelineSpecifiedDocumentContextParameter></ExchangedDocumentContext>
<ExchangedDocument><ID>7</ID><TypeCode>380</TypeCode><IssueDateTime><DateTimeString format="102">20260131</DateTimeString></IssueDateTime></ExchangedDocument>
<SupplyChainTradeTransaction><IncludedSupplyChainTradeLineItem><AssociatedDocumentLineDocument><LineID>1</LineID></AssociatedDocumentLineDocument>
<SpecifiedTradeProduct><Name>Chair</Name></SpecifiedTradeProduct><SpecifiedLineTradeAgreement><NetPriceProductTradePrice><ChargeAmount>50</ChargeAmount></NetPriceProductTradePrice></SpecifiedLineTradeAgreement>
<SpecifiedLineTradeDelivery><BilledQuantity unitCode="H87">2</BilledQuantity></SpecifiedLineTradeDelivery><SpecifiedLineTradeSettlement><ApplicableTradeTax><TypeCode>VAT</TypeCode><CategoryCode>S</CategoryCode><RateApplicablePercent>19</RateApplicablePercent></ApplicableTradeTax>
<SpecifiedTradeSettlementLineMonetarySummation><LineTotalAmount>100.00</LineTotalAmount></SpecifiedTradeSettlementLineMonetarySummation></SpecifiedLineTradeSettlement></IncludedSupplyChainTradeLineItem>
<ApplicableHeaderTradeAgreement><SellerTradeParty><Name>Shop</Name><PostalTradeAddress><CountryID>DE</CountryID></PostalTradeAddress><SpecifiedTaxRegistration><ID schemeID="VA">DE123456789</ID></SpecifiedTaxRegistration></SellerTradeParty>
<BuyerTradeParty><Name>Guest</Name><PostalTradeAddress><CountryID>FR</CountryID></PostalTradeAddress></BuyerTradeParty></ApplicableHeaderTradeAgreement>
<ApplicableHeaderTradeSettlement><InvoiceCurrencyCode>EUR</InvoiceCurrencyCode><ApplicableTradeTax><CalculatedAmount>19.00</CalculatedAmount><TypeCode>VAT</TypeCode><BasisAmount>100.00</BasisAmount><CategoryCode>S</CategoryCode><RateApplicablePercent>19</RateApplicablePercent></ApplicableTradeTax>
<SpecifiedTradePaymentTerms><Description>30 days</Description></SpecifiedTradePaymentTerms>
<SpecifiedTradeSettlementHeaderMonetarySummation><LineTotalAmount>100.00</LineTotalAmount><TaxBasisTotalAmount>100.00</TaxBasisTotalAmount><TaxTotalAmount currencyID="EUR">19.00</TaxTotalAmount><GrandTotalAmount>119.00</GrandTotalAmount><DuePayableAmount>119.00</DuePayableAmount></SpecifiedTradeSettlementHeaderMonetarySummation></ApplicableHeaderTradeSettlement></SupplyChainTradeTransaction></CrossIndustryInvoice>`;

const ciiTotals =
  '/CrossIndustryInvoice/SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/SpecifiedTradeSettlementHeaderMonetarySummation';

function brokenBy(xml: string): readonly string[] {
  const root = xmlTree(Buffer.from(xml), () => true);
  const syntax = root && ruledSyntax(root);
  if (!root || !syntax) throw new Error('the invoice has no syntax with rules');
  return brokenRules(root, syntax).map(({ rule, place }) => `${rule} ${place}`);
}

/** What takes an element away or changes its text; the first of its name. */
const without = (xml: string, element: string) => xml.replace(new RegExp(`<${element}[^>]*>[^<]*</${element}>`), '');
const saying = (xml: string, element: string, text: string) => xml.replace(new RegExp(`(<${element}[^>]*>)[^<]*`), `$1${text}`);

describe('the business rules of EN 16931', () => {
  it.each([
    ['UBL', ubl],
    ['CII', cii],
  ])('hold for a valid invoice in %s', (_syntax, xml) => {
    expect(brokenBy(xml)).toEqual([]);
  });

  it.each([
    ['a missing specification', 'BR-01 /Invoice', without(ubl, 'CustomizationID')],
    ['a missing date', 'BR-03 /Invoice', without(ubl, 'IssueDate')],
    ['a missing seller', 'BR-06 /Invoice', without(ubl, 'RegistrationName')],
    ['no item name', 'BR-25 /Invoice/InvoiceLine', without(ubl, 'Name')],
    ['a negative price', 'BR-27 /Invoice/InvoiceLine', saying(ubl, 'PriceAmount', '-50')],
    ['no VAT rate', 'BR-48 /Invoice/TaxTotal/TaxSubtotal', without(ubl, 'Percent')],
    ['a wrong total', 'BR-CO-16 /Invoice/LegalMonetaryTotal', saying(ubl, 'PayableAmount', '121.00')],
    ['a wrong sum of lines', 'BR-CO-13 /Invoice/LegalMonetaryTotal', saying(ubl, 'TaxExclusiveAmount', '100.01')],
    ['three decimals', 'BR-DEC-18 /Invoice/LegalMonetaryTotal', saying(ubl, 'PayableAmount', '119.000')],
    ['a missing date', 'BR-03 /CrossIndustryInvoice', without(cii, 'DateTimeString')],
    ['a wrong total', `BR-CO-16 ${ciiTotals}`, saying(cii, 'DuePayableAmount', '121.00')],
    ['a wrong VAT sum', `BR-CO-14 ${ciiTotals}/TaxTotalAmount`, saying(cii, 'TaxTotalAmount', '19.01')],
    [
      'no line amount',
      'BR-24 /CrossIndustryInvoice/SupplyChainTradeTransaction/IncludedSupplyChainTradeLineItem',
      without(cii, 'LineTotalAmount'),
    ],
  ])('find %s: %s', (_what, broken, xml) => {
    expect(brokenBy(xml)).toContain(broken);
  });

  it.each(['minimum', 'basicwl'])('are not about the profile %s, which has no lines', (profile) => {
    const root = xmlTree(Buffer.from(saying(cii, 'ID', `urn:factur-x.eu:1p0:${profile}`)), () => true);
    expect(root && ruledSyntax(root)).toBeUndefined();
  });

  it('name the term that is missing', () => {
    const root = xmlTree(Buffer.from(without(ubl, 'ID')), () => true);
    expect(root && brokenRules(root, 'UBL').map(({ sentence }) => sentence)).toEqual(['Invoice number (BT-1) is missing']);
  });

  it.each([
    ['UBL', ubl.replaceAll('<Item>', '<TaxTotal/><TaxTotal/><Item>').replace('<ID>7', '<UBLExtensions><ID>1</ID></UBLExtensions><ID>7'), 2],
    ['CII', cii.replace('<BilledQuantity', '<ShipToTradeParty><Name>A</Name></ShipToTradeParty><BilledQuantity'), 1],
    [
      'an extension',
      cii.replace(':2017', ':2017#conformant#urn:factur-x.eu:1p0:extended').replace('<BilledQuantity', '<A/><BilledQuantity'),
      0,
    ],
  ])('warn once of each element that the core invoice model does not have: %s', (_syntax, xml, warnings) => {
    const root = xmlTree(Buffer.from(xml), () => true);
    const syntax = root && ruledSyntax(root);
    const broken = root && syntax ? brokenRules(root, syntax) : [];
    const warned = broken.filter(({ severity }) => severity === 'warning');
    expect(warned.map(({ rule, sentence }) => `${rule}: ${sentence}`)).toEqual(
      Array.from(
        { length: warnings },
        () => `${syntax === 'UBL' ? 'UBL-CR' : 'CII-SR'}: The core invoice model of EN 16931 has no such element`,
      ),
    );
    expect(broken.length).toBe(warnings);
  });

  it('allow a VAT amount that differs by less than 1, and no more', () => {
    const rules = (vat: string) => brokenBy(saying(cii, 'CalculatedAmount', vat)).map((found) => found.split(' ')[0]);
    expect([rules('19.99'), rules('20.01')]).toEqual([['BR-CO-14'], ['BR-CO-14', 'BR-CO-17', 'BR-S-09']]);
  });

  it('take an amount that is no number for what it is, and not for zero', () => {
    expect(brokenBy(saying(ubl, 'PayableAmount', '119,00'))).toEqual(['XSD /Invoice/LegalMonetaryTotal/PayableAmount']);
  });
});
