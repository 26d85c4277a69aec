import { afterAll, describe, expect, it } from 'vitest';
import type { Document, Word } from '../../../core/index.js';
import { openDocx, text } from './open.js';
import { cell, paragraph, part, rawDocx, row, run, table, zip } from './raw-docx.js';

const docx = openDocx();
afterAll(() => docx.close());

const read = async (body: string, further: Readonly<Record<string, string>> = {}): Promise<Document> =>
  docx.convert(await rawDocx(body, further));
const words = (document: Document): readonly Word[] => document.pages[0]?.words ?? [];
const hidden = (document: Document): readonly Word[] => document.pages[0]?.hidden ?? [];
const leftOf = (document: Document, word: string): number | undefined => words(document).find((each) => each.text === word)?.box.x;

/** The text of the rows, from top to bottom. */
function rows(document: Document): readonly string[] {
  const byLine = Map.groupBy(words(document), (word) => word.box.y);
  return [...byLine].sort(([a], [b]) => a - b).map(([, line]) => text(line.toSorted((a, b) => a.box.x - b.box.x)));
}

describe('the type of a file', () => {
  const accepts = async (parts: Readonly<Record<string, string>>): Promise<boolean> =>
    docx.converter.accepts({ name: 'file.pdf', bytes: await zip(parts) });

  it('is DOCX where a ZIP holds content types and something under word/', async () => {
    expect(await accepts({ '[Content_Types].xml': '', 'word/document.xml': '' })).toBe(true);
    expect(await accepts({ '[Content_Types].xml': '', 'word/document.xml': '', 'word/vbaProject.bin': '' })).toBe(true);
  });

  it('is not DOCX for a spreadsheet, a plain archive, or what is no archive', async () => {
    expect(await accepts({ '[Content_Types].xml': '', 'xl/workbook.xml': '' })).toBe(false);
    expect(await accepts({ 'word/document.xml': '' })).toBe(false);
    expect(docx.converter.accepts({ name: 'a.docx', bytes: Buffer.from('d0cf11e0a1b11ae1', 'hex') })).toBe(false);
    expect(docx.converter.accepts({ name: 'a.docx', bytes: new Uint8Array(0) })).toBe(false);
  });

  it('is told from a directory that lies about its size without reading beyond the file', async () => {
    const bytes = Buffer.from(await zip({ '[Content_Types].xml': '', 'word/document.xml': '' }));
    bytes.writeUInt32LE(0xffffffff, bytes.length - 10);
    expect(docx.converter.accepts({ name: 'a.docx', bytes })).toBe(false);
  });
});

