import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError, parseSchema } from '../../../core/index.js';

describe('parse', () => {
  const parse = (schema: unknown) => parseSchema(JSON.stringify(schema));
  const object = (properties: Record<string, unknown>, more: Record<string, unknown> = {}) =>
    parse({ type: 'object', properties, ...more });
  const paths = (properties: Record<string, unknown>, more?: Record<string, unknown>) =>
    object(properties, more).fields.map((field) => field.path);
  const refusal = (run: () => unknown): string => {
    try {
      run();
    } catch (error) {
      if (error instanceof InputError) return error.message;
      throw error;
    }
    return 'accepted';
  };

  describe('what a schema may say', () => {
    it('reads leaves in the order of the properties, through objects, rows and arrays of scalars', () => {
      const line = {
        type: 'object',
        properties: { amount: { type: 'number' }, tax: { type: 'object', properties: { rate: { type: 'number' } } } },
      };
      expect(
        paths({
          total: { type: 'number' },
          seller: { type: 'object', properties: { name: { type: 'string' } } },
          lines: { type: 'array', items: line },
          tags: { type: 'array', items: { type: 'string' } },
        }),
      ).toEqual(['$.total', '$.seller.name', '$.lines[].amount', '$.lines[].tax.rate', '$.tags[]']);
    });

    it('takes three levels of objects', () => {
      const level = (inner: unknown) => ({ type: 'object', properties: { inner } });
      expect(paths({ a: level(level(level({ type: 'string' }))) })).toEqual(['$.a.inner.inner.inner']);
    });

    it('calls a field required when every step on its way is', () => {
      const seller = { type: 'object', properties: { name: { type: 'string' }, city: { type: 'string' } }, required: ['name'] };
      const fields = (required: string[]) => object({ seller }, { required }).fields.map((field) => field.required);
      expect(fields(['seller'])).toEqual([true, false]);
      expect(fields([])).toEqual([false, false]);
    });

    it('follows local references and lets words beside them win', () => {
      const schema = object(
        { seller: { $ref: '#/$defs/a~1b', description: 'who sells' } },
        { $defs: { 'a/b': { type: 'string', description: 'a party' } } },
      );
      expect(schema.fields[0]).toMatchObject({ path: '$.seller', type: 'string', description: 'who sells' });
    });

    it.each([
      [{ type: ['string', 'null'] }, 'string'],
      [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'integer'],
      [{ oneOf: [{ type: 'null' }, { type: 'boolean' }] }, 'boolean'],
      [{ allOf: [{ type: 'number' }] }, 'number'],
      [{ enum: ['EUR', 'USD', null] }, 'string'],
      [{ enum: [1, 2] }, 'number'],
      [{}, 'string'],
    ])('reads the nullable or bare form %j as %s', (definition, type) => {
      expect(object({ value: definition }).fields[0]?.type).toBe(type);
    });

    it('keeps what generators emit as words for the reader', () => {
      const value = {
        type: 'string',
        title: 'Number',
        format: 'date',
        pattern: '^(a+)+$',
        default: 'x',
        examples: ['y'],
        minLength: 1,
        additionalProperties: false,
        $comment: 'c',
      };
      expect(
        object({ value }, { $schema: 'http://json-schema.org/draft-07/schema#', title: 'Invoice', additionalProperties: false }).fields[0],
      ).toMatchObject({
        description: 'Number',
        format: 'date',
        hints: ['format date', 'matches ^(a+)+$', 'at least this many characters: 1', 'usually x', 'for example ["y"]'],
      });
    });

    it('tells the reader of a leaf what the caller says of its container', () => {
      const lines = { type: 'array', description: 'billed hours', items: { type: 'object', properties: { amount: { type: 'number' } } } };
      expect(object({ lines }).fields[0]?.hints).toEqual(['within lines: billed hours']);
    });

    it('takes __proto__ and constructor for plain names', () => {
      const schema = parseSchema('{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"number"}}}');
      expect(schema.fields.map((field) => field.path)).toEqual(['$.__proto__', '$.constructor']);
      expect(({} as Record<string, unknown>)['type']).toBeUndefined();
    });

    it('quotes a name that is no plain word', () => {
      expect(paths({ "it's (EUR)": { type: 'number' } })).toEqual(["$['it\\'s (EUR)']"]);
    });
  });

  describe('what a schema may not say', () => {
    it.each([
      ['not json', /^Invalid JSON schema: .*JSON/],
      ['', /^Invalid JSON schema: /],
      ['[]', /root must be an object/],
      ['{"type":"array","items":{"type":"string"}}', /root needs "type": "object"/],
      ['{"properties":{"a":{"type":"string"}}}', /root needs "type": "object"/],
      ['{"type":"object"}', /\$ is an object and needs "properties"/],
      ['{"type":"object","properties":{}}', /at least one field/],
    ])('answers %j with its reason', (text, message) => {
      expect(refusal(() => parseSchema(text))).toMatch(message);
    });

    it.each([
      [{ a: { type: 'object', properties: {} } }, /\$\.a is an object and needs "properties"/],
      [{ a: { type: 'array' } }, /\$\.a is an array and needs "items"/],
      [{ a: { type: 'array', items: [{ type: 'string' }] } }, /needs "items" with one schema/],
      [{ a: { type: 'array', items: { type: 'array', items: { type: 'string' } } } }, /array of arrays/],
      [{ a: { type: 'date' } }, /\$\.a has an unsupported type; allowed are string, number, integer, boolean, array, object/],
      [{ a: { type: ['string', 'number'] } }, /several types/],
      [{ a: { anyOf: [{ type: 'string' }, { type: 'number' }] } }, /uses "anyOf"/],
      [{ a: { type: 'string', not: {} } }, /uses "not"/],
      [{ a: { $ref: 'https://example.com/s.json' } }, /must point inside the schema/],
      [{ a: { $ref: '#/$defs/none' } }, /points at nothing/],
      [{ a: { $ref: '#/properties/a' } }, /circle/],
      [{ a: { type: 'object', properties: { b: { $ref: '#/properties/a' } } } }, /deeper than 10 levels/],
      [{ a: 'string' }, /\$\.a must be defined by an object/],
      [{ a: { enum: [] } }, /"enum" of \$\.a/],
      [{ _meta: { type: 'string' } }, /\$\._meta must not be defined/],
      [{ ['n'.repeat(129)]: { type: 'string' } }, /longer than 128/],
    ])('refuses %j', (properties, message) => {
      expect(refusal(() => object(properties))).toMatch(message);
    });

    it.each(['allOf', 'oneOf', 'not', 'if', 'dependentRequired', 'patternProperties'])(
      'refuses %s at the root as it does in a field',
      (keyword) => {
        expect(
          refusal(() => object({ a: { type: 'string' } }, { [keyword]: keyword === 'allOf' || keyword === 'oneOf' ? [{}, {}] : {} })),
        ).toMatch(`$ uses "${keyword}"`.slice(1));
      },
    );

    it.each([
      ['if', 'ask for the fields of each case'],
      ['prefixItems', 'give all entries one schema in "items"'],
      ['patternProperties', 'name each field in "properties"'],
      ['oneOf', 'give the field one type, and list alternatives with "enum"'],
    ])('says of %s what helps there', (keyword, help) => {
      const definition = { type: 'string', [keyword]: keyword === 'oneOf' ? [{}, {}] : {} };
      expect(refusal(() => object({ a: definition }))).toContain(`$.a uses "${keyword}", which is not supported; ${help}`);
    });

    it('refuses a required name that is no property', () => {
      expect(refusal(() => object({ a: { type: 'string' } }, { required: ['b'] }))).toMatch(/"required" of \$ names "b"/);
    });

    it('does not repeat the text it could not parse', () => {
      expect(refusal(() => parseSchema('{"secret-canary": oops'))).not.toMatch(/canary|oops/);
    });

    it('bounds size, fields and the growth of references', () => {
      const wide = Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`f${index}`, { type: 'string' }]));
      expect(refusal(() => object(wide))).toMatch(/more than 500 fields/);
      expect(refusal(() => object({ a: { type: 'string', description: 'x'.repeat(70_000) } }))).toMatch(/larger than 65536 bytes/);
      const tenfold = Object.fromEntries(
        Array.from({ length: 5 }, (_, level) => [
          `l${level}`,
          {
            type: 'object',
            properties: Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`p${index}`, { $ref: `#/$defs/l${level + 1}` }])),
          },
        ]),
      );
      expect(refusal(() => object({ a: { $ref: '#/$defs/l0' } }, { $defs: { ...tenfold, l5: { type: 'string' } } }))).toMatch(/more than/);
    });

    it('accepts or refuses any JSON, and never fails otherwise', () => {
      fc.assert(fc.property(fc.json({ maxDepth: 6 }), (text) => void refusal(() => parseSchema(text))));
      const definition = fc.letrec((tie) => ({
        node: fc.record(
          {
            type: fc.constantFrom('string', 'object', 'array', 'null', 'x'),
            properties: fc.dictionary(fc.string(), tie('node')),
            items: tie('node'),
            $ref: fc.constantFrom('#', '#/properties', '#/properties/a'),
          },
          { requiredKeys: [] },
        ),
      })).node;
      fc.assert(fc.property(definition, (node) => void refusal(() => parse({ type: 'object', properties: { a: node } }))));
    });
  });

  describe('what is most likely misspelt', () => {
    const mistakes = (schema: object) =>
      parse(schema).mistakes.map(({ path, text }) => `${path} ${/"(\w+)" was probably meant/.exec(text)?.[1]}`);

    it('is noted with its place and what was probably meant', () => {
      const rows = { type: 'array', items: { type: 'object', properties: { amount: { typ: 'number' } }, requried: ['amount'] } };
      const schema = { type: 'object', properties: { total: { type: 'number', minimun: 0 }, rows }, require: ['total'] };
      expect(mistakes(schema)).toEqual(['$ required', '$.total minimum', '$.rows[] required', '$.rows[].amount type']);
    });

    it('is nothing that JSON Schema, its drafts or OpenAPI know, no extension, and no name of a field', () => {
      const annotated = {
        type: 'string',
        example: 'x',
        examples: ['x'],
        nullable: true,
        'x-label': 'y',
        deprecated: true,
        label: 'z',
        $comment: 'c',
      };
      expect(mistakes({ $schema: 'x', $id: 'y', type: 'object', properties: { typ: annotated, requried: annotated } })).toEqual([]);
    });
  });
});

