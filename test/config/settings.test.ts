import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { type Config, configSchema, defaultConfig, type ServerSettings, type Setting, settings } from '../../config/index.js';
import { serverDefaults } from '../../config/settings.js';
import { fitsSetting } from '../../config/validate.js';
import { engineDefaults } from '../../core/index.js';
import { withSettings } from '../../server/cli/options.js';
import { load, refusal } from './workspace.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const inFile = settings.flatMap((setting) => (setting.key === null ? [] : [{ ...setting, key: setting.key }]));
const ofServer = inFile.filter(({ key }) => key.startsWith('server.'));
const lastStep = (key: string): string => key.replace(/^server\./, '');

/** The value at a dotted key of nested data. */
const valueAt = (data: unknown, key: string): unknown =>
  key
    .split('.')
    .reduce<unknown>((value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined), data);

describe('a row of the settings table is all that a setting needs:', () => {
  it.each(inFile)('$key has a default that fits', ({ key, ...setting }) => {
    expect(fitsSetting({ ...setting, key }, valueAt(defaultConfig, key))).toBe(true);
    expect(valueAt(defaultConfig, key)).toEqual(setting.default);
  });

  it.each(inFile)('$key is in the schema of the file, with its meaning', ({ key, schema, meaning }) => {
    expect(valueAt(configSchema, `properties.${key.replace('.', '.properties.')}`)).toEqual({ ...schema, description: meaning });
  });

  it.each(inFile)('$key is checked in the file', async ({ key, allowed }) => {
    expect(await refusal(load(`${key.replace('.', ':\n  ')}: { a: map }`))).toMatch(new RegExp(`${key}: must be ${escaped(allowed)}, not`));
  });

  it.each(inFile)('$key is taken from $env, and checked there', async ({ env, key, allowed, default: value }) => {
    expect(valueAt((await load('', { env: { [env]: String(value) } })).config, key)).toEqual(value);
    expect(await refusal(load('', { env: { [env]: 'no such value' } }))).toMatch(new RegExp(`^${env} must be ${escaped(allowed)}[.,]`));
  });

  it.each(settings)('$name is a flag of a command, unless it is a secret', ({ name, flag, secret, meaning, env }) => {
    const { options } = withSettings(new Command(), [name]);
    const expected = { flags: `${flag} <value>`, description: `${meaning.replaceAll('`', '')} (${env})` };
    expect(options).toMatchObject(secret ? [] : [expected]);
  });

  it('the server gets all of them, in order', async () => {
    const { server } = await load('');
    expect(Object.keys(server)).toEqual(ofServer.map(({ name }) => name));
  });

  it.each(ofServer.filter(({ key }) => key.includes('_')))('$key is named nowhere else in config', ({ name, key, env }) => {
    const naming = readdirSync(join(root, 'config'), { recursive: true, encoding: 'utf8' }).filter(
      (file) =>
        file.endsWith('.ts') &&
        new RegExp(`\\b(${name}|${lastStep(key)}|${env})\\b`).test(readFileSync(join(root, 'config', file), 'utf8')),
    );
    expect(naming).toEqual(['settings-table.ts']);
  });

  it('the documentation lists them; vitest -u rewrites its table', async () => {
    const page = join(root, 'server/docs/operate/settings.md');
    const table = /(?<=\n)\| environment \|[\s\S]*?\n(?=\n)/;
    await expect(readFileSync(page, 'utf8').replace(table, () => `${markdownTable(settings)}\n`)).toMatchFileSnapshot(page);
  });
});

describe('the derived types', () => {
  it('are those of the defaults, or of what the server gets instead', () => {
    expectTypeOf<Config['server']['store']>().toEqualTypeOf<
      `sqlite:${string}` | 'memory:' | `postgres://${string}` | `postgresql://${string}`
    >();
    expectTypeOf<Config['server']['playground']>().toEqualTypeOf<'on' | 'off'>();
    expectTypeOf<Config['server']['trusted_proxies']>().toEqualTypeOf<readonly string[]>();
    expectTypeOf<Config['deadline_ms']>().toEqualTypeOf<number>();
    expectTypeOf<ServerSettings['playground']>().toEqualTypeOf<boolean>();
    expectTypeOf<ServerSettings['cacheSeconds']>().toEqualTypeOf<number>();
    expectTypeOf<ServerSettings['host']>().toEqualTypeOf<string>();
    expectTypeOf<ServerSettings>().not.toHaveProperty('deadline');
  });
});

it('no secret can be given on the command line', () => {
  const secrets = settings.filter(({ secret }) => secret);
  expect(secrets.map(({ name }) => name)).toEqual(expect.arrayContaining(['keys', 'metricsToken']));
  expect(secrets.filter(({ flag }) => flag !== null)).toEqual([]);
});

it('the published schema has the keys of a configuration', () => {
  // What providers ask is nothing that can be shipped, nor who looks at answers, no splitter is, and each table has an allowance of its own.
  const unshipped = ['schemas', 'prices', 'splitter', 'allowance', 'review_policy'];
  const keys = Object.keys(configSchema.properties).filter((key) => !unshipped.includes(key));
  expect(keys).toEqual(['$schema', ...Object.keys(defaultConfig)]);
  expect(ofServer.map(({ key }) => lastStep(key))).toEqual(Object.keys(defaultConfig.server));
});

function markdownTable(rows: readonly Setting[]): string {
  const code = (text: string | null): string => (text === null || text === '' ? '' : `\`${text}\``);
  const line = (cells: readonly string[]): string => `|${cells.map((cell) => (cell === '' ? ' ' : ` ${cell} `)).join('|')}|`;
  const head = ['| environment | in the file | flag | default | meaning |', '|---|---|---|---|---|'];
  const body = rows.map((row) => line([code(row.env), code(row.key), code(row.flag), code(String(row.default ?? '')), row.meaning]));
  return [...head, ...body].join('\n');
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

it("every default that the comments on a host's options state is the one that holds", () => {
  const stated = ['extraction-api', 'start-server'].flatMap((file) => [
    ...readFileSync(join(root, `server/app/${file}.ts`), 'utf8').matchAll(/ ([\d,]+)(?: ms)? when absent\. \*\/\s+readonly (\w+)\?:/g),
  ]);
  const defaults: Readonly<Record<string, unknown>> = { ...serverDefaults, ...engineDefaults };
  expect(stated.length).toBeGreaterThan(4);
  expect(stated.map(([, number = '', name]) => [name, Number(number.replaceAll(',', ''))])).toEqual(
    stated.map(([, , name = '']) => [name, defaults[name]]),
  );
});
