import { expect, it } from 'vitest';
import { loadConfig } from '../../config/index.js';
import { load, refusal, workspace } from './workspace.js';

it.each([
  ['an alias that contains itself', 'a: &a [*a]', 'vouch.config.yaml:7:8: a[0]: contains itself.'],
  ['one that does so further down', 'server: &s\n  port:\n    deep: *s', 'vouch.config.yaml:9:5: server.port.deep: contains itself.'],
  ['an alias of nothing', 'server: *s', 'vouch.config.yaml:7:9: Before the alias *s there is no anchor &s.'],
])('refuses %s', async (_, text, message) => {
  expect(await refusal(load(text))).toBe(message);
});

it('refuses a script whose data contains itself', async () => {
  const cwd = workspace({ 'vouch.config.js': 'const tiers = []; tiers.push(tiers); export default { tiers };' });
  expect(await refusal(loadConfig({ cwd, env: {} }))).toBe('vouch.config.js: tiers[0]: contains itself.');
});

it('refuses a few lines that expand to gigabytes', async () => {
  const more = ['b', 'c', 'd', 'e'].map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcd'[index]}`).join(', ')}]`);
  expect(await refusal(load(['a: &a [x, x, x]', ...more].join('\n')))).toMatch(/^vouch\.config\.yaml: .*alias count/);
});

it('takes an alias that is only used twice', async () => {
  const { engine } = await load(
    'credits: &c { page: 3, fallback_page: 4 }\nserver: { port: 1 }\ntiers: [{ use: ./parts/reader.js, model: &m x, api_key: *m }]',
  );
  expect(engine.tiers[0]?.options).toEqual({ model: 'x', api_key: 'x' });
});
