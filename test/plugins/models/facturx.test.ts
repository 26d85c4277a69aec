import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Attachment, Cell, Document } from '../../../core/index.js';
import facturx from '../../../plugins/models/facturx.js';
import { context, field, pdf, task } from './llm/setting.js';

const fields = [
  field('$.invoice_number'),
  field('$.issue_date'),
  field('$.due_date'),
  field('$.currency'),
  field('$.seller_name'),
  field('$.buyer_name'),
  field('$.subtotal', { type: 'number' }),
  field('$.discount', { type: 'number' }),
  field('$.tax', { type: 'number' }),
  field('$.total', { type: 'number' }),
  field('$.amount_due', { type: 'number' }),
  field('$.line_items[].description'),
  field('$.line_items[].quantity', { type: 'number' }),
  field('$.line_items[].unit_price', { type: 'number' }),
  field('$.line_items[].amount', { type: 'number' }),
];

const attached = (...contents: readonly (string | Uint8Array)[]): readonly Attachment[] =>
  contents.map((content, index) => ({ name: `a${index}.bin`, bytes: typeof content === 'string' ? Buffer.from(content) : content }));

const closers: (() => Promise<void> | void)[] = [];
const witness = facturx.create({}, { ...context(), onClose: (close) => void closers.push(close) });
afterAll(() => Promise.all(closers.map(async (close) => close())));

async function cells(...contents: readonly (string | Uint8Array)[]): Promise<readonly Cell[]> {
  const document: Document = { ...pdf([]), attachments: attached(...contents) };
  return (await witness.read(task({ document, fields }))).cells;
}

const values = async (...contents: readonly (string | Uint8Array)[]): Promise<Readonly<Record<string, string | null>>> =>
  Object.fromEntries((await cells(...contents)).map(({ path, value }) => [path, value]));

interface XmlParts {
  readonly summation?: string;
  readonly settlement?: string;
  readonly lines?: string;
}

/** A Cross Industry Invoice of version 2, as Factur-X has it. */
const crossIndustry = ({ summation = '', settlement = '', lines = '' }: XmlParts = {}): string => `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:a" xmlns:ram="urn:b" xmlns:udt="urn:c">
  <rsm:ExchangedDocument>
    <ram:ID>R-1</ram:ID><ram:TypeCode>380</ram:TypeCode>
    <ram:IssueDateTime><udt:DateTimeString format="102">20260303</udt:DateTimeString></ram:IssueDateTime>
  </rsm:ExchangedDocument>
  <rsm:SupplyChainTradeTransaction>
    ${lines}
    <ram:ApplicableHeaderTradeAgreement>
      <ram:SellerTradeParty><ram:Name>Müller &amp; Söhne</ram:Name></ram:SellerTradeParty>
      <ram:BuyerTradeParty><ram:Name>Käufer
        AG</ram:Name></ram:BuyerTradeParty>
    </ram:ApplicableHeaderTradeAgreement>
    <ram:ApplicableHeaderTradeSettlement>
      <ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>${settlement}
      <ram:SpecifiedTradeSettlementHeaderMonetarySummation>${summation}</ram:SpecifiedTradeSettlementHeaderMonetarySummation>
    </ram:ApplicableHeaderTradeSettlement>
  </rsm:SupplyChainTradeTransaction>
</rsm:CrossIndustryInvoice>`;

const crossLine = (name: string, inner: string): string => `<ram:IncludedSupplyChainTradeLineItem>
  <ram:SpecifiedTradeProduct><ram:Name>${name}</ram:Name></ram:SpecifiedTradeProduct>${inner}</ram:IncludedSupplyChainTradeLineItem>`;
const quantity = (value: string): string =>
  `<ram:SpecifiedLineTradeDelivery><ram:BilledQuantity>${value}</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery>`;

