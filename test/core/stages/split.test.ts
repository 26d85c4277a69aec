import { describe, expect, it } from 'vitest';
import { type Document, type EngineSettings, ExtractionError, type Outcome, type Part, type Splitter } from '../../../core/index.js';
import starts from '../../../plugins/splitters/starts.js';
import { partOf } from '../../kit/stage.js';
import { cell, documentOf, metaOf, money, run, scriptedModel, text } from '../builders.js';

const invoice = (number: string, date: string, total: string) => `Acme Trading Ltd
1 Mill Lane, Bristol BS1 6XQ

INVOICE
Invoice number: ${number}
Invoice date: ${date}

Drill bits      1          ${total}
Total EUR ${total}`;

const further = 'Page 2 of 2\nInvoice number: F2024-118\nTerms of sale';
const pages = [invoice('F2024-118', '2025-03-04', '35.00'), further, invoice('F2024-119', '2025-03-05', '48.00')];

/** Reads the total of the document that it is shown, wherever that is. */
const reader = () =>
  scriptedModel('reader', async ({ document }) => {
    const [total = ''] = document.pages.flatMap(({ words }) => words.map((word) => word.text)).filter((word) => /^\d\d\.\d\d$/.test(word));
    return { cells: [cell('$.total', total, { quote: `Total EUR ${total}`, page: document.pages[0]?.number ?? 1 })] };
  });

const read = (settings: Partial<EngineSettings>, document: Document = documentOf(...pages)): Promise<Outcome> =>
  run({
    document,
    fields: { total: money, note: text },
    required: ['total'],
    tiers: [reader()],
    splitter: { plugin: starts },
    ...settings,
  });

const splitterOf = (split: Splitter['starts']): Part<'splitter'> => partOf('splitter', { starts: split });
const at = (...numbers: readonly number[]): Part<'splitter'> => splitterOf(async () => numbers);

describe('a file of two invoices, with a splitter', () => {
  it('is answered document by document, with the page numbers of the file in everything that is said', async () => {
    const outcome = await read({});
    const { documents = [], object } = outcome;
    expect(object).toBeNull();
    expect(documents.map((document) => [document.pages, document.object?.['total']])).toEqual([
      [[1, 2], 35],
      [[3], 48],
    ]);
    const [, second] = documents;
    const [entry] = second ? metaOf({ ...outcome, ...second }).field_confidence : [];
    expect(entry).toMatchObject({ field: '$.total', page: 3, text: 'Total EUR 48.00' });
    expect(entry?.reason).toContain('quote on page 3');
    expect(documents.flatMap((document) => metaOf({ ...outcome, ...document }).issues).join()).not.toContain('Several documents');
  });

  it('scores each as if it were alone', async () => {
    const outcome = await read({});
    const { documents = [] } = outcome;
    const alone = await read({}, documentOf(pages[2] ?? ''));
    expect(metaOf({ ...outcome, ...documents[1] }).field_confidence.map(({ score }) => score)).toEqual(
      metaOf(alone).field_confidence.map(({ score }) => score),
    );
  });

  it('charges each by its pages and its tier, and all together once', async () => {
    const weak = scriptedModel('weak', async ({ document }) => ({
      cells: document.pages[0]?.number === 1 ? [cell('$.total', '35.00', { quote: 'Total EUR 35.00' })] : [cell('$.total', null)],
    }));
    const { documents = [], metadata } = await read({ tiers: [weak, reader()] });
    expect(documents.map((document) => [document.metadata.credits, document.metadata.fallbackTriggered])).toEqual([
      [2, false],
      [3, true],
    ]);
    expect(metadata).toMatchObject({ credits: 5, fallbackTriggered: true });
  });

  it('lets one fail beside the other, and says that the answer is incomplete', async () => {
    const failing = scriptedModel('failing', async (task) => {
      if (task.document.pages[0]?.number === 1) throw new ExtractionError('LLM_ERROR', 'failing: no answer', { retryable: false });
      return { cells: [cell('$.total', '48.00', { quote: 'Total EUR 48.00', page: 3 })] };
    });
    const outcome = await read({ tiers: [failing] });
    expect(outcome.documents).toMatchObject([{ pages: [1, 2], object: null, error: { code: 'LLM_ERROR' } }, { object: { total: 48 } }]);
    expect([outcome.complete, outcome.error]).toEqual([false, undefined]);
  });

  it('is a failed extraction where every document failed, by the code of the first', async () => {
    const failing = scriptedModel('failing', async ({ document }) => {
      const code = document.pages[0]?.number === 1 ? 'LLM_ERROR' : 'PARSING_ERROR';
      throw new ExtractionError(code, 'failing: no answer', { retryable: false });
    });
    const outcome = await read({ tiers: [failing] });
    expect(outcome.documents?.map(({ error }) => error?.code)).toEqual(['LLM_ERROR', 'PARSING_ERROR']);
    expect(outcome).toMatchObject({
      object: null,
      error: { code: 'LLM_ERROR', message: 'None of the 2 documents could be read; the first: failing: no answer' },
    });
  });

  it('gives what is attached to none of them', async () => {
    const model = scriptedModel('reader', []);
    const attachments = [{ name: 'invoice.xml', bytes: new Uint8Array(1) }];
    await read({ tiers: [model] }, { ...documentOf(...pages), attachments });
    expect(model.tasks.map(({ document }) => [document.attachments.length, document.ofPages])).toEqual([
      [0, 3],
      [0, 3],
    ]);
  });
});

describe('a file with a splitter', () => {
  it('that is one document is answered as without', async () => {
    const [one = '', two = ''] = pages;
    const outcome = await read({}, documentOf(one, two));
    expect(outcome).not.toHaveProperty('documents');
    expect(outcome.object).toMatchObject({ total: 35 });
  });

  it('is never parted where it states its values, has no pages of its own, or is not charged by pages', async () => {
    const stated = { header: new Map(), lines: [] };
    for (const more of [{ stated }, { markdown: '# Invoice' }, { chargedPages: 1 }])
      expect(await read({}, { ...documentOf(...pages), ...more })).not.toHaveProperty('documents');
  });

  it('is parted at each page that the splitter names, in whatever order and however often', async () => {
    const { documents = [] } = await read({ splitter: at(3, 1, 2, 3) });
    expect(documents.map((document) => document.pages)).toEqual([[1], [2], [3]]);
  });

  it('fails where the splitter names a page that is not there, throws, or is too slow', async () => {
    const failed = async (splitter: Part<'splitter'>, deadlineMs = 5_000) => (await read({ splitter, deadlineMs })).error?.code;
    const throwing = splitterOf(async () => {
      throw new TypeError('broken');
    });
    expect([await failed(at(7)), await failed(throwing)]).toEqual(['EXTRACTION_FAILED', 'EXTRACTION_FAILED']);
    expect(
      await failed(
        splitterOf(() => new Promise(() => undefined)),
        50,
      ),
    ).toBe('TIMEOUT_ERROR');
  });

  it('says what it lacks at the start', () => {
    const broken = { plugin: { kind: 'splitter', name: 'broken', create: () => ({}) } } as unknown as Part<'splitter'>;
    return expect(read({ splitter: broken })).rejects.toThrow('it has no starts()');
  });
});