describe('words', () => {
  it('of each paragraph are a row', async () => {
    const document = await read(paragraph('Invoice 42') + paragraph('Total 120.00'));
    expect(rows(document)).toEqual(['Invoice 42', 'Total 120.00']);
    expect(document).toMatchObject({ format: 'docx', chargedPages: 1, markdown: 'Invoice 42\n\nTotal 120.00' });
    expect(document.pages).toMatchObject([{ number: 1, textLayer: 'native' }]);
  });

  it('are whole where the file splits them into runs', async () => {
    expect(rows(await read(paragraph(run('Tot') + run('al 12', '<w:b/>') + run('0.00'))))).toEqual(['Total 120.00']);
  });

  it('stand at their tab stops, and end at right ones', async () => {
    const tabs = '<w:tabs><w:tab w:val="left" w:pos="4000"/><w:tab w:val="right" w:pos="8000"/></w:tabs>';
    const document = await read(paragraph(`${run('Total')}<w:r><w:tab/></w:r>${run('EUR')}<w:r><w:tab/></w:r>${run('120.00')}`, tabs));
    const [total, currency, amount] = words(document).map((word) => word.box);
    expect((currency?.x ?? 0) - (total?.x ?? 0)).toBe(200);
    expect((amount?.x ?? 0) + (amount?.width ?? 0) - (total?.x ?? 0)).toBe(400);
  });

  it('come from headers, body, notes and footers in this order', async () => {
    const references = '<w:headerReference w:type="default" r:id="rId1"/><w:footerReference w:type="default" r:id="rId2"/>';
    const document = await read(
      `${paragraph(`${run('Total 120.00')}<w:r><w:footnoteReference w:id="2"/></w:r>`)}<w:sectPr>${references}</w:sectPr>`,
      {
        'header1.xml': part('hdr', paragraph('ACME GmbH')),
        'footer1.xml': part('ftr', paragraph('IBAN DE89')),
        'footnotes.xml': part(
          'footnotes',
          `<w:footnote w:id="2">${paragraph('incl. VAT')}</w:footnote><w:footnote w:id="3">${paragraph('unused')}</w:footnote>`,
        ),
      },
    );
    expect(rows(document)).toEqual(['ACME GmbH', 'Total 120.00', 'incl. VAT', 'IBAN DE89']);
    expect(document.markdown).toBe('ACME GmbH\n\nTotal 120.00\n\nincl. VAT\n\nIBAN DE89');
  });

  it('leave out a header for first pages where the document has none', async () => {
    const document = await read(`${paragraph('Total')}<w:sectPr><w:headerReference w:type="first" r:id="rId1"/></w:sectPr>`, {
      'header1.xml': part('hdr', paragraph('Draft')),
    });
    expect(rows(document)).toEqual(['Total']);
  });

  it.each([
    ['a simple field', `<w:fldSimple w:instr="DATE">${run('2026-03-12')}</w:fldSimple>`],
    [
      'a field with its result',
      `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>DATE</w:instrText></w:r>${run('code')}<w:r><w:fldChar w:fldCharType="separate"/></w:r>${run('2026-03-12')}<w:r><w:fldChar w:fldCharType="end"/></w:r>`,
    ],
    ['a content control', `<w:sdt><w:sdtPr/><w:sdtContent>${run('2026-03-12')}</w:sdtContent></w:sdt>`],
    ['a link', `<w:hyperlink r:id="rId9">${run('2026-03-12')}</w:hyperlink>`],
    ['an insertion', `<w:ins w:id="1">${run('2026-03-12')}</w:ins>`],
    ['an unbreakable hyphen', `<w:r><w:t>2026</w:t><w:noBreakHyphen/><w:t>03-12</w:t></w:r>`],
  ])('come out of %s', async (_, content) => {
    const document = await read(paragraph(run('Date ') + content));
    expect(rows(document)).toEqual(['Date 2026-03-12']);
    expect(document.markdown).toBe('Date 2026-03-12');
  });

  it('come out of a text box once', async () => {
    const box = (content: string): string => `<wps:wsp><wps:txbx><w:txbxContent>${content}</w:txbxContent></wps:txbx></wps:wsp>`;
    const old = (content: string): string =>
      `<w:pict><v:shape><v:textbox><w:txbxContent>${content}</w:txbxContent></v:textbox></v:shape></w:pict>`;
    const both = `<mc:AlternateContent><mc:Choice Requires="wps"><w:drawing>${box(paragraph('Due 2026-04-11'))}</w:drawing></mc:Choice><mc:Fallback>${old(paragraph('Due 2026-04-11'))}</mc:Fallback></mc:AlternateContent>`;
    const document = await read(paragraph(`${run('Invoice')}<w:r>${both}</w:r>`));
    expect(rows(document)).toEqual(['Invoice', 'Due 2026-04-11']);
    expect(document.markdown).toBe('Invoice\n\nDue 2026-04-11');
  });

  it('have the numbers that Word prints before a list', async () => {
    const level = (at: number, format: string, pattern: string): string =>
      `<w:lvl w:ilvl="${at}"><w:start w:val="7"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${pattern}"/></w:lvl>`;
    const numbering = `<w:abstractNum w:abstractNumId="0">${level(0, 'decimal', 'INV-%1')}${level(1, 'lowerRoman', '%1.%2)')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`;
    const item = (name: string, at: number): string => paragraph(name, `<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="1"/></w:numPr>`);
    const document = await read(item('first', 0) + item('inner', 1) + item('second', 0), { 'numbering.xml': part('numbering', numbering) });
    expect(rows(document)).toEqual(['INV-7 first', '7.vii) inner', 'INV-8 second']);
  });
});