describe('facturx', () => {
  it('reads the header of an invoice that travels inside a document', async () => {
    expect(await values(crossIndustry({ summation: '<ram:GrandTotalAmount>119.00</ram:GrandTotalAmount>' }))).toEqual({
      '$.invoice_number': 'R-1',
      '$.issue_date': '2026-03-03',
      '$.currency': 'EUR',
      '$.seller_name': 'Müller & Söhne',
      '$.buyer_name': 'Käufer AG',
      '$.total': '119',
    });
  });

  it('has no page and no quote, for nothing of it is printed', async () => {
    expect((await cells(crossIndustry()))[0]).toEqual({
      path: '$.invoice_number',
      value: 'R-1',
      page: null,
      quote: null,
      confidence: 'certain',
      reason: 'exact',
    });
  });

  it('finds the invoice by its root element, among other files and without a telling name', async () => {
    expect(await values('plain text', '<html><body/></html>', crossIndustry())).toMatchObject({ '$.invoice_number': 'R-1' });
  });

  it('reads the words of version 1 as those of version 2', async () => {
    const old = crossIndustry({ summation: '<ram:DuePayableAmount currencyID="EUR">5.50</ram:DuePayableAmount>' })
      .replaceAll('CrossIndustryInvoice', 'CrossIndustryDocument')
      .replaceAll('rsm:ExchangedDocument', 'rsm:HeaderExchangedDocument')
      .replaceAll('rsm:SupplyChainTradeTransaction', 'rsm:SpecifiedSupplyChainTradeTransaction')
      .replaceAll('ApplicableHeaderTrade', 'ApplicableSupplyChainTrade');
    expect(await values(old)).toMatchObject({ '$.invoice_number': 'R-1', '$.amount_due': '5.50', '$.seller_name': 'Müller & Söhne' });
  });

  it('numbers its lines in order, and leaves out those that are only words', async () => {
    const lines = [crossLine('Stift', quantity('2.0000')), crossLine('Vielen Dank!', ''), crossLine('Heft', quantity('1.500'))].join('');
    expect(await values(crossIndustry({ lines }))).toMatchObject({
      '$.line_items[0].description': 'Stift',
      '$.line_items[0].quantity': '2',
      '$.line_items[1].description': 'Heft',
      '$.line_items[1].quantity': '1.50',
    });
  });

  it.each([
    ['1.234', '1.2340'],
    ['1234.5', '1234.50'],
    ['-8.790', '-8.79'],
    ['0.00', '0'],
    ['007', '7'],
  ])('writes the amount %s so that it can be read in one way only: %s', async (stated, written) => {
    const found = await values(crossIndustry({ summation: `<ram:GrandTotalAmount>${stated}</ram:GrandTotalAmount>` }));
    expect(found['$.total']).toBe(written);
  });

  it.each(['1,50', '1e9', 'NaN', '--1', ''])('does not state an amount written %j', async (stated) => {
    expect(await values(crossIndustry({ summation: `<ram:GrandTotalAmount>${stated}</ram:GrandTotalAmount>` }))).not.toHaveProperty([
      '$.total',
    ]);
  });

  it('does not state a date that is none', async () => {
    expect(await values(crossIndustry().replace('20260303', '20269103'))).not.toHaveProperty(['$.issue_date']);
  });

  it('takes the tax in the currency of the invoice', async () => {
    const summation =
      '<ram:TaxTotalAmount currencyID="USD">22</ram:TaxTotalAmount><ram:TaxTotalAmount currencyID="EUR">19</ram:TaxTotalAmount>';
    expect(await values(crossIndustry({ summation }))).toMatchObject({ '$.tax': '19' });
  });

  it('states no subtotal where the sum of lines and the tax basis differ', async () => {
    const summation = '<ram:LineTotalAmount>100</ram:LineTotalAmount><ram:TaxBasisTotalAmount>90</ram:TaxBasisTotalAmount>';
    expect(await values(crossIndustry({ summation }))).not.toHaveProperty(['$.subtotal']);
    expect(await values(crossIndustry({ summation: summation.replace('90', '100.00') }))).toMatchObject({ '$.subtotal': '100' });
  });

  it('states no due date where there are several', async () => {
    const terms = (day: string): string =>
      `<ram:SpecifiedTradePaymentTerms><ram:DueDateDateTime><udt:DateTimeString>${day}</udt:DateTimeString></ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>`;
    expect(await values(crossIndustry({ settlement: terms('20260401') + terms('20260501') }))).not.toHaveProperty(['$.due_date']);
    expect(await values(crossIndustry({ settlement: terms('20260401') + terms('20260401') }))).toMatchObject({
      '$.due_date': '2026-04-01',
    });
  });

  it('does not state a discount of zero: no page prints one', async () => {
    const discount = (value: string): string =>
      crossIndustry({ summation: `<ram:AllowanceTotalAmount>${value}</ram:AllowanceTotalAmount>` });
    expect(await values(discount('0.00'))).not.toHaveProperty(['$.discount']);
    expect(await values(discount('3.10'))).toMatchObject({ '$.discount': '3.10' });
  });

  it('reads UBL, an invoice or a credit note', async () => {
    const ubl = `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:cbc="urn:b"><cbc:ID>U-7</cbc:ID>
      <cbc:IssueDate>2026-03-20</cbc:IssueDate><cbc:DocumentCurrencyCode>USD</cbc:DocumentCurrencyCode>
      <LegalMonetaryTotal><PayableAmount currencyID="USD">279.84</PayableAmount></LegalMonetaryTotal>
      <InvoiceLine><ID>1</ID><InvoicedQuantity>3</InvoicedQuantity><Item><Name>Chair</Name></Item><Price><PriceAmount>4</PriceAmount></Price></InvoiceLine>
    </Invoice>`;
    const expected = {
      '$.invoice_number': 'U-7',
      '$.issue_date': '2026-03-20',
      '$.amount_due': '279.84',
      '$.line_items[0].unit_price': '4',
    };
    expect(await values(ubl)).toMatchObject(expected);
    const creditNote = ubl
      .replaceAll('InvoiceLine>', 'CreditNoteLine>')
      .replaceAll('InvoicedQuantity', 'CreditedQuantity')
      .replaceAll('Invoice ', 'CreditNote ')
      .replace('</Invoice>', '</CreditNote>');
    expect(await values(creditNote)).toMatchObject({ ...expected, '$.line_items[0].quantity': '3' });
  });

  it('has nothing to say of a document without an invoice inside', async () => {
    expect(await cells()).toEqual([]);
    const others = [
      '%PDF-1.7',
      '',
      '<svg/>',
      '<!DOCTYPE svg PUBLIC "x" "y"><svg/>',
      '<3',
      '<p>&nbsp;<br>',
      `<svg>${' '.repeat(3_000_000)}</svg>`,
    ];
    expect(await cells(...others)).toEqual([]);
  });

  it.each([
    ['UTF-16 with a mark', Buffer.from(`\ufeff${crossIndustry().replace('UTF-8', 'UTF-16')}`, 'utf16le')],
    ['Latin-1, declared', Buffer.from(crossIndustry().replace('UTF-8', 'ISO-8859-1'), 'latin1')],
  ])('reads %s', async (_name, bytes) => {
    expect(await values(bytes)).toMatchObject({ '$.seller_name': 'Müller & Söhne' });
  });
});

