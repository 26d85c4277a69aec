import { describe, expect, it } from 'vitest';
import { type Cell, definePlugin, type ExtractionModel, type Part } from '../../../../core/index.js';
import { cell, documentOf, metaOf, money, run, scriptedModel, text } from '../../builders.js';

/** A reader of a kind. */
const readerOf = (name: string, kind: 'large' | 'local', read: Cell): Part<'model'> => {
  const { plugin } = scriptedModel(name, [read]);
  const create = (...given: Parameters<typeof plugin.create>): ExtractionModel => ({ ...plugin.create(...given), kind });
  return { plugin: definePlugin({ kind: 'model', name, create }) };
};

describe('a reader that reads otherwise', () => {
  it.each([
    ['local', 'agreement.disputed'],
    ['large', 'agreement.opposed'],
  ] as const)('and is %s speaks against the value as %s', async (kind, name) => {
    const outcome = await run({
      document: documentOf('From Berlin to Bonn'),
      fields: { place: text },
      tiers: [readerOf('reader', 'large', cell('$.place', 'Berlin'))],
      witnesses: [readerOf('other', kind, cell('$.place', 'Bonn'))],
    });
    expect(outcome.draft?.fields[0]?.caps.map((cap) => cap.name)).toContain(name);
  });
});

describe('a reader that reads a part of a text', () => {
  const findings = async (path: string, [whole, part]: readonly [string, string]): Promise<readonly string[]> => {
    const field = path.slice('$.'.length);
    const outcome = await run({
      document: documentOf(whole),
      fields: { [field]: text },
      tiers: [readerOf('reader', 'large', cell(path, whole))],
      witnesses: [readerOf('other', 'local', cell(path, part))],
    });
    return outcome.draft?.fields[0]?.caps.map((cap) => cap.name) ?? [];
  };

  it.each([
    ['its first column', 'EQ4 #57811, 30 TB (17.01.2016 - 16.02.2016)', 'EQ4 #57811, 30 TB'],
    ['its first line', 'Home visit on 11.09.2025; 14.09.2025', 'Home visit'],
    ['it without the code before it', 'M-01 Display 15F low radiation', 'Display 15F'],
  ])('does not contradict it: %s', async (_, whole, part) => {
    expect(await findings('$.description', [whole, part])).toContain('agreement.single');
  });

  it.each([
    ['of one word', '$.description', 'Rack 4711 blue', '4711'],
    ['that ends within a number', '$.description', 'Home visit 11.09.2025 to 2', 'Home visit 11.09.202'],
    ['of an identifier', '$.invoice_number', 'RE 2016 004', 'RE 2016'],
  ])('contradicts it where it has digits and is a part %s', async (_, path, whole, part) => {
    expect(await findings(path, [whole, part])).not.toContain('agreement.single');
  });
});

describe('of two tiers', () => {
  const good = readerOf('good', 'large', cell('$.total', '120.00', { quote: 'Total 120.00' }));
  const bad = readerOf('bad', 'large', cell('$.total', '70.00', { quote: 'Amount due 70.00' }));

  it.each([
    ['first', [good, bad]],
    ['second', [bad, good]],
  ])('the better proven value is answered, here of the %s', async (_, tiers) => {
    const document = documentOf('Subtotal 100.00\nTotal 120.00\nAmount due 70.00');
    const outcome = await run({ document, fields: { total: money }, required: ['total'], threshold: 0.99, tiers });
    expect(outcome.object?.['total']).toBe(120);
  });
});

it('readers agree on a tax number with the letters of its country and without', async () => {
  const text = { type: 'string' };
  const reads = (name: string, value: string) => scriptedModel(name, [cell('$.vat_id', value, { quote: `VAT no ${value}` })]);
  const outcome = await run({
    document: documentOf('VAT no PL5213938224\nNIP 5213938224'),
    fields: { vat_id: text },
    tiers: [reads('reader', 'PL5213938224')],
    witnesses: [scriptedModel('witness', [cell('$.vat_id', '5213938224', { quote: 'NIP 5213938224' })])],
  });
  expect(metaOf(outcome).issues).toEqual([]);
});
