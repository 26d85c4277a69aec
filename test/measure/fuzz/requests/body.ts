import fc from 'fast-check';
import { good } from '../../../server/hostile/files.js';
import { outputSchema } from '../../../server/support/form.js';

/** A body and the boundary for its header. */
export interface RawBody {
  readonly bytes: Buffer;
  readonly boundary: string;
}

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

/** The expected parts of a form, and replacements for them. */
const fieldName = fc.constantFrom(
  'file',
  'output_schema',
  'confidence_threshold',
  'enable_verification',
  'include',
  'other',
  '',
  '__proto__',
  'file[]',
  'a"b',
);
const value = fc.oneof(
  fc.constantFrom(
    outputSchema,
    '0.5',
    '',
    '1e999',
    'NaN',
    '-0',
    'true',
    'maybe',
    'boxes',
    '{',
    '{"type":"object"}',
    '[]',
    'null',
    '"',
    `${'{"a":'.repeat(500)}`,
  ),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.json({ maxDepth: 4 }),
);
const content = fc.oneof(
  { weight: 3, arbitrary: fc.constant(Buffer.from(good.pdf)) },
  { weight: 1, arbitrary: fc.constant(Buffer.from(good.docx)) },
  { weight: 6, arbitrary: fc.oneof(value, fc.constantFrom('', '%PDF-1.7', 'PK\u0003\u0004', '<html>', 'MZ')).map(latin) },
);
const filename = fc.constantFrom(
  '',
  '; filename="invoice.pdf"',
  '; filename=""',
  '; filename=a.docx',
  '; filename="a\u0000.pdf"',
  '; filename="../../etc/passwd"',
  "; filename*=UTF-8''%e2%82%ac.pdf",
  "; filename*=utf-16''%ff",
  `; filename="${'x'.repeat(3_000)}"`,
  '; filename="a.pdf"; filename="b.pdf"',
  '; filename="unended',
);
const extraHeader = fc.constantFrom(
  '',
  'Content-Type: application/pdf',
  'Content-Type: application/json',
  'Content-Type: text/plain; charset=utf-16le',
  'Content-Type: text/plain; charset=none',
  'Content-Type: multipart/mixed; boundary=inner',
  'Content-Type: ;;',
  'Content-Transfer-Encoding: base64',
  'Content-Transfer-Encoding: quoted-printable',
  'Content-Disposition: form-data; name="file"',
  ' folded: line',
  'no colon',
  `X-Long: ${'y'.repeat(9_000)}`,
);
const disposition = fc.record({
  name: fieldName,
  filename,
  kind: fc.constantFrom('form-data', 'form-data', 'form-data', 'attachment', 'FORM-DATA', ''),
});

const oddPart = fc
  .record({
    disposition: fc.option(disposition, { freq: 12 }),
    extra: fc.array(extraHeader, { maxLength: 2 }),
    content,
    ending: fc.constantFrom('\r\n', '\r\n', '\r\n', '\n', '\r'),
  })
  .map(({ disposition: said, extra, content: bytes, ending }) => {
    const first = said ? [`Content-Disposition: ${said.kind}; name="${said.name}"${said.filename}`] : [];
    const head = [...first, ...extra.filter(Boolean)].map((line) => line + ending).join('');
    return Buffer.concat([latin(`${head}${ending}`), bytes, latin(ending)]);
  });

const plain = (name: string, more: string, bytes: Buffer): Buffer =>
  Buffer.concat([latin(`Content-Disposition: form-data; name="${name}"${more}\r\n\r\n`), bytes, latin('\r\n')]);
const filePart = content.map((bytes) => plain('file', '; filename="a.pdf"', bytes));
const schemaPart = fc.oneof(fc.constant(outputSchema), value).map((text) => plain('output_schema', '', Buffer.from(text)));
const goodParts = fc.constant([
  plain('file', '; filename="a.pdf"', Buffer.from(good.pdf)),
  plain('output_schema', '', latin(outputSchema)),
]);

const parts: fc.Arbitrary<readonly Buffer[]> = fc.oneof(
  { weight: 5, arbitrary: goodParts },
  { weight: 4, arbitrary: fc.tuple(filePart, schemaPart, oddPart) },
  { weight: 2, arbitrary: fc.tuple(schemaPart, filePart, filePart) },
  { weight: 3, arbitrary: fc.array(oddPart, { maxLength: 12 }) },
);

const boundary = fc.constantFrom('b', 'b', 'b', 'vouch-boundary', '0'.repeat(70), '0'.repeat(200), "'()+_,-./:=?", 'a b', '-', '--');
const form = fc
  .record({
    boundary,
    parts,
    before: fc.constantFrom('', '', '', 'preamble\r\n', '\r\n', '--b--\r\n'),
    close: fc.constantFrom('--\r\n', '--\r\n', '--\r\n', '--', '', '\r\n', '--\r\ntrailing', '-'),
  })
  .map(({ boundary: name, parts: all, before, close }) => ({
    boundary: name,
    bytes: Buffer.concat([latin(before), ...all.flatMap((one) => [latin(`--${name}\r\n`), one]), latin(`--${name}${close}`)]),
  }));

const noForm = fc
  .oneof(fc.constant(''), fc.json(), fc.string({ unit: 'binary', maxLength: 500 }), fc.constant('a=b&c=d'))
  .map((text) => ({ boundary: 'b', bytes: latin(text) }));

/** A valid form, a broken form, or anything else. */
export const body: fc.Arbitrary<RawBody> = fc.oneof({ weight: 7, arbitrary: form }, { weight: 1, arbitrary: noForm });
