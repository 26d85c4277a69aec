import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { german } from '../../fixtures/documents.js';
import { buildInvoice, type Invoice } from '../../fixtures/invoice/invoice.js';
import { truth } from '../../fixtures/invoice/truth.js';
import { invoicePdf } from '../../fixtures/pdf/invoice-pdf.js';
import type { TruthTextLayer } from '../../kit/truth-file.js';
import { type CapsFile, Recorder } from './corpus/caps-file.js';
import { readCorpus } from './corpus/corpus.js';
import { type Evaluation, evaluate } from './evaluate.js';
import { type ObservedServer, startObserved } from './observed-server.js';

/** Writes a generated document and its truth in the layout of a corpus. */
async function put(
  folder: string,
  id: string,
  { invoice, textLayer }: { readonly invoice: Invoice; readonly textLayer: TruthTextLayer },
): Promise<void> {
  const { line_items, ...fields } = truth(invoice);
  const stated = (values: object) =>
    Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, { value }]])));
  writeFileSync(join(folder, 'docs', `${id}.pdf`), await invoicePdf(invoice));
  const text = JSON.stringify({
    id,
    text_layer: textLayer,
    group: 'brightwater',
    fields: stated(fields),
    line_items: line_items.map(stated),
    math_on_page: { horizontal_sum: { holds: true }, vertical_sum: { holds: true } },
  });
  writeFileSync(join(folder, 'truth', `${id}.json`), text);
}

describe('an evaluation over HTTP', () => {
  let folder: string;
  let server: ObservedServer;
  const seen: string[] = [];
  let [first, second]: Evaluation[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'evaluation-'));
    // Without OCR every value of a scan is null.
    writeFileSync(join(folder, 'vouch.config.yaml'), 'recognizers: []\n');
    for (const name of ['docs', 'truth']) mkdirSync(join(folder, name));
    await put(folder, 'native', { invoice: german(), textLayer: 'native' });
    await put(folder, 'scan', { invoice: buildInvoice({ layout: { scan: 'image' } }), textLayer: 'none' });
    const recorder = new Recorder();
    server = await startObserved({ env: {}, cwd: folder }, recorder);
    const run = () =>
      evaluate(readCorpus(folder), {
        target: server,
        threshold: 0.85,
        concurrency: 2,
        out: join(folder, 'answers'),
        recorder,
        progress: ({ document }, done) => void seen.push(`${done} ${document.id}`),
      });
    [first, second] = [await run(), await run()];
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  it('reports native text and scans separately', () => {
    expect(first?.report).toMatch(/== Native text: 1 document ==.*== Scans: 1 document ==/s);
    expect(first?.report).toMatch(/^total +1 +1 +1 +100\.0% +100\.0% +1\.000$/m);
  });

  it('ends with the goals, for the third of the one source', () => {
    expect(first?.report).toMatch(/^== Goals at 0\.85 == +(un)?seen\nNative text, documents +1\n.*^Scans, documents +1\n/ms);
    expect(first?.report).not.toContain('Sweep');
  });

  it('lists the mistakes beside the answers', () => {
    expect(readFileSync(join(folder, 'answers', 'confusions.txt'), 'utf8')).toMatch(/^Mistakes at 0\.85; left out: /);
  });

  it('has each accepted value of native text confirmed by the independent checker', () => {
    expect(first?.report).toMatch(/^evidence confirmed, native text, values at 0\.85: (\d\d+) of \1 = 100\.00%$/m);
  });

  it('keeps each raw answer', () => {
    const answer = JSON.parse(readFileSync(join(folder, 'answers', 'native.json'), 'utf8'));
    expect(answer).toMatchObject({ object: { total: 2600.15 }, verification: { checks_failed: expect.any(Number) } });
  });

  it('keeps beside it the caps, which the wire lacks, and the truth of each leaf', () => {
    const read = (name: string) => readFileSync(join(folder, 'answers', name), 'utf8');
    const { leaves, ...about } = JSON.parse(read('native.caps.json')) as CapsFile;
    expect(about).toMatchObject({
      document: 'native',
      source: 'brightwater',
      family: 'native',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(leaves.find(({ path }) => path === '$.total')).toMatchObject({
      field: 'money',
      reader: expect.stringMatching(/^local/),
      caps: ['evidence.exact', 'label.match', 'uniqueness.once', 'model.certain', 'agreement.single', 'arithmetic.holds'].map((name) => ({
        name,
      })),
      empty: false,
      right: true,
    });
    expect(leaves.find(({ path }) => path === '$.order_number')).toMatchObject({ right: null });
    expect(read('native.json')).not.toContain('agreement.');
  });

  it('distinguishes scans from native text by the pages, and marks a null that the truth contradicts', () => {
    const { family, leaves } = JSON.parse(readFileSync(join(folder, 'answers', 'scan.caps.json'), 'utf8')) as CapsFile;
    expect(family).toBe('scanned');
    expect(leaves.find(({ path }) => path === '$.total')).toMatchObject({ empty: true, right: false });
  });

  it('gives the same report for the same documents', () => {
    expect(second?.report).toBe(first?.report);
  });

  it('shows progress, document by document', () => {
    expect(
      seen
        .slice(0, 2)
        .map((line) => line.slice(2))
        .sort(),
    ).toEqual(['native', 'scan']);
    expect(seen[1]).toMatch(/^2 /);
  });
});
