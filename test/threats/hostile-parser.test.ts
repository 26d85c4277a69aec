import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { familyOf } from '../measure/bench/process.js';
import { key, type ServerProcess, startVouchOf } from '../measure/bench/server.js';
import { at, rawPdf } from '../plugins/converters/raw-pdf.js';
import { behaviours, hostileParser } from './hostile-parser.js';

/** The real server, with the program of its PDF parser replaced by one that a file can take over. */
const top = fileURLToPath(new URL('../..', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'vouch-hostile-'));
let server: ServerProcess;

beforeAll(async () => {
  for (const part of ['core', 'plugins', 'config', 'server'])
    cpSync(join(top, 'dist', part), join(root, 'dist', part), { recursive: true });
  cpSync(join(top, 'package.json'), join(root, 'package.json'));
  cpSync(join(top, 'config/calibration'), join(root, 'config/calibration'), { recursive: true });
  symlinkSync(join(top, 'node_modules'), join(root, 'node_modules'));
  writeFileSync(join(root, 'dist/plugins/converters/pdf/child.js'), hostileParser);
  server = await startVouchOf(root, 'converters: [{ use: pdf, deadline_ms: 3000, memory_mb: 300 }, docx]\nrecognizers: []', {
    VOUCH_KEYS: `${key},${otherKey}`,
  });
});
afterAll(async () => {
  await server.stop();
  rmSync(root, { recursive: true });
});

const otherKey = `pk_other${'1'.repeat(16)}`;
const good = rawPdf([{ content: at(50, 700, 'Total 120.00') }]);
const hostile = (behaviour: number): Uint8Array =>
  Buffer.concat([
    rawPdf([{ content: at(50, 700, 'Total 1.00') }]),
    Buffer.from(`\n%HOSTILE ${behaviour} ${server.pid} ${Math.random()}\n`),
  ]);

async function extract(bytes: Uint8Array, as: string) {
  const form = new FormData();
  form.set('file', new File([Buffer.from(bytes)], 'a.pdf', { type: 'application/pdf' }));
  form.set('output_schema', JSON.stringify({ type: 'object', properties: { total: { type: 'number' } }, required: ['total'] }));
  const answer = await fetch(`${server.url}/v1/extract`, { method: 'POST', body: form, headers: { authorization: `Bearer ${as}` } });
  return { status: answer.status, body: (await answer.json()) as { error?: { code: string }; object?: { total: number } } };
}

describe.each(Object.keys(behaviours).map((name, number) => [name, number] as const))('a parser that is taken over and %s', (_, number) => {
  it('costs its own file, and nobody else notices', async () => {
    const { status, body } = await extract(hostile(number), key);
    expect([status, body.object ?? body.error?.code]).toEqual([200, 'EXTRACTION_FAILED']);
    expect(server.alive()).toBe(true);
    expect((await fetch(`${server.url}/livez`, { signal: AbortSignal.timeout(5_000) })).status).toBe(200);
    expect((await extract(good, otherKey)).body.object?.total).toBe(120);
  });
});

it('leaves no process behind, and no inspector open', async () => {
  await expect.poll(() => familyOf(server.pid).length, { timeout: 10_000 }).toBeLessThanOrEqual(1 + 4 * maxChildren);
  const open = await new Promise((resolve) => {
    createConnection({ host: '127.0.0.1', port: 9229 }, () => resolve(true)).on('error', () => resolve(false));
  });
  expect(open).toBe(false);
});

/** Two each of PDF and DOCX; each has been started by `unshare` and a shell. */
const maxChildren = 4;
