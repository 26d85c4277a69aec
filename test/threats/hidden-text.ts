import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { at, type RawPage, rawPdf } from '../plugins/converters/raw-pdf.js';

/** A document that shows no price, and a way to have a total in its text that nobody can read. */
export interface HiddenTotal {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** What a person reads where the text says 99.00, if anything. */
  readonly shown?: string;
}

const note = `${at(72, 700, 'Invoice number A-1')}${at(72, 680, 'This is a delivery note without prices')}`;
const total = at(72, 600, 'Total 99.00 EUR');
const withState = (entries: string): string => `/ExtGState << /G << ${entries} >> >>`;

interface Trick extends Omit<RawPage, 'content'> {
  readonly content: string;
  readonly objects?: readonly string[];
  readonly catalog?: string;
  readonly shown?: string;
}

const hidden = (name: string, { content, objects = [], catalog = '', shown, ...page }: Trick): HiddenTotal => ({
  name,
  bytes: rawPdf([{ content: note + content, ...page }], { objects, catalog }),
  ...(shown !== undefined && { shown }),
});

/** The mapping from codes to characters that a font claims: what is not listed means itself. */
export const claims = (pairs: Readonly<Record<string, string>>): string => {
  const others = [...Array(95).keys()].map((at) => String.fromCharCode(32 + at)).map((code) => [code, pairs[code] ?? code] as const);
  const hex = (text: string, digits: number): string => (text.codePointAt(0) ?? 0).toString(16).padStart(digits, '0');
  const map = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def 1 begincodespacerange <00> <FF> endcodespacerange ${others.length} beginbfchar ${others.map(([code, text]) => `<${hex(code, 2)}> <${hex(text, 4)}>`).join(' ')} endbfchar endcmap end end`;
  return `<< /Length ${map.length} >>\nstream\n${map}\nendstream`;
};

/** A Type 3 font whose object is number 4, and which draws each code with the given operators. */
function drawingFont(drawing: (code: string) => string, claimed: Readonly<Record<string, string>> = {}): readonly string[] {
  const codes = [...Array(95).keys()].map((at) => String.fromCharCode(32 + at));
  const names = codes.map((code) => `/c${code.charCodeAt(0)}`);
  const streams = codes
    .map((code) => `600 0 d0 ${drawing(code)}`)
    .map((text) => `<< /Length ${text.length} >>\nstream\n${text}\nendstream`);
  const font = `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 600 700] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 32 /LastChar 126 /Widths [${codes.map(() => 600).join(' ')}] /Resources << /Font << /F1 3 0 R >> >> /ToUnicode 5 0 R /Encoding << /Type /Encoding /Differences [32 ${names.join(' ')}] >> /CharProcs << ${names.map((name, at) => `${name} ${6 + at} 0 R`).join(' ')} >> >>`;
  return [font, claims(claimed), ...streams];
}

/** A simple font with the glyphs of another code: what is written as 99.00 is drawn as 12.50. */
const swapped = { '1': '9', '2': '9', '5': '0' };
const lyingFont = (subtype: string, face: string, more = ''): readonly string[] => [
  `<< /Type /Font /Subtype /${subtype} /BaseFont /${face} /Encoding /WinAnsiEncoding /ToUnicode 5 0 R ${more} >>`,
  claims(swapped),
];
const inFont4 = '/Font << /F1 3 0 R /F4 4 0 R >>';
const written = (text: string, more = ''): string =>
  `${more}BT /F1 12 Tf 72 600 Td (Total ) Tj /F4 12 Tf (${text}) Tj /F1 12 Tf ( EUR) Tj ET`;

/** Glyphs of Helvetica, drawn by a Type 3 font: the digit that `as` gives for a code. */
const redrawn =
  (as: (code: string) => string) =>
  (code: string): string =>
    `BT /F1 1000 Tf 0 0 Td (${as(code).replace(/[()\\]/g, '\\$&')}) Tj ET`;

/** A TrueType font in which 12.50 are the glyphs 20, 21, 17, 24 and 19. */
const liberation = readFileSync(createRequire(import.meta.url).resolve('pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf'), 'latin1');

/** Every trick at least once, without text in the clear; the number that nobody can read is always 99.00. */
export const hiddenTotals: readonly HiddenTotal[] = [
  hidden('squeezed to nothing', { content: `0.1 Tz ${total} 100 Tz` }),
  hidden('squeezed to a fiftieth', { content: `2 Tz ${total} 100 Tz` }),
  hidden('2 point type', { content: at(72, 600, 'Total 99.00 EUR', 2) }),
  hidden('1 point type', { content: at(72, 600, 'Total 99.00 EUR', 1) }),
  hidden('flattened by the text matrix', { content: 'BT /F1 1 Tf 12 0 0 0.01 72 600 Tm (Total 99.00 EUR) Tj ET' }),
  hidden('narrowed by the text matrix', { content: 'BT /F1 1 Tf 0.01 0 0 12 72 600 Tm (Total 99.00 EUR) Tj ET' }),
  hidden('a text matrix without area', { content: 'BT /F1 12 Tf 1 1 1 1 72 600 Tm (Total 99.00 EUR) Tj ET' }),
  hidden('turned and shrunk by the page matrix', { content: `q 0.07 0.07 -0.07 0.07 100 600 cm ${at(0, 0, 'Total 99.00 EUR')} Q` }),
  hidden('a clip without area', { content: `q 72 600 0 0 re W n ${total} Q` }),
  hidden('clipped to a line', { content: `q 72 604 200 0.3 re W n ${total} Q` }),
  hidden('a clip of text', { content: `q BT /F1 12 Tf 7 Tr 72 500 Td (x) Tj ET ${total} Q` }),
  hidden('transparent', { content: `q /G gs ${total} Q`, resources: withState('/ca 0 /CA 0') }),
  hidden('nearly transparent', { content: `q /G gs ${total} Q`, resources: withState('/ca 0.04 /CA 0.04') }),
  hidden('blended away', { content: `q /G gs 1 g ${total} Q`, resources: withState('/BM /Multiply') }),
  hidden('nearly the colour of the paper', { content: `0.96 g ${total} 0 g` }),
  hidden('nearly the colour of its ground', { content: `0.2 0.2 0.5 rg 60 590 200 30 re f 0.22 0.22 0.52 rg ${total} 0 g` }),
  hidden('outlined in white', { content: `1 Tr 1 G ${total} 0 Tr` }),
  hidden('render mode 3', { content: `3 Tr ${total} 0 Tr` }),
  hidden('render mode 7', { content: `q 7 Tr ${total} Q` }),
  hidden('under a picture', {
    content: `${total} q 200 0 0 30 60 590 cm /X Do Q`,
    resources: '/XObject << /X 4 0 R >>',
    objects: [
      '<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 1 >>\nstream\n\xff\nendstream',
    ],
  }),
  hidden('under a shape', { content: `${total} 1 g 60 590 200 30 re f 0 g` }),
  hidden('outside the crop box', { content: at(72, 100, 'Total 99.00 EUR'), entries: '/CropBox [0 200 595 842]' }),
  hidden('beside the page', { content: at(700, 600, 'Total 99.00 EUR') }),
  hidden('in a layer that is off', {
    content: `/OC /L BDC ${total} EMC`,
    resources: '/Properties << /L 4 0 R >>',
    objects: ['<< /Type /OCG /Name (L) >>'],
    catalog: '/OCProperties << /OCGs [4 0 R] /D << /OFF [4 0 R] >> >>',
  }),
  hidden('filled with a white pattern', {
    content: `/Pattern cs /P scn ${total} 0 g`,
    resources: '/Pattern << /P 4 0 R >>',
    objects: [
      '<< /Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << >> /Length 15 >>\nstream\n1 g 0 0 9 9 re f\nendstream',
    ],
  }),
  hidden('Type 3 glyphs that are boxes', {
    content: written('99.00'),
    resources: inFont4,
    objects: drawingFont(() => '100 0 400 700 re f'),
  }),
  hidden('Type 3 glyphs that are dots', { content: written('99.00'), resources: inFont4, objects: drawingFont(() => '0 0 1 1 re f') }),
  hidden('Type 3 glyphs that are empty', { content: written('99.00'), resources: inFont4, objects: drawingFont(() => '') }),
  hidden('Type 3 glyphs that draw other digits', {
    content: written('99.00'),
    resources: inFont4,
    objects: drawingFont(redrawn((code) => ({ '9': '8', '0': '6' })[code] ?? code)),
    shown: '88.66',
  }),
  hidden('a font of Type 1 that says other digits', {
    content: written('12.50'),
    resources: inFont4,
    objects: lyingFont('Type1', 'Times-Roman'),
    shown: '12.50',
  }),
  hidden('a TrueType font that says other digits', {
    content: written('12.50'),
    resources: inFont4,
    objects: lyingFont('TrueType', 'Verdana', `/FirstChar 32 /LastChar 126 /Widths [${Array(95).fill(600).join(' ')}]`),
    shown: '12.50',
  }),
  hidden('glyphs that an encoding exchanges', {
    content: written('99.00'),
    resources: inFont4,
    objects: [
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding << /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [48 /six 57 /eight] >> /ToUnicode 5 0 R >>',
      claims({}),
    ],
    shown: '88.66',
  }),
  hidden('a CID font that says other digits', {
    content: written('').replace('()', '<00140015001100180013>'),
    resources: inFont4,
    objects: [
      '<< /Type /Font /Subtype /Type0 /BaseFont /Liberation /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 5 0 R >>',
      wideClaims({ '0014': '9', '0015': '9', '0011': '.', '0018': '0', '0013': '0' }),
      '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Liberation /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 556 /CIDToGIDMap /Identity /FontDescriptor 7 0 R >>',
      '<< /Type /FontDescriptor /FontName /Liberation /Flags 32 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 /FontFile2 8 0 R >>',
      `<< /Length ${liberation.length} /Length1 ${liberation.length} >>\nstream\n${liberation}\nendstream`,
    ],
    shown: '12.50',
  }),
  hidden('a replacement text', {
    content: 'BT /F1 12 Tf 72 600 Td (Total ) Tj /Span << /ActualText (99.00) >> BDC (12.50) Tj EMC ( EUR) Tj ET',
    shown: '12.50',
  }),
];

function wideClaims(pairs: Readonly<Record<string, string>>): string {
  const all = Object.entries(pairs).map(([code, text]) => `<${code}> <${(text.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}>`);
  const map = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def 1 begincodespacerange <0000> <FFFF> endcodespacerange ${all.length} beginbfchar ${all.join(' ')} endbfchar endcmap end end`;
  return `<< /Length ${map.length} >>\nstream\n${map}\nendstream`;
}
