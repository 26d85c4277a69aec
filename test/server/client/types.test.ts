import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { assert, describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { parseSchema } from '../../../core/index.js';
import type { AnySchema, DataOf, EvidenceOf, EvidenceRows, FieldEvidence, JsonValue } from '../../../server/client/index.js';
import { Vouch } from '../../../server/client/index.js';
import { schemaFields } from '../../../server/client/schema/schema-text.js';

type Text = string | null;
type Amount = number | null;
interface Line {
  readonly description: Text;
  readonly amount: Amount;
}
interface Invoice {
  readonly total: Amount;
  readonly due_date: Text;
  readonly currency: 'EUR' | 'USD' | null;
  readonly paid: boolean | null;
  readonly seller: { readonly name: Text; readonly tax_id: Text };
  readonly line_items: readonly Line[];
  readonly tags: readonly Text[];
}

const schemas = {
  'zod: an invoice': z.object({
    total: z.number().describe('The amount due'),
    due_date: z.iso.date().optional(),
    currency: z.enum(['EUR', 'USD']),
    paid: z.boolean().nullable(),
    seller: z.object({ name: z.string(), tax_id: z.string().nullish() }),
    line_items: z.array(z.object({ description: z.string(), amount: z.number() })),
    tags: z.array(z.string()).optional(),
  }),
  'zod: what it takes in, not what it makes of it': z.object({
    total: z.number().transform((amount) => String(amount)),
    notes: z.string().default('none'),
    kind: z.literal('invoice'),
  }),
  'zod: bounds and formats': z.object({ rate: z.number().min(0).max(1), pages: z.int().positive(), mail: z.email().optional() }),
  'arktype: an invoice': type({
    total: 'number',
    'due_date?': 'string',
    currency: "'EUR' | 'USD'",
    paid: 'boolean | null',
    seller: { name: 'string', 'tax_id?': 'string | null' },
    line_items: type({ description: 'string', amount: 'number' }).array(),
    'tags?': 'string[]',
  }),
  'arktype: numbers': type({ pages: 'number.integer', rate: '0 <= number <= 1', 'net?': 'number | null' }),
  'valibot: an invoice': toStandardJsonSchema(
    v.object({
      total: v.pipe(v.number(), v.description('The amount due')),
      due_date: v.optional(v.pipe(v.string(), v.isoDate())),
      currency: v.picklist(['EUR', 'USD']),
      paid: v.nullable(v.boolean()),
      seller: v.object({ name: v.string(), tax_id: v.nullish(v.string()) }),
      line_items: v.array(v.object({ description: v.string(), amount: v.number() })),
      tags: v.optional(v.array(v.string())),
    }),
  ),
  'valibot: literals and integers': toStandardJsonSchema(
    v.object({ kind: v.literal('invoice'), pages: v.pipe(v.number(), v.integer(), v.minValue(1)) }),
  ),
  'plain: an invoice': {
    type: 'object',
    required: ['total'],
    properties: {
      total: { type: 'number', description: 'The amount due' },
      due_date: { type: 'string', format: 'date' },
      currency: { type: 'string', enum: ['EUR', 'USD'] },
      paid: { type: ['boolean', 'null'] },
      seller: { type: 'object', properties: { name: { type: 'string' }, tax_id: { type: ['string', 'null'] } } },
      line_items: {
        type: 'array',
        items: { type: 'object', properties: { description: { type: 'string' }, amount: { type: 'number' } } },
      },
      tags: { type: 'array', items: { type: 'string' } },
    },
  },
  'plain: definitions': {
    type: 'object',
    properties: {
      net: { $ref: '#/$defs/Money' },
      gross: { $ref: '#/$defs/Money' },
      lines: { type: 'array', items: { $ref: '#/$defs/Line' } },
    },
    $defs: {
      Money: { type: 'number', minimum: 0 },
      Line: { type: 'object', properties: { description: { type: 'string' }, amount: { $ref: '#/$defs/Money' } } },
    },
  },
  'plain: nullable by anyOf, oneOf and enum': {
    type: 'object',
    properties: {
      due: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] },
      net: { oneOf: [{ type: 'null' }, { type: 'number' }] },
      kind: { enum: ['invoice', 'receipt', null] },
    },
  },
  'plain: types left out': {
    type: 'object',
    properties: { 'total (EUR)': { type: 'integer' }, seller: { properties: { name: { type: 'string' } } }, kind: { const: 'invoice' } },
  },
  'plain: known only when it runs': JSON.parse('{"type":"object","properties":{"total":{"type":"number"}}}') as {
    readonly [keyword: string]: unknown;
  },
} as const satisfies Readonly<Record<string, AnySchema>>;

type Of<Name extends keyof typeof schemas> = DataOf<(typeof schemas)[Name]>;

