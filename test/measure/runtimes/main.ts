import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { command, parsed } from '../eval/command.js';
import { run } from '../providers/fetched/run.js';
import type { Check, OtherEnds } from './checks.js';
import { openOtherEnds } from './other-ends.js';
import { type Runtime, runtimesIn } from './runtimes.js';

const cacheFolder = join(homedir(), '.cache/vouch/runtimes');

const usage = `npm run runtimes -- [--cache FOLDER]

Packs the client and tries in Node, Deno, Bun and workerd what it promises, against a server on this machine. The first run fetches
140 MB from the npm registry: the three other runtimes.
  --cache FOLDER   where to keep what is fetched; ${cacheFolder} when absent
`;

await command(main);

async function main(): Promise<number> {
  const { values } = parsed(usage, () => parseArgs({ options: { cache: { type: 'string', default: cacheFolder } } }));
  const cache = resolve(values.cache);
  mkdirSync(cache, { recursive: true });
  const runtimes = await runtimesIn(cache);
  const folder = mkdtempSync(join(tmpdir(), 'vouch-runtimes-'));
  const { ends, close } = await openOtherEnds();
  try {
    await packInto(folder);
    const columns = [];
    for (const runtime of runtimes) columns.push({ name: runtime.name, checks: await tryIn(runtime, folder, ends) });
    process.stdout.write(tableOf(columns));
    return columns.every(({ checks }) => checks.every(({ problem }) => problem === undefined)) ? 0 : 1;
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The client as `npm run package` packs it, as a dependency of this folder, beside the checks. */
async function packInto(folder: string): Promise<void> {
  const of = (path: string): string => fileURLToPath(import.meta.resolve('vouch/package.json').replace(/package\.json$/, path));
  await run(process.execPath, [of('server/client/package/pack.js'), folder], { cwd: folder });
  const { version } = JSON.parse(readFileSync(of('package.json'), 'utf8'));
  const place = join(folder, 'node_modules/vouch-client');
  mkdirSync(place, { recursive: true });
  await run('tar', ['-xzf', join(folder, `vouch-client-${version}.tgz`), '-C', place, '--strip-components=1'], { cwd: folder });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', dependencies: { 'vouch-client': version } }));
  cpSync(fileURLToPath(new URL('checks.js', import.meta.url)), join(folder, 'checks.js'));
  writeFileSync(join(folder, 'invoice.pdf'), '%PDF-1.7\nnot much of one');
}

async function tryIn({ run, isWorker }: Runtime, folder: string, ends: OtherEnds): Promise<readonly Check[]> {
  const given = JSON.stringify(isWorker ? ends : { ...ends, path: join(folder, 'invoice.pdf') });
  const client = isWorker ? './node_modules/vouch-client/dist/index.js' : 'vouch-client';
  const tell = `console.log(JSON.stringify(await checked(client, ${given})))`;
  writeFileSync(
    join(folder, 'main.js'),
    `import * as client from '${client}';
import { checked } from './checks.js';
${isWorker ? `export default { async test() { ${tell}; } };` : `${tell};`}
`,
  );
  const printed = await run(folder, 'main.js');
  const line = printed.split('\n').find((candidate) => candidate.startsWith('[{'));
  return line === undefined ? [{ name: 'runs to its end', problem: printed }] : (JSON.parse(line) as readonly Check[]);
}

interface Column {
  readonly name: string;
  readonly checks: readonly Check[];
}

function tableOf(columns: readonly Column[]): string {
  const names = [...new Set(columns.flatMap(({ checks }) => checks.map(({ name }) => name)))];
  const width = Math.max(...names.map(({ length }) => length)) + 2;
  const cell = ({ name, checks }: Column, of: string): string => {
    const check = checks.find((candidate) => candidate.name === of);
    return (!check ? '-' : check.problem === undefined ? 'passed' : 'FAILED').padEnd(name.length + 2);
  };
  const rows = names.map((name) => `${name.padEnd(width)}${columns.map((column) => cell(column, name)).join('')}`.trimEnd());
  const problems = columns.flatMap(({ name, checks }) =>
    checks.flatMap((check) => (check.problem === undefined ? [] : [`${name}: ${check.name}: ${check.problem}`])),
  );
  const head = `${''.padEnd(width)}${columns.map(({ name }) => `${name}  `).join('')}`.trimEnd();
  return `${[head, ...rows, ...(problems.length > 0 ? ['', ...problems] : [])].join('\n')}\n`;
}
