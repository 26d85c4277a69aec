import { describe, expect, it } from 'vitest';
import { brokenRules, ruledSyntax } from '../../../plugins/einvoice/rules/business-rules.js';
import { xmlTree } from '../../../plugins/einvoice/xml-tree.js';
import { markOf, testsIn, xmlOf } from './rule-tests.js';

/** An invoice between two parties in Belgium, of two lines, one with an allowance and one priced by the dozen. */
const valid = `Invoice{$(PEPPOL) ProfileID=urn:fdc:peppol.eu:2017:poacc:billing:01:1.0 ID=7 IssueDate=2026-01-31 DueDate=2026-02-28 InvoiceTypeCode=380 Note=Thanks
DocumentCurrencyCode=EUR BuyerReference=A InvoicePeriod{StartDate=2026-01-01 EndDate=2026-01-31}
AccountingSupplierParty{Party{EndpointID@schemeID:0208=0739484052 PostalAddress{Country{IdentificationCode=BE}} PartyTaxScheme{CompanyID=BE0739484052 TaxScheme{ID=VAT}} PartyLegalEntity{RegistrationName=Shop}}}
AccountingCustomerParty{Party{EndpointID@schemeID:0088=9429041098400 PostalAddress{Country{IdentificationCode=BE}} PartyLegalEntity{RegistrationName=Guest}}}
PaymentMeans{PaymentMeansCode=59 PaymentMandate{ID=1}}
TaxTotal{TaxAmount@currencyID:EUR=21.00 TaxSubtotal{TaxableAmount@currencyID:EUR=100.00 TaxAmount@currencyID:EUR=21.00 TaxCategory{ID=S Percent=21 TaxScheme{ID=VAT}}}}
LegalMonetaryTotal{LineExtensionAmount@currencyID:EUR=100.00 TaxExclusiveAmount@currencyID:EUR=100.00 TaxInclusiveAmount@currencyID:EUR=121.00 PayableAmount@currencyID:EUR=121.00}
InvoiceLine{ID=1 InvoicedQuantity@unitCode:H87=2 LineExtensionAmount@currencyID:EUR=90.00 InvoicePeriod{StartDate=2026-01-01} AllowanceCharge{ChargeIndicator=false AllowanceChargeReason=Loyalty MultiplierFactorNumeric=10 Amount@currencyID:EUR=10.00 BaseAmount@currencyID:EUR=100.00}
  Item{Name=Chair ClassifiedTaxCategory{ID=S Percent=21 TaxScheme{ID=VAT}}} Price{PriceAmount@currencyID:EUR=50}}
InvoiceLine{ID=2 InvoicedQuantity@unitCode:H87=24 LineExtensionAmount@currencyID:EUR=10.00
  Item{Name=Screw ClassifiedTaxCategory{ID=S Percent=21 TaxScheme{ID=VAT}}} Price{PriceAmount@currencyID:EUR=5 BaseQuantity@unitCode:H87=12}}}`;

describe('the rules of Peppol BIS Billing 3.0', () => {
  it.each([...testsIn('peppol.txt')])('%s hold and are broken as marked', (_file, tests) => {
    expect(tests.map((test) => markOf(test, test.mark))).toEqual(tests.map(({ mark }) => mark));
  });

  it('hold for a valid invoice', () => {
    expect(brokenBy(valid)).toEqual([]);
  });

  it('say what is wrong and where', () => {
    expect(brokenBy(valid.replace('EndpointID@schemeID:0208=0739484052 ', '').replace('EUR=90.00', 'EUR=90.05'))).toEqual([
      expect.objectContaining({ rule: 'BR-CO-10' }),
      {
        rule: 'PEPPOL-EN16931-R020',
        place: '/Invoice/AccountingSupplierParty/Party',
        sentence: 'Seller electronic address (BT-34) is missing',
        severity: 'fatal',
      },
      {
        rule: 'PEPPOL-EN16931-R120',
        place: '/Invoice/InvoiceLine[1]',
        sentence: 'Line net amount (BT-131) is not quantity times net price, with its charges and without its allowances',
        severity: 'fatal',
      },
    ]);
  });
});

function brokenBy(short: string) {
  const root = xmlTree(Buffer.from(xmlOf(short)), () => true);
  const syntax = root && ruledSyntax(root);
  if (!root || !syntax) throw new Error('the invoice has no syntax with rules');
  return brokenRules(root, syntax);
}
