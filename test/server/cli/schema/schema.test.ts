import { describe, expect, it } from 'vitest';
import { shippedSchemas } from '../../../../config/index.js';
import { parseSchema } from '../../../../core/index.js';
import { adviceOn } from '../../../../server/cli/schema/advice.js';
import { captionedFields } from '../../../../server/cli/schema/captions.js';
import { documentOf } from '../../../core/builders.js';
import { samplePath } from '../../../fixtures/sample.js';
import { cliWorkspace } from '../cli-workspace.js';

const { command } = cliWorkspace({
  'shipped.yaml': 'server: { store: "memory:" }\n',
  'unclear.json': JSON.stringify({ type: 'object', properties: { date: { type: 'string' } } }),
});

describe('vouch schema new', () => {
  it('proposes what the samples show, with types, descriptions and rows, and requires what each states for certain', async () => {
    const { code, out, err } = await command(['schema', 'new', '--config', 'shipped.yaml', '--from', samplePath]);
    const { properties, required } = JSON.parse(out) as {
      readonly properties: Record<string, object>;
      readonly required: readonly string[];
    };
    expect(code).toBe(0);
    expect(properties).toMatchObject({
      invoice_number: { type: 'string', description: expect.stringMatching(/\w/) },
      due_date: { type: 'string', format: 'date' },
      total: { type: 'number' },
      line_items: { type: 'array', items: { properties: { description: { type: 'string' }, amount: { type: 'number' } } } },
    });
    for (const name of ['tip', 'previous_balance', 'period_start']) expect(Object.keys(properties)).not.toContain(name);
    expect(required).toEqual(['invoice_number', 'issue_date', 'seller_name', 'total']);
    expect(err).toMatch(/^\$\.total +in 1 of 1$/m);
    expect(adviceOn(parseSchema(out))).toEqual([]);
  });

  it('says which sample cannot be read', async () => {
    expect(await command(['schema', 'new', '--config', 'shipped.yaml', '--from', samplePath, 'unclear.json'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^vouch: .*unclear\.json/),
    });
  });
});

describe('words beside a caption of their own', () => {
  const page = (store: string, day: string, cost: string, item = 'Tea   2   4.00') =>
    documentOf(
      `Store clerk:   ${store}\nOpened on:   ${day}\nCleaning:   ${cost}\nBaño:   ${store}1\nTotal   9.00\nPrice list:   valid\n${item}`,
    );

  it('are fields where all samples have them, with the one type of their values, but not what is asked for by its meaning', () => {
    const found = captionedFields([page('Jane', '3 May 2025', '4.50'), page('Tom', '9 June 2025', '12.00', 'Milk   3   1.00')]);
    expect(found.map(({ name, definition }) => [name, definition])).toEqual([
      ['store_clerk', { type: 'string', description: 'Printed beside "Store clerk"' }],
      ['opened_on', { type: 'string', format: 'date', description: 'Printed beside "Opened on"' }],
      ['cleaning', { type: 'number', description: 'Printed beside "Cleaning"' }],
      ['bano', { type: 'string', description: 'Printed beside "Baño"' }],
    ]);
  });

  it('are none where there is one sample, for any words may stand side by side', () => {
    expect(captionedFields([page('Jane', '3 May 2025', '4.50')])).toEqual([]);
  });
});

describe('vouch schema check', () => {
  const adviceFor = (properties: object): readonly (readonly [string, string])[] =>
    adviceOn(parseSchema(JSON.stringify({ type: 'object', properties }))).map(({ path, mending }) => [path, mending]);
  const [text, amount] = [{ type: 'string' }, { type: 'number' }];

  it.each<[string, object, string, RegExp]>([
    ['a day without its format', { due_date: text }, '$.due_date', /"format": "date"/],
    ['an amount as a text', { total: text }, '$.total', /"type": "number"/],
    ['a number of a document as a number', { invoice_number: amount }, '$.invoice_number', /"type": "string"/],
    ['a name that fits many values', { code: text }, '$.code', /which one/],
    ['words that nobody prints', { kontierung: text }, '$.kontierung', /"description"/],
    ['a description that says the name', { cost_centre: { ...text, description: 'Cost centre' } }, '$.cost_centre', /which value/],
    ['a pattern that is not tried', { plate: { ...text, description: 'The plate', pattern: '^(?!X)' } }, '$.plate', /lookaheads/],
    ['two fields for one thing', { total: amount, grand_total: amount }, '$.grand_total', /leave one out/],
  ])('says what reads badly, and a mending: %s', (_, properties, path, mending) => {
    expect(adviceFor(properties)).toEqual([[path, expect.stringMatching(mending)]]);
  });

  it('takes the description of a list for one of its entries', () => {
    const list = { type: 'array', items: text };
    expect(adviceFor({ remarks: { ...list, description: 'What is noted under the total' } })).toEqual([]);
    expect(adviceFor({ remarks: list })).toEqual([['$.remarks[]', expect.stringMatching(/"description"/)]]);
    const around = { type: 'object', description: 'What is said below', properties: { remarks: list } };
    expect(adviceFor({ footer: around })).toEqual([['$.footer.remarks[]', expect.stringMatching(/"description"/)]]);
  });

  it('leaves the shipped schemas alone, and ends with a code of its own where it says something', async () => {
    for (const name of Object.keys(shippedSchemas)) expect(await command(['schema', 'check', name])).toMatchObject({ code: 0, out: '' });
    expect(await command(['schema', 'check', 'unclear.json'])).toMatchObject({ code: 2, out: expect.stringMatching(/^\$\.date +/) });
  });
});