describe('tables', () => {
  const lines = table(row('Item', 'Quantity', 'Amount'), row('Widget with a long name', '10', '1,234.56'), row('Bolt', '2', '0.50'));

  it('have columns exactly below their headers', async () => {
    const document = await read(lines);
    expect(rows(document)).toEqual(['Item Quantity Amount', 'Widget with a long name 10 1,234.56', 'Bolt 2 0.50']);
    expect(leftOf(document, '10')).toBe(leftOf(document, 'Quantity'));
    expect(leftOf(document, '2')).toBe(leftOf(document, 'Quantity'));
    expect(leftOf(document, '0.50')).toBe(leftOf(document, 'Amount'));
  });

  it('are tables in the Markdown, with their first row as header and nothing escaped', async () => {
    const document = await read(table(row('No_1', 'Amount'), row('INV-1_2', '10.00')));
    expect(document.markdown).toBe('| No_1 | Amount |\n| --- | --- |\n| INV-1_2 | 10.00 |');
  });

  it('stay tables in the Markdown whatever is printed in a cell', async () => {
    const document = await read(table(row('Item', 'Amount'), row('A|B||C', ''), row(paragraph('two') + paragraph('lines'), '1')));
    expect(document.markdown).toBe('| Item | Amount |\n| --- | --- |\n| A\\|B\\|\\|C |     |\n| two lines | 1   |');
  });

  it('of one cell only lay out their content', async () => {
    const document = await read(table(row(paragraph('ACME GmbH') + paragraph('Bonn'))));
    expect(document.markdown).toBe('ACME GmbH\n\nBonn');
  });

  it('of two thousand rows are read like those of two', async () => {
    const document = await read(table(row('Item', 'Amount'), ...Array.from({ length: 2_000 }, (_, at) => row(`Bolt ${at}`, '0.50'))));
    expect(rows(document)).toHaveLength(2_001);
    expect(document.markdown?.split('\n')).toHaveLength(2_002);
  });

  it('keep their columns where cells are merged', async () => {
    const document = await read(
      table(
        row('Item', 'Quantity', 'Amount'),
        row(cell('Widget', '<w:vMerge w:val="restart"/>'), '1', '10.00'),
        row(cell('', '<w:vMerge/>'), '2', '20.00'),
        row(cell('Total', '<w:gridSpan w:val="2"/>'), '30.00'),
      ),
    );
    expect(rows(document)).toEqual(['Item Quantity Amount', 'Widget 1 10.00', '2 20.00', 'Total 30.00']);
    for (const amount of ['10.00', '20.00', '30.00']) expect(leftOf(document, amount)).toBe(leftOf(document, 'Amount'));
    expect(document.markdown?.split('\n').map((line) => line.split('|').length)).toEqual([5, 5, 5, 5, 5]);
  });

  it('that only lay out the page keep the tables inside them whole', async () => {
    const document = await read(table(row(paragraph('Seller') + paragraph('ACME'), 'Buyer'), row(cell(lines + paragraph('')), 'Notes')));
    expect(rows(document).slice(0, 3)).toEqual(['Seller Buyer', 'ACME', 'Item Quantity Amount Notes']);
    expect(document.markdown).toContain('| Item | Quantity | Amount |\n| --- | --- | --- |\n');
  });

  it('keep the lines of a cell below each other', async () => {
    const document = await read(table(row('Item', 'Amount'), row(cell(paragraph('Widget') + paragraph('blue')), '10.00')));
    expect(rows(document)).toEqual(['Item Amount', 'Widget 10.00', 'blue']);
    expect(leftOf(document, 'blue')).toBe(leftOf(document, 'Widget'));
  });
});

