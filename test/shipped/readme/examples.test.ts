import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ExtractionBody } from '../../../server/index.js';
import { fakeForeignExtractor } from '../../fakes/foreign-extractor.js';
import type { ServerAnswer } from '../../server/support/ask.js';
import { ask } from '../../server/support/ask.js';
import { freePort } from '../../support/free-port.js';
import { clone, type Folder, project } from './clone.js';
import { finished, said, standIn } from './cohere.js';
import { guidePage } from './markdown.js';
import { all, block } from './page.js';

const vouch = clone();
const providers = guidePage('providers');

const configs = all('yaml', 'vouch.config.yaml');
function configWith(text: string): string {
  const found = configs.find((config) => config.includes(text));
  if (found === undefined) throw new Error(`README.md has no configuration with ${text}`);
  return found;
}

const sample = join(vouch.path, 'server/playground/setup/sample-invoice.pdf');
const strict = '--noEmit --strict --noUncheckedIndexedAccess --exactOptionalPropertyTypes --skipLibCheck --target es2024 --module nodenext';

describe('the rule', () => {
  const name = 'rules/line-product.ts';
  const module = '{"type": "module"}';

  it('compiles against the types of the package', async () => {
    const team = project(vouch);
    team.add('package.json', module);
    team.add(name, block(name));
    expect(await team.run(`tsc ${strict} ${name}`)).toEqual({ code: 0, out: '', err: '' });
  });

  it.each(['a project that installed Vouch', 'the clone'])('is one file and one line in %s', async (where) => {
    const folder = where === 'the clone' ? vouch : project(vouch);
    folder.add(name, block(name));
    folder.add('vouch.config.yaml', configWith('line-product'));
    await seesLineProducts(folder);
    await folder.run('rm -r rules vouch.config.yaml');
  });

  it('is shipped when it is in plugins/rules, and is then named without a path', async () => {
    vouch.add('plugins/rules/own-product.ts', block(name).replace("from 'vouch'", "from '../../core/index.js'"));
    expect(await vouch.run('npm run build')).toMatchObject({ code: 0 });
    const team = project(vouch);
    team.add('vouch.config.yaml', configWith('line-product').replace('./rules/line-product.ts', 'own-product'));
    await seesLineProducts(team);
  });

  async function seesLineProducts(folder: Folder): Promise<void> {
    const { out } = await folder.run(`npx vouch extract --verify --json ${sample}`);
    const { object, verification } = JSON.parse(out) as ExtractionBody;
    const checks = verification?.checks_run.filter(({ type }) => type === 'LINE_PRODUCT') ?? [];
    expect(checks).toHaveLength((object as unknown as { readonly line_items: readonly unknown[] }).line_items.length);
    expect(checks[0]).toEqual({
      type: 'LINE_PRODUCT',
      status: 'PASSED',
      fields: ['line_items[0].amount'],
      passed: true,
      delta: 0,
      expected: 370,
      actual: 370,
    });
  }
});

describe('the provider that is not shipped', () => {
  const key = 'pk_0123456789abcdefREADME';
  const total = { path: '$.total', value: '€12,231.98', page: 2, quote: 'Total €12,231.98', confidence: 'certain', reason: 'exact' };

  it('is one line of configuration, and asks for its key', async () => {
    const team = project(vouch);
    team.add('cohere.ts', providers.block('cohere.ts'));
    team.add('vouch.config.yaml', providers.all('yaml', 'vouch.config.yaml').find((text) => text.includes('./cohere.ts')) ?? '');
    expect(await team.run('vouch config validate', { COHERE_API_KEY: 'x' })).toMatchObject({ code: 0 });
    const without = await team.run('vouch config validate');
    expect(without).toMatchObject({ code: 2, err: expect.stringMatching(/vouch\.config\.yaml:3:\d+: .*COHERE_API_KEY/) });
  });

  it('answers through the real server, on evidence that the server has checked', async () => {
    const provider = await standIn({ status: 503, body: {} }, { body: finished(total) });
    const { object, metadata } = await extractWith(provider.url);
    expect(object).toMatchObject({
      total: 12231.98,
      _meta: { field_confidence: [{ field: '$.total', page: 2, text: 'Total €12,231.98' }] },
    });
    expect(metadata).toMatchObject({ credits: 2, fallback_triggered: false });
    expect(provider.asked[1]).toMatchObject({
      path: '/chat',
      headers: { authorization: 'Bearer secret' },
      body: {
        messages: [{ role: 'system' }, { role: 'user', content: [{ type: 'text' }, { text: expect.stringContaining('total | number') }] }],
        response_format: { type: 'json_object' },
      },
    });
  });

  it('is called again after an unusable reply, with what was wrong', async () => {
    const broken = said('Sure! The total is 12', 'COMPLETE');
    const provider = await standIn({ body: broken }, { body: finished(total) });
    expect(await extractWith(provider.url)).toMatchObject({ object: { total: 12231.98 } });
    expect(provider.asked[1]).toMatchObject({
      body: { messages: [{ role: 'system' }, { role: 'user' }, { role: 'assistant', content: 'Sure! The total is 12' }, { role: 'user' }] },
    });
  });

  it('refuses with a code of the contract', async () => {
    const provider = await standIn({ body: { finish_reason: 'ERROR_TOXIC' } });
    expect(await extractWith(provider.url)).toMatchObject({
      object: null,
      error: { code: 'LLM_ERROR', message: 'cohere:command-test: the provider refused to answer (ERROR_TOXIC)' },
    });
  });

  async function extractWith(baseUrl: string): Promise<ExtractionBody> {
    const team = project(vouch);
    team.add('cohere.ts', providers.block('cohere.ts'));
    const part = `{ use: ./cohere.ts, model: command-test, base_url: "${baseUrl}", api_key: secret }`;
    team.add('vouch.config.yaml', `tiers: [${part}]\nwitnesses: []\nserver: { store: "memory:", keys: [${key}] }\n`);
    const url = await serving(team);
    const schema = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] };
    return (await post(url, key, schema)).body;
  }
});