describe('facturx refuses', () => {
  const root = '<CrossIndustryInvoice>';
  it.each([
    ['a DTD', `<!DOCTYPE CrossIndustryInvoice [<!ENTITY e SYSTEM "file:///etc/passwd">]>${root}&e;</CrossIndustryInvoice>`, 'it has a DTD'],
    [
      'a billion laughs',
      `<!DOCTYPE r:CrossIndustryInvoice [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>${root}&b;</CrossIndustryInvoice>`,
      'it has a DTD',
    ],
    ['an entity that is not declared', `${root}&e;</CrossIndustryInvoice>`, 'it is not well-formed'],
    ['XML that is cut off', crossIndustry().slice(0, 700), 'it is not well-formed'],
    ['too many elements', root + '<a/>'.repeat(100_001), 'it has more than 100000 elements'],
    ['too many levels', root + '<a>'.repeat(100), 'it is nested deeper than 64 levels'],
    ['too many bytes', `${root}${' '.repeat(2 * 1024 * 1024)}</CrossIndustryInvoice>`, 'it is larger than 2097152 bytes'],
    ['an unknown encoding', crossIndustry().replace('UTF-8', 'EBCDIC-X'), 'its encoding is not known'],
  ])('%s, and says why without a word of it', async (_name, content, why) => {
    await expect(cells(content)).rejects.toMatchObject({
      code: 'PARSING_ERROR',
      message: `facturx: an XML attachment cannot be read: ${why}`,
    });
  });

  it('or reads: no bytes do anything else', async () => {
    const whole = crossIndustry({ lines: crossLine('Stift', quantity('2')) });
    const mutation = fc.tuple(fc.nat(whole.length), fc.nat(40), fc.string({ unit: 'binary', maxLength: 20 }));
    await fc.assert(
      fc.asyncProperty(mutation, async ([start, length, inserted]) => {
        const mutated = whole.slice(0, start) + inserted + whole.slice(start + length);
        const outcome = await cells(mutated).catch((error: unknown) => error);
        expect(Array.isArray(outcome) || (outcome instanceof Error && outcome.name === 'ExtractionError')).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