describe('hidden text', () => {
  const styles = part('styles', '<w:style w:type="character" w:styleId="Secret"><w:rPr><w:vanish/></w:rPr></w:style>');
  it.each([
    ['switched off', run('1.00', '<w:vanish/>')],
    ['switched off by its style', run('1.00', '<w:rStyle w:val="Secret"/>')],
    ['white', run('1.00', '<w:color w:val="FFFFFF"/>')],
    ['nearly white', run('1.00', '<w:color w:val="F4F6F8"/>')],
    ['as dark as its shading', run('1.00', '<w:color w:val="101010"/><w:shd w:val="clear" w:fill="000000"/>')],
    ['too small to read', run('1.00', '<w:sz w:val="2"/>')],
    ['deleted', `<w:del w:id="1"><w:r><w:delText>1.00</w:delText></w:r></w:del>`],
    ['moved away', `<w:moveFrom w:id="1">${run('1.00')}</w:moveFrom>`],
  ])('is what is %s', async (_, secret) => {
    const document = await read(paragraph(run('Total 120.00 ') + secret), { 'styles.xml': styles });
    expect(text(words(document))).toBe('Total 120.00');
    expect(text(hidden(document))).toBe('1.00');
    expect(document.markdown).toBe('Total 120.00');
  });

  it('inside a word neither splits it nor belongs to it', async () => {
    const document = await read(paragraph(run('12') + run('9', '<w:vanish/>') + run('0.00')));
    expect(text(words(document))).toBe('120.00');
    expect(text(hidden(document))).toBe('9');
  });

  it('is a deleted row', async () => {
    const gone = row('Bolt', '99.00').replace('<w:tr>', '<w:tr><w:trPr><w:del w:id="1"/></w:trPr>');
    const document = await read(table(row('Item', 'Amount'), gone));
    expect(text(words(document))).toBe('Item Amount');
    expect(text(hidden(document))).toBe('Bolt 99.00');
  });

  it.each([
    [
      'the shading of its cell',
      table(row(cell(paragraph(run('Total', '<w:color w:val="FFFFFF"/>')), '<w:shd w:val="clear" w:fill="1F3864"/>'))),
    ],
    ['its highlight', paragraph(run('Total', '<w:color w:val="FFFFFF"/><w:highlight w:val="black"/>'))],
    ['the shading of its paragraph', paragraph(run('Total', '<w:color w:val="FFFFFF"/>'), '<w:shd w:val="clear" w:fill="333333"/>')],
  ])('is not white text on %s', async (_, body) => {
    expect(text(words(await read(body)))).toBe('Total');
  });
});

describe('a document', () => {
  it('is charged as one page for every 3,000 characters', async () => {
    const line = paragraph('abcdefghi '.repeat(10).trim());
    expect((await read(line.repeat(30))).chargedPages).toBe(1);
    expect((await read(line.repeat(31))).chargedPages).toBe(2);
  });

  it('without text has a page without words', async () => {
    const document = await read(paragraph(''));
    expect(document).toMatchObject({ chargedPages: 1, markdown: '', pages: [{ textLayer: 'none', words: [] }] });
  });

  it('may give its main part any name', async () => {
    const relationship = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';
    const bytes = await zip({
      '[Content_Types].xml': '',
      '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="${relationship}" Target="/word/document2.xml"/></Relationships>`,
      'word/document2.xml': part('document', `<w:body>${paragraph('Total')}</w:body>`),
    });
    expect(text(words(await docx.convert(bytes)))).toBe('Total');
  });

  it('may be written in the strict form of the standard, with any prefixes', async () => {
    const bytes = await zip({
      '[Content_Types].xml': '',
      'word/document.xml':
        '<x:document xmlns:x="http://purl.oclc.org/ooxml/wordprocessingml/main"><x:body><x:p><x:r><x:t>Total</x:t></x:r></x:p></x:body></x:document>',
    });
    expect(text(words(await docx.convert(bytes)))).toBe('Total');
  });
});