describe('what a schema cannot mean', () => {
  const notes = (definition: object) =>
    parseSchema(JSON.stringify({ type: 'object', properties: { a: definition } })).mistakes.map(({ path, text }) => `${path}: ${text}`);

  it.each<[object, string]>([
    [{ type: 'string', pattern: '[A-' }, 'the schema\'s "pattern" here is no regular expression as JSON Schema has them'],
    [{ type: 'number', minimum: 10, maximum: 5 }, 'no value keeps to both "minimum": 10 and "maximum": 5 of the schema'],
    [{ type: 'number', minimum: 5, exclusiveMaximum: 5 }, 'no value keeps to both "minimum": 5 and "exclusiveMaximum": 5 of the schema'],
    [{ type: 'string', minLength: 9, maxLength: 3 }, 'no value keeps to both "minLength": 9 and "maxLength": 3 of the schema'],
    [
      { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 1 },
      'no value keeps to both "minItems": 2 and "maxItems": 1 of the schema',
    ],
    [{ type: 'number', maximum: '100' }, 'the schema\'s "maximum" here is not tried, because it is not a number'],
    [{ type: 'number', multipleOf: 0 }, 'the schema\'s "multipleOf" here is not tried, because it is not a number above 0'],
    [{ type: 'string', maxLength: -1 }, 'the schema\'s "maxLength" here is not tried, because it is not a whole number from 0'],
    [{ type: 'string', required: true }, '"required": true means nothing here; list the name in "required" of the object around it'],
  ])('is noted with its place: %j', (definition, note) => expect(notes(definition)).toEqual([`$.a: ${note}`]));

  it('is nothing that holds', () => {
    const bounded = { type: 'number', minimum: 5, maximum: 5, multipleOf: 0.5, required: false };
    expect([notes(bounded), notes({ type: 'string', pattern: '^(?!A)', minLength: 0, maxLength: 0 })]).toEqual([[], []]);
  });

  it('is a key that stands twice, of which JSON keeps the last', () => {
    const twice = '{"type":"object","properties":{"a":{"type":"number"},"b/c":{"title":"}\\"{","title":"x"},"\\u0061":{"type":"string"}}}';
    expect(parseSchema(twice).mistakes).toEqual([
      { path: '$', text: 'the schema has "title" twice in #/properties/b/c, of which only the last counts' },
      { path: '$', text: 'the schema has "a" twice in #/properties, of which only the last counts' },
    ]);
  });

  it('is said of the first ten keys, also where they are no text', () => {
    const twice = '"\\ud800":{"a":1,"a":1},'.repeat(2_000);
    expect(parseSchema(`{"$defs":{${twice}"x":{}},"type":"object","properties":{"b":{"type":"string"}}}`).mistakes).toHaveLength(10);
  });

  it('is no key that two objects have, each once', () => {
    const rows = '{"type":"array","items":{"type":"object","properties":{"type":{"type":"string"}}}}';
    expect(parseSchema(`{"type":"object","properties":{"rows":${rows},"more":${rows}}}`).mistakes).toEqual([]);
  });
});

