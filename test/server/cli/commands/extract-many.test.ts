import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../../config/index.js';
import { startServer } from '../../../../server/index.js';
import { freePort } from '../../../support/free-port.js';
import { cliWorkspace } from '../cli-workspace.js';

const { vouch, command, folder } = cliWorkspace();
const program = fileURLToPath(new URL('../../../../server/vouch.js', import.meta.url));
const good = (total: number): string => `TEXT\nSubtotal ${total - 19}.00\nTax 19.00\nTotal ${total}.00\n`;
const wrong = 'TEXT\nSubtotal 100.00\nTax 19.00\nTotal 120.00\n';
const schema = ['--schema', 'schema.json'];

/** A folder of documents; returns its name. */
function inbox(name: string, files: Readonly<Record<string, string>>): string {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, file, '..'), { recursive: true });
    writeFileSync(join(folder, name, file), text);
  }
  return name;
}

const linesOf = (file: string): readonly { readonly file: string }[] =>
  readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

describe('a folder', () => {
  it('stands for the documents in it and below, without hidden ones and other files', async () => {
    const name = inbox('mixed', {
      'b.pdf': good(119),
      'a/x.DOCX': good(219),
      'notes.txt': 'x',
      '.hidden.pdf': good(1),
      '.git/y.pdf': good(1),
    });
    const { code, err } = await vouch(['extract', name, ...schema, '--json', '-o', 'mixed.jsonl']);
    expect(linesOf('mixed.jsonl').map(({ file }) => file)).toEqual(['mixed/a/x.DOCX', 'mixed/b.pdf']);
    expect(err).toContain('Left out, because no converter reads them: mixed/notes.txt\n');
    expect({ code, err }).toEqual({ code: 0, err: expect.stringMatching(/2 files · 2 done · 0 doubtful · 0 failed · 2 credits\n$/) });
  });

  it('without documents is a mistake that says so', async () => {
    const { code, err } = await command(['extract', inbox('none', { 'notes.txt': 'x' }), ...schema]);
    expect({ code, err }).toEqual({ code: 2, err: 'vouch: none: there is no document in this folder (.pdf, .docx)\n' });
  });
});

describe('what a run came to', () => {
  it('is a line for each document that a person should look at, and how many there are of each kind', async () => {
    const name = inbox('table', { '1.pdf': good(119), '2.pdf': wrong, '3.pdf': 'no document', '4.pdf': 'TEXT\nBROKEN\n' });
    const { err } = await command(['extract', name, ...schema, '--verify', '--json', '-o', 'table.jsonl']);
    expect(err).toMatch(/ {2}table\/2\.pdf +doubtful +verification FAILED, \w+ 0\.\d\d and 2 more/);
    expect(err).toMatch(/ {2}table\/3\.pdf +failed +Unsupported file type/);
    expect(err).toMatch(/ {2}table\/4\.pdf +failed +LLM_ERROR: reader: out of order/);
    expect(err).toMatch(/4 files · 1 done · 1 doubtful · 2 failed · \d credits?\n$/);
  });

  it('is a table for a spreadsheet: unknown is empty, and no text is a formula', async () => {
    const fields = { total: { type: 'number' }, note: { type: 'string' } };
    writeFileSync(join(folder, 'noted.json'), JSON.stringify({ type: 'object', properties: fields }));
    const name = inbox('csv', { 'a.pdf': 'TEXT\nTotal 119.00\nNote =HYPERLINK("x", 1)\n', 'b.pdf': 'TEXT\nTotal 7.50\n' });
    await command(['extract', name, '--schema', 'noted.json', '--json', '-o', 'csv.jsonl', '--csv', 'out.csv']);
    const [header, first, second, end] = readFileSync(join(folder, 'out.csv'), 'utf8').split('\r\n');
    expect([header, end]).toEqual(['\u{feff}file,state,why,confidence,total,note', '']);
    expect(first).toMatch(/^csv\/a\.pdf,.*,119,"'=HYPERLINK\(""x"", 1\)"$/);
    expect(second).toMatch(/^csv\/b\.pdf,.*,7\.5,$/);
  });

  it('is written as what its name says, or not at all', async () => {
    const { code, err } = await command(['extract', 'good.txt', '--csv', 'out.txt']);
    expect([code, err]).toEqual([2, expect.stringContaining('It must end in .csv or .xlsx.')]);
  });

  it('has a table of its own for each list of the schema', async () => {
    await command(['extract', 'good.txt', '--json', '-o', 'invoice.jsonl', '--csv', 'invoice.csv']);
    expect(readFileSync(join(folder, 'invoice.line_items.csv'), 'utf8')).toMatch(/^\u{feff}file,item,description,quantity,/u);
  });
});

it('a run that is stopped with Ctrl-C ends what it has begun, and goes on where it stopped', async () => {
  const files = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`${index}.pdf`, `${good(119 + index)}SLOW\n`]));
  const args = ['extract', inbox('slow', files), ...schema, '--json', '-j', '1', '-o', 'slow.jsonl', '--csv', 'slow.csv'];
  const stopped = spawn(process.execPath, [program, ...args], { cwd: folder, env: { PATH: process.env['PATH'], HOME: folder } });
  while (!existsSync(join(folder, 'slow.jsonl')) || linesOf('slow.jsonl').length === 0) await sleep(20);
  stopped.kill('SIGINT');
  expect(await once(stopped, 'exit')).toEqual([130, null]);
  expect(linesOf('slow.jsonl').length).toBeLessThan(8);
  const { code, err } = await vouch(args);
  expect({ code, err }).toEqual({
    code: 0,
    err: expect.stringMatching(/files are answered already in slow\.jsonl[\s\S]*8 files · 8 done/),
  });
  expect(linesOf('slow.jsonl').map(({ file }) => file)).toEqual(Object.keys(files).map((file) => `slow/${file}`));
  expect(readFileSync(join(folder, 'slow.csv'), 'utf8').trimEnd().split('\r\n')).toHaveLength(9);
});

