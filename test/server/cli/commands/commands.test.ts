import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { shippedSchemas } from '../../../../config/index.js';
import { parseSchema } from '../../../../core/index.js';
import { exitCodes } from '../../../../server/cli/exit-codes.js';
import { callerBudget } from '../../../../server/guards/token-budgets.js';
import { openStore } from '../../../../server/index.js';
import { sandboxHere } from '../../../support/sandbox-here.js';
import { ask } from '../../support/ask.js';
import { cliWorkspace } from '../cli-workspace.js';

const { vouch, command, folder } = cliWorkspace();

describe('vouch', () => {
  it('shows every exit code in its help, on the standard output', async () => {
    const { code, out, err } = await vouch(['--help']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    for (const { code: number, meaning } of Object.values(exitCodes)) expect(out).toContain(`  ${number}  ${meaning}`);
  });

  it('prints its version', async () => {
    expect(await vouch(['--version'])).toEqual({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), err: '' });
  });

  it('refuses an unknown command, says what was meant, and keeps the standard output empty', async () => {
    expect(await vouch(['extrakt', 'a.pdf'])).toEqual({ code: 2, out: '', err: expect.stringContaining('Did you mean extract?') });
  });

  it('names the help of the command that was meant, where what it lists is known', async () => {
    const { code, err } = await vouch(['config', 'show']);
    expect([code, err]).toEqual([2, expect.stringContaining('(vouch config --help says more)')]);
    expect((await vouch(['key', 'create', '--scopes', 'foo'])).err).toContain('(vouch key create --help says more)');
    expect((await vouch(['extract', '--nothing', 'a.pdf'])).err).toContain('(vouch extract --help says more)');
  });

  it('prints a configuration error as one sentence', async () => {
    const { vouch: wrong } = cliWorkspace({ 'vouch.config.yaml': 'tires: [local]\n' });
    const { code, out, err } = await wrong(['config', 'validate']);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^vouch: vouch\.config\.yaml:1:1: tires: unknown key\. Did you mean "tiers"\?.*\n$/);
  });
});

describe('vouch key', () => {
  it('makes a key that is listed without being shown again, and revokes it', async () => {
    const made = await command(['key', 'create', '--label', 'team a', '--expires', '90d']);
    expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^pk_[A-Za-z0-9]{49}\n$/) });
    const [listed] = JSON.parse((await command(['key', 'list', '--json'])).out);
    expect(listed).toMatchObject({ label: 'team a', display: made.out.slice(0, 7), revokedAt: null });
    expect((await command(['key', 'list'])).out).not.toContain(made.out.trim());
    expect((await command(['key', 'revoke', listed.id])).code).toBe(0);
    expect((await command(['key', 'list'])).out).toContain('revoked');
    expect(await command(['key', 'revoke', listed.id])).toMatchObject({ code: 2, err: expect.stringContaining('no live key') });
  });

  it('is listed with the tokens that it has used today, where keys have a budget', async () => {
    const [{ id }] = JSON.parse((await command(['key', 'list', '--json'])).out);
    const store = openStore(`sqlite:${join(folder, 'keys.db')}`);
    const caller = { kind: 'key', id, scopes: ['extract'], limits: {} } as const;
    const budget = callerBudget(store.quotas, { tokens: 5_000, cost: 0, currency: undefined, leaseMs: 60_000 })(caller);
    await (await budget?.reserve(4_000))?.(1_234);
    await store.close();
    const env = { VOUCH_DAILY_TOKENS_PER_KEY: '5000' };
    expect((await command(['key', 'list'], { env })).out).toContain('1,234 tokens today');
    expect(JSON.parse((await command(['key', 'list', '--json'], { env })).out)[0]).toMatchObject({ id, today: { tokens: 1_234 } });
    expect((await command(['key', 'list'])).out).not.toContain('tokens today');
  });

  it('is not created in a store that forgets it', async () => {
    expect(await command(['key', 'create', '--store', 'memory:'])).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('memory:'),
    });
  });

  it('says why a store cannot be used, and shows no password', async () => {
    const { code, out, err } = await command(['key', 'list', '--store', 'postgres://me:hunter2@127.0.0.1:1/vouch']);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toBe('vouch: The store cannot be used: connect ECONNREFUSED 127.0.0.1:1\n');
  });

  it.each(['yesterday', '2001-01-01', '0d', '5'])('refuses to expire at "%s"', async (when) => {
    expect((await command(['key', 'create', '--expires', when])).code).toBe(2);
  });
});