describe('the extractor that answers JSON', () => {
  const key = 'pk_0123456789abcdefREADME';
  const schema = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] };

  /** Extracts with the extractor of the guide at this place among the tiers. */
  async function extractWith(tiers: string): Promise<ExtractionBody> {
    const team = project(vouch);
    team.add('acme.ts', providers.block('acme.ts'));
    team.add('vouch.config.yaml', `tiers: [${tiers}]\nwitnesses: []\nserver: { store: "memory:", keys: [${key}] }\n`);
    return (await post(await serving(team, { ACME_API_KEY: 'secret' }), key, schema)).body;
  }

  it('is the first tier by a line of configuration, and the local reader the second', async () => {
    const extractor = await fakeForeignExtractor({ total: 12231.98 }, { total: 12213.98 });
    const tiers = `{ use: ./acme.ts, base_url: "${extractor.url}" }, local:thorough`;
    const [right, wrong] = [await extractWith(tiers), await extractWith(tiers)];
    expect([right, wrong]).toMatchObject([
      { object: { total: 12231.98 }, metadata: { fallback_triggered: false } },
      { object: { total: 12231.98 }, metadata: { fallback_triggered: true } },
    ]);
    expect(extractor.asked[0]).toMatchObject({
      headers: { authorization: 'Bearer secret' },
      body: { document: expect.stringMatching(/^JVBERi0/), schema: { properties: { total: { type: ['number', 'null'] } } } },
    });
  });

  it('is the second tier, which is asked only where the first is in doubt', async () => {
    const extractor = await fakeForeignExtractor({ total: 12231.98 });
    const { object, metadata } = await extractWith(`local, { use: ./acme.ts, base_url: "${extractor.url}" }`);
    expect([object?.['total'], metadata.fallback_triggered, extractor.asked.length]).toEqual([12231.98, false, 0]);
  });
});

async function serving(folder: Folder, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const url = `http://127.0.0.1:${await freePort()}`;
  await folder.start(`vouch serve --port ${new URL(url).port}`, `${url}/health`, env);
  return url;
}

async function post(url: string, key: string, schema: object): Promise<ServerAnswer> {
  const form = new FormData();
  form.set('output_schema', JSON.stringify(schema));
  form.set('file', await openAsBlob(sample), 'invoice.pdf');
  return ask(url, '/v1/extract', { method: 'POST', headers: { authorization: `Bearer ${key}` }, body: form });
}

it('every configuration is valid if the keys are set', async () => {
  const keys = { OPENAI_API_KEY: 'x', ANTHROPIC_API_KEY: 'x' };
  for (const config of configs.filter((text) => !text.includes('line-product'))) {
    const team = project(vouch);
    team.add('vouch.config.yaml', config);
    expect(await team.run('vouch config validate', keys), config).toMatchObject({ code: 0 });
    if (!/openai|anthropic/.test(config)) continue;
    expect(await team.run('vouch config validate'), config).toMatchObject({
      code: 2,
      err: expect.stringMatching(/yaml:\d+:\d+: .*_API_KEY/),
    });
  }
});
