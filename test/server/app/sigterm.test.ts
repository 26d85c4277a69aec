import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { openaiReply, startLlmServer } from '../../fakes/llm-server.js';
import { samplePath } from '../../fixtures/sample.js';
import { ask } from '../support/ask.js';
import { key, origin } from '../support/door.js';
import { outputSchema } from '../support/form.js';
import { answers } from '../support/not-held.js';

const main = fileURLToPath(new URL('../../../dist/server/app/main.js', import.meta.url));
const sample = readFileSync(samplePath);

/** A provider that answers only when the test allows it. */
async function heldProvider() {
  const provider = await startLlmServer();
  onTestFinished(() => provider.close());
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  provider.answer(async (request, response) => {
    await released;
    await openaiReply([])(request, response);
  });
  return { url: `${provider.url}/v1`, asked: () => provider.requests.length, release };
}

/** What `npm start` has a shell run, which gets the signals that npm gets, without the build before it. */
function startScript(): string {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly scripts: { readonly start: string } };
  return scripts.start.replace('npm run build', ':').replace('dist/server/app/main.js', `'${main}'`);
}

/** The server as `npm start` runs it, in a process and a folder of its own. */
async function serving(provider: string) {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-sigterm-'));
  const tier = `{ use: openai, model: held, base_url: '${provider}', api_key: none }`;
  writeFileSync(join(folder, 'vouch.config.yaml'), `tiers: [${tier}]\nwitnesses: []\n`);
  const env = {
    PORT: '0',
    VOUCH_KEYS: key,
    VOUCH_RATE_LIMIT: '0',
    VOUCH_PLAYGROUND_ORIGINS: origin,
    VOUCH_TRUSTED_PROXIES: '127.0.0.1/32',
    VOUCH_DRAIN_MS: '5000',
    PATH: dirname(process.execPath),
  };
  const child = spawn('/bin/sh', ['-c', startScript()], { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  const ended = once(child, 'exit');
  for await (const line of createInterface(child.stderr)) {
    const url = /listening on (\S+)/.exec(line)?.[1];
    if (url !== undefined) return { child, ended, url, database: join(folder, '.vouch', 'vouch.db') };
  }
  throw new Error('the server did not start');
}

interface StatusCounts {
  readonly status: number;
  readonly credits: number;
}

/** Posts the sample; every caller of the playground comes from an address of its own. */
async function post(url: string, path: '/v1/extract' | '/v1/playground', caller: number): Promise<StatusCounts> {
  const body = new FormData();
  body.set('file', new Blob([sample]), 'invoice.pdf');
  body.set('output_schema', outputSchema);
  const headers = path === '/v1/extract' ? { authorization: `Bearer ${key}` } : { origin, 'x-forwarded-for': `192.0.2.${caller}` };
  const { status, body: answer } = await ask(url, path, { method: 'POST', body, headers });
  return { status, credits: answer.metadata?.credits ?? 0 };
}

it('SIGTERM answers all of 50 requests in flight and one that still comes, settles what they held, and ends with 0', async () => {
  const provider = await heldProvider();
  const { child, ended, url, database } = await serving(provider.url);
  const extracted: Promise<StatusCounts>[] = [];
  const played: Promise<StatusCounts>[] = [];
  for (let caller = 1; caller <= 50; caller += 1) {
    if (caller <= 30) extracted.push(post(url, '/v1/extract', caller));
    else played.push(post(url, '/v1/playground', caller));
    await expect.poll(provider.asked, { interval: 10 }).toBe(caller);
  }
  child.kill('SIGTERM');
  await expect.poll(async () => (await ask(url, '/readyz')).status).toBe(503);
  const late = post(url, '/v1/extract', 0);
  const [ready, alive] = await Promise.all([ask(url, '/readyz'), ask(url, '/livez')]);
  expect([ready.headers['connection'], alive.status]).toEqual(['close', 200]);
  await expect.poll(provider.asked).toBe(51);
  provider.release();
  expect((await late).status).toBe(200);
  const given = await Promise.all([...extracted, ...played]);
  expect(given.map(({ status }) => status)).toEqual(Array(50).fill(200));
  expect(await ended).toEqual([0, null]);
  expect(await answers(url)).toBe(false);
  const used = (await Promise.all(played)).reduce((sum, { credits }) => sum + credits, 0);
  const state = new DatabaseSync(database, { readOnly: true });
  onTestFinished(() => state.close());
  expect(used).toBeGreaterThan(0);
  expect({
    ...state.prepare('SELECT sum(used) AS used, sum(held) AS held, (SELECT count(*) FROM hold) AS holds FROM quota').get(),
  }).toEqual({
    used,
    held: 0,
    holds: 0,
  });
});
