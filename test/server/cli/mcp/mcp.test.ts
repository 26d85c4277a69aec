import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { describe, expect, it } from 'vitest';
import { loadSdk, openSession } from '../../../../server/cli/mcp/sessions.js';
import { Extractions } from '../../../../server/cli/mcp/tools.js';
import { samplePath } from '../../../fixtures/sample.js';
import { plainData, vendorAnswers } from '../../../fixtures/vendor-answers.js';
import { at, rawPdf } from '../../../plugins/converters/raw-pdf.js';
import { fakeEngine, outcome } from '../../support/fake-engine.js';
import { pdf } from '../../support/form.js';
import { tinyParts } from '../../support/tiny-parts.js';
import { call, connected, folders, overHttp, overStreams, program } from './connected.js';

const schema = {
  type: 'object',
  required: ['total'],
  properties: { total: { type: 'number' }, due_date: { type: 'string', format: 'date' } },
};
const base64 = readFileSync(samplePath).toString('base64');

/** The tools on a session, whichever way it came to be. */
async function expectTools(client: Client): Promise<void> {
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['extract', 'score', 'verify', 'explain_score', 'list_doubts']);
  const { body } = await call(client, 'extract', { document: { name: 'invoice.pdf', base64 }, schema });
  expect(body).toMatchObject({ object: { total: 12231.98, due_date: '2026-04-11' }, verification: { status: 'PASSED' } });
  const { extraction, object } = body;
  const explained = await call(client, 'explain_score', { extraction, field: '$.total' });
  expect((await call(client, 'explain_score', { extraction, field: 'total' })).body).toEqual(explained.body);
  expect(explained.body).toMatchObject({
    score: expect.closeTo(0.995, 2),
    page: 2,
    evidence: { findings: expect.arrayContaining([expect.objectContaining({ name: 'evidence.exact' })]) },
  });
  expect((await call(client, 'list_doubts', { extraction })).body).toEqual({ fields: [], checks: [], issues: [] });
  const strict = await call(client, 'list_doubts', { extraction, threshold: 1 });
  expect(strict.body.fields).toHaveLength(2);
  const document = { name: 'invoice.pdf', base64 };
  expect((await call(client, 'verify', { document, object, schema })).body.holds).toBe(true);
  expect((await call(client, 'verify', { document, object: { ...object, total: 12231.89 }, schema })).body.holds).toBe(false);
}

describe('vouch mcp', () => {
  it('on the standard streams has all tools, reads below its root only, and says what would help', async () => {
    const { folder, root } = folders();
    const client = await overStreams(folder, '--root', root);
    await expectTools(client);
    const byPath = await call(client, 'extract', { document: { path: 'invoice.pdf' } });
    expect(byPath.body.object.invoice_number).toBe('BW-2026-0147');
    const refused = async (input: Record<string, unknown>) => {
      const answer = await call(client, 'extract', input);
      return answer.isError ? answer.text : 'answered';
    };
    for (const path of ['../secret.pdf', join(folder, 'secret.pdf'), 'link.pdf', 'nothing.pdf', '..', '../nothing'])
      expect(await refused({ document: { path } }), path).toBe('There is no such file below the root');
    expect(await refused({ document: { path: 'notes.txt' } })).toMatch(/^Unsupported file type/);
    expect(await refused({ document: { name: 'a.pdf', base64: '!' } })).toMatch(/^base64 has characters/);
    expect(await refused({ document: { path: 'invoice.pdf' }, schema: { type: 'text' } })).toMatch(/^Invalid JSON schema: /);
    expect(await refused({ document: { path: 'invoice.pdf' }, schema: 'invoise' })).toBe(
      'schema is a JSON Schema, or the name of one: invoice, receipt, bill, credit_note, quotation, purchase_order, delivery_note, reminder, bank_statement',
    );
    expect(await refused({ document: { path: 'invoice.pdf' }, api_key: 'pk_1' })).toMatch(/no other arguments, and never a key$/);
    expect(await refused({ document: 'invoice.pdf' })).toBe(
      'The arguments are wrong: document must be object such as {"path": "march/acme.pdf"}',
    );
    expect(await refused({})).toMatch(/^The arguments are wrong: they must have required property 'document'/);
    expect((await call(client, 'explain_score', { extraction: 'x', field: '$.total' })).text).toMatch(
      /^There is no such extraction in this session/,
    );
    const { extraction } = byPath.body;
    expect((await call(client, 'explain_score', { extraction, field: '$.totl' })).text).toMatch(/its fields are \$\.invoice_number, /);
    await expect(client.callTool({ name: 'delete', arguments: {} })).rejects.toThrow('There is no such tool; there are extract, score');
  });

  it('extracts by the schema of the configuration that a document belongs to', async () => {
    const { folder, root } = folders();
    writeFileSync(join(folder, 'vouch.config.yaml'), 'schemas: { invoice: { version: 2 }, receipt: {} }\n');
    writeFileSync(join(root, 'blank.pdf'), rawPdf([{ content: at(72, 700, 'Hello') }]));
    const client = await overStreams(folder, '--root', root);
    const read = (path: string) => call(client, 'extract', { document: { path }, schema: 'auto' });
    expect((await read('invoice.pdf')).body).toMatchObject({
      schema: { name: 'invoice', version: '2' },
      object: { invoice_number: 'BW-2026-0147' },
    });
    expect(await read('blank.pdf')).toMatchObject({
      isError: true,
      text: expect.stringMatching(/belongs to none of the schemas for certain/),
    });
  });

  it('over HTTP offers all tools to clients with the token and none to web pages, and ends when it is told to', async () => {
    const { client, child, url, headers } = await overHttp(folders().folder);
    await expectTools(client);
    const byPath = await call(client, 'extract', { document: { path: 'invoice.pdf' } });
    expect(byPath.text).toMatch(/^This server reads no paths: start it with --root/);
    const status = async (more: Record<string, string>, path = '/mcp') =>
      (await fetch(new URL(path, url), { method: 'POST', headers: more, body: '{}' })).status;
    expect([
      await status({}),
      await status({ authorization: `${headers.authorization}x` }),
      await status({ ...headers, origin: 'https://evil.example.com' }),
      await status(headers, '/other'),
      await status({ ...headers, 'mcp-session-id': 'none' }),
    ]).toEqual([401, 401, 403, 404, 404]);
    child.kill('SIGTERM');
    expect(await new Promise((resolve) => child.once('exit', (code, signal) => resolve([code, signal])))).toEqual([0, null]);
  });

  it('over HTTP does not start without a token', async () => {
    const child = spawn(process.execPath, [program, 'mcp', '--http', '9'], { env: {}, stdio: ['ignore', 'ignore', 'pipe'] });
    expect((await text(child.stderr)).trim()).toBe('vouch: --http needs a token of at least 16 characters in VOUCH_MCP_TOKEN.');
  });
});