describe('a hostile document', () => {
  const refused = (bytes: Uint8Array): Promise<unknown> =>
    docx.convert(bytes).then(
      () => 'accepted',
      (error) => `${error.code} ${error.message}`,
    );

  it('that unpacks to more than a part may have is refused', async () => {
    expect(await refused(await rawDocx(paragraph('a'.repeat(21e6))))).toMatch(/^EXTRACTION_FAILED .*too large inside/);
  });

  it('that unpacks to more in all is refused', async () => {
    const picture = 'a'.repeat(27e6);
    const bytes = await zip({
      '[Content_Types].xml': '',
      'word/document.xml': part('document', '<w:body/>'),
      'word/a.bin': picture,
      'word/b.bin': picture,
    });
    expect(await refused(bytes)).toMatch(/too large inside.*50 MiB/);
  });

  it('with too many parts is refused with their number', async () => {
    const parts = Object.fromEntries(Array.from({ length: 2_001 }, (_, index) => [`word/${index}.xml`, '']));
    expect(await refused(await zip(parts))).toMatch(/too many parts, 2001; at most 2000/);
  });

  it('with too many elements is refused', async () => {
    expect(await refused(await rawDocx(`<w:p>${'<w:r/>'.repeat(300_001)}</w:p>`))).toMatch(/too large inside.*300000 elements/);
  });

  it.each([
    ['paragraphs', '<w:p/>'.repeat(50_001)],
    ['line breaks', `<w:p><w:r>${'<w:br/>'.repeat(50_001)}</w:r></w:p>`],
    ['cells', `<w:tbl>${`<w:tr>${'<w:tc/>'.repeat(50)}</w:tr>`.repeat(1_001)}</w:tbl>`],
  ])('with too many %s is refused', async (_, body) => {
    expect(await refused(await rawDocx(body))).toMatch(/too large inside.*50000 paragraphs, line breaks or cells/);
  });

  it('has the elements of a part counted as often as it refers to the part', async () => {
    const headers = Array.from({ length: 40 }, (_, index) => [`header${index}.xml`, part('hdr', '<w:x/>'.repeat(10_000))]);
    const references = headers.map((_, index) => `<w:headerReference w:type="default" r:id="rId${index + 1}"/>`);
    const bytes = await rawDocx(`<w:p/><w:sectPr>${references.join('')}</w:sectPr>`, Object.fromEntries(headers));
    expect(await refused(bytes)).toMatch(/300000 elements/);
  });

  it('that spans more columns than Word allows has only those', async () => {
    const wide = cell('x', '<w:gridSpan w:val="63"/>');
    const { markdown = '' } = await read(table(row(...Array.from({ length: 100 }, () => wide))));
    expect(markdown.split('\n')[0]?.split('|')).toHaveLength(63 + 99 + 2);
  });

  it('whose directory lies about a size is unreadable', async () => {
    const bytes = Buffer.from(
      await zip({ '[Content_Types].xml': '', 'word/document.xml': part('document', `<w:body>${'a'.repeat(10_000)}</w:body>`) }),
    );
    const entry = bytes.lastIndexOf(Buffer.from('504b0102', 'hex'));
    bytes.writeUInt32LE(100, entry + 24);
    expect(await refused(bytes)).toMatch(/unreadable/);
  });

  it.each([
    ['is nested too deep', '<w:sdt>'.repeat(5_000) + '</w:sdt>'.repeat(5_000)],
    ['is not well-formed', '<w:p>'],
    ['names an entity', '<w:p><w:r><w:t>&secret;</w:t></w:r></w:p>'],
  ])('that %s is unreadable', async (_, body) => {
    expect(await refused(await rawDocx(body))).toMatch(/unreadable/);
  });

  it('with a document type is unreadable: entities are never read', async () => {
    const bytes = await zip({
      '[Content_Types].xml': '',
      'word/document.xml': '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]><x>&a;</x>',
    });
    expect(await refused(bytes)).toMatch(/unreadable/);
  });

  it('without a body is unreadable', async () => {
    expect(await refused(await zip({ '[Content_Types].xml': '', 'word/document.xml': '<x/>' }))).toMatch(/unreadable/);
  });

  it('that is as long as a book is refused by its pages', async () => {
    expect(await refused(await rawDocx(paragraph('abcdefghi '.repeat(100)).repeat(400)))).toMatch(/too many pages, 134; at most 100/);
  });

  it('does not harm the next one', async () => {
    expect(text(words(await read(paragraph('Total 120.00'))))).toBe('Total 120.00');
  });
});

it('what is struck out is told by its words, and what is hidden besides is not', async () => {
  const total = paragraph(
    run('Total ') + run('120.00', '<w:strike/>') + run('90.00', '<w:strike w:val="0"/>') + run('1.00', '<w:dstrike/><w:vanish/>'),
  );
  expect((await read(total)).pages[0]?.traces).toEqual([{ kind: 'struck', text: '120.00' }]);
});

