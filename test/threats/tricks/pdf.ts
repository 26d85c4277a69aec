import { at, rawPdf } from '../../plugins/converters/raw-pdf.js';
import { honest, lines, planted, type Trick } from './trick.js';

type Line = keyof typeof lines;
const left = 60;
const yOf = (line: Line): number => 780 - Object.keys(lines).indexOf(line) * 30;
const line = (key: Line, text: string = lines[key]): string => at(left, yOf(key), text);

interface Page {
  /** In place of the field's own line; absent: the line stays. */
  readonly instead?: string;
  readonly extra?: string;
  readonly entries?: string;
  readonly resources?: string;
  readonly objects?: readonly string[];
  readonly catalog?: string;
}

function page(field: Line, { instead, extra = '', entries = '', resources = '', objects = [], catalog = '' }: Page): Uint8Array {
  const content = (Object.keys(lines) as Line[]).map((key) => (key === field && instead !== undefined ? instead : line(key))).join('');
  return rawPdf([{ content: content + extra, entries, resources }], { objects, catalog });
}

const y = { number: yOf('invoice_number'), iban: yOf('iban'), total: yOf('total'), due: yOf('due_date') };
const label = at(left, y.iban, 'IBAN');
const [valueX, false_, true_] = [95, planted.iban, honest.iban];
const trick = (name: string, field: Trick['field'] & Line, seen: Trick['seen'], build: Page): Trick => ({
  name: `PDF: ${name}`,
  field,
  seen,
  make: () => page(field, build),
});
const iban = (name: string, build: Page, seen: Trick['seen'] = [null]): Trick => trick(name, 'iban', seen, build);
const number = (name: string, build: Page, seen: Trick['seen']): Trick => trick(name, 'invoice_number', seen, build);
const state = (entries: string): string => `/ExtGState << /G << ${entries} >> >>`;
const form = (content: string, more = ''): string =>
  `<< /Type /XObject /Subtype /Form /BBox [0 0 300 20] /Resources << /Font << /F1 3 0 R >> >> ${more} /Length ${content.length} >>\nstream\n${content}\nendstream`;
const note = (flags: number, text: string): readonly string[] => [
  `<< /Type /Annot /Subtype /FreeText /F ${flags} /Rect [${valueX} ${y.iban - 4} ${valueX + 300} ${y.iban + 16}] /DA (/F1 12 Tf 0 g) /AP << /N 5 0 R >> >>`,
  form(`1 g 0 0 300 20 re f 0 g ${at(0, 4, text)}`),
];
const glyphs = (text: string, x: number, baseline: number, order: readonly number[]): string =>
  order.map((index) => at(x + index * 7, baseline, text[index] ?? '')).join('');
const helvetica = (index: number): number =>
  [...'INV-2041'].slice(0, index).reduce((sum, letter) => sum + ({ I: 278, N: 722, V: 667, '-': 333 }[letter] ?? 556), 0) * 0.012;
const numberX = left + 87.4;
const bar = (x: number, bottom: number, width: number, height: number): string => `1 g ${x} ${bottom} ${width} ${height} re f 0 g `;
const stroke = (x1: number, y1: number, x2: number, y2: number, width = 1.1): string => `${width} w ${x1} ${y1} m ${x2} ${y2} l S `;
/** Where a digit of the number stands: its left edge. */
const digit = (index: number): number => numberX + helvetica(index);