describe('with a server', () => {
  const key = 'pk_0123456789abcdefMANY';

  async function serving() {
    const { engine, server } = await loadConfig({ cwd: folder, env: {} });
    return startServer({ engine, server: { ...server, port: 0, store: 'memory:', keys: [key], rateLimit: 2 } });
  }

  it('the answers are those of the server, which may be busy, and are charged once', async () => {
    const running = await serving();
    try {
      const name = inbox('remote', { 'a.pdf': good(119), 'b.pdf': good(219), 'c.pdf': 'no document' });
      const args = ['extract', name, ...schema, '--verify', '--json', '--server', running.url];
      const { code, err } = await command([...args, '-o', 'remote.jsonl'], { env: { VOUCH_API_KEY: key } });
      expect(code).toBe(2);
      expect(err).toContain('3 files · 2 done · 0 doubtful · 1 failed · 2 credits');
      expect(linesOf('remote.jsonl')).toMatchObject([
        { file: 'remote/a.pdf', object: { total: 119 }, verification: { status: 'PASSED' } },
        { file: 'remote/b.pdf', object: { total: 219 } },
        { file: 'remote/c.pdf', detail: expect.stringContaining('Unsupported file type') },
      ]);
    } finally {
      await running.close();
    }
  });

  it('one that cannot be reached is a mistake that is told soon, with what would help', async () => {
    const begun = performance.now();
    const { code, err } = await command(['extract', 'good.txt', ...schema, '--server', `http://127.0.0.1:${await freePort()}`], {
      env: { VOUCH_API_KEY: key },
    });
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringMatching(
        /^vouch: http:\/\/127\.0\.0\.1:\d+ cannot be reached.*: ECONNREFUSED\. Start .*vouch serve.*--server\.\n$/,
      ),
    });
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  it('one that is out is waited for once it has answered, and its refusal is one sentence', async () => {
    let asked = 0;
    const busy = createServer((_, response) => {
      asked += 1;
      response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '0' }).end('{"detail":"It is about to end"}');
    }).listen(0, '127.0.0.1');
    await once(busy, 'listening');
    const url = `http://127.0.0.1:${(busy.address() as AddressInfo).port}`;
    const { code, err } = await command(['extract', 'good.txt', ...schema, '--server', url], { env: { VOUCH_API_KEY: key } });
    busy.close();
    expect({ code, err, asked }).toEqual({ code: 2, err: `vouch: ${url}: It is about to end\n`, asked: 9 });
  });

  it('one that refuses a file which costs more than a whole day has refuses it alone; where a day has been used up, the run ends', async () => {
    const answer = JSON.stringify({ object: { total: 119 }, metadata: { credits: 1 } });
    const detail = '{"detail":"This document can cost up to 60 credits and this key has 50 a day. Send a shorter one."}';
    let headers: Record<string, string> = {};
    const server = createServer(async (request, response) => {
      let sent = '';
      for await (const part of request) sent += String(part);
      if (sent.includes('Total 219')) response.writeHead(429, { 'x-error-code': 'OUT_OF_CREDITS', ...headers }).end(detail);
      else response.end(answer);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const name = inbox('costly', { '1.pdf': good(119), '2.pdf': good(219), '3.pdf': good(119) });
    const run = (output: string) => command(['extract', name, ...schema, '--server', url, '-o', output], { env: { VOUCH_API_KEY: key } });
    const { code, err } = await run('costly.jsonl');
    headers = { 'retry-after': '40000' };
    const used = await run('used.jsonl');
    server.close();
    expect([code, err]).toEqual([2, expect.stringContaining('vouch: costly/2.pdf: This document can cost up to 60 credits')]);
    expect(linesOf('costly.jsonl')).toMatchObject([{ object: { total: 119 } }, { detail: expect.any(String) }, { object: { total: 119 } }]);
    expect(used).toMatchObject({ code: 2, err: expect.stringContaining(`vouch: ${url}: This document`) });
    expect(linesOf('used.jsonl')).toHaveLength(1);
  });

  it('a wrong key, a wrong address and a missing key are mistakes that say what would help', async () => {
    const running = await serving();
    try {
      const ask = (server: string, env: Record<string, string>) => command(['extract', 'good.txt', ...schema, '--server', server], { env });
      expect((await ask(running.url, { VOUCH_API_KEY: 'pk_0123456789abcdefNONE' })).err).toMatch(
        /^vouch: http:\/\/127\.0\.0\.1:\d+: .*key/,
      );
      expect((await ask('example.com', { VOUCH_API_KEY: key })).err).toContain('must be an address such as https://vouch.example.com');
      const clear = await ask('http://vouch.example.com', { VOUCH_API_KEY: key });
      expect([clear.code, clear.err]).toEqual([2, expect.stringContaining('The key would be sent without TLS')]);
      expect((await ask(running.url, {})).err).toContain('set VOUCH_API_KEY');
    } finally {
      await running.close();
    }
  });
});
