// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the grammar under test
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../config/index.js';
import { load, own, plugin, refusal, workspace } from './workspace.js';

/** The text of a test begins in line 7. */
describe('a mistake in the file is named with line and column', () => {
  it.each([
    [
      'an unknown key',
      'wittnesses: []',
      'vouch.config.yaml:7:1: wittnesses: unknown key. Did you mean "witnesses"? There are converters, recognizers,',
    ],
    ['a key in the wrong place', 'port: 1', 'vouch.config.yaml:7:1: port: unknown key. Did you mean "server.port"?'],
    ['another way of writing', 'deadlineMs: 1', 'vouch.config.yaml:7:1: deadlineMs: unknown key. Did you mean "deadline_ms"?'],
    [
      'an unknown key of a map',
      'server:\n  prot: 1',
      'vouch.config.yaml:8:3: server.prot: unknown key. Did you mean "port"? There are port, host,',
    ],
    ['a wrong type', 'server:\n  port: eighty', 'vouch.config.yaml:8:9: server.port: must be an integer from 0 to 65535, not "eighty".'],
    ['a store with a password', 'server: { store: "redis://me:secret@x" }', 'or `memory:`, not "redis://[redacted]@x".'],
    ['a number as text', 'server: { port: "80" }', 'server.port: must be an integer from 0 to 65535, not "80".'],
    [
      'a wrong list',
      'server:\n  trusted_proxies:\n    - all',
      'vouch.config.yaml:9:7: server.trusted_proxies[0]: "all" does not belong here: server.trusted_proxies must be a list of CIDRs',
    ],
    [
      'nothing where something belongs',
      'credits:',
      'vouch.config.yaml:7:9: credits: must be a map with `page` and `fallback_page`, not empty.',
    ],
    [
      'three tiers',
      'tiers: [a, b, c]',
      'tiers: must be a list of one or two models, each `name`, `name:argument` or `{ use: name, …options }`, not a list of 3.',
    ],
    ['a part without a name', 'tiers: [{ model: x }]', 'tiers[0]: a map does not belong here: tiers must be a list of one or two models'],
    ['a key twice', 'deadline_ms: 1\ndeadline_ms: 2', 'vouch.config.yaml:8:1: Map keys must be unique'],
    ['no YAML at all', 'server: [', 'vouch.config.yaml:7:10: Flow sequence'],
    ['a variable inside brackets', 'tiers: [openai:${MODEL}]', 'Inside [ ] and { } a text with ${…} needs quotes: "openai:${MODEL}".'],
    ['another tool’s variable', 'server:\n  host: {{ env.HOST }}', 'a variable is written ${NAME}, not {{ NAME }}'],
    [
      'another tool’s variable, quoted',
      'server:\n  host: "{{ env.HOST }}"',
      'vouch.config.yaml:8:9: server.host: a variable is written ${NAME}',
    ],
  ])('%s', async (_, text, message) => {
    expect(await refusal(load(text))).toContain(message);
  });

  it('and so are all that can be found at once, a line each', async () => {
    const text =
      'wittnesses: []\ncredits: { page: one }\nserver: { prot: 1 }\ntiers: [lokal]\nrules: [vertical-summ]\ncalibrations: [lcoal]';
    const lines = (await refusal(load(text))).split('\n');
    expect(lines.map((line) => line.split(': ').slice(0, 2).join(': '))).toEqual([
      'vouch.config.yaml:10:9: tiers[0]',
      'vouch.config.yaml:11:9: rules[0]',
      expect.stringContaining('calibrations'),
      'vouch.config.yaml:7:1: wittnesses',
      'vouch.config.yaml:8:18: credits.page',
      'vouch.config.yaml:9:11: server.prot',
    ]);
  });

  it('and so is what an engine would say of parts beside them, in the same run', async () => {
    const text = [
      'deadlne_ms: 1',
      'tiers: [lokal, { use: openai, modle: x }]',
      'rules:',
      '  - { use: expect, type: DUE, that: "due_date >" }',
      '  - { use: expect, type: KNOWN, that: "due_datte > issue_date" }',
      '  - { use: vendor-list, csv: ./missing.csv }',
      '  - { use: number-pattern, patterns: 3 }',
      '  - dats',
      'gate: thresholdd',
    ].join('\n');
    const lines = (await refusal(load(text))).split('\n');
    const places = lines.flatMap((line) => /^vouch\.config\.yaml:\d+:\d+: ([^:]+)/.exec(line)?.[1] ?? []);
    expect(places.toSorted()).toEqual([
      'deadlne_ms',
      'gate',
      'rules[0]',
      'rules[1]',
      'rules[2]',
      'rules[3].patterns',
      'rules[4]',
      'tiers[0]',
      'tiers[1].modle',
    ]);
    expect(lines.find((line) => line.includes('modle'))).toContain('Did you mean "model"?');
  });

  it('in JSON, too', async () => {
    const cwd = workspace({ 'vouch.config.json': '{\n\t"tiers": "local"\n}' });
    expect(await refusal(loadConfig({ cwd, env: {} }))).toContain('vouch.config.json:2:11: tiers: must be a list of one or two models');
  });

  it('and in a script by its place', async () => {
    const cwd = workspace({ 'vouch.config.js': 'export default { tiers: [] };' });
    expect(await refusal(loadConfig({ cwd, env: {} }))).toContain('vouch.config.js: tiers: must be a list of one or two models');
  });

  it('does not repeat a key', async () => {
    expect(await refusal(load('server:\n  keys: [sk_live_1234567890123456]'))).toMatch(
      /server\.keys\[0\]: what is given does not belong here: server\.keys must be a list of keys/,
    );
  });
});

