import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import en16931 from '../../../plugins/rules/en16931.js';
import { documentOf, runRule } from '../../kit/index.js';

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2';
const cii = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100';
const profile = 'urn:cen.eu:en16931:2017';

/** A schema in which the number of an invoice has three characters; the type of it stands in another file. */
const schema = (root: string, namespace: string, types: string): string =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:o="${namespace}" targetNamespace="${namespace}" elementFormDefault="qualified">
<xs:include schemaLocation="${types}"/>
<xs:element name="${root}"><xs:complexType><xs:sequence><xs:element name="ID" type="o:Short"/><xs:any processContents="skip" minOccurs="0" maxOccurs="unbounded"/></xs:sequence><xs:anyAttribute processContents="skip"/></xs:complexType></xs:element></xs:schema>`;
const typesOf = (namespace: string): string =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${namespace}"><xs:simpleType name="Short"><xs:restriction base="xs:string"><xs:maxLength value="3"/></xs:restriction></xs:simpleType></xs:schema>`;

const wrapperOf = (namespace: string, file: string): string =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${namespace}"><xs:include schemaLocation="${file}"/></xs:schema>`;

const folder = mkdtempSync(join(tmpdir(), 'vouch-xsd-'));
afterAll(() => rmSync(folder, { recursive: true }));
for (const [name, text] of Object.entries({
  'own/cii.xsd': schema('CrossIndustryInvoice', cii, 'types/cii.xsd'),
  'own/types/cii.xsd': typesOf(cii),
  // As the files of UBL lie: those of documents beside those of their parts, so that one above both is named.
  'own/ubl.xsd': wrapperOf(ubl, 'maindoc/invoice.xsd'),
  'own/maindoc/invoice.xsd': schema('Invoice', ubl, '../types/ubl.xsd'),
  'own/types/ubl.xsd': typesOf(ubl),
  'own/outside.xsd': schema('Invoice', ubl, '../outside.xsd'),
  'outside.xsd': typesOf(ubl),
})) {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

async function broken(xml: string, xsd: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const document = { ...documentOf('Invoice'), attachments: [{ name: 'invoice.xml', bytes: Buffer.from(xml) }] };
  const options = { xsd: Object.fromEntries(Object.entries(xsd).map(([syntax, file]) => [syntax, join(folder, file)])) };
  const { checks } = await runRule(en16931, { document, reading: {}, schema: { invoice_number: { type: 'string' } }, options });
  return checks.flatMap(({ notes }) => notes).map((note) => note.replace(/^.*(?:in breach of|cannot be verified:) /, ''));
}
const ofXsd = (notes: readonly string[]): readonly string[] => notes.filter((note) => note.startsWith('XSD'));

const invoice = (number: string, hint = ''): string =>
  `<i:Invoice xmlns:i="${ubl}" ${hint}>\n<i:ID>${number}</i:ID><i:CustomizationID>${profile}</i:CustomizationID></i:Invoice>`;

it('an invoice that does not follow the schema of the host is named with its line, and its business rules are checked, too', async () => {
  const notes = await broken(invoice('R-7000'), { ubl: 'own/ubl.xsd' });
  expect(ofXsd(notes)[0]).toBe(
    "XSD: Element 'ID': [facet 'maxLength'] The value has a length of '6'; this exceeds the allowed maximum length of '3', at /Invoice/ID, line 2",
  );
  expect(notes).toContainEqual(expect.stringContaining('BR-03: '));
  expect(ofXsd(await broken(invoice('R-7'), { ubl: 'own/ubl.xsd' }))).toEqual([]);
});

it('each syntax has its own schema, and one without a schema is checked by its rules alone', async () => {
  const xml = `<CrossIndustryInvoice xmlns="${cii}"><ID>R-7000</ID></CrossIndustryInvoice>`;
  expect(ofXsd(await broken(xml, { cii: 'own/cii.xsd', ubl: 'own/ubl.xsd' }))[0]).toMatch(/^XSD: .*maxLength.*, at line 1$/);
  expect(ofXsd(await broken(xml, { ubl: 'own/ubl.xsd' }))).toEqual([]);
});

it('a schema that includes a file which is not below its folder cannot be used, and the business rules are checked all the same', async () => {
  const notes = await broken(invoice('R-7'), { ubl: 'own/outside.xsd' });
  expect(notes).toContainEqual(expect.stringMatching(/^its xsd cannot be used: .*outside\.xsd/));
  expect(notes).toContainEqual(expect.stringContaining('BR-03: '));
});

it('an invoice cannot name a schema of its own', async () => {
  const hint = `xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="${ubl} ${join(folder, 'outside.xsd')} ${ubl} http://localhost:1/a.xsd"`;
  expect(ofXsd(await broken(invoice('R-7000', hint), { ubl: 'own/ubl.xsd' }))).toHaveLength(
    ofXsd(await broken(invoice('R-7000'), { ubl: 'own/ubl.xsd' })).length,
  );
});

it('a schema that is missing is a mistake of the configuration', async () => {
  await expect(broken(invoice('R-7'), { ubl: 'own/none.xsd' })).rejects.toThrow(/^Plugin "en16931" cannot read its xsd .*none\.xsd/);
});
