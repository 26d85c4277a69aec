import type { Json } from '../../core/index.js';
import { startsFormula, textOf } from './csv.js';
import type { ExportCell, ExportTable } from './tables.js';
import { escaped } from './xml.js';

/** The tables as a workbook, a sheet each. No cell holds a formula. Source: ECMA-376, part 1, §18. */
export async function workbookOf(tables: readonly ExportTable[]): Promise<Uint8Array> {
  const names = sheetNames(tables);
  // Most servers never make one.
  const { default: JSZip } = await import('jszip');
  const zip = new JSZip();
  const put = (path: string, xml: string): unknown => zip.file(path, `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}`);
  put('[Content_Types].xml', contentTypes(tables.length));
  put('_rels/.rels', relationships([{ id: 'rId1', type: 'officeDocument', target: 'xl/workbook.xml' }]));
  put(
    'xl/workbook.xml',
    `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${names
      .map((name, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
      .join('')}</sheets></workbook>`,
  );
  put(
    'xl/_rels/workbook.xml.rels',
    relationships([
      ...names.map((_, at) => ({ id: `rId${at + 1}`, type: 'worksheet', target: `worksheets/sheet${at + 1}.xml` })),
      { id: `rId${names.length + 1}`, type: 'styles', target: 'styles.xml' },
    ]),
  );
  put('xl/styles.xml', styles);
  for (const [at, table] of tables.entries()) {
    const links = linksOf(table);
    put(`xl/worksheets/sheet${at + 1}.xml`, worksheet(table, links));
    if (links.length > 0) put(`xl/worksheets/_rels/sheet${at + 1}.xml.rels`, linkRelationships(links));
  }
  return zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' });
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';

/** At most 31 characters, none of `[]:*?/\`, and no two that differ in case only. */
function sheetNames(tables: readonly ExportTable[]): readonly string[] {
  const taken = new Set<string>();
  return tables.map(({ name }) => {
    const plain = name.replaceAll(/[[\]:*?/\\']/g, '_').slice(0, 28) || 'table';
    const free = ['', ...tables.map((_, at) => `_${at + 2}`)].find((end) => !taken.has(`${plain}${end}`.toLowerCase())) ?? '';
    taken.add(`${plain}${free}`.toLowerCase());
    return `${plain}${free}`;
  });
}

const contentTypes = (sheets: number): string => {
  const part = (path: string, type: string): string =>
    `<Override PartName="/xl/${path}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`;
  const parts = [
    part('workbook', 'sheet.main'),
    part('styles', 'styles'),
    ...Array.from({ length: sheets }, (_, at) => part(`worksheets/sheet${at + 1}`, 'worksheet')),
  ];
  const rels = `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`;
  return `<Types xmlns="${packages}/content-types">${rels}<Default Extension="xml" ContentType="application/xml"/>${parts.join('')}</Types>`;
};

interface PackageRelationship {
  readonly id: string;
  readonly type: string;
  readonly target: string;
  readonly external?: true;
}

const relationships = (all: readonly PackageRelationship[]): string =>
  `<Relationships xmlns="${packages}/relationships">${all
    .map(
      ({ id, type, target, external }) =>
        `<Relationship Id="${id}" Type="${office}/${type}" Target="${escaped(target)}"${external ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`;

/** How a cell looks: a format, and whether it is marked as doubtful. */
const formats = ['general', 'quoted', 'cents', 'date', 'link'] as const;
type CellFormat = (typeof formats)[number];
const headerStyle = formats.length * 2;

const formatXml: Readonly<Record<CellFormat, string>> = {
  general: '',
  quoted: ' quotePrefix="1"',
  cents: ' numFmtId="4" applyNumberFormat="1"',
  date: ' numFmtId="164" applyNumberFormat="1"',
  link: ' fontId="2" applyFont="1"',
};

const fill = (pattern: string, colour = ''): string => `<fill><patternFill patternType="${pattern}">${colour}</patternFill></fill>`;

const styles = `<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font><font><u/><sz val="11"/><color rgb="FF0B5C8A"/><name val="Calibri"/></font></fonts><fills count="3">${fill('none')}${fill('gray125')}${fill('solid', '<fgColor rgb="FFFFE3C2"/>')}</fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${headerStyle + 1}">${formats
  .flatMap((format) => ['', ' fillId="2" applyFill="1"'].map((doubt) => `<xf xfId="0"${formatXml[format]}${doubt}/>`))
  .join('')}<xf xfId="0" fontId="1" applyFont="1"/></cellXfs></styleSheet>`;

function worksheet(table: ExportTable, links: readonly CellLink[]): string {
  const { header, rows } = table;
  const head = header.map((name, at) => textCell(place(at, 0), name, headerStyle)).join('');
  const body = rows.map(
    (row, at) => `<row r="${at + 2}">${row.map((cell, column) => cellXml(place(column, at + 1), cell)).join('')}</row>`,
  );
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  const hyperlinks = links.map(({ at, id }) => `<hyperlink ref="${at}" r:id="${id}"/>`).join('');
  return `<worksheet xmlns="${main}" xmlns:r="${office}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${widths(table)}</cols><sheetData><row r="1">${head}</row>${body.join('')}</sheetData>${links.length > 0 ? `<hyperlinks>${hyperlinks}</hyperlinks>` : ''}</worksheet>`;
}

/** A column is as wide as its longest text, from 8 to 60 characters. */
const widths = ({ header, rows }: ExportTable): string =>
  header
    .map((name, at) => {
      const longest = rows.reduce((most, row) => Math.max(most, textOf(row[at]?.value ?? null).length), name.length);
      return `<col min="${at + 1}" max="${at + 1}" width="${Math.min(60, Math.max(8, longest + 2))}" customWidth="1"/>`;
    })
    .join('');

/** `B3` for the third row of the second column; both are counted from 0. */
function place(column: number, row: number): string {
  const letters = (at: number): string => (at < 0 ? '' : letters(Math.floor(at / 26) - 1) + String.fromCharCode(65 + (at % 26)));
  return `${letters(column)}${row + 1}`;
}

function cellXml(at: string, { value, cents, doubtful, link }: ExportCell): string {
  const style = (format: CellFormat): number => formats.indexOf(format) * 2 + (doubtful ? 1 : 0);
  if (value === null) return doubtful ? `<c r="${at}" s="${style('general')}"/>` : '';
  if (typeof value === 'boolean') return `<c r="${at}" s="${style('general')}" t="b"><v>${value ? 1 : 0}</v></c>`;
  if (typeof value === 'number' && isKept(value)) return `<c r="${at}" s="${style(cents ? 'cents' : 'general')}"><v>${value}</v></c>`;
  const day = dayNumber(value);
  if (day !== undefined) return `<c r="${at}" s="${style('date')}"><v>${day}</v></c>`;
  const text = textOf(value);
  return textCell(at, text, style(link ? 'link' : startsFormula(text) ? 'quoted' : 'general'));
}

/** A cell takes 32,767 characters. A spreadsheet shows `_x0031_` as 1 unless its underscore is escaped in the same way (ECMA-376, part 1, §22.9.2.19). */
const textCell = (at: string, text: string, style: number): string =>
  `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text.slice(0, 32_767)).replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_')}</t></is></c>`;

/** Whether a spreadsheet, which keeps 15 digits, keeps all of a number. */
const isKept = (value: number): boolean =>
  String(value)
    .replace(/e.*$/, '')
    .replaceAll(/[-.]/g, '')
    .replaceAll(/^0+|0+$/g, '').length <= 15;

/** The number of a day such as 2026-03-31, counted from the end of 1899; undefined for other values, and for days before March 1900, which spreadsheets miscount. */
function dayNumber(value: Json): number | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined;
  const day = new Date(`${value}T00:00:00Z`);
  if (Number.isNaN(day.getTime()) || !day.toISOString().startsWith(value)) return undefined;
  const count = (day.getTime() - Date.UTC(1899, 11, 30)) / 86_400_000;
  return count > 60 ? count : undefined;
}

interface CellLink {
  readonly at: string;
  readonly id: string;
  readonly target: string;
}

/** A sheet takes so many links. Source: the specifications and limits of Excel. */
const maxLinks = 65_530;

function linksOf({ rows }: ExportTable): readonly CellLink[] {
  const ids = new Map<string, string>();
  return rows
    .flatMap((row, at) =>
      row.flatMap(({ value, link }, column) => (link && typeof value === 'string' ? [{ at: place(column, at + 1), target: value }] : [])),
    )
    .slice(0, maxLinks)
    .map((link) => {
      const id = ids.get(link.target) ?? `rId${ids.size + 1}`;
      ids.set(link.target, id);
      return { ...link, id };
    });
}

const linkRelationships = (links: readonly CellLink[]): string =>
  relationships(
    [...new Map(links.map((link) => [link.id, link])).values()].map(({ id, target }) => ({
      id,
      type: 'hyperlink',
      target,
      external: true as const,
    })),
  );
