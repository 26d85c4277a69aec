import fc from 'fast-check';
import { zip } from '../../../plugins/converters/raw-docx.js';
import { changed, edits, xmlEdits } from './edit.js';
import { docxSeed, pdfSeeds } from './seeds.js';

/** A mutated document. */
export type DocumentMutation = () => Promise<Uint8Array>;

const pdfWords = [
  '/Type',
  '/Pages',
  '/Kids',
  '/Count',
  '/Contents',
  '/Length',
  '/Filter',
  '/FlateDecode',
  '/ASCIIHexDecode',
  '/LZWDecode',
  '/RunLengthDecode',
  '/JBIG2Decode',
  '/JPXDecode',
  '/DCTDecode',
  '/CCITTFaxDecode',
  '/DecodeParms << /Predictor 12 /Columns 99999999 >>',
  '/Font',
  '/Encoding',
  '/ToUnicode',
  '/XObject',
  '/Form',
  '/Parent',
  '/Encrypt',
  '/ObjStm',
  '/XRef',
  '/Prev',
  '/Root',
  '/Annots',
  '/AcroForm',
  '/JavaScript',
  '/OpenAction',
  '1 0 R',
  '2 0 R',
  '3 0 R',
  '4 0 R',
  '5 0 R',
  '999 0 R',
  '<<',
  '>>',
  '[',
  ']',
  '(',
  ')',
  'stream\n',
  'endstream',
  'endobj',
  'xref',
  'trailer',
  '%%EOF',
  'BT',
  'ET',
  'Tj',
  'TJ',
  'Tf',
  'Do',
  'q',
  'Q',
  'BI',
  'EI',
  '0 0 0 0 0 0 cm',
  '1e30 0 0 1e30 0 0 Tm',
  '3 Tr',
  '(\\000\\777\\',
  '<FEFFD800>',
];
const xmlWords = [
  '<w:p>',
  '</w:p>',
  '<w:p/>',
  '<w:r>',
  '</w:r>',
  '<w:t>',
  '</w:t>',
  '<w:tbl>',
  '</w:tbl>',
  '<w:tr>',
  '</w:tr>',
  '<w:tc>',
  '</w:tc>',
  '<w:vanish/>',
  '<w:gridSpan w:val="999999999"/>',
  '<w:gridSpan w:val="-1"/>',
  '<w:vMerge/>',
  '<w:tab/>',
  '<w:br w:type="page"/>',
  '<w:del>',
  '</w:del>',
  '<w:ins>',
  '<w:fldChar w:fldCharType="begin"/>',
  '<w:instrText>INCLUDETEXT "/etc/passwd"</w:instrText>',
  '<w:numId w:val="99999"/>',
  '<w:ilvl w:val="99"/>',
  '<w:footnoteReference w:id="-5"/>',
  '<w:sdt>',
  '<w:txbxContent>',
  '<mc:AlternateContent>',
  '<mc:Fallback>',
  '<w:altChunk r:id="rId1"/>',
  '&amp;',
  '&#0;',
  '&#x110000;',
  '&e;',
  '<!DOCTYPE x [<!ENTITY e "e">]>',
  '<![CDATA[',
  ']]>',
  '<!--',
  '-->',
  '<?xml version="1.1"?>',
  'xmlns:w="urn:other"',
  'w:val="',
  '"',
  '\u0000',
];
const xmlValues = [
  '0',
  '-1',
  '1',
  '999999999',
  'restart',
  'dxa',
  'rId1',
  'rId99',
  'true',
  '',
  'x'.repeat(3_000),
  '１２０',
  '120.00',
  'Total',
  '\u202e',
  '&lt;script&gt;',
  '../../../etc/passwd',
];
const zipWords = [
  'PK\u0003\u0004',
  'PK\u0001\u0002',
  'PK\u0005\u0006',
  '\u0000\u0000',
  '\u00ff\u00ff\u00ff\u00ff',
  'word/',
  '[Content_Types].xml',
  '../../',
];

/** All mutations, chosen at random. */
export async function mutations(): Promise<fc.Arbitrary<DocumentMutation>> {
  const pdfs = await pdfSeeds();
  const parts = await docxSeed();
  const packed = Buffer.from(await zip(parts)).toString('latin1');
  const pdf = fc.tuple(fc.constantFrom(...pdfs), edits(pdfWords, /\/[A-Za-z]+|\d+ 0 R/g)).map(
    ([text, all]): DocumentMutation =>
      async () =>
        bytesOf(changed(text, all)),
  );
  const xml = fc
    .tuple(
      fc.constantFrom(...Object.keys(parts), 'word/document.xml', 'word/document.xml', 'word/document.xml'),
      edits(xmlWords, /<[^>]*>/g),
    )
    .map(
      ([name, all]): DocumentMutation =>
        () =>
          zip({ ...parts, [name]: whole(changed(parts[name] ?? '', all)) }),
    );
  const styled = fc
    .tuple(fc.constantFrom('word/document.xml', 'word/document.xml', 'word/document.xml', ...Object.keys(parts)), xmlEdits(xmlValues))
    .map(
      ([name, all]): DocumentMutation =>
        () =>
          zip({ ...parts, [name]: whole(changed(parts[name] ?? '', all)) }),
    );
  const archive = fc.tuple(fc.constant(packed), edits(zipWords, /PK../gs)).map(
    ([text, all]): DocumentMutation =>
      async () =>
        bytesOf(changed(text, all)),
  );
  return fc.oneof(
    { weight: 5, arbitrary: pdf },
    { weight: 2, arbitrary: xml },
    { weight: 3, arbitrary: styled },
    { weight: 1, arbitrary: archive },
  );
}

const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'latin1');
/** JSZip writes UTF-8, which cannot encode half a surrogate pair. */
const whole = (text: string): string => text.toWellFormed();
