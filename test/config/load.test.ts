import { chmodSync, chownSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../config/index.js';
import { requireOwn } from '../../config/source.js';
import { ConfigError } from '../../core/index.js';
import { load, own, plugin, refusal, workspace } from './workspace.js';

const reader = 'tiers: [./parts/reader.js]\n';

describe('finding the file', () => {
  it.each(['package.json', '.git/HEAD'])('takes the nearest vouch.config up to the project, the folder with %s', async (sign) => {
    const folder = workspace({ 'vouch.config.yaml': `${own}${reader}deadline_ms: 1000`, 'deep/er/readme.txt': '', [sign]: '{}' });
    const loaded = await loadConfig({ cwd: join(folder, 'deep/er'), env: {} });
    expect(loaded.file).toBe(join(folder, 'vouch.config.yaml'));
    expect(loaded.engine.deadlineMs).toBe(1000);
  });

  it.each([
    ['above the project', { 'project/package.json': '{}' }],
    ['above a folder that is in no project', {}],
  ])('runs no script %s', async (_, files) => {
    const folder = workspace({ 'vouch.config.mjs': 'throw new Error("this was run");', 'project/deep/readme.txt': '', ...files });
    expect((await loadConfig({ cwd: join(folder, 'project/deep'), env: {} })).file).toBeUndefined();
  });

  it('runs no script that everybody may write, and says what to do, unless the script is named', async () => {
    const cwd = workspace({ 'vouch.config.mjs': 'export default { deadline_ms: 7 };', 'package.json': '{}' });
    chmodSync(join(cwd, 'vouch.config.mjs'), 0o666);
    expect(await refusal(loadConfig({ cwd, env: {} }))).toMatch(
      /not used: it may be written by everybody.*--config or VOUCH_CONFIG.*chmod go-w/,
    );
    expect((await loadConfig({ cwd, env: {}, file: 'vouch.config.mjs' })).config.deadline_ms).toBe(7);
  });

  it('runs no script of another user, but one of root', () => {
    const cwd = workspace({ 'vouch.config.mjs': '' });
    const file = join(cwd, 'vouch.config.mjs');
    // Only root can give a file away; for everybody else the file is that of this user, and another one runs it.
    if (process.getuid?.() === 0) chownSync(file, 4_321, 4_321);
    const owner = statSync(file).uid;
    expect(() => requireOwn(file, owner + 1)).toThrow(`it belongs to another user (${owner})`);
    expect(() => requireOwn(file, owner)).not.toThrow();
    expect(() => requireOwn(process.execPath, owner + 1)).not.toThrow(/belongs to another user \(0\)/);
  });

  it('takes the file that VOUCH_CONFIG names, and --config before it', async () => {
    const cwd = workspace({ 'a.yaml': `${own}${reader}deadline_ms: 1`, 'b.yaml': `${own}${reader}deadline_ms: 2` });
    expect((await loadConfig({ cwd, env: { VOUCH_CONFIG: 'a.yaml' } })).engine.deadlineMs).toBe(1);
    expect((await loadConfig({ cwd, env: { VOUCH_CONFIG: 'a.yaml' }, file: 'b.yaml' })).engine.deadlineMs).toBe(2);
  });

  it('refuses a named file that does not exist', async () => {
    const cwd = workspace({});
    expect(await refusal(loadConfig({ cwd, env: {}, file: 'gone.yaml' }))).toBe(
      `There is no configuration file ${join(cwd, 'gone.yaml')}.`,
    );
  });

  it('does not choose between two files of one folder', async () => {
    const cwd = workspace({ 'vouch.config.yaml': '', 'vouch.config.json': '{}' });
    expect(await refusal(loadConfig({ cwd, env: {} }))).toMatch(/vouch\.config\.yaml and .*vouch\.config\.json.*--config/);
  });

  const parts = {
    converters: ['./parts/pages.js'],
    tiers: ['./parts/reader.js'],
    gate: './parts/gate.js',
    rules: [],
    injector: './parts/meta.js',
  };
  const json = JSON.stringify({ ...parts, witnesses: [], server: { port: 1 } }, null, '\t');
  it.each([
    ['json', json],
    ['yml', `${own}${reader}server:\n  port: 1\n`],
    ['js', `export default ${json};`],
    ['ts', `interface Any { readonly [key: string]: unknown }\nconst config: Any = ${json};\nexport default config;`],
  ])('reads a .%s file', async (extension, text) => {
    const { server, engine } = await loadConfig({ cwd: workspace({ [`vouch.config.${extension}`]: text }), env: {} });
    expect(server).toMatchObject({ port: 1, host: '127.0.0.1' });
    expect(engine.tiers[0]?.plugin.name).toBe('reader');
  });

  it('takes a plugin itself from a script', async () => {
    const cwd = workspace({
      'vouch.config.js': `
        const mine = { kind: 'rule', name: 'mine', create: () => ({}) };
        export default { converters: ['./parts/pages.js'], tiers: ['./parts/reader.js'], gate: './parts/gate.js', injector: './parts/meta.js',
          witnesses: [], rules: [mine, { use: mine, strict: true }] };`,
    });
    const { engine } = await loadConfig({ cwd, env: {} });
    expect(engine.rules?.map((part) => [part.plugin.name, part.options])).toEqual([
      ['mine', {}],
      ['mine', { strict: true }],
    ]);
  });
});

describe('the effective settings', () => {
  it('keep the defaults of what the file does not set', async () => {
    const { server, engine } = await load('server: { port: 99 }\ncredits: { page: 5 }');
    expect(server).toMatchObject({ port: 99, rateLimit: 1, store: expect.stringMatching(/^sqlite:\/.*\.vouch\/vouch\.db$/) });
    expect(engine.credits).toEqual({ page: 5, fallbackPage: 2 });
  });

  it('resolve the file of the store from the folder of the configuration, but one that the environment names from the working folder', async () => {
    const folder = workspace({
      'vouch.config.yaml': `${own}${reader}server: { store: "sqlite:keys.db" }`,
      'deep/readme.txt': '',
      'package.json': '{}',
    });
    const cwd = join(folder, 'deep');
    expect((await loadConfig({ cwd, env: {} })).server.store).toBe(`sqlite:${join(folder, 'keys.db')}`);
    expect((await loadConfig({ cwd, env: { VOUCH_STORE: 'sqlite:keys.db' } })).server.store).toBe('sqlite:keys.db');
  });

  it('take the environment over the file, and the command line over both', async () => {
    const text = 'server: { port: 1, host: file.example }\ndeadline_ms: 1';
    const { server, engine } = await load(text, {
      env: { PORT: '2', HOST: 'env.example', VOUCH_DEADLINE_MS: '2' },
      overrides: { port: '3' },
    });
    expect(server).toMatchObject({ port: 3, host: 'env.example' });
    expect(engine.deadlineMs).toBe(2);
  });

  it('split lists of the environment at their commas', async () => {
    const env = {
      VOUCH_KEYS: 'pk_aaaaaaaaaaaaaaaa, pk_bbbbbbbbbbbbbbbb',
      VOUCH_PLAYGROUND_ORIGINS: 'https://a.example,http://localhost:5173',
      VOUCH_TRUSTED_PROXIES: '10.1.2.0/28,::1',
      VOUCH_STORE: 'memory:',
      VOUCH_RATE_LIMIT: '0',
    };
    expect((await load('', { env })).server).toEqual({
      ...(await load('')).server,
      keys: ['pk_aaaaaaaaaaaaaaaa', 'pk_bbbbbbbbbbbbbbbb'],
      store: 'memory:',
      rateLimit: 0,
      playgroundOrigins: ['https://a.example', 'http://localhost:5173'],
      trustedProxies: ['10.1.2.0/28', '::1'],
    });
  });

  it('ignore an empty variable', async () => {
    expect((await load('', { env: { PORT: '', VOUCH_CONFIG: '' } })).server.port).toBe(8080);
  });

  it.each([
    ['PORT', '70000', 'PORT must be an integer from 0 to 65535, not "70000".'],
    ['PORT', 'http', 'PORT must be an integer from 0 to 65535, not "http".'],
    ['HOST', 'http://x', 'HOST must be a host name or an IP address, not "http://x".'],
    [
      'VOUCH_STORE',
      'redis://me:secret@x',
      'VOUCH_STORE must be `sqlite:<file>`, `postgres://<user>@<host>/<database>` or `memory:`, not "redis://[redacted]@x".',
    ],
    ['VOUCH_RATE_LIMIT', '-1', 'VOUCH_RATE_LIMIT must be a number of at least 0, not "-1".'],
    [
      'VOUCH_PLAYGROUND_ORIGINS',
      'https://a.example/',
      'VOUCH_PLAYGROUND_ORIGINS must be a list of origins such as `https://app.example.com`, without a path, not "https://a.example/".',
    ],
    ['VOUCH_TRUSTED_PROXIES', '10.0.0.0/33', 'VOUCH_TRUSTED_PROXIES must be a list of CIDRs such as `10.1.2.0/28`, not "10.0.0.0/33".'],
    ['VOUCH_TRUSTED_PROXIES', '1', 'VOUCH_TRUSTED_PROXIES must be a list of CIDRs such as `10.1.2.0/28`, not "1".'],
    ['VOUCH_DEADLINE_MS', '1.5', 'VOUCH_DEADLINE_MS must be a whole number of milliseconds from 1 to 2147483647, not "1.5".'],
    ['VOUCH_KEYS', 'pk_short', 'VOUCH_KEYS must be a list of keys, each `pk_` and at least 16 letters, digits, `_` or `-`.'],
  ])('refuse %s=%s and say what is allowed', async (name, value, message) => {
    expect(await refusal(load('', { env: { [name]: value } }))).toBe(message);
  });

  it('name the flag when the command line is wrong', async () => {
    expect(await refusal(load('', { overrides: { port: 'x' } }))).toBe('--port must be an integer from 0 to 65535, not "x".');
  });
});

describe('secrets', () => {
  it('come from the environment by name, an empty one counting as missing', async () => {
    const { engine } = await load('', { env: { OPENAI_API_KEY: 'sk-1', EMPTY: '' } });
    expect([engine.secret?.('OPENAI_API_KEY'), engine.secret?.('EMPTY'), engine.secret?.('OTHER')]).toEqual(['sk-1', undefined, undefined]);
  });
});

describe('an error of the engine', () => {
  it('names the option in the file', async () => {
    const loaded = await load('tiers:\n  - use: ./parts/reader.js\n    model: 7\n');
    expect(loaded.explain(new ConfigError('model must be a text', ['tiers', 0, 'model'])).message).toBe(
      'vouch.config.yaml:9:5: tiers[0].model: model must be a text',
    );
  });

  it('suggests what was probably meant, and how to set a missing secret', async () => {
    const loaded = await load('tiers:\n  - use: ./parts/reader.js\n    modle: x\n');
    expect(loaded.explain(new ConfigError('unknown option "modle"; it takes "model"', ['tiers', 0, 'modle'])).message).toBe(
      'vouch.config.yaml:9:5: tiers[0].modle: unknown option "modle"; it takes "model". Did you mean "model"?',
    );
    expect(loaded.engine.secret?.('OPENAI_API_KEY')).toBeUndefined();
    expect(loaded.explain(new ConfigError('Plugin "reader" needs the environment variable OPENAI_API_KEY', ['tiers', 0])).message).toBe(
      `vouch.config.yaml:8:5: tiers[0]: Plugin "reader" needs the environment variable OPENAI_API_KEY. Set OPENAI_API_KEY, or give the option api_key: "\${file:/path/to/secret}".`,
    );
  });

  it('names the part when that is one word, and the default when the file does not set it', async () => {
    const loaded = await load('tiers: [ "./parts/reader.js:x" ]');
    expect(loaded.explain(new ConfigError('no such model', ['tiers', 0, 'model'])).message).toBe(
      'vouch.config.yaml:7:10: tiers[0].model: no such model',
    );
    expect(loaded.explain(new ConfigError('too short', ['deadlineMs'])).message).toBe('the default configuration: deadline_ms: too short');
  });
});

describe('an installed package', () => {
  it('is found from the folder of the configuration', async () => {
    const cwd = workspace({
      'vouch.config.yaml': `${own}tiers: ['@acme/vouch-plugin-reader']`,
      'node_modules/@acme/vouch-plugin-reader/package.json':
        '{"type":"module","exports":{".":{"types":"./x.d.ts","import":"./lib/main.js"}}}',
      'node_modules/@acme/vouch-plugin-reader/lib/main.js': plugin('model', 'acme'),
    });
    expect((await loadConfig({ cwd, env: {} })).engine.tiers[0]?.plugin.name).toBe('acme');
  });

  it('is named when it is not installed', async () => {
    expect(await refusal(load('tiers: [vouch-plugin-gone]'))).toContain(
      'vouch.config.yaml:7:9: tiers[0]: plugin "vouch-plugin-gone" is not installed. Install it beside the configuration: npm install vouch-plugin-gone',
    );
  });
});
