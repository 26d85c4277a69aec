import { describe, expect, it } from 'vitest';
import { ConfigError, type Converter, definePlugin, ExtractionError } from '../core/index.js';
import required from '../plugins/gates/required.js';
import meta from '../plugins/injectors/meta.js';
import local from '../plugins/models/local.js';
import verticalSum from '../plugins/rules/vertical-sum.js';
import { cellsOf, documentOf, instanceOf, runConverter, runGate, runInjector, runModel, runRecognizer, runRule } from './kit/index.js';

const page = `
Brightwater Ltd                          Invoice BW-0147
Date: 2026-03-02

Description        Quantity    Price     Amount
Paper                     2    30.00      60.00
Pens                      1    30.00      30.00
                                 Net      90.00
                               Total     108.00`;
const lines = [
  { description: 'Paper', quantity: '2', amount: '60.00' },
  { description: 'Pens', quantity: '1', amount: '30.00' },
];

describe('a reading from an object', () => {
  it('is cells that quote the printed rows, those of a table row the row that holds most of it', () => {
    const cells = cellsOf({ total: '108.00', due_date: null, line_items: [{ unit_price: '30.00', amount: '30.00' }] }, documentOf(page));
    expect(cells.map(({ path, value, quote }) => [path, value, quote])).toEqual([
      ['$.total', '108.00', 'Total 108.00'],
      ['$.due_date', null, null],
      ['$.line_items[0].unit_price', '30.00', 'Paper 2 30.00 60.00'],
      ['$.line_items[0].amount', '30.00', 'Paper 2 30.00 60.00'],
    ]);
    const [, pens] = cellsOf({ line_items: [{ description: 'Pens', amount: '30.00' }] }, documentOf(page));
    expect(pens?.quote).toBe('Pens 1 30.00 30.00');
  });

  it('may say quotes, pages and doubts, and name fields by their paths', () => {
    const [total] = cellsOf({ 'sums.total': { value: '1', quote: 'Total 1', page: 2, confidence: 'guess' } }, documentOf(page));
    expect(total).toEqual({ path: '$.sums.total', value: '1', quote: 'Total 1', page: 2, confidence: 'guess', reason: 'exact' });
  });
});

describe('a stage by itself', () => {
  it('a rule: its findings, the checks, scores and issues of one document', async () => {
    const run = await runRule(verticalSum, { page, reading: { subtotal: '90.00', line_items: lines } });
    expect(run.checks).toMatchObject([{ type: 'VERTICAL_SUM', status: 'PASSED' }]);
    expect(run.findings).toHaveLength(1);
    expect([run.data?.['subtotal'], run.scores['$.subtotal']]).toEqual([90, expect.any(Number)]);
    const wrong = await runRule(verticalSum, { page, reading: { subtotal: '108.00', line_items: lines } });
    expect(wrong.checks).toMatchObject([{ status: 'FAILED' }]);
    expect(wrong.scores['$.subtotal']).toBeLessThan(run.scores['$.subtotal'] ?? 0);
  });

  it('a rule gets what it needs from the reading, also where the schema does not ask for it', async () => {
    const schema = { subtotal: { type: 'number' } };
    const run = await runRule(verticalSum, { page, schema, reading: { subtotal: '90.00', line_items: lines } });
    expect(run.checks).toMatchObject([{ status: 'PASSED' }]);
    expect(run.data).toEqual({ subtotal: 90 });
  });

  it('a reading of numbers says that it is what is printed', async () => {
    const reading = { totals: { subtotal: 90 } } as unknown as { totals: { subtotal: string } };
    await expect(runRule(verticalSum, { page, reading })).rejects.toThrow(/totals\.subtotal is a number: a reading says what is printed/);
  });

  it('a gate: what it doubts', async () => {
    const { doubts } = await runGate(required, { page, reading: { total: '108.00', due_date: null }, required: ['total', 'due_date'] });
    expect(doubts).toEqual([{ path: '$.due_date', cause: 'null' }]);
  });

  it('a model: what it reads of a page', async () => {
    const { cells, data } = await runModel(local, { page, schema: { total: { type: 'number' } } });
    expect(cells).toContainEqual(expect.objectContaining({ path: '$.total', value: '108.00' }));
    expect(data).toEqual({ total: 108 });
  });

  it('an injector: the object of the answer', async () => {
    const { object } = await runInjector(meta, { page, reading: { total: '108.00' } });
    expect(object).toMatchObject({ total: 108, _meta: { field_confidence: [{ field: '$.total' }] } });
  });

  it('a converter: whether it accepts a file, and the document', async () => {
    const lined = definePlugin({
      kind: 'converter',
      name: 'lined',
      create: (): Converter => ({
        format: 'LINES',
        accepts: ({ bytes }) => bytes[0] === 0x23,
        convert: async (file) => ({ ...documentOf(new TextDecoder().decode(file.bytes).slice(1)), file }),
      }),
    });
    expect(await runConverter(lined, { file: 'no' })).toEqual({ accepts: false });
    const { document } = await runConverter(lined, { file: '#Total 1.00' });
    expect(document?.pages[0]?.words.map(({ text }) => text)).toEqual(['Total', '1.00']);
  });

  it('a recognizer: the words of a page, or its failure', async () => {
    const blind = definePlugin({
      kind: 'recognizer',
      name: 'blind',
      create: () => ({
        recognize: async ({ page: { number } }) => {
          if (number === 2) throw new ExtractionError('EXTRACTION_FAILED', 'too dark');
          return { words: [], turn: 90 };
        },
      }),
    });
    const document = documentOf('', '');
    expect(await runRecognizer(blind, { document })).toEqual({ words: [], turn: 90 });
    await expect(runRecognizer(blind, { document, pageNumber: 2 })).rejects.toThrow('too dark');
    await expect(runRecognizer(blind, { document, pageNumber: 3 })).rejects.toThrow('the document has no page 3');
  });
});

describe('a plugin is created as by an engine', () => {
  const keyed = definePlugin({
    kind: 'rule',
    name: 'keyed',
    options: { type: 'object', properties: { most: { type: 'number', default: 3 } } },
    create: ({ most }, context) => {
      context.log(`at most ${most}, ${context.secret('KEY')}`);
      return { type: 'KEYED', check: async () => [] };
    },
  });

  it('with its options, defaults and secrets, and a log', () => {
    expect(instanceOf({ plugin: keyed }, { secrets: { KEY: 'k' } }).logged).toEqual(['at most 3, k']);
  });

  it('or refused, in the words of a start', async () => {
    expect(() => instanceOf({ plugin: keyed })).toThrow(new ConfigError('Plugin "keyed" needs the environment variable KEY'));
    await expect(runRule(keyed, { reading: {}, options: { mots: 1 } })).rejects.toThrow('unknown option "mots"; it takes "most"');
  });
});
