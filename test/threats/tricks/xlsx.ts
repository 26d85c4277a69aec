import { type RawSheet, rawXlsx, row } from '../../plugins/converters/raw-xlsx.js';
import { planted, type Trick } from './trick.js';

type Cells = Readonly<Record<string, string>>;
/** Labels in A, values in B; styles by number of `xf`. */
const usual: Cells = {
  1: row(1, { A: 'Northwind Stationery Ltd' }),
  2: row(2, { A: '12 High Street, London EC1A 1BB' }),
  3: row(3, { A: 'Invoice number:', B: 'INV-2041' }),
  4: row(4, { A: 'Invoice date:', B: '12 March 2026' }),
  5: row(5, { A: 'Due date:', B: '11 April 2026' }),
  6: row(6, { A: 'Subtotal', B: 100 }),
  7: row(7, { A: 'VAT 20%', B: 20 }),
  8: row(8, { A: 'Total', B: 120 }),
  9: row(9, { A: 'IBAN', B: 'GB29NWBK60161331926819' }),
};
interface Sheet {
  readonly rows?: Cells;
  readonly before?: string;
  readonly after?: string;
  readonly styles?: string;
  readonly more?: readonly RawSheet[];
  /** A shape over the value in row 9. */
  readonly shape?: string;
}
const book = ({ rows = {}, before = '', after = '', styles = '', more = [], shape = '' }: Sheet): Promise<Uint8Array> =>
  rawXlsx({
    sheets: [
      { content: `${before}<sheetData>${Object.values({ ...usual, ...rows }).join('')}</sheetData>${after}<drawing r:id="rId1"/>` },
      ...more,
    ],
    styles,
    further: {
      'xl/worksheets/_rels/sheet1.xml.rels':
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="drawing" Target="../drawings/drawing1.xml"/><Relationship Id="rId2" Type="vmlDrawing" Target="../drawings/vmlDrawing1.vml"/></Relationships>',
      'xl/drawings/drawing1.xml': `<xdr:wsDr xmlns:xdr="${drawings}/spreadsheetDrawing" xmlns:a="${drawings}/main"><xdr:twoCellAnchor><xdr:from><xdr:col>1</xdr:col><xdr:row>8</xdr:row></xdr:from><xdr:to><xdr:col>3</xdr:col><xdr:row>9</xdr:row></xdr:to>${shape}</xdr:twoCellAnchor></xdr:wsDr>`,
      'xl/drawings/vmlDrawing1.vml': note,
    },
  });
const note = `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel"><v:shape style="position:absolute;visibility:visible"><v:textbox><div>Seen<br></div></v:textbox><x:ClientData ObjectType="Note"><x:Anchor>1, 2, 8, 0, 4, 10, 9, 5</x:Anchor></x:ClientData></v:shape></xml>`;
const drawings = 'http://schemas.openxmlformats.org/drawingml/2006';
const trick = (name: string, field: Trick['field'], seen: Trick['seen'], build: Sheet): Trick => ({
  name: `XLSX: ${name}`,
  field,
  seen,
  make: () => book(build),
});

/** Styles of which the second has this font, fill, format and alignment. */
const style = ({
  font = '',
  fill = '',
  format = '',
  alignment = '',
}: {
  font?: string;
  fill?: string;
  format?: string;
  alignment?: string;
}): string =>
  `<numFmts><numFmt numFmtId="200" formatCode="${format.replaceAll('"', '&quot;').replaceAll('>', '&gt;') || 'General'}"/></numFmts><fonts><font/><font>${font}</font></fonts><fills><fill/><fill>${fill}</fill></fills><cellXfs><xf/><xf numFmtId="200" fontId="1" fillId="1" applyFont="1"><alignment ${alignment}/></xf></cellXfs>`;
const falseIban = { 9: row(9, { A: 'IBAN', B: [planted.iban, 1] }) };
const iban = (name: string, build: Sheet): Trick => trick(name, 'iban', [null], { rows: falseIban, ...build });
const total = (name: string, format: string, seen: Trick['seen'], stored = 120): Trick =>
  trick(name, 'total', seen, { rows: { 8: row(8, { A: 'Total', B: [stored, 1] }) }, styles: style({ format }) });
const solid = (rgb: string): string => `<patternFill patternType="solid"><fgColor rgb="${rgb}"/></patternFill>`;

