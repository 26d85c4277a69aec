import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { InputError, parseSchema } from '../../../../core/index.js';
import { drawn, type FuzzKind, type FuzzOutcome } from '../kind.js';

/** Any schema must be refused or planned within this CPU time, without a memory leak. */
const mostMs = 50;
const mostGrowthMb = 10;

/** Arbitrary JSON, mostly close to a schema: it must be accepted or refused with a message, quickly and without a leak. */
export const schemas: FuzzKind = {
  name: 'schemas',
  share: 0.05,
  aim: 10_000,
  short: 150,
  together: 1,
  async open() {
    for (let warm = 0; warm < 200; warm += 1) outcomeOf(drawn(text, warm));
    const before = heapMb();
    return {
      async attempt(seed) {
        const given = drawn(text, seed);
        return [0, 1, 2].map(() => outcomeOf(given)).find(({ faults }, index) => faults.length === 0 || index === 2) as FuzzOutcome;
      },
      show: (seed) => drawn(text, seed),
      deaths: () => 0,
      async close() {
        const grown = heapMb() - before;
        return grown > mostGrowthMb ? [`the heap has grown by ${grown.toFixed(1)} MB`] : [];
      },
    };
  },
};

function outcomeOf(given: string): FuzzOutcome {
  const before = process.cpuUsage();
  const answer = answerTo(given);
  const { user, system } = process.cpuUsage(before);
  const ms = (user + system) / 1_000;
  const faults = [
    ...(answer.startsWith('400') || answer === 'accepted' ? [] : [answer]),
    ...(ms > mostMs ? [`it took ${ms.toFixed(0)} ms`] : []),
  ];
  return { answer: answer.startsWith('400') ? '400' : answer, faults };
}

function answerTo(given: string): string {
  try {
    parseSchema(given);
    return 'accepted';
  } catch (error) {
    if (!(error instanceof InputError)) return `it throws ${String(error)}`;
    return error.message.length > 1_000 ? `a message of ${error.message.length} characters` : '400';
  }
}

/** Heap size after garbage collection. */
function heapMb(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

const name = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.constantFrom('total', '__proto__', 'constructor', 'toString', '_meta', '', 'a.b', 'x[0]', '\u0000', '\ud800', 'é', 'n'.repeat(200)),
);
const type = fc.constantFrom<unknown>(
  'string',
  'number',
  'integer',
  'boolean',
  'array',
  'object',
  'null',
  ['string', 'null'],
  [],
  7,
  null,
  'any',
);
const pattern = fc.constantFrom('^(a+)+$', '([a-z]|a)*b', '(x*)*y', '[', '\\', `${'(a?)'.repeat(30)}${'a'.repeat(30)}`);
const reference = fc.constantFrom(
  '#',
  '#/$defs/a',
  '#/properties/total',
  '#/$defs/none',
  'http://127.0.0.1/x',
  'file:///etc/passwd',
  '#/$defs/a/b/c',
  '',
);

/** A schema or something similar, of any depth. */
const { schema } = fc.letrec<{ schema: unknown; fields: unknown }>((tie) => ({
  fields: fc.dictionary(name, tie('schema'), { maxKeys: 6 }),
  schema: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.record({ type, description: fc.string() }, { requiredKeys: [] }),
    fc.record(
      {
        type: fc.constantFrom('object', 'array', 'string'),
        properties: tie('fields'),
        items: tie('schema'),
        required: fc.array(fc.oneof(name, fc.jsonValue({ maxDepth: 1 }))),
        enum: fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 300 }),
        const: fc.jsonValue({ maxDepth: 1 }),
        pattern,
        format: fc.oneof(fc.constantFrom('date', 'date-time', 'email'), fc.string()),
        $ref: reference,
        $defs: tie('fields'),
        anyOf: fc.array(tie('schema'), { maxLength: 3 }),
        allOf: fc.array(tie('schema'), { maxLength: 3 }),
        additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
        title: fc.string(),
        default: fc.jsonValue({ maxDepth: 2 }),
        maximum: fc.oneof(fc.double(), fc.string()),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record({ $ref: reference }),
    fc.jsonValue({ maxDepth: 2 }),
  ),
}));

const openings = { '{"type":"object","properties":{"a":': '}}', '{"type":"array","items":': '}', '[': ']', '{"a":': '}' } as const;
const nested = fc
  .record({ depth: fc.nat(3_000), pair: fc.constantFrom(...Object.entries(openings)) })
  .map(({ depth, pair: [open, close] }) => `${open.repeat(depth)}1${close.repeat(depth)}`);
const wide = fc.record({ fields: fc.nat(3_000), length: fc.nat(30) }).map(({ fields, length }) =>
  JSON.stringify({
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: fields }, (_, index) => [`f${index}${'x'.repeat(length)}`, { type: 'string' }])),
  }),
);
/** References that double at each step, so that a few lines describe millions of fields. */
const doubling = fc.integer({ min: 1, max: 60 }).map((steps) =>
  JSON.stringify({
    type: 'object',
    properties: { a: { $ref: '#/$defs/s0' } },
    $defs: Object.fromEntries(
      Array.from({ length: steps }, (_, index) => {
        const next = index + 1 === steps ? { type: 'string' } : { $ref: `#/$defs/s${index + 1}` };
        return [`s${index}`, { type: 'object', properties: { l: next, r: next } }];
      }),
    ),
  }),
);

/** Schemas as callers write them, so that about half are accepted. */
const { plain } = fc.letrec<{ plain: object }>((tie) => ({
  plain: fc.oneof(
    { maxDepth: 4 },
    fc.record(
      {
        type: fc.constantFrom('string', 'number', 'integer', 'boolean'),
        description: fc.string(),
        pattern,
        enum: fc.array(fc.string(), { minLength: 1 }),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record({
      type: fc.constant('object'),
      properties: fc.dictionary(fc.string({ minLength: 1, maxLength: 20 }), tie('plain'), { minKeys: 1, maxKeys: 6 }),
    }),
    fc.record({ type: fc.constant('array'), items: fc.record({ type: fc.constantFrom('string', 'number'), description: fc.string() }) }),
  ),
}));

const text = fc.oneof(
  {
    weight: 12,
    arbitrary: fc
      .dictionary(fc.string({ minLength: 1, maxLength: 20 }), plain, { minKeys: 1, maxKeys: 8 })
      .map((properties) => JSON.stringify({ type: 'object', properties })),
  },
  { weight: 8, arbitrary: schema.map((value) => JSON.stringify(value) ?? 'null') },
  { weight: 6, arbitrary: fc.dictionary(name, schema, { maxKeys: 8 }).map((properties) => JSON.stringify({ type: 'object', properties })) },
  { weight: 3, arbitrary: fc.json({ maxDepth: 6 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  { weight: 1, arbitrary: nested },
  { weight: 1, arbitrary: wide },
  { weight: 1, arbitrary: doubling },
);
