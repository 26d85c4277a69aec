import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../../config/index.js';
import { createEngine, definePlugin, type Engine, type EngineSettings, ExtractionError } from '../../../../core/index.js';
import { ExtractionFailedError, SeveralDocumentsError, Vouch } from '../../../../server/client/index.js';
import type { PartBody } from '../../../../server/index.js';
import { workspace } from '../../../config/workspace.js';
import { invoicePdf } from '../../../fixtures/pdf/invoice-pdf.js';
import { sample } from '../../../fixtures/sample.js';
import { extract, key, openDoor, play } from '../../support/door.js';
import { type FormPart, filePart, form, schemaPart } from '../../support/form.js';

const schema = {
  type: 'object',
  properties: { invoice_number: { type: 'string' }, issue_date: { type: 'string', format: 'date' }, total: { type: 'number' } },
  required: ['invoice_number', 'total'],
} as const;

const verified = { name: 'enable_verification', value: 'true' };
const ask = (bytes: Uint8Array, ...more: readonly FormPart[]) => form(filePart(bytes), schemaPart(JSON.stringify(schema)), ...more);

async function joined(...files: readonly Uint8Array[]): Promise<Uint8Array> {
  const all = await PDFDocument.create();
  for (const file of files) {
    const part = await PDFDocument.load(file);
    for (const page of await all.copyPages(part, part.getPageIndices())) all.addPage(page);
  }
  return all.save();
}

let settings: EngineSettings;
let engine: Engine;
let two: Uint8Array;
let one: Uint8Array;
beforeAll(async () => {
  const loaded = await loadConfig({ env: {}, cwd: workspace({ 'vouch.config.yaml': 'splitter: starts\nrecognizers: []\n' }) });
  settings = loaded.engine;
  engine = createEngine(settings);
  one = await invoicePdf(sample());
  two = await joined(one, await invoicePdf({ ...sample(), number: 'ZZ-2031', issueDate: '2025-01-09' }));
});
afterAll(() => engine.close());

const numbersIn = (documents: readonly PartBody[]) => documents.map(({ object }) => object?.['invoice_number']);

describe('a PDF with two invoices at a server with a splitter', () => {
  it('is answered document by document at both doors, as the API documents it', async () => {
    const app = await openDoor({ engine, limits: { playgroundCredits: 100 } });
    for (const answer of [await extract(app, ask(two, verified)), await play(app, ask(two, verified))]) {
      const { documents, object, metadata } = answer.body as { documents: PartBody[]; object: null; metadata: { credits: number } };
      expect([answer.status, object]).toEqual([200, null]);
      expect(numbersIn(documents)).toEqual([sample().number, 'ZZ-2031']);
      expect(documents.every(({ verification }) => verification?.checks_run.length)).toBe(true);
      expect(metadata.credits).toBe(documents.reduce((sum, document) => sum + document.metadata.credits, 0));
      const pages = documents.flatMap((document) => document.pages);
      expect(pages).toEqual(pages.map((_, index) => index + 1));
    }
  });

  it('is a failed extraction at the door and for the client where no document could be read', async () => {
    const failing = definePlugin({
      kind: 'model',
      name: 'failing',
      create: () => ({
        async read() {
          throw new ExtractionError('LLM_ERROR', 'failing: no answer', { retryable: false });
        },
      }),
    });
    const broken = createEngine({ ...settings, tiers: [{ plugin: failing }], witnesses: [] });
    try {
      const app = await openDoor({ engine: broken });
      const { status, body } = await extract(app, ask(two));
      expect([status, body.object, body.error?.code]).toEqual([200, null, 'LLM_ERROR']);
      const server = await app.listen({ port: 0, host: '127.0.0.1' });
      const vouch = new Vouch({ server, key, retries: 0 });
      await expect(vouch.extract(two, schema, { name: 'two.pdf' })).rejects.toBeInstanceOf(ExtractionFailedError);
      await expect(vouch.extractAll(two, schema, { name: 'two.pdf' })).rejects.toBeInstanceOf(ExtractionFailedError);
    } finally {
      await broken.close();
    }
  });

  it('is remembered under an idempotency key, and charged once', async () => {
    const app = await openDoor({ engine });
    const headers = { 'idempotency-key': 'two-invoices' };
    const first = await extract(app, ask(two), headers);
    const second = await extract(app, ask(two), headers);
    expect(second.body).toEqual(first.body);
  });

  it('is a list for the client, and an error that has the list where one document was asked for', async () => {
    const app = await openDoor({ engine });
    const server = await app.listen({ port: 0, host: '127.0.0.1' });
    const vouch = new Vouch({ server, key, retries: 0 });
    const options = { name: 'two.pdf' };
    const [first, second, ...more] = await vouch.extractAll(two, schema, options);
    expect(more).toEqual([]);
    if (!first || first.failure || !second || second.failure) throw new Error('both should have been read');
    expect([first.data.invoice_number, second.data.invoice_number]).toEqual([sample().number, 'ZZ-2031']);
    expect(second.evidence.invoice_number.page).toBe(second.pages?.[0]);
    const error = await vouch.extract(two, schema, options).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SeveralDocumentsError);
    expect((error as SeveralDocumentsError).documents).toHaveLength(2);
    expect(await vouch.extractAll(one, schema, options)).toHaveLength(1);
  });

  it('leaves the answer about one invoice as it is', async () => {
    const { body } = await extract(await openDoor({ engine }), ask(one));
    expect(Object.keys(body)).toEqual(['object', 'metadata']);
  });
});
