import JSZip from 'jszip';
import { afterAll, describe, expect, it } from 'vitest';
import { numbersAmong } from '../../../core/text.js';
import { isDocx, isXlsx } from '../../../plugins/ooxml/office-file.js';
import { openXlsx, text } from './open.js';
import { paragraph, rawDocx } from './raw-docx.js';
import { type RawBook, rawXlsx, row, withFormats } from './raw-xlsx.js';

const sheets = openXlsx();
const small = openXlsx({ max_pages: 2, max_elements: 2_000, max_parts: 12, max_inflated_mb: 1 });
/** Ends what would keep a processor busy for the usual fifteen seconds. */
const hurried = openXlsx({ deadline_ms: 3_000 });
afterAll(() => Promise.all([sheets, small, hurried].map((opened) => opened.close())));

const read = async (book: RawBook) => sheets.convert(await rawXlsx(book));
const ofRows = (...rows: readonly string[]): RawBook => ({ sheets: [{ content: `<sheetData>${rows.join('')}</sheetData>` }] });
/** What the first sheet shows, and what it hides. */
async function shown(book: RawBook): Promise<readonly [string, string]> {
  const [page] = (await read(book)).pages;
  return [text(page?.words), text(page?.hidden)];
}

describe('a workbook', () => {
  it('has a page for each sheet that is shown, each cell in its row and below the head of its column', async () => {
    const invoice = [
      row(1, { A: 'Invoice 7', D: 'Example Ltd' }),
      row(4, { A: 'Item', C: 'Qty', D: 'Amount' }),
      row(5, { A: 'A saddle', C: 2, D: 119 }),
    ];
    const document = await read({
      sheets: [
        ...ofRows(...invoice).sheets,
        { content: `<sheetData>${row(1, { A: 'our margin' })}</sheetData>`, state: 'hidden' },
        { content: `<sheetData>${row(1, { A: 'macros' })}</sheetData>`, state: 'veryHidden' },
        ...ofRows(row(2, { B: 'Terms' })).sheets,
        { content: '' },
      ],
    });
    expect(document).toMatchObject({ format: 'xlsx', chargedPages: 1, attachments: [] });
    expect(document.pages.map(({ number, textLayer, words }) => [number, textLayer, text(words)])).toEqual([
      [1, 'native', 'Invoice 7 Example Ltd Item Qty Amount A saddle 2 119'],
      [2, 'native', 'Terms'],
      [3, 'none', ''],
    ]);
    const box = (word: string) => document.pages[0]?.words.find((candidate) => candidate.text === word)?.box;
    for (const [above, below] of [
      ['Item', 'A'],
      ['Qty', '2'],
      ['Amount', '119'],
      ['Example', 'Amount'],
    ] as const) {
      expect([box(below)?.x, Number(box(below)?.y) > Number(box(above)?.y)]).toEqual([box(above)?.x, true]);
    }
    expect(box('Qty')?.y).toBe(box('Item')?.y);
    for (const { words, width, height } of document.pages)
      expect(words.every(({ box: at }) => at.x + at.width < width && at.y + at.height < height)).toBe(true);
  });

  it.each<[string, number, string]>([
    ['General', 0.1 + 0.2, '0.3'],
    ['#,##0.00', 1234567.5, '1234567.50'],
    ['#,##0.00 [$€-407]', 1234.5, '1234.50 €'],
    ['_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)', -1234.5, '$(1234.50)'],
    ['0.00;[Red]-0.00', -3, '-3.00'],
    ['#,##0,"k"', 1234567, '1235k'],
    ['0%', 0.19, '19%'],
    ['0 "x,000"', 4, '4 x,000'],
    ['00000', 815, '00815'],
    ['[=4]"four";0', 4, 'four'],
    ['0.00', 8.075, '8.08'],
    ['0.00', -1.005, '-1.01'],
    ['0.0,"k"', 1150, '1.2k'],
    ['[$-409]0%', 0.19, '19%'],
    ['[$-404]00000', 5, '00005'],
    ['[$-409]0.00,"k"', 1230, '1.23k'],
    ['[$-10409]#,##0.00;\\(#,##0.00\\)', -1234.5, '(1234.50)'],
    ['[$-407]d. mmmm yyyy', 46000, '9. Dezember 2025'],
    ['[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', 46000, '2025-12-09'],
    ['"ref "[$-409]0;;;', 7, 'ref 7'],
    [';;;', 5, ''],
    ['[$-409];;;', 5, ''],
  ])('shows a number by its format: %s', async (format, number, expected) => {
    expect(await shown({ ...ofRows(row(1, { A: [number, 1] })), styles: withFormats(format) })).toEqual([expected, '']);
  });

  it.each<[string, number, string]>([
    ['mm/dd/yyyy', 45728, '2025-03-12'],
    ['mm/dd/yy', 45728, '2025-03-12'],
    ['m/d/yyyy', 45728, '2025-03-12'],
    ['dd.mm.yyyy', 45728, '2025-03-12'],
    ['yy/mm/dd', 45728, '2025-03-12'],
    ['ddmmyyyy', 45728, '2025-03-12'],
    ['dd/mm', 45728, '2025-03-12'],
    ['mm/yy', 45728, '2025-03'],
    ['yyyy. mm. dd.', 45728, '2025-03-12'],
    ['[$-409]m/d/yy h:mm AM/PM;@', 45728.75, '2025-03-12 6:00 PM'],
    ['"due "dd"/"mm\\/yy', 45728, 'due 2025-03-12'],
    ['mmmmm/d/yy', 45728, '2025-03-12'],
    ['yyyy"年"m"月"d"日"', 45728, '2025-03-12'],
    ['[$-411]ggge"年"m"月"d"日"', 45728, '2025-03-12'],
    ['[$-107041E]d mmmm yyyy', 45728, '2025-03-12'],
    ['b2dd/mm/yyyy', 45728, '2025-03-12'],
    ['d-mmm-yy', 45728, '12-Mar-2025'],
    ['h:mm', 45728.75, '18:00'],
    ['[h]:mm', 1.5, '36:00'],
  ])('shows a day so that nobody takes it for another, whatever order its format has: %s', async (format, number, expected) => {
    expect(await shown({ ...ofRows(row(1, { A: [number, 1] })), styles: withFormats(format) })).toEqual([expected, '']);
  });

  it.each<[string, number]>([
    ['bad[[', 3],
    ['0'.repeat(300), 3],
    ['yyyy-mm-dd', -5],
    ['yyyy-mm-dd', 3_000_000],
    ['General', 202503120117],
    ['@', 202503120117],
    ['0', 1234567890123456],
  ])('proves nothing by a number that a viewer shows otherwise: %s', async (format, number) => {
    expect(await shown({ ...ofRows(row(1, { A: [number, 1] })), styles: withFormats(format) })).toEqual(['', String(number)]);
  });

  it('shows days of formats that follow the viewer, and of files that count from 1904, as they are', async () => {
    const styles = '<cellXfs><xf/><xf numFmtId="14"/></cellXfs>';
    expect(await shown({ ...ofRows(row(1, { A: [46000, 1] })), styles })).toEqual(['2025-12-09', '']);
    expect(await shown({ ...ofRows(row(1, { A: [44538, 1] })), styles, properties: 'date1904="1"' })).toEqual(['2025-12-09', '']);
  });

  it('shows texts, runs of a text, truths, errors and what formulas last came to', async () => {
    const cells = [
      '<c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>9</v></c>',
      '<c r="D1" t="b"><v>1</v></c><c r="E1" t="e"><v>#REF!</v></c>',
      '<c r="F1" t="str"><f>A1&amp;"!"</f><v>said!</v></c><c r="G1"><f>[1]Prices!A1*2</f><v>84</v></c><c r="H1"><f>1+1</f></c>',
    ];
    const strings = ['two\nlines', '<r><t>of </t></r><r><t>runs</t></r><rPh><t>spoken</t></rPh>'];
    const expected = 'two lines of runs TRUE #REF! said! 84';
    expect(await shown({ ...ofRows(`<row r="1">${cells.join('')}</row>`), strings })).toEqual([expected, '']);
  });

  it('says which cells hold what the file does not: results that are not stored, errors, and old results', async () => {
    const cell = (place: string, inside: string, type = 'n') => `<c r="${place}" t="${type}">${inside}</c>`;
    const first = `<row r="14">${cell('E14', '<f>1+1</f>')}${cell('F14', '<f>2+2</f><v></v>')}${cell('G14', '<f>""</f><v></v>', 'str')}</row>`;
    const second = `<row r="2">${cell('AB2', '<f>A1</f>')}${cell('AC2', '<v>#REF!</v>', 'e')}${cell('AD2', '<f>1</f><v>1</v>')}</row>`;
    const content = ofRows(second).sheets;
    const { leftOut } = await read({ sheets: [...ofRows(first).sheets, ...content] });
    expect(leftOut).toEqual([
      '3 cells hold a formula whose result is not stored (page 1: E14, F14; page 2: AB2): a program that calculates must save the workbook first',
      '1 cell holds an error in place of a value (page 2: AC2): what it should show is not in the file',
    ]);
    const stale = await read({ ...ofRows('<row r="1"><c r="A1"><f>1</f><v>1</v></c></row>'), calculation: 'fullCalcOnLoad="1"' });
    expect(stale.leftOut).toEqual([
      '1 cell holds a formula whose result may be out of date (page 1: A1): the workbook asks to be calculated when it is opened',
    ]);
    const many = Array.from({ length: 9 }, () => '<c><f>1</f></c>').join('');
    expect((await read(ofRows(`<row r="1">${many}</row>`))).leftOut?.[0]).toContain(
      '9 cells hold a formula whose result is not stored (page 1: A1, B1, C1, D1, E1 and others)',
    );
    const lost = await read(ofRows('<row><c t="s"><v>7</v></c></row>'));
    expect(lost.leftOut).toEqual(['1 cell names a text that the file does not have (page 1: A1): what is not found may stand there']);
    const unsure = await read({ ...ofRows(row(1, { A: 202503120117, B: '\u202E711' }), row(2, { A: 202503120117 }, 'hidden="1"')) });
    expect(unsure.leftOut).toEqual(['2 cells may be shown otherwise than they are stored (page 1: A1, B1): such text is no evidence']);
    expect((await read(ofRows(row(1, { A: 1 })))).leftOut).toBeUndefined();
  });

  it('says which cells have a conditional format that may hide or change them, but not what only colours their paper', async () => {
    const white = '<font><color rgb="FFFFFFFF"/></font>';
    const fill = (colour: string) => `<fill><patternFill><bgColor rgb="FF${colour}"/></patternFill></fill>`;
    const formats = [
      white,
      `${white}${fill('006100')}`,
      fill('FFC7CE'),
      `${white}${fill('FEFEFE')}`,
      '<numFmt numFmtId="200" formatCode=";;;"/>',
      fill('111111'),
    ];
    const rule = (area: string, attributes: string, inside = '') =>
      `<conditionalFormatting sqref="${area}"><cfRule ${attributes}>${inside}</cfRule></conditionalFormatting>`;
    const rules = ['A1 Z9', 'B1', 'C1', 'D1:D2', 'E1', 'M1'].map((area, index) => rule(area, `type="expression" dxfId="${index}"`));
    const icons = rule('F1', 'type="iconSet"', '<iconSet showValue="0"/>');
    const compared = (area: string, operator: string, ...formulas: readonly string[]) =>
      rule(area, `type="cellIs" operator="${operator}" dxfId="0"`, formulas.map((formula) => `<formula>${formula}</formula>`).join(''));
    const later =
      '<extLst><ext><x14:conditionalFormattings xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main" xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main"><x14:conditionalFormatting><x14:cfRule type="cellIs" operator="greaterThan"><xm:f>1</xm:f><x14:dxf><font><color rgb="FFFFFFFF"/></font></x14:dxf></x14:cfRule><xm:sqref>K1:L1</xm:sqref></x14:conditionalFormatting></x14:conditionalFormattings></ext></extLst>';
    const zeros = [
      compared('G1:H1', 'equal', '0'),
      compared('I1', 'notBetween', '9', '1'),
      compared('J1', 'lessThan', 'A1'),
      compared('N1', '__proto__', '1'),
    ];
    const content = `<sheetData>${row(1, { A: 'a', B: 'b', C: 'c', D: 'd', E: 5, F: 6, G: 0, H: 7, I: 8, J: 9, K: 1, L: 2, M: 'm', N: 3 })}</sheetData>${rules.join('')}${icons}${zeros.join('')}${later}`;
    const { leftOut, pages } = await read({
      sheets: [{ content }],
      styles: `<dxfs>${formats.map((format) => `<dxf>${format}</dxf>`).join('')}</dxfs>`,
    });
    expect(leftOut).toEqual([
      '9 cells have a conditional format that may hide or change them (page 1: A1, D1, E1, F1, G1 and others): it is not applied, and such text is no evidence',
    ]);
    expect(pages[0]?.hidden.map(({ text }) => text)).toEqual(['a', 'd', '5', '6', '0', '9', '2', 'm', '3']);
  });

  it('proves nothing by tables whose style prints in the colour of paper', async () => {
    const table = (name: string, ref: string) =>
      `<table xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" ref="${ref}"><tableStyleInfo name="${name}"/></table>`;
    const relation = (number: number) => `<Relationship Id="rId${number}" Type="table" Target="../tables/table${number}.xml"/>`;
    const { leftOut, pages } = await read({
      sheets: [
        {
          content: `<sheetData>${row(1, { A: 'blank', C: 'plain', D: 'outside' })}</sheetData><tableParts><tablePart r:id="rId1"/><tablePart r:id="rId2"/></tableParts>`,
        },
      ],
      styles:
        '<dxfs><dxf><font><color rgb="FFFEFEFE"/></font></dxf><dxf><font><color rgb="FFFFFFFF"/></font><fill><patternFill><bgColor rgb="FF003366"/></patternFill></fill></dxf></dxfs><tableStyles><tableStyle name="Blank"><tableStyleElement type="wholeTable" dxfId="0"/></tableStyle><tableStyle name="Plain"><tableStyleElement type="headerRow" dxfId="1"/></tableStyle></tableStyles>',
      further: {
        'xl/worksheets/_rels/sheet1.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation(1)}${relation(2)}</Relationships>`,
        'xl/tables/table1.xml': table('Blank', 'A1:B2'),
        'xl/tables/table2.xml': table('Plain', 'C1:C2'),
      },
    });
    expect(pages[0]?.hidden.map(({ text }) => text)).toEqual(['blank']);
    expect(leftOut).toEqual(['1 cell may be shown otherwise than it is stored (page 1: A1): such text is no evidence']);
  });

  it('proves nothing by what a shape or picture may cover, and says so', async () => {
    const namespace = 'http://schemas.openxmlformats.org/drawingml/2006';
    const at = (name: string, column: number, row: number, offset = 0) =>
      `<xdr:${name}><xdr:col>${column}</xdr:col><xdr:colOff>${offset}</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>${offset}</xdr:rowOff></xdr:${name}>`;
    const filled = '<xdr:sp><xdr:spPr><a:solidFill/></xdr:spPr></xdr:sp>';
    const over = (column: number, row: number, shape: string) =>
      `<xdr:twoCellAnchor>${at('from', column, row)}${at('to', column + 1, row + 1)}${shape}</xdr:twoCellAnchor>`;
    const drawing = [
      over(0, 0, filled),
      `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice>${over(1, 1, '<xdr:pic/>')}</mc:Choice></mc:AlternateContent>`,
      over(2, 2, '<xdr:sp><xdr:spPr><a:noFill/></xdr:spPr><xdr:txBody><a:p><a:r><a:t>9</a:t></a:r></a:p></xdr:txBody></xdr:sp>'),
      over(3, 3, '<xdr:grpSp><xdr:sp><xdr:style><a:fillRef idx="1"/></xdr:style></xdr:sp></xdr:grpSp>'),
      over(0, 4, '<xdr:sp><xdr:spPr><a:noFill/></xdr:spPr></xdr:sp>'),
      over(1, 4, `<xdr:sp><xdr:nvSpPr><xdr:cNvPr hidden="1"/></xdr:nvSpPr><xdr:spPr><a:solidFill/></xdr:spPr></xdr:sp>`),
      over(1, 5, filled),
      over(1, 6, filled),
      `<xdr:oneCellAnchor>${at('from', 0, 7)}<xdr:ext cx="1270000" cy="127000"/>${filled}</xdr:oneCellAnchor>`,
      over(2, 11, filled),
      `<xdr:absoluteAnchor><xdr:pos x="0" y="1524000"/><xdr:ext cx="127000" cy="127000"/>${filled}</xdr:absoluteAnchor>`,
    ];
    const rows = [
      row(1, { A: 'filled', B: 'beside' }),
      row(2, { A: 'x', B: 'picture', C: 'x' }),
      row(3, { C: 'worded' }),
      row(4, { D: 'grouped' }),
      row(5, { A: 'clear', B: 'gone' }),
      row(6, { A: 'a text that runs on into the next cell' }),
      row(7, { A: 'a text that stops at the next', C: 'x' }, 'ht="15"'),
      row(8, { A: 'sized', B: 'reached', D: 'far' }),
      row(9, { A: 'placed' }, 'ht="15"'),
      row(10, { A: 'below' }),
      row(11, { A: 'merged' }),
    ];
    const { leftOut, pages } = await read({
      sheets: [
        {
          content: `<cols><col min="2" max="2" width="20"/></cols><sheetData>${rows.join('')}</sheetData><mergeCells><mergeCell ref="A11:D12"/></mergeCells><mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice><drawing r:id="rId1"/></mc:Choice><mc:Fallback><sheetData/></mc:Fallback></mc:AlternateContent>`,
        },
      ],
      further: {
        'xl/worksheets/_rels/sheet1.xml.rels':
          '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="drawing" Target="../drawings/drawing1.xml"/></Relationships>',
        'xl/drawings/drawing1.xml': `<xdr:wsDr xmlns:xdr="${namespace}/spreadsheetDrawing" xmlns:a="${namespace}/main">${drawing.join('')}</xdr:wsDr>`,
      },
    });
    const said = (words: readonly { readonly text: string }[] = []) => words.map(({ text }) => text).join(' ');
    expect(said(pages[0]?.hidden)).toBe(
      'filled picture worded grouped a text that runs on into the next cell a text that stops at the next sized reached placed merged',
    );
    expect(leftOut).toEqual(['10 cells lie under a shape or picture (page 1: A1, B2, C3, D4, A6 and others): such text is no evidence']);
  });

  it.each([
    ['is shown', '<v:shape style="visibility:visible">', '<xl:Anchor>1,0,1,0,2,0,2,0</xl:Anchor>', '<br>', 'under'],
    ['is hidden', '<v:shape style="visibility:hidden">', '<xl:Anchor>1,0,1,0,2,0,2,0</xl:Anchor>', '', ''],
    ['stands somewhere', '<v:shape>', '', '', 'beside under'],
    ['is written in more than XML allows', '<v:shape style=none>', '', '', 'beside under'],
  ])('proves nothing by cells over which a note may lie: one that %s', async (_, opening, anchor, text, hidden) => {
    const { pages } = await read({
      sheets: [{ content: `<sheetData>${row(1, { A: 'beside' })}${row(2, { B: 'under' })}</sheetData><legacyDrawing r:id="rId1"/>` }],
      further: {
        'xl/worksheets/_rels/sheet1.xml.rels':
          '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="vmlDrawing" Target="../drawings/vmlDrawing1.vml"/></Relationships>',
        'xl/drawings/vmlDrawing1.vml': `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:xl="urn:schemas-microsoft-com:office:excel">${opening}<v:textbox>${text}</v:textbox><xl:ClientData ObjectType="Note">${anchor}</xl:ClientData></v:shape></xml>`,
      },
    });
    expect(pages[0]?.hidden.map((word) => word.text).join(' ')).toBe(hidden);
  });

  it('shows an amount that was typed as a text, with its digits in groups, as one number', async () => {
    const [page] = (await read(ofRows(row(1, { A: 'Att betala 42 900,00', B: '8\u00A0580,00' })))).pages;
    expect(numbersAmong(page?.words ?? []).map((number) => number.text)).toEqual(['42 900,00', '8 580,00']);
  });

  it('proves nothing by what nobody sees: rows, columns, covered cells, and text in the colour of its paper', async () => {
    const rows = [
      row(1, { A: 'seen', B: 'column', D: 'both', E: 'narrow' }),
      row(2, { A: 'row' }, 'hidden="1"'),
      row(3, { A: 'merged', B: 'x', D: ['white', 1], F: ['onblue', 2] }),
      row(4, { A: 'covered', D: ['seen', 3], F: ['pattern', 4] }),
      row(5, { A: 'flat' }, 'ht="0" customHeight="1"'),
    ];
    const content = `<cols><col min="2" max="3" hidden="1"/><col min="5" max="5" width="0"/></cols>
<sheetData>${rows.join('')}</sheetData><mergeCells><mergeCell ref="A3:A4"/></mergeCells>`;
    const colours = ['', '<color rgb="FFFFFFFF"/>', '<color rgb="FF0000FF"/>', '<color theme="0"/>'];
    const fills = ['patternType="none"/>', 'patternType="solid"><fgColor rgb="FF0000FF"/></patternFill>', 'patternType="gray125"/>'];
    const styles = `<fonts>${colours.map((colour) => `<font>${colour}</font>`).join('')}</fonts>
<fills>${fills.map((fill) => `<fill><patternFill ${fill}</fill>`).join('')}</fills>
<cellXfs><xf/><xf fontId="1"/><xf fontId="2" fillId="1"/><xf fontId="3" fillId="1"/><xf fontId="1" fillId="2"/></cellXfs>`;
    const [words, hidden] = await shown({ sheets: [{ content }], styles });
    expect(words).toBe('seen both merged seen pattern');
    expect(hidden.split(' ').sort()).toEqual(['column', 'covered', 'flat', 'narrow', 'onblue', 'row', 'white', 'x']);
  });

  /** The cells of row 1, each of its own font and fill. */
  const withStyles = (styles: readonly (readonly [font: string, fill?: string])[]): string => {
    const fill = (inside = '<patternFill patternType="none"/>'): string => `<fill>${inside}</fill>`;
    return `<fonts>${styles.map(([font]) => `<font>${font}</font>`).join('')}</fonts><fills>${styles.map(([, inside]) => fill(inside)).join('')}</fills>
<cellXfs>${styles.map((_, index) => `<xf fontId="${index}" fillId="${index}"/>`).join('')}</cellXfs>`;
  };
  const solid = (colour: string): string => `<patternFill patternType="solid"><fgColor ${colour}/></patternFill>`;

  it.each<[string, string, string?]>([
    ['nearly white', '<color rgb="FFFEFEFE"/>'],
    ['pale yellow', '<color rgb="FFFFFF99"/>'],
    ['the paper of the system', '<color indexed="65"/>'],
    ['black before the print of the system', '', solid('indexed="64"')],
    ['the paper of the theme', '<color theme="0"/>', solid('indexed="65"')],
    ['a theme colour that is white here', '<color theme="4"/>'],
    ['dark made light', '<color theme="1" tint="0.99"/>'],
    ['two names of one colour', '<color theme="5"/>', solid('rgb="FF336699"')],
    [
      'white before a gradient of white',
      '<color rgb="FFFFFFFF"/>',
      '<gradientFill><stop position="0"><color rgb="FFFFFFFF"/></stop></gradientFill>',
    ],
    ['its own palette', '<color indexed="10"/>'],
    ['tiny', '<sz val="2"/>'],
  ])('proves nothing by text that is there but not seen: %s', async (_, font, fill) => {
    const palette = `<colors><indexedColors>${'<rgbColor rgb="00FFFFFF"/>'.repeat(11)}</indexedColors></colors>`;
    const theme = `<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:themeElements><a:clrScheme>
<a:lt1><a:sysClr val="window" lastClr="FFFFFF"/></a:lt1><a:accent1><a:srgbClr val="FFFFFF"/></a:accent1><a:accent2><a:srgbClr val="336699"/></a:accent2>
</a:clrScheme></a:themeElements></a:theme>`;
    const styles = withStyles([[''], [font, fill ?? '<patternFill patternType="none"/>']]) + (font.includes('"10"') ? palette : '');
    const book = { ...ofRows(row(1, { A: 'seen', B: ['unseen', 1] })), styles, further: { 'xl/theme/theme1.xml': theme } };
    expect(await shown(book)).toEqual(['seen', 'unseen']);
  });

  it('shows what a person reads: pale print, white on dark, and white before one colour of a gradient', async () => {
    const gradient =
      '<gradientFill><stop position="0"><color rgb="FFFFFFFF"/></stop><stop position="1"><color rgb="FF000000"/></stop></gradientFill>';
    const white = '<color rgb="FFFFFFFF"/>';
    const styles = withStyles([
      [''],
      ['<color rgb="FFC0C0C0"/>'],
      [white, solid('theme="3"')],
      [white, gradient],
      ['<sz val="6"/><color rgb="FFFF0000"/>'],
    ]);
    expect(await shown({ ...ofRows(row(1, { A: ['pale', 1], B: ['dark', 2], C: ['half', 3], D: ['small', 4] })), styles })).toEqual([
      'pale dark half small',
      '',
    ]);
  });

  it.each(['[White]0.00', '[Color2]0.00', '0.00;0.00;0.00;[White]@', '[White]dd/mm/yyyy'])(
    'hides what its format makes white: %s',
    async (format) => {
      const [words, hidden] = await shown({
        ...ofRows(row(1, { A: [format.endsWith('@') ? 'text' : 45728, 1] })),
        styles: withFormats(format),
      });
      expect([words, hidden === '']).toEqual(['', false]);
    },
  );

  it('hides the runs of a text that are not seen, and only those', async () => {
    const run = (text: string, properties = '') => `<r>${properties && `<rPr>${properties}</rPr>`}<t>${text}</t></r>`;
    const white = '<color rgb="FFFFFFFF"/>';
    const strings = [
      run('BW-17') + run('9', white),
      run('Total ') + run('100', '<sz val="1"/>') + run(' 230.00', '<b/>'),
      run('all', white),
    ];
    const cells = strings.map((_, index) => `<c t="s"><v>${index}</v></c>`).join('');
    expect(await shown({ ...ofRows(`<row>${cells}</row>`), strings })).toEqual(['BW-17 Total 230.00', '9 100 all']);
  });

  it('proves nothing by rows and columns too flat or too narrow to see, also where all are, and by merged cells named from their end', async () => {
    const flat = {
      content: `<cols><col min="2" max="2" width="0.2"/></cols><sheetData>${row(1, { A: 'low' }, 'ht="1"')}${row(2, { A: 'seen', B: 'narrow' })}
${row(3, { A: 'left', C: 'first', D: 'merged' })}</sheetData><mergeCells><mergeCell ref="D3:C3"/></mergeCells>`,
    };
    const [words, hidden] = await shown({ sheets: [flat] });
    expect([words, hidden]).toEqual(['seen left first', 'low narrow merged']);
    const allFlat = `<sheetFormatPr defaultColWidth="0" defaultRowHeight="1"/><cols><col min="1" max="2" width="9"/></cols>
<sheetData>${row(1, { A: 'low' })}${row(2, { A: 'seen', B: 'too', C: 'narrow' }, 'ht="15"')}</sheetData>`;
    expect(await shown({ sheets: [{ content: allFlat }] })).toEqual(['seen too', 'low narrow']);
  });

  it('shows a merged cell whose first row is flat by itself', async () => {
    const flat = [1, 2].map((at) => row(at, { A: `at${at}` }, 'ht="4" customHeight="1"')).join('');
    const content = `<sheetData>${flat}</sheetData><mergeCells><mergeCell ref="A2:A9"/></mergeCells>`;
    expect(await shown({ sheets: [{ content }] })).toEqual(['at2', 'at1']);
  });

  it('reads the characters that XML cannot hold, and no others', async () => {
    const cells = row(1, { A: 'Ltd_x000D_', B: 'BW_x002D_17', C: 'a_x005F_x000D_', D: 'in\u00ADvo\u200Bice', E: '_x0007_bell' });
    expect(await shown(ofRows(cells))).toEqual(['Ltd BW-17 a_x000D_ invoice bell', '']);
  });

  it('proves nothing by text that is shown in another order than it is stored', async () => {
    const [words, hidden] = await shown(ofRows(row(1, { A: '\u202E7110-WB\u202C', B: '\u202Aleft\u202C', C: '\u200Emark' })));
    expect([words, hidden]).toEqual(['left mark', '\u202E7110-WB']);
  });

  it('is told from a DOCX, a plain archive and a binary workbook', async () => {
    const [book, document] = [await rawXlsx(ofRows()), await rawDocx(paragraph('x'))];
    expect([isXlsx(book), isDocx(book), isXlsx(document), isXlsx(Buffer.from('PK'))]).toEqual([true, false, false, false]);
    const binary = new JSZip().file('[Content_Types].xml', '').file('xl/workbook.bin', '').file('xl/x.xml', '');
    expect(isXlsx(await binary.generateAsync({ type: 'uint8array' }))).toBe(false);
  });
});

