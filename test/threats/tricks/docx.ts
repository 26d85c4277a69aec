import { cell, paragraph, part, rawDocx, row, run, table } from '../../plugins/converters/raw-docx.js';
import { honest, lines, planted, type Trick } from './trick.js';

type Line = keyof typeof lines;
const label: Readonly<Partial<Record<Line, string>>> = {
  iban: 'IBAN ',
  invoice_number: 'Invoice number: ',
  total: 'Total GBP ',
  due_date: 'Due date: ',
};

/** The honest document with other words in place of a field's line, and further parts. */
const doc = (field: Line, instead: string, further: Readonly<Record<string, string>> = {}): Promise<Uint8Array> =>
  rawDocx((Object.keys(lines) as Line[]).map((key) => (key === field ? instead : paragraph(lines[key]))).join(''), further);
const trick = (
  name: string,
  field: Trick['field'] & Line,
  seen: Trick['seen'],
  instead: string,
  further?: Readonly<Record<string, string>>,
): Trick => ({
  name: `DOCX: ${name}`,
  field,
  seen,
  make: () => doc(field, instead, further),
});
const iban = (name: string, value: string, seen: Trick['seen'] = [null], further?: Readonly<Record<string, string>>): Trick =>
  trick(name, 'iban', seen, paragraph(run(label.iban ?? '') + value), further);
const hidden = (name: string, properties: string): Trick => iban(name, run(planted.iban, properties));
const inParagraph = (properties: string): string => paragraph(run(`IBAN ${planted.iban}`), properties);
const styled = (style: string): Readonly<Record<string, string>> => ({ 'styles.xml': part('styles', style) });
const filled = (fill: string): string =>
  `<w14:textFill xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml">${fill}</w14:textFill>`;
/** The account in a table whose style has these properties of text, or this part. */
const inTable = (name: string, style: string, look = ''): Trick =>
  trick(
    name,
    'iban',
    [null],
    `<w:tbl><w:tblPr><w:tblStyle w:val="T"/>${look}</w:tblPr>${row('IBAN', planted.iban)}</w:tbl>`,
    styled(`<w:style w:type="table" w:styleId="T">${style}</w:style>`),
  );
/** The account in a text box with these properties, and as wide as this. */
const boxed = (name: string, properties: string, width = 3_000_000): Trick =>
  trick(
    name,
    'iban',
    [null],
    paragraph(
      `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:anchor xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing">${properties}<wp:extent cx="${width}" cy="300000"/><a:graphic><a:graphicData><wps:wsp><wps:txbx>${box(`IBAN ${planted.iban}`)}</wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></mc:Choice></mc:AlternateContent></w:r>`,
    ),
  );
/** The account with something in front of it, so far below the top of its paragraph or page, and so high. */
const covered = (name: string, from: string, graphic: string, offset = 0, height = 300_000): Trick =>
  iban(
    name,
    `${run(planted.iban)}<w:r><w:drawing><wp:anchor xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" behindDoc="0"><wp:positionH relativeFrom="column"><wp:posOffset>0</wp:posOffset></wp:positionH><wp:positionV relativeFrom="${from || 'paragraph'}"><wp:posOffset>${offset}</wp:posOffset></wp:positionV><wp:extent cx="5000000" cy="${height}"/><wp:wrapNone/>${graphic}</wp:anchor></w:drawing></w:r>`,
  );
const shape = '<a:graphic><a:graphicData><wps:wsp><wps:spPr><a:solidFill/></wps:spPr></wps:wsp></a:graphicData></a:graphic>';
/** A drawing in front of the text, at the left margin below the top of its paragraph, drawn as the one of this number. */
const drawn = (order: number, graphic: string): string =>
  `<w:r><w:drawing><wp:anchor xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" relativeHeight="${order}"><wp:positionH relativeFrom="column"><wp:posOffset>0</wp:posOffset></wp:positionH><wp:positionV relativeFrom="paragraph"><wp:posOffset>0</wp:posOffset></wp:positionV><wp:extent cx="3000000" cy="300000"/><wp:wrapNone/>${graphic}</wp:anchor></w:drawing></w:r>`;
const textBox = (text: string): string =>
  `<a:graphic><a:graphicData><wps:wsp><wps:txbx>${box(text)}</wps:txbx></wps:wsp></a:graphicData></a:graphic>`;
const box = (text: string): string => `<w:txbxContent>${paragraph(text)}</w:txbxContent>`;

