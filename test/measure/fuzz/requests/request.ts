import fc from 'fast-check';
import { key } from '../../bench/server.js';
import { seldom } from '../kind.js';
import { body, type RawBody } from './body.js';

/** A request as written to a socket. */
export interface RawRequest {
  readonly bytes: Buffer;
  readonly method: string;
  readonly path: string;
  /** Whether a server can tell where it ends. */
  readonly whole: boolean;
}

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

const method = fc.oneof(
  { weight: 12, arbitrary: fc.constant('POST') },
  { weight: 3, arbitrary: fc.constantFrom('GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'PURGE', 'QUERY') },
  { weight: 1, arbitrary: fc.constantFrom('post', 'BREW', '', 'PO ST', '\u0000', 'GET\t', 'A'.repeat(300)) },
);
const path = fc.oneof(
  { weight: 10, arbitrary: fc.constant('/v1/extract') },
  { weight: 2, arbitrary: fc.constantFrom('/v1/playground', '/health', '/', '/livez', '/readyz', '/openapi.json', '/docs') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '/v1/extract?api_key=pk_1',
      '/v1/extract/',
      '/v1//extract',
      '//',
      '/%00',
      '/%zz',
      '/..%2f..%2fetc/passwd',
      '/v1/../health',
      '*',
      'http://evil.example/v1/extract',
      '',
      'v1/extract',
      `/${'a'.repeat(9_000)}`,
      `/v1/extract?${'a'.repeat(20_000)}`,
      '/\u00e9\u0001',
      '/a b',
      '/#x',
      '/docs/guide/../../package.json',
      '/playground/%2e%2e/%2e%2e/package.json',
    ),
  },
  { weight: 1, arbitrary: fc.webPath().map((one) => one || '/') },
);
const version = fc.oneof(
  { weight: 30, arbitrary: fc.constant('HTTP/1.1') },
  { weight: 2, arbitrary: fc.constantFrom('HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', 'HTTP/1.2', 'http/1.1', '', 'HTTP/1.1 x') },
);

const authorization = fc.oneof(
  { weight: 12, arbitrary: fc.constant([`Authorization: Bearer ${key}`]) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<string[]>(
      [],
      ['Authorization: Bearer pk_wrong'],
      ['Authorization:'],
      ['Authorization: Basic eDp5'],
      [`Authorization: Bearer ${key}`, `Authorization: Bearer ${key}`],
      [`Authorization: Bearer ${'p'.repeat(10_000)}`],
      [`authorization: bearer ${key}`],
      ['Authorization: Bearer \u00e9\u0080'],
    ),
  },
);
const strange = fc.array(
  fc.oneof(
    fc.constantFrom(
      'Expect: 100-continue',
      'Expect: tea',
      'Origin: https://evil.example',
      'Origin: null',
      'X-Forwarded-For: 1.2.3.4, ::1, nonsense',
      `X-Forwarded-For: ${'1.1.1.1,'.repeat(800)}`,
      'Forwarded: for="[::1]:x"',
      'Idempotency-Key: two words',
      'Idempotency-Key: k',
      'Cache-Control: no-cache',
      'X-Request-Id: a\u0080b',
      `X-Request-Id: ${'r'.repeat(3_000)}`,
      'Content-Encoding: gzip',
      'Content-Encoding: br, gzip',
      'Accept: application/xml',
      'Accept-Encoding: *;q=0',
      'Range: bytes=0-1',
      'If-None-Match: *',
      'Upgrade: websocket\r\nConnection: Upgrade',
      'Upgrade: h2c',
      'traceparent: 00-zz-zz-01',
      `Cookie: ${'c=d; '.repeat(500)}`,
      'Trailer: x',
      ' folded: yes',
      'No-Colon',
      ': empty',
      'Nul: a\u0000b',
      'Bare: a\rb',
      'Host: second',
      'Transfer-Encoding: identity',
    ),
    fc.nat(3_000).map((count) => Array.from({ length: Math.ceil(count / 10) }, (_, index) => `X-${index}: y`).join('\r\n')),
    fc.nat(70_000).map((length) => `X-Big: ${'a'.repeat(length)}`),
    fc
      .tuple(fc.string({ minLength: 1, maxLength: 12 }), fc.string({ unit: 'binary', maxLength: 40 }))
      .map(([name, text]) => `${name}: ${text}`),
  ),
  { minLength: 1, maxLength: 3 },
);
const more = seldom(2, strange).map((lines) => lines ?? []);

/** The framing of a body: by length, in chunks, or in a way that servers interpret differently. */
type Framing = (bytes: Buffer) => { readonly headers: readonly string[]; readonly bytes: Buffer; readonly whole: boolean };
const chunks = (bytes: Buffer, size: number): Buffer =>
  Buffer.concat([
    ...Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size)).flatMap(
      (chunk) => [latin(`${chunk.length.toString(16)}\r\n`), chunk, latin('\r\n')],
    ),
    latin('0\r\n\r\n'),
  ]);
const byLength: Framing = (bytes) => ({ headers: [`Content-Length: ${bytes.length}`], bytes, whole: true });
const inChunks: Framing = (bytes) => ({ headers: ['Transfer-Encoding: chunked'], bytes: chunks(bytes, 97), whole: true });
const odd =
  (headers: (bytes: Buffer) => readonly string[], change: (bytes: Buffer) => Buffer = (bytes) => bytes): Framing =>
  (bytes) => ({
    headers: headers(bytes),
    bytes: change(bytes),
    whole: false,
  });
