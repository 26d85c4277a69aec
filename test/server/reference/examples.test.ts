import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../config/index.js';
import { escaped } from '../../../server/http/html.js';
import { startServer } from '../../../server/index.js';
import type { ExtractionExample } from '../../../server/reference/examples.js';
import { examples } from '../../../server/reference/examples.js';
import { exampleOrigin } from '../../../server/reference/extraction.js';
import type { Operation } from '../../../server/reference/types.js';
import { samplePath } from '../../fixtures/sample.js';
import { lasting } from '../../shipped/readme/lasting.js';
import { ask } from '../support/ask.js';
import { document } from '../support/conforms.js';
import { expectCurled, keepingHeaders } from '../support/curl.js';
import { metricsToken } from '../telemetry/watched-server.js';

const run = promisify(execFile);
const vouch = fileURLToPath(new URL('../../../server/vouch.js', import.meta.url));

/** The server as it is shipped, in a folder with an `invoice.pdf`, and a key that the command line has made. */
const folder = mkdtempSync(join(tmpdir(), 'vouch-openapi-'));
copyFileSync(samplePath, join(folder, 'invoice.pdf'));
writeFileSync(join(folder, 'vouch.config.yaml'), 'schemas: { invoice: {}, receipt: {} }\n');
const env = {
  PORT: '0',
  HOST: '127.0.0.1',
  VOUCH_STORE: `sqlite:${join(folder, 'vouch.db')}`,
  VOUCH_RATE_LIMIT: '0',
  VOUCH_PLAYGROUND_ORIGINS: exampleOrigin,
  VOUCH_METRICS_TOKEN: metricsToken,
};
const { stdout: key } = await run(process.execPath, [vouch, 'key', 'create', '--label', 'me'], { cwd: folder, env });
const server = await startServer(await loadConfig({ env, cwd: folder }));
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

/** The id of a job, as the lines to copy have it in a variable. */
async function queuedJob(): Promise<string> {
  const body = new FormData();
  body.set('file', await openAsBlob(join(folder, 'invoice.pdf')), 'invoice.pdf');
  body.set('output_schema', '{"type":"object","properties":{"total":{"type":"number"}}}');
  const { body: job } = await ask(server.url, '/v1/jobs', { method: 'POST', body, headers: { authorization: `Bearer ${key.trim()}` } });
  return job.id;
}

/** The id of a run that a person is to look at: the document has no bank code. */
async function runToReview(): Promise<string> {
  const body = new FormData();
  body.set('file', await openAsBlob(join(folder, 'invoice.pdf')), 'invoice.pdf');
  body.set(
    'output_schema',
    '{"type":"object","properties":{"total":{"type":"number"},"bank_code":{"type":"string"}},"required":["bank_code"]}',
  );
  body.set('review', 'true');
  const { body: answer } = await ask(server.url, '/v1/extract', {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${key.trim()}` },
  });
  return answer.review.run;
}

/** The id of a file, likewise. */
async function keptFile(): Promise<string> {
  const body = new FormData();
  body.set('file', await openAsBlob(join(folder, 'invoice.pdf')), 'invoice.pdf');
  const { body: file } = await ask(server.url, '/v1/files', { method: 'POST', body, headers: { authorization: `Bearer ${key.trim()}` } });
  return file.id;
}

/** The id of a batch, likewise. */
async function queuedBatch(): Promise<string> {
  const body = new FormData();
  body.set('jobs', new Blob(['{"custom_id":"a","file":"invoice.pdf"}']), 'jobs.jsonl');
  body.set('file', await openAsBlob(join(folder, 'invoice.pdf')), 'invoice.pdf');
  body.set('output_schema', '{"type":"object","properties":{"total":{"type":"number"}}}');
  const { body: batch } = await ask(server.url, '/v1/batches', {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${key.trim()}` },
  });
  return batch.id;
}

/** The id of a webhook that has been told nothing yet. */
async function registeredWebhook(): Promise<string> {
  const headers = { authorization: `Bearer ${key.trim()}`, 'content-type': 'application/json' };
  const { body } = await ask(server.url, '/v1/webhooks', { method: 'POST', body: '{"url":"https://example.com/vouch"}', headers });
  return body.id;
}