export const docxTricks: readonly Trick[] = [
  hidden('a value that vanishes', '<w:vanish/>'),
  hidden('a value that vanishes on the web and in print', '<w:vanish/><w:webHidden/><w:specVanish/>'),
  hidden('a white value', '<w:color w:val="FFFFFF"/>'),
  hidden('a black value on black', '<w:shd w:val="clear" w:fill="000000"/><w:color w:val="000000"/>'),
  hidden('a highlight of its own colour', '<w:color w:val="FFFF00"/><w:highlight w:val="yellow"/>'),
  hidden('a value one point high', '<w:sz w:val="2"/>'),
  hidden('a value of 1 % width', '<w:w w:val="1"/>'),
  hidden('letters over each other', '<w:spacing w:val="-200"/>'),
  hidden('a font of pictures', '<w:rFonts w:ascii="Wingdings" w:hAnsi="Wingdings"/>'),
  hidden('a font of pictures, named for other scripts', '<w:rFonts w:ascii="Webdings" w:hAnsi="Webdings" w:cs="Arial"/>'),
  hidden('a value made to fit in a point', '<w:fitText w:val="20" w:id="1"/>'),
  hidden('a value lowered under the page', '<w:position w:val="-3000"/>'),
  hidden('letters without a fill', filled('<w14:noFill/>')),
  hidden('letters filled with white', filled('<w14:solidFill><w14:srgbClr w14:val="FFFFFF"/></w14:solidFill>')),
  hidden('letters filled with the paper of the theme', filled('<w14:solidFill><w14:schemeClr w14:val="bg1"/></w14:solidFill>')),
  hidden(
    'letters whose fill is clear',
    filled('<w14:solidFill><w14:srgbClr w14:val="000000"><w14:alpha w14:val="100000"/></w14:srgbClr></w14:solidFill>'),
  ),
  iban(
    'a style of all paragraphs that is white',
    run(planted.iban),
    [null],
    styled('<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:rPr><w:color w:val="FFFFFF"/></w:rPr></w:style>'),
  ),
  inTable('a table whose style is white', '<w:rPr><w:color w:val="FFFFFF"/></w:rPr>'),
  inTable(
    'a last column that vanishes by the style of its table',
    '<w:tblStylePr w:type="lastCol"><w:rPr><w:vanish/></w:rPr></w:tblStylePr>',
    '<w:tblLook w:lastColumn="1"/>',
  ),
  trick(
    'a cell that was deleted',
    'iban',
    [null],
    `<w:tbl><w:tr>${cell('IBAN')}${cell(planted.iban, '<w:cellDel w:id="1" w:author="x"/>')}</w:tr></w:tbl>`,
  ),
  boxed('a text box outside of the page', '<wp:positionH relativeFrom="page"><wp:posOffset>-90000000</wp:posOffset></wp:positionH>'),
  boxed('a text box that is hidden', '<wp:docPr id="1" name="x" hidden="1"/>'),
  boxed('a text box of no width', '', 1),
  covered('a picture over it', '', '<a:graphic/>'),
  covered('a filled shape over it, from the paragraph before', '', shape, -400_000, 800_000),
  covered('a filled shape over it, by the page', 'page', shape, 2_500_000, 2_500_000),
  trick('a text box under a shape', 'iban', [null], paragraph(`${drawn(1, textBox(`IBAN ${planted.iban}`))}${drawn(2, shape)}`)),
  iban(
    'a value under a shape of VML',
    `${run(planted.iban)}<w:r><w:pict><v:rect style="position:absolute;margin-left:0;margin-top:0;width:400pt;height:20pt;z-index:1"/></w:pict></w:r>`,
  ),
  iban(
    'a style that vanishes, by inheritance',
    run(planted.iban, '<w:rStyle w:val="b"/>'),
    [null],
    styled(
      '<w:style w:type="character" w:styleId="a"><w:rPr><w:vanish/></w:rPr></w:style><w:style w:type="character" w:styleId="b"><w:basedOn w:val="a"/></w:style>',
    ),
  ),
  iban(
    'a deleted value',
    `<w:del>${run(planted.iban)
      .replaceAll('w:t', 'w:delText')
      .replace(/w:delText( |>)/g, 'w:delText$1')}</w:del><w:ins>${run(honest.iban)}</w:ins>`,
    [honest.iban],
  ),
  iban('a moved value', `<w:moveFrom>${run(planted.iban)}</w:moveFrom><w:moveTo>${run(honest.iban)}</w:moveTo>`, [honest.iban]),
  iban('a value that is struck out', run(planted.iban, '<w:strike/>')),
  iban('a value struck out twice', run(planted.iban, '<w:dstrike/>')),
  iban(
    'the code of a field',
    `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>QUOTE ${planted.iban}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(honest.iban)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`,
    [honest.iban],
  ),
  iban(
    'a hint in place of a value',
    `<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>${run(planted.iban)}</w:sdtContent></w:sdt>`,
    [planted.iban, null],
  ),
  iban(
    'a fallback that nobody sees',
    `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing>${box(honest.iban)}</w:drawing></mc:Choice><mc:Fallback><w:pict>${box(planted.iban)}</w:pict></mc:Fallback></mc:AlternateContent></w:r>`,
    [honest.iban, null],
  ),
  iban(
    'the pronunciation over a text',
    `<w:r><w:ruby><w:rt>${run(planted.iban)}</w:rt><w:rubyBase>${run(honest.iban)}</w:rubyBase></w:ruby></w:r>`,
    [honest.iban],
  ),
  iban('characters that turn the order', run(`\u202e${planted.iban}\u202c`)),
  iban('characters of a direction by element', `<w:bdo w:val="rtl">${run(planted.iban)}</w:bdo>`),
  trick(
    'a row of no height',
    'iban',
    [null],
    table(row(`IBAN ${planted.iban}`).replace('<w:tr>', '<w:tr><w:trPr><w:trHeight w:val="10" w:hRule="exact"/></w:trPr>')),
  ),
  trick('a hidden row', 'iban', [null], table(row(`IBAN ${planted.iban}`).replace('<w:tr>', '<w:tr><w:trPr><w:hidden/></w:trPr>'))),
  trick('a deleted row', 'iban', [null], table(row(`IBAN ${planted.iban}`).replace('<w:tr>', '<w:tr><w:trPr><w:del/></w:trPr>'))),
  trick(
    'a cell that a merged one covers',
    'iban',
    [null],
    table(row('Bank'), row(`IBAN ${planted.iban}`).replace('<w:tcPr>', '<w:tcPr><w:vMerge/>')),
  ),
  trick('lines of no height', 'iban', [null], inParagraph('<w:spacing w:line="10" w:lineRule="exact"/>')),
  trick(
    'a frame outside of the page',
    'iban',
    [null],
    inParagraph('<w:framePr w:w="3000" w:hAnchor="page" w:vAnchor="page" w:x="-9000" w:y="100"/>'),
  ),
  trick('an indent outside of the page', 'iban', [null], inParagraph('<w:ind w:left="-20000" w:right="20000"/>')),
  trick(
    'a list number before the total',
    'total',
    [null, 9],
    paragraph(run('GBP 20.00'), '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'),
    {
      'numbering.xml': part(
        'numbering',
        '<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="9"/><w:numFmt w:val="decimal"/><w:lvlText w:val="Total %1"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>',
      ),
    },
  ),
  trick(
    'a digit that vanishes inside',
    'invoice_number',
    ['INV-2041'],
    paragraph(run('Invoice number: INV-2') + run('9', '<w:vanish/>') + run('041')),
  ),
  trick(
    'a digit one point high inside',
    'invoice_number',
    ['INV-2041'],
    paragraph(run('Invoice number: INV-2') + run('9', '<w:sz w:val="2"/>') + run('041')),
  ),
  trick(
    'a digit of pictures',
    'invoice_number',
    ['INV-2•41', 'INV-241', 'INV-2', null],
    paragraph(`${run('Invoice number: INV-2')}<w:r><w:sym w:font="Wingdings" w:char="F030"/></w:r>${run('41')}`),
  ),
  trick(
    'a digit raised as of a footnote',
    'invoice_number',
    ['INV-204', 'INV-2041', null],
    paragraph(run('Invoice number: INV-204') + run('1', '<w:vertAlign w:val="superscript"/>')),
  ),
  trick(
    'a comment that says another number',
    'invoice_number',
    ['INV-2041'],
    paragraph(`${run('Invoice number: INV-2041')}<w:commentReference w:id="0"/>`),
    { 'comments.xml': part('comments', `<w:comment w:id="0">${paragraph(planted.invoice_number)}</w:comment>`) },
  ),
  trick('a Cyrillic letter in the number', 'invoice_number', [null], paragraph('Invoice number: \u0406NV-2041')),
  trick('a full-width digit in the total', 'total', [120, null], paragraph('Total GBP 12\uFF10.00')),
];