describe('text in a look that nobody can read', () => {
  const white =
    '<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:themeElements><a:clrScheme><a:dk1><a:srgbClr val="FFFFFF"/></a:dk1></a:clrScheme><a:fontScheme><a:minorFont><a:latin typeface="Wingdings"/></a:minorFont></a:fontScheme></a:themeElements></a:theme>';
  it.each([
    ["the theme's paper colour", '<w:color w:val="000000" w:themeColor="background1"/>'],
    ['a theme whose print is white', '<w:color w:val="000000" w:themeColor="text1"/>'],
    ['a shade of white', '<w:color w:val="000000" w:themeColor="background1" w:themeShade="FA"/>'],
    ['print on its own colour', '<w:color w:val="4472C4"/><w:shd w:val="clear" w:fill="FFFFFF" w:themeFill="accent1"/>'],
    ['a hundredth of its width', '<w:w w:val="1"/>'],
    ['letters one over another', '<w:spacing w:val="-100"/>'],
    ['a font of pictures', '<w:rFonts w:ascii="Wingdings" w:hAnsi="Wingdings"/>'],
    ["the theme's font of pictures", '<w:rFonts w:ascii="Arial" w:asciiTheme="minorAscii"/>'],
    ['a font of bars', '<w:rFonts w:ascii="Libre Barcode 39"/>'],
  ])('is hidden: %s', async (_, look) => {
    const document = await read(paragraph(run('Total 120.00 ') + run('9.99', look)), { 'theme1.xml': white });
    expect([text(words(document)), text(hidden(document))]).toEqual(['Total 120.00', '9.99']);
  });

  it('is shown where it is only condensed, or in a colour of the theme', async () => {
    const look =
      '<w:w w:val="66"/><w:spacing w:val="-20"/><w:color w:val="FFFFFF" w:themeColor="accent1" w:themeShade="BF"/><w:rFonts w:ascii="Arial"/>';
    expect(text(words(await read(paragraph(run('Total 9.99', look)))))).toBe('Total 9.99');
  });
});