describe('the schemas of three libraries and plain JSON Schema', () => {
  it.each(Object.entries<AnySchema>(schemas))('%s is one that the server takes', (_, schema) => {
    expect(parseSchema(schemaFields(schema).output_schema ?? '').fields.length).toBeGreaterThan(0);
  });

  it('all of an invoice ask for the same fields', () => {
    const paths = (['zod: an invoice', 'arktype: an invoice', 'valibot: an invoice', 'plain: an invoice'] as const).map((name) =>
      parseSchema(schemaFields(schemas[name]).output_schema ?? '')
        .fields.map(({ path, type: of }) => `${path} ${of}`)
        .toSorted(),
    );
    expect(paths[0]).toHaveLength(9);
    for (const others of paths) expect(others).toEqual(paths[0]);
  });

  it('type the data: nothing is missing, every value may be null, an array may be empty', () => {
    expectTypeOf<Of<'zod: an invoice'>>().branded.toEqualTypeOf<Invoice>();
    expectTypeOf<Of<'arktype: an invoice'>>().branded.toEqualTypeOf<Invoice>();
    expectTypeOf<Of<'valibot: an invoice'>>().branded.toEqualTypeOf<Invoice>();
    expectTypeOf<Of<'plain: an invoice'>>().branded.toEqualTypeOf<Invoice>();
    expectTypeOf<Of<'zod: what it takes in, not what it makes of it'>>().branded.toEqualTypeOf<{
      readonly total: Amount;
      readonly notes: Text;
      readonly kind: 'invoice' | null;
    }>();
    expectTypeOf<Of<'zod: bounds and formats'>>().branded.toEqualTypeOf<{
      readonly rate: Amount;
      readonly pages: Amount;
      readonly mail: Text;
    }>();
    expectTypeOf<Of<'arktype: numbers'>>().branded.toEqualTypeOf<{ readonly pages: Amount; readonly rate: Amount; readonly net: Amount }>();
    expectTypeOf<Of<'valibot: literals and integers'>>().branded.toEqualTypeOf<{
      readonly kind: 'invoice' | null;
      readonly pages: Amount;
    }>();
    expectTypeOf<Of<'plain: definitions'>>().branded.toEqualTypeOf<{
      readonly net: Amount;
      readonly gross: Amount;
      readonly lines: readonly Line[];
    }>();
    expectTypeOf<Of<'plain: nullable by anyOf, oneOf and enum'>>().branded.toEqualTypeOf<{
      readonly due: Text;
      readonly net: Amount;
      readonly kind: 'invoice' | 'receipt' | null;
    }>();
    expectTypeOf<Of<'plain: types left out'>>().branded.toEqualTypeOf<{
      readonly 'total (EUR)': Amount;
      readonly seller: { readonly name: Text };
      readonly kind: 'invoice' | null;
    }>();
    expectTypeOf<Of<'plain: known only when it runs'>>().branded.toEqualTypeOf<{ readonly [name: string]: JsonValue }>();
  });

  it('type the evidence by the same paths', () => {
    type Proof = EvidenceOf<Of<'zod: an invoice'>>;
    expectTypeOf<Proof['total']>().toEqualTypeOf<FieldEvidence>();
    expectTypeOf<Proof['paid']>().toEqualTypeOf<FieldEvidence>();
    expectTypeOf<Proof['currency']>().toEqualTypeOf<FieldEvidence>();
    expectTypeOf<Proof['seller']['tax_id']>().toEqualTypeOf<FieldEvidence>();
    expectTypeOf<Proof['tags']>().toEqualTypeOf<EvidenceRows<FieldEvidence>>();
    expectTypeOf<Proof['line_items'][number]['amount']>().toEqualTypeOf<FieldEvidence>();
    expectTypeOf<Proof['line_items']['none']>().toEqualTypeOf<FieldEvidence | undefined>();
    expectTypeOf<Proof['total']['page']>().toEqualTypeOf<number | undefined>();
  });

  it('need no "as const" where they are written in the call', () => {
    const vouch = new Vouch({ server: 'http://127.0.0.1:9', key: 'pk_none', retries: 0 });
    const call = () => vouch.extract(new Uint8Array(), { type: 'object', properties: { total: { type: 'number' } } });
    type Answer = Awaited<ReturnType<typeof call>>;
    expectTypeOf<Answer['data']>().branded.toEqualTypeOf<{ readonly total: Amount }>();
    expectTypeOf<Answer['evidence']['total']['score']>().toEqualTypeOf<number>();
    // @ts-expect-error: the schema asks for no such field
    type Missing = Answer['data']['subtotal'];
    expectTypeOf<Missing>().not.toBeNever();
    // @ts-expect-error: a path is not a schema
    const wrong = () => vouch.extract('invoice.pdf', 'invoice.json');
    assert(wrong);
  });
});

describe('a schema that cannot be sent', () => {
  it.each<[string, unknown, RegExp]>([
    ['a date of zod, which is no JSON', z.object({ due: z.date() }), /^The zod schema has a part that JSON Schema cannot express: Date/],
    [
      'a Valibot schema that was not converted',
      v.object({ total: v.number() }),
      /toStandardJsonSchema\(schema\) of @valibot\/to-json-schema/,
    ],
    ['one of an older zod', { '~standard': { vendor: 'zod', version: 1, validate: () => ({}) } }, /zod can from 4\.2 on/],
    ['a text', '{"type":"object"}', /^The schema must be a JSON Schema as an object/],
    ['nothing', undefined, /^The schema must be a JSON Schema as an object/],
    ['a list', [], /^The schema must be a JSON Schema as an object/],
  ])('%s is refused before anything is sent, with what would help', (_, schema, message) => {
    expect(() => schemaFields(schema as AnySchema)).toThrow(message);
  });
});
