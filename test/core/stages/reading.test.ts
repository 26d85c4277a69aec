import { describe, expect, it } from 'vitest';
import { type Converter, type Document, definePlugin, type Part, type StatedValue } from '../../../core/index.js';
import { cell, documentOf, entryOf, metaOf, money, run, scriptedModel, text } from '../builders.js';

describe('stated', () => {
  const said = (value: string, quote: string): StatedValue => ({ value, page: 1, quote });
  const print = 'Invoice number A-1\nSeller Seller AG\nDescription  Quantity  Amount\nBolt  2  10.00\nNut  1  5.00\nTotal 15.00';
  const row = (name: string, quantity: string | undefined, amount: string) => {
    const quote = [name, quantity, amount].join(' ');
    return new Map([
      ['line_description', said(name, quote)] as const,
      ...(quantity === undefined ? [] : [['line_quantity', said(quantity, quote)] as const]),
      ['line_amount', said(amount, quote)] as const,
    ]);
  };
  const document: Document = {
    ...documentOf(print),
    stated: {
      header: new Map([
        ['invoice_number', said('A-1', 'Invoice number A-1')],
        ['total', said('15.00', 'Total 15.00')],
      ]),
      lines: [row('Bolt', '2', '10.00'), row('Nut', undefined, '5.00')],
    },
  };
  const item = (...more: readonly string[]) => ({
    type: 'array',
    items: {
      type: 'object',
      properties: { description: text, quantity: money, amount: money, ...Object.fromEntries(more.map((name) => [name, text])) },
    },
  });

  describe('what a document states by itself', () => {
    it('is the value, proven by its print, and no reader is asked for it', async () => {
      const reader = scriptedModel('reader', [cell('$.seller_name', 'Seller AG')]);
      const witness = scriptedModel('witness', [cell('$.total', '99.00')]);
      const fields = { invoice_number: text, total: money, seller_name: text };
      const outcome = await run({ document, fields, tiers: [reader], witnesses: [witness] });
      expect(outcome.object).toMatchObject({ invoice_number: 'A-1', total: 15, seller_name: 'Seller AG' });
      expect([reader, witness].map(({ tasks }) => tasks[0]?.fields.filter(({ shadow }) => !shadow).map(({ path }) => path))).toEqual([
        ['$.seller_name'],
        ['$.seller_name'],
      ]);
      expect(entryOf(outcome, '$.total')).toMatchObject({ page: 1, text: 'Total 15.00' });
      expect(metaOf(outcome).issues.filter((issue) => issue.includes('99'))).toEqual([]);
    });

    it('costs no call where it is all that is asked for, and a row without a value has none', async () => {
      const reader = scriptedModel('reader', new Error('asked'));
      const outcome = await run({ document, fields: { total: money, line_items: item() }, tiers: [reader], rules: [] });
      expect(reader.tasks).toEqual([]);
      expect(outcome.object).toMatchObject({
        total: 15,
        line_items: [
          { description: 'Bolt', quantity: 2, amount: 10 },
          { description: 'Nut', quantity: null, amount: 5 },
        ],
      });
    });

    it('is not believed without its print', async () => {
      const lying = { ...document, stated: { header: new Map([['total', said('77.00', 'Total 77.00')] as const]), lines: [] } };
      expect(entryOf(await run({ document: lying, fields: { total: money } }), '$.total').score).toBeLessThan(0.5);
    });

    it.each([
      ['as many rows', ['$.line_items[0].lot', '$.line_items[1].lot'], 'Bolt'],
      ['another number of rows', ['$.line_items[0].lot'], null],
    ])('takes another column from a reader that saw %s', async (_, paths, lot) => {
      const reader = scriptedModel(
        'reader',
        paths.map((path) => cell(path, 'Bolt')),
      );
      const outcome = await run({ document, fields: { line_items: item('lot') }, tiers: [reader] });
      expect(outcome.object).toMatchObject({ line_items: [{ description: 'Bolt', lot }, { description: 'Nut' }] });
    });
  });
});

describe('page source', () => {
  const document = documentOf('Total 120.00', 'Thank you');

  /** Whoever reads gets parts of the document from the converter that opened it. */
  const converterThat = (more: Partial<Converter>, opened: Document = document): Part<'converter'> => ({
    plugin: definePlugin({
      kind: 'converter',
      name: 'parting',
      create: (): Converter => ({ format: 'TYPED', accepts: () => true, convert: async () => opened, ...more }),
    }),
  });

  async function taskWith(converter: Part<'converter'>) {
    const model = scriptedModel('a', []);
    await run({ fields: { total: { type: 'number' } }, converters: [converter], tiers: [model] });
    const [task] = model.tasks;
    if (!task) throw new Error('the model was not asked');
    return task;
  }

  describe('the parts of a document that a model can ask for', () => {
    it('are files and pictures of the pages it names, made by the converter', async () => {
      const { pages } = await taskWith(
        converterThat({
          excerpt: async (_file, wanted) => Uint8Array.from(wanted),
          draw: async (_file, page, _signal, width = 7) => ({ mediaType: 'image/png', width, height: page, bytes: new Uint8Array() }),
        }),
      );
      expect(await pages?.excerpt?.([2, 1])).toEqual(Uint8Array.of(2, 1));
      expect(await pages?.draw?.(2, 900)).toMatchObject({ width: 900, height: 2 });
      expect(await pages?.draw?.(1)).toMatchObject({ width: 7, height: 1 });
    });

    it('are none where the converter makes none, and only those that it makes', async () => {
      expect(await taskWith(converterThat({}))).not.toHaveProperty('pages');
      const { pages } = await taskWith(converterThat({ excerpt: async () => new Uint8Array() }));
      expect(Object.keys(pages ?? {})).toEqual(['excerpt']);
    });
  });
});