/** What is answered where all goes well: the lowest status of those that are documented. */
const successOf = ({ responses }: Operation): number => Math.min(...Object.keys(responses).map(Number));
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);
const lines = operations.flatMap(({ path, method, operation }) =>
  operation['x-codeSamples'].map(({ label, source }) => ({
    name: `${method} ${path}: ${label}`,
    label,
    path,
    method,
    source,
    success: successOf(operation),
  })),
);
const example = (label: string): ExtractionExample | undefined => Object.values(examples).find(({ summary }) => summary === label);

describe('the line to copy of', () => {
  it.each(lines)('$name, is answered as documented', async ({ label, path, method, source, success }) => {
    const shell = {
      PATH: process.env['PATH'],
      VOUCH_BASE_URL: server.url,
      VOUCH_API_KEY: key.trim(),
      VOUCH_METRICS_TOKEN: metricsToken,
      ...(source.includes('$JOB') && { JOB: path.startsWith('/v1/runs') ? await runToReview() : await queuedJob() }),
      ...(source.includes('$BATCH') && { BATCH: await queuedBatch() }),
      ...(source.includes('$FILE') && { FILE: await keptFile() }),
      ...(source.includes('$WEBHOOK') && { WEBHOOK: await registeredWebhook() }),
    };
    const { stdout: text } = await run('bash', ['-euc', keepingHeaders(source)], { cwd: folder, env: shell });
    expect(expectCurled(text, folder, { method, path }).status).toBe(success);
    const answer = success === 200 ? example(label)?.answer : undefined;
    if (answer) expect(lasting(text)).toEqual(lasting(answer));
  });

  it('every operation is there, and on the page', async () => {
    expect(new Set(lines.map(({ path, method }) => `${method} ${path}`)).size).toBe(operations.length);
    const { body } = await ask(server.url, '/docs');
    expect(lines.filter(({ source }) => !body.includes(`<code>${escaped(source)}</code>`))).toEqual([]);
  });
});

describe('the form shown for', () => {
  const forms = operations.flatMap(({ path, operation }) =>
    Object.entries(operation.requestBody?.content['multipart/form-data']?.examples ?? {}).map(([name, { value }]) => ({
      path,
      name,
      value,
      success: successOf(operation),
    })),
  );

  it.each(forms)('$path, $name, is answered as shown', async ({ path, name, value, success }) => {
    const { file = '', ...fields } = value as Readonly<Record<string, string>>;
    const body = new FormData();
    for (const [field, text] of Object.entries(fields)) body.set(field, text);
    body.set('file', await openAsBlob(join(folder, file)), file);
    const headers = { authorization: `Bearer ${key.trim()}`, origin: exampleOrigin };
    const answer = await ask(server.url, path, { method: 'POST', body, headers });
    const shown = document.paths[path]?.post?.responses[200];
    const examples = shown && 'content' in shown ? shown.content?.['application/json']?.examples : undefined;
    expect(answer.status).toBe(success);
    if (examples?.[name]) expect(lasting(answer.body)).toEqual(lasting(examples[name].value as object));
  });
});

describe('the page', () => {
  it('begins with the address and a way to a key, which work in a shell', async () => {
    const { body } = await ask(server.url, '/docs');
    const [, block = ''] = /<code>(export VOUCH_BASE_URL=[^<]*)<\/code>/.exec(body) ?? [];
    const script = `npx() { shift; ${process.execPath} ${vouch} "$@"; }\n${block}\ncurl -s "$VOUCH_BASE_URL/v1/extract" -H "Authorization: Bearer $VOUCH_API_KEY" -F file=@invoice.pdf -F 'output_schema={"type":"object","properties":{"total":{"type":"number"}}}'`;
    const { stdout } = await run('bash', ['-euc', keepingHeaders(script)], { cwd: folder, env: { PATH: process.env['PATH'], ...env } });
    expect(expectCurled(stdout, folder, { method: 'POST', path: '/v1/extract' }).status).toBe(200);
  });

  it('loads nothing: no address but links, and a policy that allows its own style and script only', async () => {
    const { body, headers } = await ask(server.url, '/docs');
    expect([...body.matchAll(/\s(?:src|srcset|action|style|on\w+)=/g)]).toEqual([]);
    expect([...body.matchAll(/<link [^>]*href="([^"]*)"/g)].map(([, href]) => href)).toEqual(['data:,']);
    expect(headers['content-security-policy']).not.toMatch(/unsafe|https?:|\*|self/);
  });
});