describe('what a shape may lie over', () => {
  const wp = 'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"';
  interface Shape {
    readonly across?: string;
    readonly down?: string;
    readonly size?: string;
    readonly attributes?: string;
    readonly wrap?: string;
    readonly fill?: string;
  }
  const offset = (points: number): string => `<wp:posOffset>${points * 12_700}</wp:posOffset>`;
  const shape = ({
    across = `<wp:positionH relativeFrom="column">${offset(0)}</wp:positionH>`,
    down = `<wp:positionV relativeFrom="paragraph">${offset(0)}</wp:positionV>`,
    size = 'cx="1270000" cy="127000"',
    attributes = '',
    wrap = 'wrapNone',
    fill = '<a:solidFill/>',
  }: Shape): string =>
    `<w:r><w:drawing><wp:anchor ${wp} ${attributes}>${across}${down}<wp:extent ${size}/>${wrap.startsWith('<') ? wrap : `<wp:${wrap}/>`}<a:graphic><a:graphicData><wps:wsp><wps:spPr>${fill}</wps:spPr></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></w:r>`;
  const coveredBy = async (drawn: string): Promise<string> =>
    text(
      words(
        await read(
          paragraph('above') +
            paragraph(run('anchor') + drawn) +
            paragraph('below') +
            table(row('left', 'right')) +
            paragraph('farther').repeat(8) +
            paragraph('last'),
        ),
      ).filter(({ covered }) => covered),
    );
  const tight = (side: number): string =>
    `<wp:wrapTight><wp:wrapPolygon><wp:start x="0" y="0"/><wp:lineTo x="0" y="${side}"/><wp:lineTo x="${side}" y="${side}"/></wp:wrapPolygon></wp:wrapTight>`;
  const down = (from: string, inside: string): string => `<wp:positionV relativeFrom="${from}">${inside}</wp:positionV>`;

  it.each([
    ['its own paragraph', {}, 'anchor'],
    ['the paragraph under its own', { down: down('paragraph', offset(14)), size: 'cx="1270000" cy="101600"' }, 'below'],
    ['the paragraph over its own', { down: down('line', offset(-13)) }, 'above'],
    ['a row of a table, wherever its cells are', { down: down('paragraph', offset(28)), size: 'cx="1270000" cy="63500"' }, 'left right'],
    ['all that is as high', { size: 'cx="1270000" cy="1397000"' }, `anchor below left right${' farther'.repeat(8)}`],
    ['the first line, by the page', { down: down('page', offset(72)), size: 'cx="1270000" cy="50800"' }, 'above'],
    ['the first line, by the margin', { down: down('margin', '<wp:align>top</wp:align>'), size: 'cx="1270000" cy="50800"' }, 'above'],
    ['nothing: it is beside', { across: `<wp:positionH relativeFrom="margin"><wp:align>right</wp:align></wp:positionH>` }, ''],
    ['nothing: it is at the foot of the page', { down: down('margin', '<wp:align>bottom</wp:align>') }, ''],
    ['nothing: it is behind the text', { attributes: 'behindDoc="1"' }, ''],
    ['nothing: the text flows around it', { wrap: 'wrapSquare' }, ''],
    ['nothing: the text flows around its outline', { wrap: tight(21_600) }, ''],
    ['its own paragraph, where the text flows around a part of it', { wrap: tight(2_000) }, 'anchor'],
    ['nothing: it is not filled', { fill: '<a:noFill/>' }, ''],
    ['nothing: it is a line', { size: 'cx="1270000" cy="0"' }, ''],
  ] satisfies readonly (readonly [string, Shape, string])[])('is %s', async (_, drawn, expected) => {
    expect(await coveredBy(shape(drawn))).toBe(expected);
  });

  it('is what it hides, whatever the type of the run that anchors it', async () => {
    const white = shape({}).replace('<w:r>', '<w:r><w:rPr><w:color w:val="FFFFFF"/></w:rPr>');
    expect(await coveredBy(white)).toBe('anchor');
    expect(await coveredBy(shape({}).replace('<w:r>', '<w:r><w:rPr><w:vanish/></w:rPr>'))).toBe('');
  });

  it.each([
    ['as high as it', '<w:pgMar w:top="20000" w:bottom="20000"/>', 1_000],
    ['under zero', '<w:pgMar w:top="-1440"/>', 72],
    ['of nothing', '<w:pgMar w:top="0"/>', 0],
  ])('is told on a page with margins %s', async (_, margins, at) => {
    const drawn = shape({ down: down('page', offset(at)), size: 'cx="1270000" cy="50800"' });
    const body = paragraph(run('first') + drawn) + paragraph('second').repeat(9);
    expect(text(words(await read(`${body}<w:sectPr>${margins}</w:sectPr>`)).filter(({ covered }) => covered))).toMatch(/^first/);
  });

  const box = (order: number, at: number): string =>
    shape({
      attributes: `relativeHeight="${order}" behindDoc="1"`,
      across: `<wp:positionH relativeFrom="column">${offset(at)}</wp:positionH>`,
      size: 'cx="1270000" cy="508000"',
      fill: '<a:noFill/>',
    }).replace('</wps:spPr>', `</wps:spPr><wps:txbx><w:txbxContent>${paragraph('boxed')}${paragraph('under')}</w:txbxContent></wps:txbx>`);

  it.each([
    ['the lines of a text box behind it', 1, 0, 'anchor boxed'],
    ['nothing of a text box in front of it', 3, 0, 'anchor'],
    ['nothing of a text box beside it', 1, 200, 'anchor'],
  ])('is %s', async (_, order, at, expected) => {
    expect(await coveredBy(box(order, at) + shape({ attributes: 'relativeHeight="2"' }))).toBe(expected);
  });

  it('is a text box in its line, with the line', async () => {
    const line = `<w:r><w:drawing><wp:inline ${wp}><wp:extent cx="1270000" cy="127000"/><wps:wsp><wps:txbx><w:txbxContent>${paragraph('boxed')}</w:txbxContent></wps:txbx></wps:wsp></wp:inline></w:drawing></w:r>`;
    expect(await coveredBy(line + shape({}))).toBe('anchor boxed');
    expect(await coveredBy(line)).toBe('');
  });

  it('is everything across where nobody can say where it stands', async () => {
    const across = '<wp:positionH relativeFrom="column"><wp:pctPosHOffset>50000</wp:pctPosHOffset></wp:positionH>';
    expect(await coveredBy(shape({ across, down: down('insideMargin', offset(0)) }))).toBe(
      `above anchor below left right ${'farther '.repeat(8)}last`,
    );
  });

  it.each([
    ['a shape of VML', 'v:rect', 'position:absolute;margin-left:0;margin-top:0;width:2in;height:10pt', '', 'anchor'],
    ['one behind the text', 'v:rect', 'position:absolute;width:2in;height:10pt;z-index:-1', '', ''],
    ['one in the line', 'v:rect', 'width:2in;height:10pt', '', ''],
    ['one without a fill', 'v:shape', 'position:absolute;width:2in;height:10pt', 'filled="f"', ''],
  ])('is told of %s', async (_, name, style, attributes, expected) => {
    expect(await coveredBy(`<w:r><w:pict><${name} style="${style}" ${attributes}/></w:pict></w:r>`)).toBe(expected);
  });
});