describe('vouch config', () => {
  const settings = { VOUCH_KEYS: 'pk_0123456789abcdef', PORT: '99' };

  it('prints the file over the defaults, and with --effective the environment over both, but never keys', async () => {
    const written = JSON.parse((await command(['config', 'print', '--json'], { env: settings })).out);
    expect(written).toMatchObject({ tiers: ['./reader.js'], gate: 'required', server: { port: 8080, keys: [] } });
    const { out } = await command(['config', 'print', '--json', '--effective'], { env: settings });
    expect(JSON.parse(out)).toMatchObject({ tiers: ['./reader.js'], server: { port: 99, keys: ['[redacted]'] } });
  });

  it('prints YAML, to the standard output alone', async () => {
    const { out, err } = await command(['config', 'print', '--effective', '--redact', '--port', '7']);
    expect(out).toContain('  port: 7\n');
    expect(err).toContain('vouch.config.yaml');
  });

  it('is valid when an engine can be created from it', async () => {
    expect(await command(['config', 'validate'])).toMatchObject({
      code: 0,
      out: '',
      err: expect.stringContaining('holds: reader; with the rules horizontal-sum, vertical-sum'),
    });
    const { command: wrong } = cliWorkspace({
      'vouch.config.yaml': 'converters: [./pages.js]\nwitnesses: []\ntiers:\n  - use: ./reader.js\n    modle: x\n',
    });
    expect((await wrong(['config', 'validate'])).err).toContain(
      'vouch.config.yaml:5:5: tiers[0].modle: Plugin "reader": unknown option "modle"',
    );
  });

  it('says the place of a part that cannot be made, and what would help, once', async () => {
    const { command: keyless } = cliWorkspace({
      'vouch.config.yaml': 'converters: [./pages.js]\nwitnesses: []\ntiers: [openai:gpt-6-luna]\n',
    });
    const { code, err } = await keyless(['config', 'validate']);
    expect(code).toBe(2);
    expect(err.match(/vouch\.config\.yaml:3:9: tiers\[0\]/g)).toHaveLength(1);
    expect(err.match(/Set OPENAI_API_KEY/g)).toHaveLength(1);
    expect(err).not.toContain('..');
  });
});

describe('a threshold of review_policy', () => {
  const pipeline = 'converters: [./pages.js]\nwitnesses: []\ntiers: [./reader.js]\n';
  const thresholds = 'review_policy:\n  thresholds: { totl: 0.9, total: 1, $.tax: 1, "line_items[].amount": 1 }\n';
  const validated = (config: string) => cliWorkspace({ 'vouch.config.yaml': config }).command(['config', 'validate']);

  it('is warned of where no schema of the configuration has its field', async () => {
    const { code, err } = await validated(`${pipeline}${thresholds}schemas: { invoice: {} }\n`);
    expect(code).toBe(0);
    expect(err).toContain(
      'vouch.config.yaml:5:17: review_policy.thresholds.totl: no schema of the configuration has this field. Did you mean "total"?\n',
    );
    expect(err.match(/no schema of the configuration/g)).toHaveLength(1);
  });

  it('is of any schema where the configuration names none', async () => {
    const { code, err } = await validated(pipeline + thresholds);
    expect([code, err]).toEqual([0, expect.not.stringContaining('totl')]);
  });
});

it('a limit of costs is refused where a model that uses tokens has no price, and holds with it', async () => {
  const config = 'converters: [./pages.js]\nwitnesses: []\ntiers: [openai:gpt-6-luna]\nserver:\n  daily_cost_per_key: 5\n';
  const prices = 'prices:\n  currency: USD\n  models:\n    openai:gpt-6-luna: { input: 0.25, output: 2 }\n';
  const env = { OPENAI_API_KEY: 'sk-test' };
  const { command: unpriced } = cliWorkspace({ 'vouch.config.yaml': config });
  expect(await unpriced(['config', 'validate'], { env })).toMatchObject({
    code: 2,
    err: expect.stringMatching(
      /vouch\.config\.yaml:5:3: server\.daily_cost_per_key: A limit of costs needs the price .* "openai:gpt-6-luna" has none\./,
    ),
  });
  const { command: priced } = cliWorkspace({ 'vouch.config.yaml': config + prices });
  expect(await priced(['config', 'validate'], { env })).toMatchObject({ code: 0 });
});

