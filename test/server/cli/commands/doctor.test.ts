import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isolationLevel } from '../../../../plugins/sandbox/confine.js';
import { clock, disk, runtime } from '../../../../server/cli/doctor/doctor.js';
import { unlessBusy } from '../../../../server/cli/doctor/finding.js';
import { cliWorkspace } from '../cli-workspace.js';

interface DoctorOutput {
  readonly ok: boolean;
  readonly findings: readonly { readonly name: string; readonly verdict: string; readonly says: string; readonly help?: string }[];
}
const parsed = (out: string): DoctorOutput => JSON.parse(out);
/** Where the kernel allows no user namespaces, as in a chroot, only Node's own isolation is left, and the doctor warns. */
const sandbox = isolationLevel() === 'full' ? 'ok' : 'warn';
const findingsOf = ({ findings }: DoctorOutput, name: string) => findings.filter((finding) => finding.name === name);

describe('vouch doctor, with the pipeline as shipped', () => {
  const { vouch, folder } = cliWorkspace({ 'vouch.config.yaml': 'server: { port: 0 }\n' });
  let code: number | null;
  let said: DoctorOutput;
  beforeAll(async () => {
    const ended = await vouch(['doctor', '--json']);
    code = ended.code;
    said = parsed(ended.out);
  });

  it('checks everything that a server needs, and finds that only a key is missing', () => {
    expect([code, said.ok]).toEqual([0, true]);
    expect([...new Set(said.findings.map(({ name }) => name))]).toEqual([
      'runtime',
      'config',
      'store',
      'providers',
      'ocr',
      'sandbox',
      'inspector',
      'clock',
      'disk',
      'ports',
    ]);
    const unwell = said.findings.filter(({ name, verdict }) => verdict !== 'ok' && (name !== 'sandbox' || sandbox === 'ok'));
    expect(unwell.map(({ name, help }) => [name, help])).toEqual([['store', 'Make one with npx vouch key create, or set VOUCH_KEYS.']]);
    expect(findingsOf(said, 'sandbox')[0]?.verdict).toBe(sandbox);
  });

  it('lets every OCR engine read a page', () => {
    expect(findingsOf(said, 'ocr').map(({ says }) => says)).toEqual(['tesseract reads', 'ppocr reads']);
  });

  it('finds by trying in a child that a parser can reach nothing', () => {
    const [{ says = '' } = {}] = findingsOf(said, 'sandbox');
    expect(says).toMatch(
      /^a parser is kept from: reading, writing, program, sqlite, processes, threads, environment, server, descriptors,.* memory/,
    );
  });

  it('finds by a signal to itself that SIGUSR1 opens no inspector, and says how an app of a host was started', async () => {
    expect(findingsOf(said, 'inspector')[0]).toMatchObject({ verdict: 'ok', says: expect.stringContaining('SIGUSR1 opens none') });
    const { command: quick } = cliWorkspace({ 'vouch.config.yaml': 'recognizers: []\nserver: { port: 0, store: "memory:" }\n' });
    const apps = [['--disable-sigusr1'], []].map((flags) => spawn(process.execPath, [...flags, '-e', 'setInterval(() => {}, 1000)']));
    const verdicts = await Promise.all(
      apps.map(async ({ pid }) => findingsOf(parsed((await quick(['doctor', '--json', '--app', `${pid}`])).out), 'inspector')[1]?.verdict),
    );
    for (const app of apps) app.kill();
    expect(verdicts).toEqual(['ok', 'warn']);
  });

  it('takes a process by its number alone', async () => {
    const { command: quick } = cliWorkspace();
    const { code, err } = await quick(['doctor', '--app', 'x']);
    expect([code, err]).toEqual([2, expect.stringContaining('It must be the number of a process.')]);
  });

  it('does not create the store', () => {
    expect(existsSync(join(folder, '.vouch'))).toBe(false);
  });

  it('prints a line for each check, and below a problem what to do', async () => {
    const { command: quick } = cliWorkspace({ 'vouch.config.yaml': 'recognizers: []\nserver: { port: 0, store: "memory:" }\n' });
    const { out, err } = await quick(['doctor']);
    expect(err).toBe('');
    expect(out).toMatch(/^ok {4}runtime {4}Node \d+\.\d+\.\d+ on linux\n/);
    expect(out).toContain('warn  ocr        none is configured\n      → Pages that are pictures are not read');
    expect(out).not.toContain('\u001b');
  });
});

