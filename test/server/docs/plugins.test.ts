import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../../config/index.js';
import { createEngine, type Page, type Word } from '../../../core/index.js';
import type { ExtractionBody } from '../../../server/index.js';
import { invoicePdf } from '../../fixtures/pdf/invoice-pdf.js';
import { sample } from '../../fixtures/sample.js';
import { project } from '../../shipped/readme/clone.js';
import { guidePage, root } from '../../shipped/readme/markdown.js';

/** What the page's plugins do in a project that installed Vouch. That they compile is tested with every page. */
const guide = guidePage('plugins');
const team = project({ path: root });
const [withOcrService = ''] = guide.all('yaml', 'ocr.config.yaml');

beforeAll(() => {
  team.add('package.json', '{"type": "module"}');
  for (const { about, text } of guide.blocks.filter(({ about }) => about !== '')) team.add(about, text);
});

it('each kind has its plugin', () => {
  const folders = guide.blocks.filter(({ language }) => language === 'ts').map(({ about }) => about.split('/')[0]);
  expect(folders).toEqual(expect.arrayContaining(guide.table('kind').map(([cell = '']) => `${/^\[(\w+)\]/.exec(cell)?.[1]}s`)));
});

describe('on the bill that is shown', () => {
  let body: ExtractionBody;
  beforeAll(async () => {
    const { out } = await team.run('vouch extract bill.txt --schema schema.json --verify --json');
    body = JSON.parse(out) as ExtractionBody;
  });
  const entries = () => (body.object as unknown as BillMeta)._meta.field_confidence;

  it('the converter makes pages in which the fields are found', () => {
    expect(body.object).toMatchObject({ invoice_number: '20418', cost_centre: '4711', total: 84, amount_due: 60 });
  });

  it('the rule finds that what is left to pay is right', () => {
    const check = { type: 'AMOUNT_DUE', status: 'PASSED', fields: ['amount_due', 'total', 'prepaid'], expected: 60, actual: 60 };
    expect(body.verification?.checks_run).toContainEqual(expect.objectContaining(check));
  });

  it('the injector puts the least sure field first', () => {
    const scores = entries().map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => a - b));
    expect(entries().map(({ field }) => field)).not.toEqual(['$.invoice_number', '$.cost_centre', '$.total', '$.amount_due']);
  });
});

it('the model contradicts another reader as a witness, which becomes an issue', async () => {
  await writeFile(join(team.path, 'renamed.txt'), guide.block('bill.txt').replace('Date: 2026-03-02', 'Total: 48.00'));
  const { out } = await team.run('vouch extract renamed.txt --schema schema.json --json');
  const { _meta: meta } = (JSON.parse(out) as { readonly object: BillMeta }).object;
  expect(meta.issues).toContainEqual(expect.stringMatching(/^\$\.total: Multiple values found: .*captions read 48/));
});

it('the gate has a field read again that nobody requires, unless it is excepted', async () => {
  const again = async (...lines: readonly string[]): Promise<boolean> => {
    await writeFile(join(team.path, 'gate.config.yaml'), ['converters: [./converters/text.ts]', 'witnesses: []', ...lines].join('\n'));
    await writeFile(join(team.path, 'colour.json'), '{"type": "object", "required": ["total"], "properties": {"total": {"type": "number"}, "cost_center": {"type": "string"}}}'); // biome-ignore format: one line
    const { out } = await team.run('vouch extract bill.txt --schema colour.json --threshold 0.95 --json --config gate.config.yaml');
    return (JSON.parse(out) as ExtractionBody).metadata.fallback_triggered;
  };
  expect(await again('gate: required')).toBe(false);
  expect(await again('gate: ./gates/everything.ts')).toBe(true);
  expect(await again('gate: { use: ./gates/everything.ts, except: [$.cost_center] }')).toBe(false);
});

it('the splitter parts a file after each separator sheet', async () => {
  const bill = guide.block('bill.txt');
  await writeFile(join(team.path, 'two.txt'), [bill, 'END OF DOCUMENT', bill.replace('20418', '20419')].join('\f'));
  const { out } = await team.run('vouch extract two.txt --schema schema.json --json --config split.config.yaml');
  const { documents = [] } = JSON.parse(out) as ExtractionBody;
  expect(documents.map(({ pages, object }) => [pages, object?.['invoice_number']])).toEqual([
    [[1, 2], '20418'],
    [[3], '20419'],
  ]);
});

it('the recognizer reads a scan through its service, and needs its key', async () => {
  const { url, asked } = await ocrService(await wordsOf(await invoicePdf(sample())));
  await writeFile(join(team.path, 'scan.pdf'), await invoicePdf({ ...sample(), layout: { ...sample().layout, scan: 'image' } }));
  await writeFile(join(team.path, 'here.config.yaml'), withOcrService.replace('http://127.0.0.1:9000', url));
  const command = 'vouch extract scan.pdf --schema schema.json --json --config here.config.yaml';
  const { out, err } = await team.run(command, { OCR_SERVICE_KEY: 'secret' });
  expect(JSON.parse(out), err).toMatchObject({ object: { invoice_number: 'BW-2026-0147', total: 12231.98 } });
  expect(asked).toEqual([
    { page: '1', key: 'Bearer secret', file: '%PDF-' },
    { page: '2', key: 'Bearer secret', file: '%PDF-' },
  ]);
  expect(await team.run(command)).toMatchObject({ code: 2, err: expect.stringContaining('OCR_SERVICE_KEY') });
});

interface BillMeta {
  readonly _meta: {
    readonly issues: readonly string[];
    readonly field_confidence: readonly { readonly field: string; readonly score: number }[];
  };
}

async function wordsOf(pdf: Uint8Array): Promise<readonly Page[]> {
  const engine = createEngine((await loadConfig({ env: {}, cwd: tmpdir() })).engine);
  onTestFinished(() => engine.close());
  return (await engine.view({ name: 'native.pdf', bytes: pdf })).document.pages;
}

/** Fakes an OCR service: it returns the words that the native document has on the page. */
async function ocrService(pages: readonly Page[]) {
  const asked: object[] = [];
  const seen = ({ text, box }: Word) => ({ text, ...box, confidence: 0.97 });
  const server = createServer(async (request, response) => {
    const page = new URL(request.url ?? '', 'http://service').searchParams.get('page');
    const body = await buffer(request);
    asked.push({ page, key: request.headers.authorization, file: body.toString('latin1', 0, 5) });
    response.end(JSON.stringify({ words: pages[Number(page) - 1]?.words.map(seen) }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}
