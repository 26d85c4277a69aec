import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leavesOf, schemaOfData } from '../../../core/schema/data.js';
import { parseSchema } from '../../../core/schema/parse.js';
import { parseReading } from '../../../core/shapes/shapes.js';

describe('data that somebody else has extracted', () => {
  it('come back as they are, whatever they hold, without the _meta of an answer of ours', () => {
    const leaf = fc.oneof(fc.string(), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null));
    const rows = fc.array(fc.dictionary(fc.string(), leaf), { maxLength: 4 });
    const data = fc.dictionary(
      fc.string().filter((name) => name !== '_meta'),
      fc.oneof(leaf, rows),
    );
    const isSame = (given: object): void => {
      expect(parseReading(JSON.stringify({ ...given, _meta: { issues: [] } })).data).toEqual(JSON.parse(JSON.stringify(given)));
    };
    fc.assert(fc.property(data, isSame));
  });

  it.each([
    ['{"total": 1,}', 'Expected double-quoted property name in JSON at position 12'],
    ['{"total": NaN}', '$.total is NaN, which is no value of JSON'],
    ['{"rows": [{"paid": true}, {"paid": None}]}', '$.rows[1].paid is None, which is no value of JSON'],
    ['{"total": 01}', '$.total is no value of JSON'],
    ["{'total': 1}", 'a name in $ has no double quotes around it'],
    ['{"a\\x": 1}', 'Bad escaped character in JSON at position 4'],
    ['\n total: 5', '$ is no value of JSON (line 2 column 2)'],
    ['', 'Unexpected end of JSON input'],
    ['[1]', 'it must be an object such as {"total": 119}'],
    ['{"total": 1, "tax": 2, "total": 3}', '$.total stands twice in its object'],
    ['{"rows": [{"a": 1}, {"a": 1, "b": "x, {", "a": 2}]}', '$.rows[1].a stands twice in its object'],
    ['{"": "", "a": "", "": 1}', "$[''] stands twice in its object"],
    ['{"id": [1, 12345678901234567890]}', '$.id[1] has more digits than a JSON number can hold; send it as a string'],
    ['{"rate": 1e400}', '$.rate has more digits than a JSON number can hold; send it as a string'],
    [`{"a": ${'['.repeat(200)}${']'.repeat(200)}}`, `$.a${'[0]'.repeat(9)} is nested deeper than 10 levels`],
  ])('are refused with the place where they are not: %s', (text, why) => {
    expect(() => parseReading(text)).toThrow(`Invalid data: ${why}`);
  });

  it('may begin with a mark of the byte order, as files of Windows do', () => {
    expect(parseReading('\uFEFF{"total": 1}').data).toEqual({ total: 1 });
  });

  it('are refused where there are more rows than are scored', () => {
    const rows = Array.from({ length: 10_001 }, () => ({ a: 1 }));
    const schema = parseSchema(schemaOfData({ rows: [{ a: 1 }] }));
    expect(() => leavesOf({ rows }, schema)).toThrow('Invalid data: $.rows has 10001 rows; 10000 are the most');
  });

  it('are read by a schema: missing members and nulls are null, rows keep their order', () => {
    const schema = parseSchema(
      JSON.stringify({
        type: 'object',
        properties: {
          total: { type: 'number' },
          seller: { type: 'object', properties: { name: { type: 'string' }, vat: { type: 'string' } } },
          items: { type: 'array', items: { type: 'object', properties: { amount: { type: 'number' } } } },
          tags: { type: 'array', items: { type: 'string' } },
        },
      }),
    );
    const { data } = parseReading('{"seller": {"name": "Northwind"}, "items": [{"amount": 2}, {}], "tags": ["paid"], "total": null}');
    expect(leavesOf(data, schema).map(({ path, value }) => [path, value])).toEqual([
      ['$.total', null],
      ['$.seller.name', 'Northwind'],
      ['$.seller.vat', null],
      ['$.items[0].amount', 2],
      ['$.items[1].amount', null],
      ['$.tags[0]', 'paid'],
    ]);
  });

  it.each([
    [{ total: '12' }, '$.total is of type string; the schema asks for a number'],
    [{ count: 1.5 }, '$.count is of type number; the schema asks for an integer'],
    [{ total: [1] }, '$.total is an array; the schema asks for a number'],
    [{ items: { amount: 1 } }, '$.items is of type object; the schema asks for an array'],
    [{ items: [{ amount: true }] }, '$.items[0].amount is of type boolean; the schema asks for a number'],
    [{ items: [3] }, '$.items[0] is of type number; the schema asks for an object'],
    [{ totl: 1 }, '$.totl is not in the schema; $.total is'],
    [{ items: [{ colour: 'red' }] }, '$.items[0].colour is not in the schema'],
  ])('that do not follow the schema are refused: %j', (data, why) => {
    const items = { type: 'array', items: { type: 'object', properties: { amount: { type: 'number' } } } };
    const schema = parseSchema(
      JSON.stringify({ type: 'object', properties: { total: { type: 'number' }, count: { type: 'integer' }, items } }),
    );
    expect(() => leavesOf(data, schema)).toThrow(`Invalid data: ${why}`);
  });

  it('give a schema of their own: types and days from the values, columns from all rows', () => {
    const data = {
      total: 9.5,
      issued: '2020-03-30',
      paidAt: '2020-03-30T09:41:00Z',
      note: null,
      paid: true,
      rows: [{ a: 1 }, { a: null, b: 'x' }],
      tags: [],
    };
    expect(JSON.parse(schemaOfData(data))).toEqual({
      type: 'object',
      properties: {
        total: { type: ['number', 'null'] },
        issued: { type: ['string', 'null'], format: 'date' },
        paidAt: { type: ['string', 'null'], format: 'date-time' },
        note: { type: ['string', 'null'] },
        paid: { type: ['boolean', 'null'] },
        rows: {
          type: 'array',
          items: { type: 'object', properties: { a: { type: ['number', 'null'] }, b: { type: ['string', 'null'] } } },
        },
        tags: { type: 'array', items: { type: ['string', 'null'] } },
      },
    });
  });

  it('follow the schema that is made of them', () => {
    const cell = fc.oneof(fc.string(), fc.constant(null));
    const name = fc.stringMatching(/^[a-z]{1,8}$/);
    const data = fc.dictionary(name, fc.oneof(cell, fc.integer(), fc.array(fc.dictionary(name, cell, { minKeys: 1 }), { maxLength: 3 })), {
      minKeys: 1,
    });
    fc.assert(fc.property(data, (given) => void leavesOf(given, parseSchema(schemaOfData(given)))));
  });

  it.each([
    [{}, '$ has no values'],
    [{ rows: [{}] }, '$.rows[] has no values'],
    [
      { rows: [[1], [2]] },
      'without an output_schema they cannot be taken: $.rows is an array of arrays; its "items" may be an object or a plain value',
    ],
  ])('are refused as data where no schema can be made of them: %j', (data, why) => {
    expect(() => schemaOfData(data)).toThrow(`Invalid data: ${why}`);
  });

  it('of two types in one column need a schema', () => {
    expect(() => schemaOfData({ rows: [{ a: 1 }, { a: 'one' }] })).toThrow(
      'Invalid data: $.rows[].a is number and string; without an output_schema all its values need one type',
    );
  });
});
