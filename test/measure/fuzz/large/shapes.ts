import { cell, paragraph, rawDocx, row, run, table } from '../../../plugins/converters/raw-docx.js';
import { at, rawPdf } from '../../../plugins/converters/raw-pdf.js';
import { rawXlsx } from '../../../plugins/converters/raw-xlsx.js';

/** A way to make one file large: the kind of file, what of it grows, and the file with so much of it. */
export interface LargeShape {
  readonly kind: 'PDF' | 'DOCX' | 'XLSX' | 'mail' | 'XML';
  readonly what: string;
  readonly make: (count: number) => Uint8Array | Promise<Uint8Array>;
}

const many = (count: number, make: (index: number) => string, between = ''): string =>
  Array.from({ length: count }, (_, index) => make(index)).join(between);
const word = (index: number): string => `w${index.toString(36)}q${(index * 7_919) % 1_000}`;
const amount = (index: number): string => `${(index * 37) % 9_000}.${10 + (index % 90)}`;
const labelled = (index: number): string =>
  `${['Total', 'Invoice number', 'Due date', 'VAT', 'Subtotal', 'IBAN'][index % 6]} ${['120.00', 'A-1', '2026-03-12', '20 %', '100.00', 'DE89370400440532013000'][index % 6]}`;
const nested = (depth: number, open: string, inner: string, close: string): string => open.repeat(depth) + inner + close.repeat(depth);

/** Texts that grow, which every kind of file can hold. */
const texts: Readonly<Record<string, (count: number) => string>> = {
  'distinct words': (count) => many(count, word, ' '),
  'distinct amounts': (count) => many(count, amount, ' '),
  'labels with values': (count) => many(count, labelled, ' '),
  'one letter at a time': (count) => many(count, (index) => String.fromCharCode(97 + (index % 26)), ' '),
  'one word of letters': (count) => many(count, (index) => String.fromCharCode(97 + (index % 26))),
  'one word of "1,"': (count) => '1,'.repeat(count),
  'one word of digits': (count) => many(count, (index) => String(index % 10)),
  'words of 2,000 "1,"': (count) => many(Math.ceil(count / 1_000), () => '1,'.repeat(999), ' '),
  'words of 380 labels': (count) => many(Math.ceil(count / 1_900), (index) => `${'Total'.repeat(380)}${index}`, ' '),
  'words of 1,900 letters': (count) => many(Math.ceil(count / 1_900), (index) => `${word(index)}${'aB'.repeat(940)}`, ' '),
  'a label before words of 1,900 brackets': (count) => behindLabel(count, '('),
  'a label before words of 1,900 small letters': (count) => behindLabel(count, 'a'),
};

/** Rows of forty long words behind a label and a price behind them. */
const behindLabel = (count: number, letter: string): string =>
  many(Math.ceil(count / 76_000), () => `Customer: ${many(40, () => letter.repeat(1_900), ' ')} 2 10.00 20.00`, ' ');

const textShapes = (kind: LargeShape['kind'], of: (text: string) => Uint8Array | Promise<Uint8Array>): readonly LargeShape[] =>
  Object.entries(texts).map(([what, text]) => ({ kind, what, make: (count) => of(text(count)) }));

/** Wraps at so many characters, as each kind lets words be placed. */
const linesOf = (text: string, width: number): readonly string[] => text.match(new RegExp(`.{1,${width}}(?: |$)|\\S+`, 'g')) ?? [];

const rowsOnPage = 140;
function pdfOf(lines: readonly string[]): Uint8Array {
  const pages = Math.max(1, Math.min(100, Math.ceil(lines.length / rowsOnPage)));
  const each = Math.ceil(lines.length / pages);
  return rawPdf(
    Array.from({ length: pages }, (_, page) => ({
      content: lines
        .slice(page * each, (page + 1) * each)
        .map((line, index) => at(20, 830 - index * (820 / each), line, 4))
        .join(''),
    })),
  );
}

const cells = (rows: number, columns: number, cellOf: (index: number) => string): string =>
  many(rows, (y) => `<row r="${y + 1}">${many(columns, (x) => cellOf(y * columns + x))}</row>`);
