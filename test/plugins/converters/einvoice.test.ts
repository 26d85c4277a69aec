import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { Concept } from '../../../core/text.js';
import { isEInvoice, syntaxes } from '../../../plugins/einvoice/syntaxes.js';
import { header, line } from '../../../plugins/einvoice/terms.js';
import { openEInvoice, text } from './open.js';

const xml = openEInvoice();
afterAll(() => xml.close());

const invoice = (inside: string, before = ''): Buffer =>
  Buffer.from(`<?xml version="1.0"?>${before}<Invoice xmlns:cbc="urn:b"><cbc:ID>U-7</cbc:ID>${inside}</Invoice>`);

describe('an electronic invoice in XML', () => {
  it('is printed with English names, and then element by element with the path of each', async () => {
    const document = await xml.convert(
      invoice('<cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode><cbc:IssueDate>2026-01-31</cbc:IssueDate>'),
    );
    expect(document).toMatchObject({ format: 'xml', chargedPages: 1, attachments: [{ name: 'invoice.xml' }] });
    expect(document.pages.map(({ words }) => text(words))).toEqual([
      'Invoice number U-7 Invoice date 2026-01-31 Currency EUR',
      'Invoice/ID U-7 Invoice/DocumentCurrencyCode EUR Invoice/IssueDate 2026-01-31',
    ]);
  });

  it('may be FatturaPA', async () => {
    const fattura = `<p:FatturaElettronica xmlns:p="urn:f"><FatturaElettronicaBody><DatiGenerali><DatiGeneraliDocumento><Numero>12</Numero>
      </DatiGeneraliDocumento></DatiGenerali></FatturaElettronicaBody></p:FatturaElettronica>`;
    expect(text((await xml.convert(Buffer.from(fattura))).pages[0]?.words)).toBe('Invoice number 12');
  });

  it('states its values by business term, each with the print that shows it', async () => {
    const party =
      '<cac:Party><cac:PartyName><cbc:Name>Shop</cbc:Name></cac:PartyName><cac:PartyLegalEntity><cbc:RegistrationName>Shop AG</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party>';
    const line =
      '<cac:InvoiceLine><cbc:ID>1</cbc:ID><cbc:InvoicedQuantity>2</cbc:InvoicedQuantity><cbc:LineExtensionAmount>9.50</cbc:LineExtensionAmount></cac:InvoiceLine>';
    const due = '<cbc:DueDate>2026-02-01</cbc:DueDate><cbc:DueDate>2026-03-01</cbc:DueDate>';
    const { stated, pages } = await xml.convert(
      invoice(`<cac:AccountingSupplierParty>${party}</cac:AccountingSupplierParty>${due}${line}`),
    );
    expect(stated?.header).toEqual(
      new Map([
        ['invoice_number', { value: 'U-7', page: 1, quote: 'Invoice number U-7' }],
        ['seller_name', { value: 'Shop AG', page: 1, quote: 'Seller Shop AG' }],
      ]),
    );
    expect(stated?.lines.map((row) => row.get('line_amount'))).toEqual([{ value: '9.50', page: 1, quote: '1 2 9.50' }]);
    expect(text(pages[0]?.words)).toContain('Seller Shop AG');
    // Which of both is due without a discount is for the readers, who must see them.
    expect(text(pages[0]?.words)).toContain('Due date 2026-02-01 Due date 2026-03-01');
    expect(text(pages[0]?.words)).toContain('1 2 9.50');
  });

  it('is told from other XML by its first element', () => {
    const others = ['<html/>', '<!-- <Invoice> --><svg/>', 'Invoice', '', '<!--'];
    expect([invoice(''), ...others.map((other) => Buffer.from(other))].map(isEInvoice)).toEqual([true, false, false, false, false, false]);
  });

  it.each([
    [
      'an entity that loads a file',
      invoice('&x;', '<!DOCTYPE Invoice [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
      /document type definition/,
    ],
    ['a billion laughs', invoice('&b;', '<!DOCTYPE Invoice [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>'), /document type definition/],
    ['elements nested too deep', invoice(`${'<a>'.repeat(70)}${'</a>'.repeat(70)}`), /nested deeper than 64/],
    ['too many elements', invoice('<a/>'.repeat(100_001)), /more than 100000 elements/],
    ['too many bytes', invoice(' '.repeat(2 * 2 ** 20)), /more than 2 MB/],
    ['an end that is missing', invoice('').subarray(0, 60), /unreadable/],
  ])('is refused with a reason: %s', async (_, bytes, reason) => {
    await expect(xml.convert(bytes)).rejects.toThrow(reason);
    expect(xml.lost).toEqual([]);
  });
});

const guide = readFileSync(fileURLToPath(new URL('../../../server/docs/use/formats.md', import.meta.url)), 'utf8');

const terms = Object.entries({ ...header, ...line }).map(([concept, [term]]) => ({ concept: concept as Concept, term }));
const numberIn = (term: string): number => Number(term.replace('BT-', ''));

/** `~Name` stands for any name that ends so. */
const shown = (path: string): string => `\`${path.replaceAll('~', '…')}\``;
function rowOf({ concept, term }: (typeof terms)[number]): string {
  const paths = syntaxes.map(({ header, line }) => (header[concept] ?? line[concept])?.paths.map(shown).join(', then ') ?? 'no');
  return `| \`${concept}\` | ${term} | ${paths.join(' | ')} |`;
}

describe('the business terms of electronic invoices', () => {
  it('have a number of EN 16931 for every concept that is stated', () => {
    expect(terms.filter(({ term }) => !/^BT-\d+$/.test(term))).toEqual([]);
  });

  it('stand in the guide with their paths, as they are read', () => {
    const rows = terms.toSorted((a, b) => numberIn(a.term) - numberIn(b.term)).map(rowOf);
    expect(guide.split('\n').filter((line) => /^\| `\w+` \| BT-/.test(line))).toEqual(rows);
  });
});
