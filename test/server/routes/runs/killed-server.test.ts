import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { freshSchema } from '../../state/fresh-schema.js';
import { postgresServer } from '../../state/postgres-server.js';
import { ask } from '../../support/ask.js';
import { filePart, schemaPart } from '../../support/form.js';
import { auth } from './review.js';

const program = fileURLToPath(new URL('../../../../dist/test/server/support/serving.js', import.meta.url));
const kills = 6;

/** A server process on this store, and how to kill it. */
async function started(store: string) {
  const settings = { store, reviewPolicy: { threshold: 1 }, work: 0 };
  const child = spawn(process.execPath, [program, '0', JSON.stringify(settings)], { stdio: ['ignore', 'ignore', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  for await (const line of createInterface(child.stderr)) {
    const url = /listening on (\S+)/.exec(line)?.[1];
    if (url !== undefined) return { url, kill: () => child.kill('SIGKILL'), ended };
  }
  throw new Error('the server did not start');
}

async function keptRun(url: string): Promise<string> {
  const body = new FormData();
  body.set('file', new Blob([Buffer.from(filePart().value)]), 'invoice.pdf');
  body.set('output_schema', schemaPart().value as string);
  body.set('review', 'true');
  return (await ask(url, '/v1/extract', { method: 'POST', body, headers: auth() })).body.review.run;
}

const sqliteStore = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-killed-reviews-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return `sqlite:${join(folder, 'vouch.db')}`;
};

it.each([
  ['SQLite', sqliteStore],
  ['PostgreSQL', async () => (await freshSchema(postgresServer())).url],
])('no verdict is lost or doubled when servers are killed while they take them: %s', { timeout: 120_000 }, async (_, openStore) => {
  const store = await openStore();
  let server = await started(store);
  const id = await keptRun(server.url);
  const told: number[] = [];
  let value = 0;
  for (let killed = 0; killed < kills; killed++) {
    // On a busy machine that time may be over before anything is told.
    const { promise: isTelling, resolve: tells } = Promise.withResolvers<void>();
    const dies = Promise.all([sleep(400 + 130 * killed), isTelling]).then(() => server.kill());
    for (;;) {
      const { body } = await ask(server.url, `/v1/runs/${id}`, { headers: auth() }).catch(() => ({ body: undefined }));
      if (!body) break;
      value += 1;
      const verdict = { path: '$.total', verdict: 'corrected', value, reviewer: 'anna', version: body.version };
      const headers = { ...auth(), 'content-type': 'application/json' };
      const sent = ask(server.url, `/v1/runs/${id}/verdicts`, { method: 'POST', body: JSON.stringify(verdict), headers });
      const answer = await sent.catch(() => undefined);
      if (!answer) break;
      expect(answer.status).toBe(200);
      told.push(value);
      if (told.length > killed + 1) tells();
    }
    await dies;
    await server.ended;
    server = await started(store);
  }
  const { body: run } = await ask(server.url, `/v1/runs/${id}`, { headers: auth() });
  const kept: readonly number[] = run.verdicts.map(({ after }: { readonly after: number }) => after);
  expect(told.length).toBeGreaterThan(kills);
  expect(told.filter((one) => !kept.includes(one))).toEqual([]);
  expect(new Set(kept).size).toBe(kept.length);
  // Of each kill at most one verdict was kept whose answer nobody got.
  expect(kept.length - told.length).toBeLessThanOrEqual(kills);
  expect([run.version, run.result.object.total]).toEqual([kept.length, kept.at(-1)]);
});