const inline = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const sheet = (data: string): Promise<Uint8Array> => rawXlsx({ sheets: [{ content: `<sheetData>${data}</sheetData>` }] });

const ubl = (inner: string): Uint8Array =>
  Buffer.from(
    `<?xml version="1.0"?><Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"><cbc:ID>A-1</cbc:ID><cbc:IssueDate>2026-03-12</cbc:IssueDate><cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode><cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>${inner}</Invoice>`,
  );
const ublLine = (index: number): string =>
  `<cac:InvoiceLine><cbc:ID>${index}</cbc:ID><cbc:InvoicedQuantity>1</cbc:InvoicedQuantity><cbc:LineExtensionAmount currencyID="EUR">${amount(index)}</cbc:LineExtensionAmount><cac:Item><cbc:Name>${word(index)}</cbc:Name></cac:Item></cac:InvoiceLine>`;
const email = (headers: string, body: string): Uint8Array =>
  Buffer.from(`From: a@example.com\nTo: b@example.com\nSubject: x\n${headers}\n${body}\n`);
const plain = 'Content-Type: text/plain; charset=utf-8\n';

export const shapes: readonly LargeShape[] = [
  ...textShapes('PDF', (text) => pdfOf(linesOf(text, 120))),
  {
    kind: 'PDF',
    what: 'rows of a table',
    make: (count) =>
      pdfOf(['Description Quantity Amount', ...Array.from({ length: count }, (_, index) => `${word(index)} 1 ${amount(index)}`)]),
  },
  {
    kind: 'PDF',
    what: 'hidden words',
    make: (count) =>
      rawPdf([
        {
          content: `3 Tr ${linesOf(many(count, word, ' '), 120)
            .map((line, index) => at(20, 830 - index / 50, line, 4))
            .join('')}`,
        },
      ]),
  },
  { kind: 'PDF', what: 'saved states', make: (count) => rawPdf([{ content: nested(count, 'q ', at(20, 800, 'Total 120.00'), ' Q') }]) },
  {
    kind: 'PDF',
    what: 'lines that are drawn',
    make: (count) =>
      rawPdf([
        { content: `${at(20, 800, 'Total 120.00')}${many(count, (index) => `${index % 590} ${index % 840} m 590 ${index % 837} l S\n`)}` },
      ]),
  },
  {
    kind: 'PDF',
    what: 'annotations',
    make: (count) =>
      rawPdf([
        {
          content: at(20, 800, 'Total 120.00'),
          entries: `/Annots [${many(count, (index) => `<< /Type /Annot /Subtype /FreeText /Contents (Total ${amount(index)}) /Rect [20 ${index % 800} 90 ${(index % 800) + 9}] >>`, ' ')}]`,
        },
      ]),
  },
  ...textShapes('DOCX', (text) => rawDocx(paragraph(text))),
  { kind: 'DOCX', what: 'runs', make: (count) => rawDocx(paragraph(many(count, (index) => run(`${word(index)} `)))) },
  { kind: 'DOCX', what: 'runs of one word', make: (count) => rawDocx(paragraph(many(count, (index) => run(String(index % 10))))) },
  { kind: 'DOCX', what: 'paragraphs', make: (count) => rawDocx(many(count, (index) => paragraph(labelled(index)))) },
  {
    kind: 'DOCX',
    what: 'rows',
    make: (count) =>
      rawDocx(
        table(
          row('Description', 'Amount'),
          many(count, (index) => row(word(index), amount(index))),
        ),
      ),
  },
  { kind: 'DOCX', what: 'columns', make: (count) => rawDocx(table(`<w:tr>${many(count, (index) => cell(amount(index)))}</w:tr>`)) },
  {
    kind: 'DOCX',
    what: 'tables in tables',
    make: (count) => rawDocx(nested(count, '<w:tbl><w:tr><w:tc>', paragraph('Total 120.00'), '</w:tc></w:tr></w:tbl>')),
  },
  {
    kind: 'DOCX',
    what: 'words struck out',
    make: (count) => rawDocx(paragraph(many(count, (index) => run(`${word(index)} `, '<w:strike/>')))),
  },
  ...textShapes('XLSX', (text) => sheet(cells(1, 1, () => inline(text)))),
  { kind: 'XLSX', what: 'columns', make: (count) => sheet(cells(1, count, (index) => inline(amount(index)))) },
  { kind: 'XLSX', what: 'rows', make: (count) => sheet(cells(count, 1, (index) => inline(amount(index)))) },
  {
    kind: 'XLSX',
    what: 'rows with labels',
    make: (count) => sheet(cells(count, 2, (index) => inline(index % 2 ? amount(index) : labelled(index)))),
  },
  {
    kind: 'XLSX',
    what: 'rows of ten',
    make: (count) => sheet(cells(Math.ceil(count / 10), 10, (index) => inline(index % 2 ? amount(index) : word(index)))),
  },
  {
    kind: 'XLSX',
    what: 'as many rows as columns',
    make: (count) => sheet(cells(Math.ceil(Math.sqrt(count)), Math.ceil(Math.sqrt(count)), (index) => inline(amount(index)))),
  },
  { kind: 'XLSX', what: 'lines of a cell', make: (count) => sheet(cells(1, 1, () => inline(many(count, labelled, '\n')))) },
  ...textShapes('mail', (text) => email(plain, linesOf(text, 900).join('\n'))),
  { kind: 'mail', what: 'lines', make: (count) => email(plain, many(count, labelled, '\n')) },
  { kind: 'mail', what: 'one line', make: (count) => email(plain, many(count, word, ' ')) },
  { kind: 'mail', what: 'headers', make: (count) => email(many(count, (index) => `X-${index}: ${word(index)}\n`) + plain, 'Total 120.00') },
  {
    kind: 'mail',
    what: 'mails in mails',
    make: (count) =>
      email('', '').length > 0
        ? Buffer.from(
            `From: a@example.com\nTo: b@example.com\nSubject: x\n${'Content-Type: message/rfc822\n\nFrom: a@example.com\nSubject: x\n'.repeat(count)}\nTotal 120.00\n`,
          )
        : Buffer.alloc(0),
  },
  {
    kind: 'mail',
    what: 'parts',
    make: (count) =>
      email(
        'Content-Type: multipart/mixed; boundary=b\n',
        `${many(count, (index) => `--b\nContent-Type: text/plain\n\n${labelled(index)}\n`)}--b--`,
      ),
  },
  ...textShapes('XML', (text) => ubl(`<cbc:Note>${text}</cbc:Note>${ublLine(1)}`)),
  { kind: 'XML', what: 'lines', make: (count) => ubl(many(count, ublLine)) },
  { kind: 'XML', what: 'notes', make: (count) => ubl(many(count, (index) => `<cbc:Note>${labelled(index)}</cbc:Note>`)) },
  { kind: 'XML', what: 'depth', make: (count) => ubl(nested(count, '<cac:Party>', '<cbc:Name>x</cbc:Name>', '</cac:Party>')) },
  {
    kind: 'XML',
    what: 'attributes',
    make: (count) => ubl(`<cbc:Note ${many(count, (index) => `a${index}="${word(index)}"`, ' ')}>x</cbc:Note>`),
  },
  { kind: 'XML', what: 'a number of digits', make: (count) => ubl(ublLine(1).replace(/EUR">[^<]*/, `EUR">${'9'.repeat(count)}`)) },
  { kind: 'XML', what: 'a long name of an item', make: (count) => ubl(ublLine(1).replace(/Name>[^<]*/, `Name>${'ab '.repeat(count)}`)) },
  {
    kind: 'XML',
    what: 'allowances',
    make: (count) =>
      ubl(
        many(
          count,
          (index) =>
            `<cac:AllowanceCharge><cbc:ChargeIndicator>false</cbc:ChargeIndicator><cbc:Amount currencyID="EUR">${amount(index)}</cbc:Amount></cac:AllowanceCharge>`,
        ),
      ),
  },
];
