import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../core/index.js';
import type { FurtherValue } from '../../../kit/truth-file.js';
import { type FurtherDocument, generateFurther } from './generate-further.js';
import { furtherLayouts } from './layouts.js';
import { namings } from './schemas.js';

let round: readonly FurtherDocument[];
beforeAll(async () => {
  round = await Promise.all(Array.from({ length: furtherLayouts.length * 6 }, (_, number) => generateFurther(number, 7)));
});

const values = (name: string): ReadonlySet<unknown> =>
  new Set(
    round.flatMap(({ truth }) => Object.entries(truth.further ?? {}).flatMap(([path, { value }]) => (path.endsWith(name) ? [value] : []))),
  );
const rowsOf = (layout: string): readonly Readonly<Record<string, FurtherValue>>[] =>
  round.filter((document) => document.layout === layout).flatMap(({ truth }) => Object.values(truth.tables ?? {})[0] ?? []);

/** The schema's leaf at a path: 'bank.iban'. */
const leafAt = (schema: JsonObject, path: string): unknown =>
  path.split('.').reduce<unknown>((node, name) => (node as { properties: Record<string, unknown> }).properties[name], schema);

describe('generated documents with schemas of their own', () => {
  it('are the same for the same seed, byte for byte', async () => {
    const again = await generateFurther(3, 7);
    expect(again).toEqual(round[3]);
    expect((await generateFurther(3, 8)).bytes).not.toEqual(again.bytes);
  });

  it('have each layout under each naming', () => {
    const met = new Set(round.map(({ layout, schema }) => `${layout} ${Object.keys(schema['properties'] as JsonObject)[0]}`));
    expect(met.size).toBe(furtherLayouts.length * namings.length);
  });

  it('ask for everything that the truth states', () => {
    for (const { schema, truth } of round) {
      const paths = [...Object.keys(truth.further ?? {}), ...Object.keys(truth.tables ?? {})];
      expect(paths.filter((path) => leafAt(schema, path) === undefined)).toEqual([]);
    }
  });

  it('state that the reverse charge applies, that it does not, or nothing', () => {
    expect(values('everse_charge')).toEqual(new Set([true, false, null]));
  });

  it('name ways to pay, kinds of document and e-mails of either party, or none', () => {
    expect(values('payment.method')).toEqual(new Set(['bank_transfer', 'direct_debit', 'card', 'cash', null]));
    expect(values('document_type')).toEqual(new Set(['invoice', 'credit_note', 'receipt']));
    expect(values('customer.email').has(null)).toBe(true);
    expect([...values('customer.email')].filter((email) => String(email).includes('@')).length).toBeGreaterThan(2);
  });

  it('print the towns of all regions without their postcodes', () => {
    expect([...values('.city'), ...values('.ort')].join()).toMatch(/Bristol|Leeds|Bath|York/);
    expect([...values('.city'), ...values('.ort')].filter((city) => /\d/.test(String(city)))).toEqual([]);
  });

  it('print amounts before and after tax, and in two currencies', () => {
    const [net = {}] = rowsOf('net-and-gross');
    expect(Object.values(net)).toHaveLength(4);
    const [exchanged = {}] = rowsOf('amounts-in-two-currencies');
    expect(Object.keys(exchanged).some((name) => /usd|eur/i.test(name))).toBe(true);
  });

  it('print nights by their day', () => {
    const [night = {}] = rowsOf('nights');
    expect(String(Object.values(night)[0]?.value)).toMatch(/^20\d\d-\d\d-\d\d$/);
  });
});