describe('a hostile workbook', () => {
  const saidOf = async (book: RawBook, reader = small): Promise<string> =>
    reader.convert(await rawXlsx(book)).then(
      () => 'read',
      (error: Error) => error.message,
    );
  const many = <T>(count: number, made: (at: number) => T): readonly T[] => Array.from({ length: count }, (_, at) => made(at));
  const withPart = (name: string, content: string): RawBook => ({ ...ofRows(row(1, { A: 'seen' })), further: { [name]: content } });
  const entity = '<!DOCTYPE sst [<!ENTITY x SYSTEM "file:///etc/passwd">]><sst><si><t>&x;</t></si></sst>';
  const inWord = '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"/>';
  const oftenLong: RawBook = { ...ofRows(`<row>${'<c t="s"><v>0</v></c>'.repeat(500)}</row>`), strings: ['x'.repeat(5_900)] };

  it.each<[string, RawBook, RegExp]>([
    ['a bomb', withPart('xl/media/zeros.bin', '0'.repeat(2 ** 21)), /unpacks to more than 1 MiB/],
    ['many parts', { ...ofRows(), further: Object.fromEntries(many(12, (at) => [`xl/${at}.xml`, ''])) }, /too many parts/],
    ['many cells', ofRows(...many(1_200, (at) => row(at + 1, { A: 1 }))), /more than 2000 elements/],
    ['many sheets', { sheets: many(3, () => ({ content: '' })) }, /too many pages, 3; at most 2/],
    ['no sheet that is shown', { sheets: [{ content: '', state: 'hidden' }] }, /zero pages/],
    ['one long text, shown often', oftenLong, /too many pages/],
    ['a place beyond the last row', ofRows(row(1_048_577, { A: 1 })), /unreadable/],
    ['a place beyond the last column', ofRows(row(1, { ZZZ: 1 })), /unreadable/],
    ['a row that is no number', ofRows('<row r="1e999"><c><v>1</v></c></row>'), /unreadable/],
    ['broken XML', withPart('xl/worksheets/sheet1.xml', '<worksheet'), /unreadable/],
    ['an entity of a file', withPart('xl/sharedStrings.xml', entity), /unreadable/],
    ['a text document under its name', withPart('xl/workbook.xml', inWord), /unreadable/],
  ])('is refused with the reason: %s', async (_, book, expected) => {
    expect(await saidOf(book)).toMatch(expected);
  });

  it.each(['Target="file:///etc/passwd" TargetMode="External"', 'Target="../../../../etc/passwd"', 'Target="http://127.0.0.1:9/x"'])(
    'opens nothing outside of itself: %s',
    async (target) => {
      const type = 'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet"';
      const relationships = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" ${type} ${target}/></Relationships>`;
      const { pages } = await read(withPart('xl/_rels/workbook.xml.rels', relationships));
      expect(pages.map(({ words }) => words.length)).toEqual([0]);
    },
  );

  it('ends, however many of its columns and merged cells overlap', async () => {
    const content = `<cols>${'<col min="1" max="16384" hidden="0"/>'.repeat(20_000)}</cols>
<sheetData>${many(20_000, (at) => row(at + 1, { D: 1 })).join('')}</sheetData>
<mergeCells>${many(20_000, (at) => `<mergeCell ref="B1:C${at + 1}"/>`).join('')}</mergeCells>`;
    expect(await saidOf({ sheets: [{ content }] }, hurried)).toMatch(/^read$|more time/);
  });
});