describe('a wrong part is named with what would help', () => {
  it.each([
    ['an unknown file', 'tiers: [./parts/none.js]', 'vouch.config.yaml:7:9: tiers[0]: plugin "./parts/none.js": there is no file'],
    [
      'a misspelt name',
      'tiers: [opnai:m]',
      'vouch.config.yaml:7:9: tiers[0]: unknown model "opnai". Did you mean "openai"? There are anthropic, ',
    ],
    ['a shipped plugin of another kind', 'tiers: [horizontal-sum]', 'tiers[0]: "horizontal-sum" is a rule, but a model belongs here.'],
    ['a wrong kind', 'tiers: [./parts/rule.js]', 'tiers[0]: "rule" is a rule, but a model belongs here.'],
    ['an argument that nobody takes', 'gate: ./parts/gate.js:high', 'gate: "gate" takes nothing after a colon, but is given "high".'],
    ['an argument left out', 'tiers: ["./parts/reader.js:"]', 'tiers[0]: after "reader:" the model is missing.'],
    ['the same tier twice', 'tiers: [./parts/reader.js, ./parts/reader.js]', 'tiers[1]: "reader" is there twice: it is tiers[0], too.'],
    [
      'a tier as its own witness',
      'tiers: [./parts/reader.js]\nwitnesses: [./parts/reader.js]',
      'witnesses[0]: "reader" cannot be its own witness: it is tiers[0].',
    ],
  ])('%s', async (_, text, message) => {
    expect(await refusal(load(text))).toContain(message);
  });

  it('a module without a plugin', async () => {
    const cwd = workspace({ 'vouch.config.yaml': `${own}tiers: [./parts/odd.js]`, 'parts/odd.js': 'export default 7;' });
    expect(await refusal(loadConfig({ cwd, env: {} }))).toContain('its default export is not made with definePlugin');
  });

  it('a module that cannot be loaded', async () => {
    const cwd = workspace({
      'vouch.config.yaml': `${own}tiers: [./parts/odd.js]`,
      'parts/odd.js': `throw new Error('no luck'); ${plugin('model', 'x')}`,
    });
    expect(await refusal(loadConfig({ cwd, env: {} }))).toContain('plugin "./parts/odd.js": cannot be loaded: no luck');
  });
});