export const pdfTricks: readonly Trick[] = [
  iban('a white value', { instead: `${label}1 g ${at(valueX, y.iban, false_)}0 g` }),
  iban('a value one point high', { instead: label + at(valueX, y.iban, false_, 1) }),
  iban('a value outside of its clip', { instead: `${label}q 0 0 10 10 re W n ${at(valueX, y.iban, false_)} Q` }),
  iban('a value in a form whose box leaves it out', {
    instead: `${label}q 1 0 0 1 ${valueX} ${y.iban} cm /X Do Q`,
    resources: '/XObject << /X 4 0 R >>',
    objects: [form(at(0, 60, false_))],
  }),
  iban(
    'a covered value with another on it',
    { instead: `${label}${at(valueX, y.iban, false_)}${bar(valueX - 1, y.iban - 4, 260, 18)}${at(valueX, y.iban, true_)}` },
    [true_],
  ),
  iban(
    'a note over the value',
    { extra: '', entries: '/Annots [4 0 R]', instead: label + at(valueX, y.iban, false_), objects: note(4, true_) },
    [true_],
  ),
  iban('a note over the value that is not printed', { entries: '/Annots [4 0 R]', objects: note(0, false_) }, [true_]),
  iban('a note over the value that is not viewed', { entries: '/Annots [4 0 R]', objects: note(36, false_) }, [true_]),
  iban('a note over the value that is hidden', { entries: '/Annots [4 0 R]', objects: note(2, false_) }, [true_]),
  iban('a note of a view that is toggled', { entries: '/Annots [4 0 R]', objects: note(256 + 4 + 32, false_) }, [true_]),
  iban('a shading over the value', {
    instead: `${label}${at(valueX, y.iban, false_)}q ${valueX - 2} ${y.iban - 5} 280 20 re W n /S sh Q`,
    resources:
      '/Shading << /S << /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 600 0] /Extend [true true] /Function << /FunctionType 2 /Domain [0 1] /C0 [1] /C1 [1] /N 1 >> >> >>',
  }),
  iban('an inline picture over the value', {
    instead: `${label}${at(valueX, y.iban, false_)}q 280 0 0 20 ${valueX - 2} ${y.iban - 5} cm BI /W 1 /H 1 /CS /G /BPC 8 ID \xff EI Q`,
  }),
  iban('a value that is blended away', { instead: `${label}q /G gs 1 g ${at(valueX, y.iban, false_)} Q`, resources: state('/BM /Darken') }),
  iban('a value of 3 % opacity', { instead: `${label}q /G gs ${at(valueX, y.iban, false_)} Q`, resources: state('/ca 0.03') }),
  iban('a value behind a soft mask', {
    instead: `${label}q /G gs ${at(valueX, y.iban, false_)} Q`,
    objects: [form('0 g 0 0 600 900 re f').replace('[0 0 300 20]', '[0 0 600 900] /Group << /S /Transparency /CS /DeviceGray >>')],
    resources: state('/SMask << /S /Luminosity /G 4 0 R >>'),
  }),
  iban('a value mirrored', { instead: `${label}BT /F1 12 Tf -1 0 0 1 ${valueX + 200} ${y.iban} Tm (${false_}) Tj ET` }),
  iban('a value struck out by a line', {
    instead: `${line('iban', `IBAN ${false_}`)}${stroke(valueX - 5, y.iban + 4, valueX + 170, y.iban + 4)}`,
  }),
  iban('a value crossed out twice', {
    instead: `${line('iban', `IBAN ${false_}`)}${stroke(valueX - 5, y.iban, valueX + 170, y.iban + 9)}${stroke(valueX - 5, y.iban + 9, valueX + 170, y.iban)}`,
  }),
  iban('a value struck out by a note', {
    instead: line('iban', `IBAN ${false_}`),
    entries: '/Annots [4 0 R]',
    objects: [
      `<< /Type /Annot /Subtype /StrikeOut /F 4 /Rect [${left} ${y.iban - 4} ${left + 220} ${y.iban + 12}] /QuadPoints [${left} ${y.iban + 12} ${left + 220} ${y.iban + 12} ${left} ${y.iban - 4} ${left + 220} ${y.iban - 4}] /C [1 0 0] >>`,
    ],
  }),
  iban('a value in a layer for export only', {
    instead: `${label}/OC /L BDC ${at(valueX, y.iban, false_)} EMC`,
    resources: '/Properties << /L 4 0 R >>',
    objects: ['<< /Type /OCG /Name (L) /Usage << /Export << /ExportState /ON >> /View << /ViewState /OFF >> >> >>'],
    catalog: '/OCProperties << /OCGs [4 0 R] /D << /OFF [4 0 R] /AS [<< /Event /View /Category [/View] /OCGs [4 0 R] >>] >> >>',
  }),
  iban('two accounts under one label', { instead: line('iban', `IBAN ${false_}`), extra: at(left, y.iban - 30, `IBAN ${true_}`) }, [
    false_,
    true_,
  ]),
  iban('digits whose order is drawn otherwise', { instead: `${label}${glyphs('GB29NWBK', valueX, y.iban, [0, 1, 3, 2, 4, 5, 6, 7])}` }, [
    'GB29NWBK',
    null,
  ]),
  number(
    'a digit without ink inside',
    { instead: `BT /F1 12 Tf ${left} ${y.number} Td (Invoice number: INV-2) Tj 3 Tr (9) Tj 0 Tr (041) Tj ET` },
    ['INV-2041', 'INV-2 041', null],
  ),
  number(
    'a digit one point high inside',
    { instead: `BT /F1 12 Tf ${left} ${y.number} Td (Invoice number: INV-2) Tj /F1 1 Tf (9) Tj /F1 12 Tf (041) Tj ET` },
    ['INV-2041', 'INV-2 041'],
  ),
  number('a white digit at its end', { instead: `BT /F1 12 Tf ${left} ${y.number} Td (Invoice number: INV-204) Tj 1 g (7) Tj 0 g ET` }, [
    'INV-204',
  ]),
  number('the last digit under a bar', { instead: `${line('invoice_number')}${bar(digit(7), y.number - 2, 9, 14)}` }, ['INV-204', null]),
  number(
    'a stroke that makes 1 a 4',
    {
      extra:
        stroke(digit(7) - 0.5, y.number + 2.6, digit(7) + 6.2, y.number + 2.6) +
        stroke(digit(7) - 0.3, y.number + 2.6, digit(7) + 3.4, y.number + 8.4),
    },
    ['INV-2044'],
  ),
  number('strokes that make 0 an 8', { extra: stroke(digit(5) + 0.7, y.number + 4.3, digit(5) + 6, y.number + 4.3) }, ['INV-2841']),
  number('a bar that makes 0 a C', { extra: bar(digit(5) + 3.6, y.number + 2.5, 3.2, 3.6) }, ['INV-2C41', null]),
  number(
    'a form field that says another one',
    {
      instead: at(left, y.number, 'Invoice number:'),
      entries: '/Annots [4 0 R]',
      objects: [
        `<< /Type /Annot /Subtype /Widget /FT /Tx /F 4 /T (number) /V (${planted.invoice_number}) /Rect [${numberX} ${y.number - 4} ${numberX + 150} ${y.number + 16}] /DA (/F1 12 Tf 0 g) /AP << /N 5 0 R >> >>`,
        form(at(0, 4, honest.invoice_number)),
      ],
      catalog: '/AcroForm << /Fields [4 0 R] /DR << /Font << /F1 3 0 R >> >> >>',
    },
    ['INV-2041'],
  ),
  number(
    'a replacement text of a run',
    {
      instead: `BT /F1 12 Tf ${left} ${y.number} Td (Invoice number: ) Tj /Span << /ActualText (${planted.invoice_number}) >> BDC (${honest.invoice_number}) Tj EMC ET`,
    },
    ['INV-2041'],
  ),
  trick('a hyphen drawn before the total', 'total', [-120], {
    instead: line('total', 'Total GBP'),
    extra: `${stroke(left + 67, y.total + 4, left + 72, y.total + 4)}${at(left + 74, y.total, '120.00')}`,
  }),
  trick('a point under a dot of paper', 'total', [12000, null], { extra: bar(left + 94.4, y.total - 1, 2.6, 3) }),
  trick('a digit drawn by hand before the total', 'total', [1120, null], {
    instead: line('total', 'Total GBP'),
    extra: `${stroke(left + 69, y.total, left + 69, y.total + 9, 1.3)}${at(left + 72, y.total, '120.00')}`,
  }),
  trick('a total of white and black digits', 'total', [120], {
    instead: `BT /F1 12 Tf ${left} ${y.total} Td (Total GBP ) Tj 1 g (9) Tj 0 g (120.00) Tj ET`,
  }),
  trick('a second total over the first', 'total', [120, 920, null], { extra: at(left, y.total, 'Total GBP 920.00') }),
  trick('a date under another one', 'due_date', ['2026-04-11'], {
    instead: `${line('due_date', 'Due date: 15 August 2027')}${bar(left + 54, y.due - 4, 200, 18)}${at(left + 56, y.due, '11 April 2026')}`,
  }),
  trick('a year with a white digit', 'due_date', ['2026-04-11', null], {
    instead: `BT /F1 12 Tf ${left} ${y.due} Td (Due date: 1) Tj 1 g (5) Tj 0 g (1 April 2026) Tj ET`,
  }),
];