describe('a cell whose column or font shows no text', () => {
  const styles = `<fonts><font/><font><name val="Wingdings"/></font></fonts><cellXfs><xf/><xf fontId="1"/><xf><alignment shrinkToFit="1"/></xf></cellXfs>`;
  const cols = '<cols><col min="1" max="1" width="2"/><col min="3" max="3" width="20"/></cols>';
  it.each([
    ['a font of pictures', row(1, { C: ['IE29AIBK', 1], D: 'x' }), 'x', 'IE29AIBK'],
    ['a number that is wider', row(1, { A: 1234567, D: 'x' }), 'x', '1234567'],
    ['a text that the next cell stops', row(1, { A: 'IE29AIBK', B: 'x' }), 'x', 'IE29AIBK'],
    ['a text made small', row(1, { A: ['IE29AIBK93115212', 2], D: 'x' }), 'x', 'IE29AIBK93115212'],
    ['nothing: a text that runs on', row(1, { A: 'IE29AIBK', C: 'x' }), 'IE29AIBK x', ''],
    ['nothing: a number that fits', row(1, { C: 1234567, D: 'x' }), '1234567 x', ''],
  ])('hides %s', async (_, written, words, hidden) => {
    expect(await shown({ sheets: [{ content: `${cols}<sheetData>${written}</sheetData>` }], styles })).toEqual([words, hidden]);
  });
});