describe('a configuration in TypeScript', () => {
  const text = `import { posix } from 'node:path';
const file: string = posix.resolve('/', 'reader.js');
export default { converters: ['./pages.js'], tiers: ['.' + file], witnesses: [] };
`;

  it('needs no build', async () => {
    const { command: typed } = cliWorkspace({ 'typed.mts': text });
    expect(await typed(['config', 'validate', '--config', 'typed.mts'])).toMatchObject({
      code: 0,
      err: expect.stringContaining('holds: reader'),
    });
  });

  it('says what to do in a CommonJS package', async () => {
    const { command: typed } = cliWorkspace({ 'typed.ts': text, 'package.json': '{"type":"commonjs"}' });
    expect(await typed(['config', 'validate', '--config', 'typed.ts'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('give the file the ending .mts'),
    });
  });
});

it('vouch config validate warns of schemas that nothing tells apart', async () => {
  const own = (title: string) => JSON.stringify({ ...shippedSchemas.invoice, title });
  const { command: validate } = cliWorkspace({
    'kind.json': own('Self-billed invoice'),
    'other.json': own('Self-billing'),
    ...Object.fromEntries(
      ['invoice', './kind.json', './other.json'].map((schema, at) => [
        `${at}.yaml`,
        `schemas: { invoice: {}, receipt: {}, own: { schema: ${schema}, words: [Gutschrift] } }`,
      ]),
    ),
  });
  const said = await Promise.all([0, 1, 2].map((at) => validate(['config', 'validate', '--config', `${at}.yaml`])));
  expect(said.map(({ code, err }) => [code, err.match(/^Nothing tells documents of the schema (.*?),/m)?.[1]])).toEqual([
    [0, 'invoice from those of own'],
    [0, 'invoice from those of own'],
    [0, undefined],
  ]);
});

describe('vouch plugin list', () => {
  it('lists shipped plugins and your own, with the places that use them', async () => {
    const listed = JSON.parse((await command(['plugin', 'list', '--json'])).out);
    expect(listed).toContainEqual({ kind: 'gate', name: 'required', file: expect.stringMatching(/required\.js$/), used: ['gate'] });
    expect(listed).toContainEqual({ kind: 'model', name: 'openai', file: expect.stringMatching(/openai\.js$/), used: [] });
    expect(listed).toContainEqual({ kind: 'model', name: 'reader', file: null, used: ['tiers[0]'] });
    const own = "export default { kind: 'rule', name: 'line-product', create: () => ({ type: 'OWN', check: async () => [] }) };";
    const { command: named } = cliWorkspace({ 'own.yaml': 'rules: [vertical-sum, ./own.js]', 'own.js': own });
    const { out } = await named(['plugin', 'list', '--json', '--config', 'own.yaml']);
    const alike = JSON.parse(out).filter(({ name }: { readonly name: string }) => name === 'line-product');
    expect(alike).toEqual([
      { kind: 'rule', name: 'line-product', file: expect.stringMatching(/line-product\.js$/), used: [] },
      { kind: 'rule', name: 'line-product', file: null, used: ['rules[1]'] },
    ]);
    const { command: split } = cliWorkspace({ 'split.yaml': 'splitter: starts' });
    const parting = JSON.parse((await split(['plugin', 'list', '--json', '--config', 'split.yaml'])).out);
    expect(parting).toContainEqual({ kind: 'splitter', name: 'starts', file: expect.stringMatching(/starts\.js$/), used: ['splitter'] });
  });
});

describe('vouch schema', () => {
  it('lists the shipped schemas, each of which the engine accepts', async () => {
    const { out } = await command(['schema', 'list']);
    for (const [name, schema] of Object.entries(shippedSchemas)) {
      expect(out).toContain(`${name} `);
      expect(parseSchema(JSON.stringify(schema)).fields.length).toBeGreaterThan(7);
    }
  });

  it('shows one of a file as JSON, without a mark of the byte order before it', async () => {
    const { command: marked } = cliWorkspace({ 'ours.json': `\uFEFF${JSON.stringify(shippedSchemas.receipt)}` });
    expect(JSON.parse((await marked(['schema', 'show', 'ours.json'])).out)).toEqual(shippedSchemas.receipt);
  });

  it('shows one as JSON', async () => {
    expect(JSON.parse((await command(['schema', 'show', 'receipt'])).out)).toEqual(shippedSchemas.receipt);
    expect(await command(['schema', 'show', 'reciept'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('Did you mean "receipt"?'),
    });
  });
});

describe('vouch serve', () => {
  it('answers until a signal ends it', async () => {
    const launcher = fileURLToPath(new URL('../../../../server/vouch.js', import.meta.url));
    const child = spawn(process.execPath, [launcher, 'serve', '--port', '0', '--store', 'memory:'], {
      cwd: folder,
      env: { PATH: process.env['PATH'], VOUCH_DRAIN_MS: '0', ...sandboxHere },
    });
    try {
      let said = '';
      while (!/http:\/\/127\.0\.0\.1:\d+/.test(said)) said += String((await once(child.stderr, 'data'))[0]);
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
      expect((await ask(url ?? '', '/health')).body).toMatchObject({ status: 'healthy' });
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([0, null]);
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('says which setting is wrong before it listens', async () => {
    expect(await command(['serve', '--port', '70000'])).toEqual({
      code: 2,
      out: '',
      err: 'vouch: --port must be an integer from 0 to 65535, not "70000".\n',
    });
  });
});