it('a mark of the byte order before a schema is no part of it', () => {
  expect(parseSchema('\uFEFF{"type":"object","properties":{"a":{"type":"string"}}}').fields.map(({ path }) => path)).toEqual(['$.a']);
});

describe('null alone is taken for text', () => {
  const parse = (field: string) => parseSchema(`{"type":"object","properties":{"a":${field}}}`);

  it.each(['{"type":"null"}', '{"type":["null"]}'])('a field that may only be null has an unsupported type: %s', (field) => {
    expect(() => parse(field)).toThrow(
      'Invalid JSON schema: $.a has an unsupported type; allowed are string, number, integer, boolean, array, object',
    );
  });

  it('a type beside null is that type', () => {
    expect(parse('{"type":["null","number"]}').fields[0]?.type).toBe('number');
  });
});

describe('wide schema takes seconds', () => {
  const wide = (count: number, more: object = {}): string =>
    JSON.stringify({
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, { type: 'string' }])),
      ...more,
    });

  it('gives all fields of an object one list of their names, not each its own', () => {
    const [first, ...others] = parseSchema(wide(500)).fields;
    expect(others.every(({ beside }) => beside === first?.beside)).toBe(true);
  });

  it('is refused for more fields than are read, however often they are required', () => {
    const often = { required: Array.from({ length: 5_000 }, (_, at) => `f${at % 1_200}`) };
    for (const text of [wide(2_500), wide(1_200, often)]) expect(() => parseSchema(text)).toThrow('it has more than 500 fields');
    expect(parseSchema(wide(1, { required: Array(8_000).fill('f0') })).fields).toMatchObject([{ path: '$.f0', required: true }]);
  });
});
