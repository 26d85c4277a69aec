import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { defaultConfig, loadConfig } from '../../../../config/index.js';
import { run } from '../../../../server/cli/run.js';
import { cliWorkspace } from '../cli-workspace.js';

const folder = mkdtempSync(join(tmpdir(), 'vouch-init-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'vouch.config.yaml');

/** Simulates a person at a terminal who types these lines and then closes it. */
async function typed(...lines: readonly string[]): Promise<string> {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  let said = '';
  const say = {
    write(text: string) {
      said += text;
      if (text.endsWith('[1] ')) setImmediate(() => (lines.length > 0 ? stdin.write(`${[...lines][asked++] ?? ''}\n`) : stdin.end()));
    },
  };
  let asked = 0;
  const terminal = { env: {}, cwd: folder, stdin, stdout: say, stderr: say, exit: () => {} };
  await run(['init', '--force'], terminal);
  return said;
}

describe('vouch init', () => {
  it('asks three questions, repeats one whose answer is not in the list, and writes what was chosen', async () => {
    const said = await typed('3', '9', '2', '');
    expect(said.match(/^(\[1\] )?[^\n[]*\?$/gm)).toHaveLength(4);
    expect(said).toContain('vouch.config.yaml is written. Name your model and its base_url in it. Then: npx vouch doctor');
    const { config } = await loadConfig({ env: {}, cwd: folder });
    expect(config).toMatchObject({
      tiers: [{ use: 'ollama', model: 'qwen3', base_url: 'http://127.0.0.1:11434/v1' }, 'local:thorough'],
      server: { host: '0.0.0.0', store: `sqlite:${join(folder, '.vouch/vouch.db')}` },
    });
  });

  it('names the keys that the chosen providers need', async () => {
    expect(await typed('2', '', '2')).toContain('Set OPENAI_API_KEY and ANTHROPIC_API_KEY.');
    const { config } = await loadConfig({ env: { OPENAI_API_KEY: 'x', ANTHROPIC_API_KEY: 'y' }, cwd: folder });
    expect(config).toMatchObject({ tiers: ['openai:gpt-6-luna', 'anthropic:claude-sonnet-5-5'], server: { store: 'memory:' } });
  });

  it('writes nothing when the questions are left unanswered', async () => {
    rmSync(file);
    expect(await typed()).toContain('vouch: Not all questions were answered; nothing is written.\n');
    expect(() => readFileSync(file)).toThrow('ENOENT');
  });

  it('takes the defaults without a terminal, and writes a configuration that is the shipped one and runs', async () => {
    const { vouch, folder: empty, run } = cliWorkspace();
    await run(['-e', 'require("node:fs").rmSync("vouch.config.yaml")']);
    expect(await vouch(['init'])).toMatchObject({ code: 0, out: '', err: expect.stringContaining('is written') });
    const { config } = await loadConfig({ env: {}, cwd: empty });
    const { server, witnesses, ...rest } = defaultConfig;
    expect(config).toMatchObject({ ...rest, server: { ...server, store: `sqlite:${join(empty, '.vouch/vouch.db')}` } });
    expect(await vouch(['config', 'validate'])).toMatchObject({ code: 0 });
  });

  it('writes comments that are valid settings, too', async () => {
    await typed('', '', '');
    const text = readFileSync(file, 'utf8').replaceAll(/^( *)# (\w+: .*)$/gm, '$1$2');
    expect(Object.keys(parse(text))).toEqual(expect.arrayContaining(['recognizers', 'rules', 'credits', 'deadline_ms']));
    writeFileSync(file, text);
    const { config } = await loadConfig({ env: { VOUCH_FIRST_KEY: 'pk_0123456789abcdef' }, cwd: folder });
    expect(config.server).toMatchObject({ keys: ['pk_0123456789abcdef'], trusted_proxies: ['10.1.2.0/28'] });
  });

  it('overwrites a configuration only with --force, and never writes beside one with another extension', async () => {
    const { vouch, folder: taken } = cliWorkspace({ 'vouch.config.yaml': '# mine\n' });
    expect(await vouch(['init'])).toMatchObject({ code: 2, err: 'vouch: vouch.config.yaml is there already; --force writes over it.\n' });
    expect(readFileSync(join(taken, 'vouch.config.yaml'), 'utf8')).toBe('# mine\n');
    expect((await vouch(['init', '--force'])).code).toBe(0);
    const { vouch: other, run } = cliWorkspace({ 'vouch.config.json': '{}' });
    await run(['-e', 'require("node:fs").rmSync("vouch.config.yaml")']);
    expect(await other(['init', '--force'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('There is a vouch.config.json already'),
    });
  });
});