describe('the tool score', () => {
  const document = { name: 'invoice.pdf', base64 };

  it('answers values as they are, and what stands there in place of a wrong one; the other tools know the answer', async () => {
    const client = await overStreams(folders().folder);
    const { body } = await call(client, 'score', { document, data: { total: 12231.98, due_date: '2026-04-12' } });
    expect(body).toMatchObject({ object: { total: 12231.98, due_date: '2026-04-12' }, metadata: { fallback_triggered: false } });
    const fields = body.object._meta.field_confidence;
    expect(fields).toMatchObject([
      { field: '$.total', score: expect.closeTo(0.995, 2), page: 2 },
      { candidates: [{ value: '2026-04-11' }] },
    ]);
    const { extraction } = body;
    expect((await call(client, 'list_doubts', { extraction })).body.fields).toMatchObject([{ field: '$.due_date' }]);
    expect((await call(client, 'explain_score', { extraction, field: '$.total' })).body.evidence.findings).not.toEqual([]);
  });

  it('takes the answer of a known extractor by a schema, and says what is wrong with other data', async () => {
    const client = await overStreams(folders().folder);
    const { body } = await call(client, 'score', { document, data: vendorAnswers['Amazon Textract'], schema: 'invoice', verify: true });
    expect(body).toMatchObject({ object: plainData, verification: { status: 'PASSED' } });
    expect((await call(client, 'score', { document, data: { totl: 1 }, schema })).text).toBe(
      'Invalid data: $.totl is not in the schema; $.total is',
    );
    expect((await call(client, 'score', { document })).text).toMatch(/must have required property 'data'/);
  });
});

describe('a call that its client cancels', () => {
  it('ends the extraction, and the session goes on', async () => {
    const { promise: began, resolve: begin } = Promise.withResolvers<AbortSignal>();
    const engine = fakeEngine(async ({ signal }) => {
      if (!signal) throw new Error('an extraction has a signal');
      begin(signal);
      if (engine.requests.length === 1) await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return outcome();
    });
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    const terminal = { env: {}, cwd: '/', stdin: process.stdin, stdout: process.stdout, stderr: process.stderr, exit: () => undefined };
    const desk = { engine, settings: tinyParts(), root: undefined, terminal, extractions: new Extractions() };
    await openSession(await loadSdk(), desk, () => undefined).connect(theirs as Transport);
    const client = await connected(ours);
    const input = { name: 'extract', arguments: { document: { name: 'a.pdf', base64: pdf.toString('base64') }, schema } };
    const end = new AbortController();
    const cancelled = client.callTool(input, undefined, { signal: end.signal });
    const signal = await began;
    end.abort('enough');
    await expect(cancelled).rejects.toThrow('enough');
    await expect.poll(() => signal.aborted).toBe(true);
    expect((await client.callTool(input)).structuredContent).toMatchObject({ object: { total: 120 } });
  });
});
