import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, expect, it } from 'vitest';
import { loadConfig, shippedSchemas } from '../../config/index.js';
import { createEngine, type Outcome, parseSchema } from '../../core/index.js';
import { invoicePdf } from '../fixtures/pdf.js';
import { sample, samplePath } from '../fixtures/sample.js';

/** What the README says in words, of the pipeline as it is shipped. */
const { engine: settings } = await loadConfig({ env: {}, cwd: tmpdir() });
const engine = createEngine(settings);
afterAll(() => engine.close());

const extract = (bytes: Uint8Array, schema: object, threshold = 0.85): Promise<Outcome> =>
  engine.extract({ file: { name: 'invoice.pdf', bytes }, schema: parseSchema(JSON.stringify(schema)), threshold });

interface Meta {
  readonly field_confidence: readonly { readonly field: string; readonly score: number }[];
  readonly issues: readonly string[];
}

it('a scan has every field null, at 0.84 at most and with an issue, after Tier 2 has read it, too', async () => {
  const { object, metadata } = await extract(
    await invoicePdf({ ...sample(), layout: { ...sample().layout, scan: 'image' } }),
    shippedSchemas.invoice,
  );
  const { _meta: meta, line_items: items, ...fields } = object ?? {};
  expect([new Set(Object.values(fields)), items, metadata.fallbackTriggered]).toEqual([new Set([null]), [], true]);
  const { field_confidence: entries, issues } = meta as unknown as Meta;
  expect(new Set(entries.map(({ score }) => score))).toEqual(new Set([0.84, 0.75]));
  expect(issues).toContainEqual(expect.stringContaining('no text layer'));
});

it('a threshold above 0.95 lets no required field pass', async () => {
  const schema = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] };
  const bytes = await readFile(samplePath);
  const fallbacks = await Promise.all(
    [0.95, 0.96].map(async (threshold) => (await extract(bytes, schema, threshold)).metadata.fallbackTriggered),
  );
  expect(fallbacks).toEqual([false, true]);
});