describe('what is wrong', () => {
  it('in the configuration is reported with its place, and what can be checked without it is checked', async () => {
    const { command } = cliWorkspace({ 'vouch.config.yaml': 'tires: [local]\n' });
    const { code, out } = await command(['doctor', '--json']);
    expect([code, findingsOf(parsed(out), 'config')[0]?.verdict]).toEqual([2, 'fail']);
    expect(findingsOf(parsed(out), 'config')[0]?.says).toContain('vouch.config.yaml:1:1: tires: unknown key. Did you mean "tiers"?');
    expect(findingsOf(parsed(out), 'sandbox')[0]?.verdict).toBe(sandbox);
    expect(findingsOf(parsed(out), 'store')[0]).toMatchObject({ verdict: 'warn', says: 'not looked at' });
  });

  it('with the port or the store is reported', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { command, folder } = cliWorkspace({
      'vouch.config.yaml': `recognizers: []\nserver: { port: ${port}, store: "sqlite:folder" }\n`,
    });
    mkdirSync(join(folder, 'folder'));
    const { code, out } = await command(['doctor', '--json']);
    server.close();
    expect(code).toBe(2);
    expect(findingsOf(parsed(out), 'ports')[0]).toMatchObject({ verdict: 'warn', says: `127.0.0.1:${port} is taken` });
    expect(findingsOf(parsed(out), 'store')[0]).toMatchObject({ verdict: 'fail', says: expect.stringContaining('cannot be opened') });
  });

  it.each([
    ['22.17.0', 'linux', 'fail'],
    ['22.18.0', 'linux', 'warn'],
    ['24.1.0', 'linux', 'ok'],
    ['24.1.0', 'darwin', 'warn'],
  ])('Node %s on %s: %s', (version, platform, verdict) => {
    expect(runtime(version, platform).verdict).toBe(verdict);
  });

  it('with the clock is a time before the program was built', () => {
    expect(clock(new Date('2001-01-01')).verdict).toBe('fail');
  });

  it('with the disk is looked for in the nearest folder that exists', () => {
    expect(disk('sqlite:/proc/none/vouch.db', '/')).toMatchObject({ verdict: 'fail' });
    expect(disk('sqlite:not/yet/vouch.db', process.cwd()).says).toContain(process.cwd());
  });
});

describe('providers', () => {
  const asked: string[] = [];
  /** A fake provider on this machine that accepts one key. */
  const fakeProvider = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const known = [request.headers.authorization, request.headers['x-api-key']].some((key) => String(key).endsWith('right-key'));
    response.writeHead(known ? 200 : 401, { 'content-type': 'application/json' }).end('{"id": "m", "object": "model", "type": "model"}');
  });
  let url: string;
  beforeAll(async () => {
    await once(fakeProvider.listen(0, '127.0.0.1'), 'listening');
    url = `http://127.0.0.1:${(fakeProvider.address() as AddressInfo).port}`;
  });
  afterAll(() => fakeProvider.close());

  const config = (key: string) => `recognizers: []
tiers:
  - { use: openai, model: m, base_url: "${url}/v1", api_key: ${key} }
  - { use: anthropic, model: n, base_url: "${url}", api_key: right-key }
server: { port: 0, store: "memory:" }
`;

  it('are asked only with --online, and only for their models, which is free', async () => {
    const { command } = cliWorkspace({ 'vouch.config.yaml': config('right-key') });
    const { out: offline } = await command(['doctor', '--json']);
    expect([findingsOf(parsed(offline), 'providers').map(({ says }) => says), asked]).toEqual([
      ['openai:m, anthropic:n: not asked; --online asks, at no cost'],
      [],
    ]);
    const { out, code } = await command(['doctor', '--json', '--online']);
    expect(code).toBe(0);
    expect(findingsOf(parsed(out), 'providers').map(({ says }) => says)).toEqual([
      'openai:m is there and takes the key',
      'anthropic:n is there and takes the key',
    ]);
    expect(asked.sort()).toEqual(['GET /v1/models/m', 'GET /v1/models/n']);
  });

  it('fail when they refuse the key, which is not shown', async () => {
    const { command } = cliWorkspace({ 'vouch.config.yaml': config('wrong-one') });
    const { out, code } = await command(['doctor', '--online']);
    expect(code).toBe(2);
    expect(out).toContain('fail  providers  openai:m: the key was refused (401)');
    expect(out).not.toContain('wrong-one');
  });
});

it('on a busy machine trying again comes before installing anew', () => {
  expect(unlessBusy('Install Vouch anew.', [1.5], 2)).toBe('Install Vouch anew.');
  expect(unlessBusy('Install Vouch anew.', [18.4], 2)).toMatch(
    /^This machine is busy \(a load of 18 on 2 cores\).*try again.*Install Vouch anew\.$/,
  );
});
