import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadConfig, shippedSchemas } from '../../../config/index.js';
import { createEngine, type Outcome, parseSchema } from '../../../core/index.js';
import { runtime } from '../../../server/cli/doctor/doctor.js';
import { invoicePdf } from '../../fixtures/pdf/invoice-pdf.js';
import { sample, samplePath } from '../../fixtures/sample.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { guidePage, guidePaths } from './markdown.js';
import { root } from './page.js';

/** Statements of the guide about the shipped pipeline that no table holds. */
const { engine: settings } = await loadConfig({ env: {}, cwd: tmpdir() });
const engine = createEngine(settings);
afterAll(() => engine.close());

const extract = (bytes: Uint8Array, schema: object, threshold = 0.85, by = engine): Promise<Outcome> =>
  by.extract({ file: { name: 'invoice.pdf', bytes }, schema: parseSchema(JSON.stringify(schema)), threshold });

interface ScanMeta {
  readonly field_confidence: readonly { readonly field: string; readonly score: number }[];
  readonly issues: readonly string[];
}

it('OCR reads a picture, and what it reads scores no more than the same words where they are printed', async () => {
  const { layout } = sample();
  const answerTo = async (how: typeof layout) =>
    (await extract(await invoicePdf({ ...sample(), layout: how }), shippedSchemas.invoice)).object;
  const [printed, scanned] = [await answerTo(layout), await answerTo({ ...layout, scan: 'image' })];
  expect(scanned).toMatchObject({ invoice_number: 'BW-2026-0147', total: 12231.98, currency: 'EUR' });
  const scores = (object: object | null) => {
    const { field_confidence: entries } = (object as { readonly _meta: ScanMeta })._meta;
    return new Map(entries.map(({ field, score }) => [field, score]));
  };
  const [onPaper, inPicture] = [scores(printed), scores(scanned)];
  const keys = ['$.invoice_number', '$.issue_date', '$.seller_name', '$.total'];
  expect(keys.filter((field) => (inPicture.get(field) ?? 1) > (onPaper.get(field) ?? 0))).toEqual([]);
});

describe('the guide', () => {
  const pages = ['README.md', 'server/client/package/README.md', ...guidePaths.values()].map((path) =>
    readFileSync(join(root, path), 'utf8'),
  );
  const [plugins, errors] = [guidePage('plugins').page, guidePage('errors').page];

  it('and all that checks it name one oldest Node', () => {
    const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly engines: { readonly node: string } };
    const entry = readFileSync(join(root, 'server/vouch.js'), 'utf8');
    const named = [...pages, entry].flatMap((text) => [...text.matchAll(/Node\s+(\d+\.\d+) or newer/g)].map(([, version]) => version));
    expect([named.length > 2, [...new Set(named)]]).toEqual([true, [engines.node.slice('>='.length)]]);
    const [, minor = ''] = engines.node.slice('>='.length).split('.');
    expect(entry).toContain(`minor >= ${minor}`);
    const oldest = engines.node.slice('>='.length);
    expect([runtime(`${oldest}.0`, 'linux').verdict, runtime(`22.${Number(minor) - 1}.0`, 'linux').verdict]).toEqual(['warn', 'fail']);
  });

  it('shows what an author of plugins looked for: details of a failure, decimals compared, and what holds a document', () => {
    for (const [, detail = ''] of `${/new ExtractionError\([^)]*\{[^)]*\}\)/.exec(plugins)?.[0]}`.matchAll(/(\w+):/g))
      expect(['cause', 'retryable', 'retryAfterMs', 'acme']).toContain(detail);
    expect(plugins).toMatch(/new ExtractionError\('LLM_ERROR', '[^']+', \{ cause/);
    expect(plugins).toMatch(/\.gt\(/);
    const gate = plugins.slice(plugins.indexOf('## A gate'), plugins.indexOf('## A rule'));
    expect(gate).toMatch(/use: expect, type: APPROVAL, that: .*policy: hold/);
  });

  it('says where the codes are what a failure costs', () => {
    for (const code of ['PARSING_ERROR', 'TIMEOUT_ERROR']) expect(errors).toMatch(new RegExp(`^\\| \`${code}\` .*charged`, 'm'));
  });
});

describe('in a clone, npm says nothing that is wrong or that nobody reads', () => {
  const said = (script: string, cwd: string) =>
    spawnSync('bash', ['-c', `${script} 2>&1`], {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, PATH: withoutShortcuts, npm_config_loglevel: undefined },
    });
  const withoutShortcuts = process.env['PATH']
    ?.split(':')
    .filter((folder) => !folder.endsWith('readme/bin'))
    .join(':');

  it('with a Node that is too old for the package, where npx vouch changes to the one that the clone brings', () => {
    const folder = temporaryFolder('old-node');
    const { name, version, bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly [key: string]: unknown };
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version, bin, engines: { node: '>=99' } }));
    mkdirSync(join(folder, 'server'));
    writeFileSync(join(folder, 'server/vouch.js'), '#!/usr/bin/env node\nconsole.log("vouched")\n', { mode: 0o755 });
    copyFileSync(join(root, '.npmrc'), join(folder, '.npmrc'));
    expect(said('npx vouch', folder)).toMatchObject({ status: 0, stdout: 'vouched\n' });
  });

  it('nor each of its files when it is packed', () => {
    expect(said('npm pack --dry-run', root)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^vouch-[\d.]+\.tgz\n$/) });
  });
});

describe('a high threshold', () => {
  const asking = (name: string, type: string) => ({ type: 'object', properties: { [name]: { type } }, required: [name] });
  const [total, number] = [asking('total', 'number'), asking('invoice_number', 'string')];
  const uncalibrated = createEngine({ ...settings, calibrations: [], witnesses: [] });
  afterAll(() => uncalibrated.close());
  const readAgain = async (schema: object, threshold: number, by = engine): Promise<boolean> =>
    (await extract(await readFile(samplePath), schema, threshold, by)).metadata.fallbackTriggered;

  it('of 1 accepts nothing, since nothing is certain', async () => {
    expect([await readAgain(total, 0.95), await readAgain(total, 1)]).toEqual([false, true]);
  });

  it('above 0.95 accepts from a reader that nobody has measured only what a sum or a second reader confirms', async () => {
    const by = uncalibrated;
    expect([await readAgain(number, 0.95, by), await readAgain(number, 0.96, by), await readAgain(total, 0.96, by)]).toEqual([
      false,
      true,
      false,
    ]);
  });
});
