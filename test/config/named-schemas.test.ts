import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../config/index.js';
import { load, refusal, workspace } from './workspace.js';

describe('the schemas of a configuration', () => {
  it('are none where it names none', async () => {
    expect((await load('tiers: [local]')).engine.schemas).toEqual([]);
  });

  it('are shipped ones by name and files of your own, with a version, a title and words', async () => {
    const folder = workspace({
      'vouch.config.yaml': 'schemas:\n  invoice: {}\n  till: receipt\n  car_lease: { schema: ./lease.json, version: 3, words: [Lessee] }',
      'lease.json': '{"type": "object", "properties": {"lessee": {"type": "string"}}}',
    });
    const { engine } = await loadConfig({ env: {}, cwd: folder });
    expect(engine.schemas?.map(({ name, version, title, words }) => ({ name, version, title, words }))).toEqual([
      { name: 'invoice', version: '1', title: 'Invoice', words: [] },
      { name: 'till', version: '1', title: 'Receipt', words: [] },
      { name: 'car_lease', version: '3', title: 'car lease', words: ['Lessee'] },
    ]);
  });

  it.each([
    [
      'bil: {}',
      'schemas.bil: there is no file bil, and shipped are invoice, receipt, bill, credit_note, quotation, purchase_order, delivery_note, reminder, bank_statement. Did you mean "bill"?',
    ],
    ['rechnung: {}', 'A name of your own says its schema: rechnung: { schema: invoice }.'],
    ['a: ./none.json', 'schemas.a: there is no file ./none.json'],
    ['a: ./folder', 'folder cannot be read as a file: give the path of a JSON Schema'],
    ['invoice: { wordz: [total] }', 'schemas.invoice.wordz: unknown key. Did you mean "words"? There are schema, version, words.'],
    ['auto: invoice', 'is not "auto"'],
    ['a: { schema: invoice, words: [x] }', 'schemas'],
    ['a: ./broken.json', 'schemas.a: Invalid JSON schema: the root needs "type": "object"'],
  ])('are refused as %s with what is wrong', async (entry, message) => {
    const folder = workspace({ 'vouch.config.yaml': `schemas:\n  ${entry}`, 'broken.json': '{"properties": {}}', 'folder/a.json': '{}' });
    expect(await refusal(loadConfig({ env: {}, cwd: folder }))).toContain(message);
  });
});
