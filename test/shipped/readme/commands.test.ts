import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectCurled, keepingHeaders } from '../../server/support/curl.js';
import { freePort } from '../../support/free-port.js';
import { clone } from './clone.js';
import { guides } from './guides.js';
import { timeless } from './lasting.js';
import { guidePage } from './markdown.js';
import { all, block, blocksOf, page, root } from './page.js';

const folder = clone();

const measuring = guidePage('measuring');
const measured = measuring.all('sh', 'clone').flatMap((script) => script.split('\n'));
const scripts = [...all('sh'), ...guides.flatMap(({ text }) => blocksOf(text).map((found) => found.text))];
/** npm commands for the whole repository are only checked by name: to run them here would run these tests again. */
const isWholeRepository = (script: string): boolean => /^(npm (ci|run)|npx vitest) /.test(script);
const isServer = (script: string): boolean => script === 'npm start\n';
const isRequest = (script: string): boolean => script.includes('curl ');

it('every npm command is a script of the package', () => {
  const { scripts: known } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly scripts: Record<string, string> };
  const named = [page, measuring.page, ...guides.map(({ text }) => text)]
    .flatMap((text) => [...text.matchAll(/\bnpm (?:run (\w+)|(start|test)\b)/g)])
    .map(([, script, short]) => script ?? short ?? '');
  expect(named).toEqual(expect.arrayContaining(['demo', 'test', 'start', 'rules', 'bench', 'lint']));
  expect(named.filter((name) => !(name in known))).toEqual([]);
});

it.each(['eval', 'faults'])('the guide uses vouch %s with options that its usage lists', (name) => {
  const usage = readFileSync(join(root, `test/measure/${name}/main.ts`), 'utf8');
  const [command = ''] = measured.filter((line) => line.startsWith(`npx vouch ${name} `));
  expect(command).not.toBe('');
  expect(command.match(/--(?!\s)\S+/g)?.filter((flag) => !usage.includes(`  ${flag} `))).toEqual([]);
});

it('the guide uses vouch calibrate with three options that its usage lists', () => {
  const usage = readFileSync(join(root, 'test/measure/calibrate/main.ts'), 'utf8');
  const [command = ''] = measured.filter((line) => line.startsWith('npx vouch calibrate'));
  const flags = command.match(/--(?!\s)\S+/g) ?? [];
  expect([flags.length, flags.filter((flag) => !usage.includes(`  ${flag} `))]).toEqual([3, []]);
});

it('the sample output is what npm run demo prints', async () => {
  const { code, out } = await folder.run('npm run demo');
  expect(code).toBe(0);
  const printed = out.split('\n').map(plain);
  let from = 0;
  for (const line of block('npm run demo').split('\n').map(plain)) {
    if (line === '' || line === '…') continue;
    const found = printed.indexOf(line, from);
    expect(found, `"${line}" is not, or not there, in\n${out}`).toBeGreaterThanOrEqual(0);
    from = found + 1;
  }
});

/** Leaves out what differs between runs, column widths and times; a score of the page that nobody gets any more would be one that we only claim. */
const plain = (line: string): string =>
  line
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/\d+\.\d s$/, 'time');

describe('the commands', () => {
  const commands = scripts.filter((script) => !isWholeRepository(script) && !isServer(script) && !isRequest(script)).flatMap(commandsIn);

  it.each(commands)('%s', async (command) => {
    expect(await folder.run(command)).toMatchObject({ code: 0 });
  });
});

/** The commands of a script; a backslash continues a line. */
function commandsIn(script: string): readonly string[] {
  return script.trim().split(/(?<!\\)\n/);
}

it('the server of npm start answers the request as shown', async () => {
  const [start, ...more] = scripts.filter(isServer);
  const [request = '', ...others] = scripts.filter(isRequest);
  expect([start, more.length, others.length]).toEqual(['npm start\n', 0, 0]);
  const port = await freePort();
  await folder.start('npm start', `http://127.0.0.1:${port}/health`, { PORT: String(port) });
  const { out, err } = await folder.run(keepingHeaders(request.replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`)));
  expectCurled(out, folder.path, { method: 'POST', path: '/v1/extract' });
  expect(timeless(out), err).toEqual(timeless(block('answer')));
});
