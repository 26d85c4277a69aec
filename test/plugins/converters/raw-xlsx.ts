import { zip } from './raw-docx.js';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const namespaces = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${office}"`;

export interface RawSheet {
  readonly state?: 'hidden' | 'veryHidden';
  /** What stands in `worksheet`. */
  readonly content: string;
}

export interface RawBook {
  readonly sheets: readonly RawSheet[];
  readonly strings?: readonly string[];
  /** What stands in `styleSheet`. */
  readonly styles?: string;
  /** Attributes of `workbookPr`. */
  readonly properties?: string;
  /** Attributes of `calcPr`. */
  readonly calculation?: string;
  /** Further parts by name, also in place of those written here. */
  readonly further?: Readonly<Record<string, string>>;
}

/** A workbook with sheets written by hand. */
export function rawXlsx({
  sheets,
  strings = [],
  styles = '',
  properties = '',
  calculation = '',
  further = {},
}: RawBook): Promise<Uint8Array> {
  const named = sheets.map(
    ({ state = 'visible' }, index) => `<sheet name="S${index}" sheetId="${index + 1}" state="${state}" r:id="rId${index + 1}"/>`,
  );
  const parts = [
    ...sheets.map((_, index) => relationship(`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`)),
    relationship('rIdS', 'sharedStrings', 'sharedStrings.xml'),
    relationship('rIdT', 'styles', 'styles.xml'),
    relationship('rIdH', 'theme', 'theme/theme1.xml'),
  ];
  return zip({
    '[Content_Types].xml': `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    '_rels/.rels': relationships(relationship('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': part('workbook', `<workbookPr ${properties}/><sheets>${named.join('')}</sheets><calcPr ${calculation}/>`),
    'xl/_rels/workbook.xml.rels': relationships(parts.join('')),
    'xl/sharedStrings.xml': part('sst', strings.map((text) => `<si>${text.startsWith('<') ? text : `<t>${text}</t>`}</si>`).join('')),
    'xl/styles.xml': part('styleSheet', styles),
    ...Object.fromEntries(sheets.map(({ content }, index) => [`xl/worksheets/sheet${index + 1}.xml`, part('worksheet', content)])),
    ...further,
  });
}

/** A part: its root element with all namespaces. */
const part = (root: string, content: string): string => `${declaration}<${root} ${namespaces}>${content}</${root}>`;

const relationship = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;

const relationships = (content: string): string =>
  `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${content}</Relationships>`;

type CellValue = string | number;

/** A row of cells by their columns: `row(3, { A: 'text', C: 12.5, D: [46000, 1] })`, the last with a style. */
export function row(at: number, cells: Readonly<Record<string, CellValue | readonly [CellValue, number]>>, attributes = ''): string {
  const written = Object.entries(cells).map(([column, said]) => {
    const [value, style] = typeof said === 'object' ? said : [said, 0];
    const place = `r="${column}${at}" s="${style}"`;
    return typeof value === 'number' ? `<c ${place}><v>${value}</v></c>` : `<c ${place} t="inlineStr"><is><t>${value}</t></is></c>`;
  });
  return `<row r="${at}" ${attributes}>${written.join('')}</row>`;
}

/** Styles with these number formats, in order, after the plain one. */
export function withFormats(...formats: readonly string[]): string {
  const escaped = formats.map((format) => format.replaceAll('&', '&amp;').replaceAll('"', '&quot;'));
  const codes = escaped.map((format, index) => `<numFmt numFmtId="${200 + index}" formatCode="${format}"/>`);
  const styles = formats.map((_, index) => `<xf numFmtId="${200 + index}"/>`);
  return `<numFmts>${codes.join('')}</numFmts><cellXfs><xf/>${styles.join('')}</cellXfs>`;
}