const framing: fc.Arbitrary<Framing> = fc.oneof(
  { weight: 8, arbitrary: fc.constant(byLength) },
  { weight: 3, arbitrary: fc.constant(inChunks) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      odd(
        (bytes) => [`Content-Length: ${bytes.length}`, 'Transfer-Encoding: chunked'],
        (bytes) => chunks(bytes, 50),
      ),
      odd((bytes) => [`Content-Length: ${bytes.length}`, `Content-Length: ${bytes.length + 1}`]),
      odd((bytes) => [`Content-Length: ${bytes.length + 500}`]),
      odd((bytes) => [`Content-Length: ${Math.max(0, bytes.length - 20)}`]),
      odd(() => ['Content-Length: -1']),
      odd(() => ['Content-Length: 0x10']),
      odd(() => ['Content-Length: 99999999999999999999']),
      odd(() => ['Content-Length: 20000000']),
      odd(() => ['Content-Length: 1 1']),
      odd(() => []),
      odd(
        () => ['Transfer-Encoding: gzip, chunked'],
        (bytes) => chunks(bytes, 50),
      ),
      odd(
        () => ['Transfer-Encoding: chunked, chunked'],
        (bytes) => chunks(bytes, 50),
      ),
      odd(
        () => ['Transfer-Encoding: xchunked'],
        (bytes) => chunks(bytes, 50),
      ),
      odd(
        () => ['Transfer-Encoding : chunked'],
        (bytes) => chunks(bytes, 50),
      ),
      odd(
        () => ['Transfer-Encoding: chunked'],
        (bytes) => Buffer.concat([latin('zz\r\n'), bytes]),
      ),
      odd(
        () => ['Transfer-Encoding: chunked'],
        (bytes) => Buffer.concat([latin('ffffffffffffffff\r\n'), bytes]),
      ),
      odd(
        () => ['Transfer-Encoding: chunked'],
        (bytes) => Buffer.concat([latin(`5;${'x'.repeat(20_000)}\r\n`), bytes]),
      ),
      odd(
        () => ['Transfer-Encoding: chunked'],
        (bytes) => chunks(bytes, 50).subarray(0, -7),
      ),
      odd(
        () => ['Transfer-Encoding: chunked'],
        (bytes) => Buffer.concat([chunks(bytes, 50).subarray(0, -2), latin('X: trailer\r\n\r\n')]),
      ),
      odd(
        (bytes) => [`Content-Length: ${bytes.length}`],
        (bytes) => Buffer.concat([bytes, latin('GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')]),
      ),
    ),
  },
);

const type = (boundary: string) =>
  fc.oneof(
    { weight: 10, arbitrary: fc.constant([`Content-Type: multipart/form-data; boundary="${boundary}"`]) },
    {
      weight: 2,
      arbitrary: fc.constantFrom<string[]>(
        [],
        ['Content-Type: multipart/form-data'],
        ['Content-Type: multipart/form-data; boundary='],
        [`Content-Type: multipart/mixed; boundary=${boundary}`],
        [`Content-Type: MULTIPART/FORM-DATA; charset=x; BOUNDARY=${boundary}`],
        ['Content-Type: application/json'],
        ['Content-Type: application/x-www-form-urlencoded'],
        ['Content-Type: text/plain'],
        ['Content-Type: ;'],
        ['Content-Type:'],
        [`Content-Type: multipart/form-data; boundary=${boundary}`, 'Content-Type: application/json'],
        [`Content-Type: multipart/form-data; boundary=${'z'.repeat(5_000)}`],
        ['Content-Type: multipart/form-data; boundary="\u0000"'],
      ),
    },
  );

const host = fc.oneof(
  { weight: 20, arbitrary: fc.constant(['Host: x']) },
  { weight: 1, arbitrary: fc.constantFrom<string[]>([], ['Host: a', 'Host: b'], ['Host: '], ['Host: [::1'], ['Host: a b']) },
);

/** Any request. Most reach the form; some fail at the request line. */
export const request: fc.Arbitrary<RawRequest> = body.chain((given) =>
  fc
    .record({
      method,
      path,
      version,
      host,
      authorization,
      type: type(given.boundary),
      more,
      framing,
      eol: fc.constantFrom(...Array(30).fill('\r\n'), '\n'),
      cut: seldom(8, fc.nat(1_000)),
    })
    .map((drawn) => written(given, drawn)),
);

interface DrawnRequest {
  readonly method: string;
  readonly path: string;
  readonly version: string;
  readonly host: readonly string[];
  readonly authorization: readonly string[];
  readonly type: readonly string[];
  readonly more: readonly string[];
  readonly framing: Framing;
  readonly eol: string;
  /** In thousandths of its length. */
  readonly cut: number | null;
}

function written(given: RawBody, { framing: framed, eol, cut, ...drawn }: DrawnRequest): RawRequest {
  const { headers, bytes: body, whole } = framed(given.bytes);
  const lines = [
    `${drawn.method} ${drawn.path} ${drawn.version}`,
    ...drawn.host,
    'Connection: close',
    ...drawn.authorization,
    ...drawn.type,
    ...headers,
    ...drawn.more,
  ];
  const bytes = Buffer.concat([latin(lines.join(eol) + eol + eol), body]);
  const sent = cut === null ? bytes : bytes.subarray(0, Math.ceil((bytes.length * cut) / 1_000));
  return { bytes: sent, method: drawn.method, path: drawn.path, whole: whole && cut === null };
}
