import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { samplePath } from '../../fixtures/sample.js';
import { type Folder, project } from '../../shipped/readme/clone.js';
import { lasting } from '../../shipped/readme/lasting.js';
import { guidePage, type MarkdownBlock, root } from '../../shipped/readme/markdown.js';
import { freePort } from '../../support/free-port.js';
import { runHere } from '../cli/run-here.js';
import { expectCurled, keepingHeaders } from '../support/curl.js';

/** Every environment variable that a configuration in the guide names. */
const names = [
  'OPENAI_API_KEY',
  'ANTHROPIC_API_KEY',
  'AZURE_OPENAI_API_KEY',
  'TEAM_OPENAI_KEY',
  'VLLM_API_KEY',
  'OCR_SERVICE_KEY',
  'GEMINI_API_KEY',
  'COHERE_API_KEY',
  'ACME_API_KEY',
  'MISTRAL_API_KEY',
];
const keys = Object.fromEntries(names.map((name) => [name, 'x']));
const strict =
  '--noEmit --strict --noUncheckedIndexedAccess --exactOptionalPropertyTypes --skipLibCheck --target es2024 --module nodenext --allowImportingTsExtensions';

/** What earlier blocks of the page left behind. */
interface PageRun {
  readonly team: Folder;
  readonly port: number;
  /** What the reader's shell has exported so far. */
  exports: string;
  /** What the last command printed. */
  printed: string;
}

/**
 * Does what a page of the guide says, block by block, as a reader would in a project that has installed Vouch and has an `invoice.pdf`, also in a folder `inbox`:
 * - `sh` is run; `npx vouch serve` runs until the test ends
 * - `json answer` is what the last command printed, `text prints` are lines of it in their order
 * - a block with a file name is saved; a configuration must be valid, JSON must parse; `compilePages` compiles TypeScript, all of a page together
 * - `sh clone` takes long: its scripts must exist and know the options
 * - `sh elsewhere` needs what is not here, such as a container engine; `text shown` is only for people
 * - `sh beside app.ts` calls the app of the block before; test/shipped/package runs both in an installed package
 * Any other block is an error, so that no block stays untried unnoticed.
 */
export async function runPage(name: string): Promise<void> {
  const run: PageRun = { team: project({ path: root }), port: await freePort(), exports: '', printed: '' };
  copyFileSync(samplePath, join(run.team.path, 'invoice.pdf'));
  mkdirSync(join(run.team.path, 'inbox'), { recursive: true });
  copyFileSync(samplePath, join(run.team.path, 'inbox/invoice.pdf'));
  run.team.add('package.json', '{"type": "module"}');
  for (const block of guidePage(name).blocks) await act(block, run);
}

/** Compiles the TypeScript of these pages, each in a folder of its own, in one run of the compiler: what they all import is read once. */
export async function compilePages(names: readonly string[]): Promise<void> {
  const team = project({ path: root });
  team.add('package.json', '{"type": "module"}');
  const sources = names.flatMap((name) => {
    const files = guidePage(name).blocks.filter(({ about }) => isFile(about));
    for (const { about, text } of files) save(join(name, about), text, team);
    return files.flatMap(({ language, about }) => (language === 'ts' ? [join(name, about)] : []));
  });
  expect(sources.length).toBeGreaterThan(names.length);
  expect(await team.run(`tsc ${strict} --types node ${sources.join(' ')}`)).toEqual({ code: 0, out: '', err: '' });
}

async function act({ language, about, text }: MarkdownBlock, run: PageRun): Promise<void> {
  if (language === 'sh' && about === '') return shell(text, run);
  if (language === 'sh' && about === 'clone') return expectKnown(text);
  if (['sh elsewhere', 'sh beside app.ts', 'text shown'].includes(`${language} ${about}`)) return;
  if (about === 'answer') return expect(lasting(run.printed)).toEqual(lasting(text));
  if (about === 'prints') return expectPrinted(text, run.printed);
  if (isFile(about)) return saveValid(about, text, run.team);
  throw new Error(`a block of ${language} "${about}" is not tried by anything:\n${text}`);
}

async function shell(script: string, run: PageRun): Promise<void> {
  const here = script.replaceAll('127.0.0.1:8080', `127.0.0.1:${run.port}`);
  const env = { ...keys, PORT: String(run.port), VOUCH_RATE_LIMIT: '0' };
  if (/^npx vouch serve\b/.test(here)) return run.team.start(here, `http://127.0.0.1:${run.port}/livez`, env);
  const asks = /^curl /m.test(here);
  const { code, out, err } = await run.team.run(asks ? keepingHeaders(`${run.exports}${here}`) : `${run.exports}${here}`, env);
  expect(code, `${script}\n${out}${err}`).toBe(0);
  if (asks) expectCurled(out, run.team.path, { method: 'POST', path: here.includes('/v1/score') ? '/v1/score' : '/v1/extract' });
  run.exports += here
    .split('\n')
    .filter((line) => line.startsWith('export '))
    .map((line) => `${line}\n`)
    .join('');
  run.printed = out;
}

const isFile = (about: string): boolean => /^[\w./-]+\.\w+$/.test(about);

function save(file: string, text: string, team: Folder): void {
  mkdirSync(dirname(join(team.path, file)), { recursive: true });
  writeFileSync(join(team.path, file), text);
}

async function saveValid(file: string, text: string, team: Folder): Promise<void> {
  save(file, text, team);
  if (file.endsWith('.json')) JSON.parse(text);
  if (/^vouch\.config\.ya?ml$/.test(file))
    expect(await runHere(['config', 'validate'], { cwd: team.path, env: keys }), text).toMatchObject({ code: 0 });
}

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly scripts: Readonly<Record<string, string>> };

/** Checks the options of a measuring script against those that its usage lists. */
function expectKnown(script: string): void {
  for (const line of script.trim().split('\n')) {
    const [, script = '', command = '', rest = ''] = /^(?:npm run (\w+)(?: --)?|npx vouch (\w+)) ?(.*)$/.exec(line) ?? [];
    const main = command === '' ? /node [^&]*dist\/(test\/\S+)\.js/.exec(scripts[script] ?? '')?.[1] : `test/measure/${command}/main`;
    const usage = readFileSync(join(root, `${main}.ts`), 'utf8');
    expect(
      (rest.match(/--[\w-]+/g) ?? []).filter((flag) => !usage.includes(`  ${flag} `)),
      line,
    ).toEqual([]);
  }
}

/** Compares lines without what differs between runs: column widths, times, and scores. `…` stands for other lines. */
function expectPrinted(text: string, printed: string): void {
  const lines = printed.split('\n').map(plain);
  let from = 0;
  for (const line of text.split('\n').map(plain)) {
    if (line === '' || line === '…') continue;
    const found = lines.indexOf(line, from);
    expect(found, `"${line}" is not, or not there, in\n${printed}`).toBeGreaterThanOrEqual(0);
    from = found + 1;
  }
}

const plain = (line: string): string =>
  line
    .trim()
    .replace(/\s+/g, ' ')
    .replaceAll(/\b[01]\.\d\d(?= (?:p\.|·)|$)/g, 'score')
    .replace(/\d+\.\d s$/, 'time');
