import fc from 'fast-check';
import type { Handler } from '../../../fakes/llm-server.js';
import { anthropicReply, openaiChatReply, openaiReply } from '../../../fakes/llm-server.js';

import { seldom } from '../kind.js';

/** A provider reply in each of the three protocols. */
export interface FuzzReply {
  readonly status: number;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bodies: Readonly<Record<'responses' | 'chat' | 'messages', string>>;
  /** Whether the connection breaks in the middle of the reply. */
  readonly cut: boolean;
}

/** Marks reply text that must not appear in any message of ours. */
export const canary = 'CANARY-of-the-provider';

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(
    null,
    '',
    0,
    -1,
    1e308,
    '\ud800',
    '\u0000',
    canary,
    'NaN',
    [],
    {},
    { __proto__: null },
    '9'.repeat(5_000),
    'Total 120.00',
  ),
);
/** Rare enough that over half of the JSON answers keep the right shape and are read. */
const mostly = (usual: readonly unknown[], ...wrong: readonly unknown[]) =>
  fc.oneof({ weight: 49, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: fc.oneof(odd, ...wrong.map(fc.constant)) });
const cell = fc.record(
  {
    path: fc.oneof(
      {
        weight: 24,
        arbitrary: fc.constantFrom<unknown>(
          '$.total',
          '$.lines[0]',
          '$.lines[1]',
          '$.lines[999999999]',
          '$.lines[-1]',
          '$.__proto__',
          '$',
          '$.total.x',
          'total',
        ),
      },
      { weight: 1, arbitrary: odd },
    ),
    value: mostly(['120.00', null, '1e999', '0x1', 'Total', '١٢٠']),
    page: mostly([1, 0, -1, 2, 1e9, null], 1.5, '1'),
    quote: mostly(['Total 120.00', null, '', 'x'.repeat(20_000)]),
    confidence: mostly(['certain', 'likely', 'unsure', 'guess'], 'CERTAIN'),
    reason: mostly(['exact', 'header', 'ambiguous', 'multiple', 'obscured'], 'other'),
  },
  { requiredKeys: ['path', 'value', 'page', 'quote', 'confidence', 'reason'] },
);
const cells = fc.oneof(
  { weight: 5, arbitrary: fc.array(cell, { maxLength: 8 }).map((all) => ({ cells: all })) },
  { weight: 1, arbitrary: fc.tuple(cell, fc.integer({ min: 100, max: 3_000 })).map(([one, times]) => ({ cells: Array(times).fill(one) })) },
  { weight: 1, arbitrary: fc.record({ cells: odd }) },
  { weight: 1, arbitrary: odd },
);
const path = fc.constantFrom('total', 'lines', '$.lines[]', 'lines[999999999]', '$', '__proto__', '', '$.total.x');
const texts = fc.array(
  fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom('120.00', 'Total', '1', '', 'likely multiple', ': guess') },
    { weight: 1, arbitrary: odd },
  ),
  {
    maxLength: 4,
  },
);
const answer = fc.record({
  fields: fc.array(
    fc.tuple(path, texts).map(([first, rest]) => [first, ...rest]),
    { maxLength: 4 },
  ),
  tables: fc.array(
    fc.record({
      name: path,
      page: mostly([1, 0, -1, 2, 1e9]),
      columns: fc.array(path, { maxLength: 3 }),
      rows: fc.array(texts, { maxLength: 5 }),
    }),
    {
      maxLength: 2,
    },
  ),
});
const text = fc
  .tuple(
    fc.oneof(cells, answer),
    fc.constantFrom('plain', 'plain', 'plain', 'plain', 'plain', 'plain', 'fenced', 'half', 'talk', 'twice', 'deep'),
  )
  .map(([value, dress]) => {
    const json = JSON.stringify(value) ?? '';
    const dressed = {
      plain: json,
      fenced: `\`\`\`json\n${json}\n\`\`\``,
      half: json.slice(0, Math.floor(json.length / 2)),
      talk: `${canary} Sure! Here it is: ${json} Anything else?`,
      twice: json + json,
      deep: `${'['.repeat(20_000)}${json}`,
    };
    return dressed[dress as keyof typeof dressed];
  });

/** A path to the changed part that fits any reply: member indices, level by level. */
const change = seldom(2, fc.record({ at: fc.array(fc.nat(7), { minLength: 1, maxLength: 5 }), instead: odd }));

/** Rare, because each retryable failure costs seconds. */
const status = fc.oneof(
  { weight: 40, arbitrary: fc.constant(200) },
  { weight: 6, arbitrary: fc.constantFrom(201, 204, 400, 401, 403, 404, 413, 422) },
  { weight: 1, arbitrary: fc.constantFrom(408, 429, 500, 503, 529, 307, 302) },
);
const type = fc.oneof(
  { weight: 10, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('text/html', 'text/plain; charset=utf-16le', 'text/event-stream', 'application/octet-stream', ';'),
  },
);
const headers = fc.constantFrom<Readonly<Record<string, string>>>(
  {},
  {},
  {},
  { 'retry-after': '0' },
  { 'retry-after': '86400' },
  { 'retry-after': 'never' },
  { 'retry-after-ms': '-5' },
  { location: 'http://127.0.0.1:9/' },
  { 'content-encoding': 'gzip' },
  { 'x-should-retry': 'true' },
);
const anything = seldom(
  6,
  fc.oneof(
    fc.json(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', '{}', '[]', 'null', '<html>busy</html>', `{"error":{"message":"${canary}"}}`),
  ),
);

export const reply: fc.Arbitrary<FuzzReply> = fc
  .record({ status, type, headers, text, change, anything, cut: fc.integer({ min: 0, max: 29 }) })
  .map(({ text: said, change: at, anything: instead, cut, ...rest }) => {
    const body = (handler: Handler): string => instead ?? JSON.stringify(at ? planted(bodyOf(handler), at) : bodyOf(handler));
    return {
      ...rest,
      cut: cut === 0,
      bodies: { responses: body(openaiReply(said)), chat: body(openaiChatReply(said)), messages: body(anthropicReply(said)) },
    };
  });

/** The body that a handler of the fake server would write. */
function bodyOf(handler: Handler): unknown {
  let written = '';
  const end = (body: string): void => {
    written = body;
  };
  const response = { writeHead: () => response, end };
  void handler({ method: 'POST', path: '', headers: {}, body: undefined, gone: () => false }, response as never);
  return JSON.parse(written);
}

function planted(
  value: unknown,
  { at: [first, ...rest], instead }: { readonly at: readonly number[]; readonly instead: unknown },
): unknown {
  if (first === undefined || typeof value !== 'object' || value === null) return instead;
  const names = Object.keys(value);
  const name = names[first % Math.max(names.length, 1)];
  if (name === undefined) return instead;
  const inner = planted(Reflect.get(value, name), { at: rest, instead });
  return Array.isArray(value) ? value.with(Number(name), inner) : { ...value, [name]: inner };
}
