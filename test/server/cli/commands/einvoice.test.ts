import { describe, expect, it } from 'vitest';
import { cliWorkspace } from '../cli-workspace.js';

const ubl = (
  country: string,
): string => `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"><CustomizationID>urn:cen.eu:en16931:2017</CustomizationID><ID>7</ID><IssueDate>2026-01-31</IssueDate><DueDate>2026-02-28</DueDate>
<InvoiceTypeCode>380</InvoiceTypeCode><DocumentCurrencyCode>EUR</DocumentCurrencyCode>
<AccountingSupplierParty><Party><PostalAddress><Country><IdentificationCode>DE</IdentificationCode></Country></PostalAddress><PartyTaxScheme><CompanyID>DE136695976</CompanyID><TaxScheme><ID>VAT</ID></TaxScheme></PartyTaxScheme><PartyLegalEntity><RegistrationName>Shop</RegistrationName></PartyLegalEntity></Party></AccountingSupplierParty>
<AccountingCustomerParty><Party><PostalAddress><Country>${country}</Country></PostalAddress><PartyLegalEntity><RegistrationName>Guest</RegistrationName></PartyLegalEntity></Party></AccountingCustomerParty>
<TaxTotal><TaxAmount currencyID="EUR">19.00</TaxAmount><TaxSubtotal><TaxableAmount currencyID="EUR">100.00</TaxableAmount><TaxAmount currencyID="EUR">19.00</TaxAmount><TaxCategory><ID>S</ID><Percent>19</Percent><TaxScheme><ID>VAT</ID></TaxScheme></TaxCategory></TaxSubtotal></TaxTotal>
<LegalMonetaryTotal><LineExtensionAmount currencyID="EUR">100.00</LineExtensionAmount><TaxExclusiveAmount currencyID="EUR">100.00</TaxExclusiveAmount><TaxInclusiveAmount currencyID="EUR">119.00</TaxInclusiveAmount><PayableAmount currencyID="EUR">119.00</PayableAmount></LegalMonetaryTotal>
<InvoiceLine><ID>1</ID><InvoicedQuantity unitCode="H87">2</InvoicedQuantity><LineExtensionAmount currencyID="EUR">100.00</LineExtensionAmount><Item><Name>Chair</Name><ClassifiedTaxCategory><ID>S</ID><Percent>19</Percent><TaxScheme><ID>VAT</ID></TaxScheme></ClassifiedTaxCategory></Item><Price><PriceAmount currencyID="EUR">50</PriceAmount></Price></InvoiceLine></Invoice>`;

const { vouch } = cliWorkspace({
  'valid.xml': ubl('<IdentificationCode>FR</IdentificationCode>'),
  'broken.xml': ubl(''),
  'evil.xml': `<!DOCTYPE Invoice [<!ENTITY a "a">]>${ubl('')}`,
});

describe('vouch einvoice check', () => {
  it('says that an invoice is valid, and ends with 0', async () => {
    expect(await vouch(['einvoice', 'check', 'valid.xml'])).toMatchObject({ code: 0, out: 'valid.xml: valid\n' });
  });

  it('names what is broken and where, and ends with 4, in JSON, too', async () => {
    const { code, out } = await vouch(['einvoice', 'check', 'valid.xml', 'broken.xml', '--json']);
    expect(code).toBe(4);
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { file: 'valid.xml', status: 'valid', issues: [] },
      {
        file: 'broken.xml',
        status: 'broken',
        issues: ['BR-11: Buyer country code (BT-55) is missing, at /Invoice/AccountingCustomerParty/Party/PostalAddress'],
      },
    ]);
  });

  it('says why an invoice cannot be checked, and ends with 5', async () => {
    const { code, out } = await vouch(['einvoice', 'check', 'evil.xml']);
    expect([code, out]).toEqual([5, expect.stringMatching(/^evil\.xml: not checked\n {2}.*document type definition/)]);
  });

  it('names among the formats none that cannot hold an invoice', async () => {
    const { vouch: shipped } = cliWorkspace({
      'letter.txt': 'Dear reader',
      'vouch.config.yaml': 'converters: [pdf, docx]\ntiers: [./reader.js]\nwitnesses: []\nrules: []\n',
    });
    const { err } = await shipped(['einvoice', 'check', 'letter.txt']);
    expect(err).toBe('vouch: letter.txt: Unsupported file type. Supported formats: PDF, XML invoice\n');
  });

  it('validates by the schema that the configuration names, too', async () => {
    const ofUbl = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2';
    const { vouch: configured } = cliWorkspace({
      'valid.xml': ubl('<IdentificationCode>FR</IdentificationCode>'),
      'ubl.xsd': `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${ofUbl}"><xs:element name="CreditNote"/></xs:schema>`,
      'vouch.config.yaml':
        'converters: [./pages.js]\ntiers: [./reader.js]\nwitnesses: []\nrules: [{ use: en16931, xsd: { ubl: ubl.xsd } }]\n',
    });
    expect(await configured(['einvoice', 'check', 'valid.xml'])).toMatchObject({
      code: 4,
      out: "valid.xml: not valid\n  XSD: Element 'Invoice': No matching global declaration available for the validation root, at line 1\n",
    });
  });
});