export const xlsxTricks: readonly Trick[] = [
  iban('a white value', { styles: style({ font: '<color rgb="FFFFFFFF"/>' }) }),
  iban('a white value by the theme', { styles: style({ font: '<color indexed="9"/>' }) }),
  iban('a value in the colour of its cell', { styles: style({ font: '<color rgb="FF336699"/>', fill: solid('FF336699') }) }),
  iban('a value one point high', { styles: style({ font: '<sz val="1"/>' }) }),
  iban('a font of pictures', { styles: style({ font: '<name val="Wingdings"/>' }) }),
  iban('a format that shows nothing', { styles: style({ format: ';;;' }) }),
  iban('a format that shows other words', { styles: style({ format: 'General;General;General;"see letter"' }) }),
  iban('a hidden row', { rows: { 9: row(9, { A: 'IBAN', B: planted.iban }, 'hidden="1"') } }),
  iban('a row of no height', { rows: { 9: row(9, { A: 'IBAN', B: planted.iban }, 'ht="0.5" customHeight="1"') } }),
  iban('a row that shows the feet of its text', { rows: { 9: row(9, { A: 'IBAN', B: planted.iban }, 'ht="4" customHeight="1"') } }),
  iban('a hidden column', { before: '<cols><col min="2" max="2" hidden="1" width="20"/></cols>' }),
  iban('a column of no width', { before: '<cols><col min="2" max="2" width="0.1"/></cols>' }),
  iban('a text made to fit', { before: '<cols><col min="2" max="2" width="2"/></cols>', styles: style({ alignment: 'shrinkToFit="1"' }) }),
  iban('a cell under a merged one', { after: '<mergeCells><mergeCell ref="A9:B9"/></mergeCells>' }),
  iban('a hidden sheet', {
    rows: { 9: '' },
    more: [{ state: 'hidden', content: `<sheetData>${row(1, { A: 'IBAN', B: planted.iban })}</sheetData>` }],
  }),
  iban('a very hidden sheet', {
    rows: { 9: '' },
    more: [{ state: 'veryHidden', content: `<sheetData>${row(1, { A: 'IBAN', B: planted.iban })}</sheetData>` }],
  }),
  iban('the reading of a text', {
    rows: {
      9: `<row r="9"><c r="A9" t="inlineStr"><is><t>IBAN</t></is></c><c r="B9" t="inlineStr"><is><r><rPr><sz val="11"/></rPr><t> </t></r><rPh sb="0" eb="1"><t>${planted.iban}</t></rPh></is></c></row>`,
    },
  }),
  iban('a white run in a text', {
    rows: {
      9: `<row r="9"><c r="A9" t="inlineStr"><is><t>IBAN</t></is></c><c r="B9" t="inlineStr"><is><r><rPr><color rgb="FFFFFFFF"/></rPr><t>${planted.iban}</t></r></is></c></row>`,
    },
  }),
  iban('a value struck out', { styles: style({ font: '<strike/>' }) }),
  iban('an indent out of the column', {
    before: '<cols><col min="2" max="2" width="10"/></cols>',
    rows: { 9: row(9, { A: 'IBAN', B: [planted.iban, 1], C: 'x' }) },
    styles: style({ alignment: 'indent="250"' }),
  }),
  iban('a value under a shape', { shape: '<xdr:sp><xdr:spPr><a:solidFill/></xdr:spPr></xdr:sp>' }),
  iban('a value under a note that is shown', { after: '<legacyDrawing r:id="rId2"/>' }),
  iban('a value under a picture', { shape: '<xdr:pic/>' }),
  iban('a value that a condition may hide', {
    after: '<conditionalFormatting sqref="B9"><cfRule type="expression" dxfId="0"><formula>TRUE</formula></cfRule></conditionalFormatting>',
    styles: '<dxfs><dxf><font><color rgb="FFFFFFFF"/></font></dxf></dxfs>',
  }),
  total('a format that says another number', '"920.00"', [null, 920]),
  total('a format that divides by a thousand', '0.00,', [0.12]),
  total('a format with a digit before', '"9"0.00', [9120]),
  total('a format that fills with digits', '*90.00', [null]),
  total('a format of a percentage', '0%', [null, 12000]),
  total('a format with a sign of its own', '"-"0.00', [-120]),
  total('a format under a condition', '[>100]"50.00";0.00', [50, null]),
  total('a format in brackets', '(0.00)', [-120, null]),
  total('a format of a fraction', '# ?/?', [120, 120.5, null], 120.5),
  total('a format that rounds', '0', [120, 121], 120.49),
  total('a format of other digits', '[$-2000000]0.00', [120, null]),
  total('a format in the colour of paper', '[White]0.00', [null]),
  trick('a text that a cell repeats', 'invoice_number', [null], {
    rows: { 3: row(3, { A: 'Invoice number:', B: ['7', 1] }) },
    styles: style({ alignment: 'horizontal="fill"' }),
  }),
  trick('a formula whose result is old', 'total', [120, null], {
    rows: { 8: '<row r="8"><c r="A8" t="inlineStr"><is><t>Total</t></is></c><c r="B8"><f>B6*9</f><v>120</v></c></row>' },
  }),
  trick('a date that counts from 1904', 'due_date', ['2026-04-11', null], {
    rows: { 5: row(5, { A: 'Due date:', B: [46_123, 1] }) },
    styles: style({ format: 'yyyy-mm-dd' }),
  }),
  trick('a date as a format says it', 'due_date', ['2027-08-15'], {
    rows: { 5: row(5, { A: 'Due date:', B: [46_123, 1] }) },
    styles: style({ format: '"15 August 2027"' }),
  }),
];
