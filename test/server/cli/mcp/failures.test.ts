import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../../support/free-port.js';
import { pdf } from '../../support/form.js';
import { call, folders, overHttp, overStreams, program, token } from './connected.js';

const schema = { type: 'object', required: ['total'], properties: { total: { type: 'number' } } };
const broken = { name: 'a.pdf', base64: pdf.toString('base64') };

/** A fake of a provider that takes requests and never answers. */
async function silentProvider() {
  let [asked, left] = [0, 0];
  const server = createServer((_, response) => {
    asked += 1;
    response.once('close', () => {
      left += 1;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, waiting: () => asked - left, asked: () => asked };
}

/** Folders whose configuration asks a provider of this port. */
function configured(port: number) {
  const { folder, root } = folders();
  const tier = { use: 'llama-cpp', model: 'any', base_url: `http://127.0.0.1:${port}/v1` };
  writeFileSync(join(folder, 'vouch.config.json'), JSON.stringify({ tiers: [tier], witnesses: [] }));
  return { folder, root };
}

const doors: Readonly<Record<string, (folder: string, ...flags: readonly string[]) => Promise<Client>>> = {
  'on the standard streams': overStreams,
  'over HTTP': async (...terms) => (await overHttp(...terms)).client,
};

describe.each(Object.entries(doors))('vouch mcp %s', (_, open) => {
  it('says what is wrong with a call of each tool, and serves the next', async () => {
    const { folder, root } = folders();
    writeFileSync(join(folder, 'secret'), 'words of somebody else');
    writeFileSync(join(root, 'large.pdf'), Buffer.alloc(10 * 1_048_576 + 1, '%PDF-'));
    writeFileSync(join(root, 'empty.pdf'), '');
    const client = await open(folder, '--root', root);
    const document = { path: 'invoice.pdf' };
    const object = { total: 1, _meta: { confidence_score: 1, field_confidence: [], issues: [] } };
    const large = { name: 'large.pdf', base64: 'A'.repeat(14_000_000) };
    const path = (name: string) => ({ document: { path: name } });
    const calls: readonly [tool: string, input: Record<string, unknown>, said: unknown][] = [
      ['extract', path('nothing.pdf'), 'There is no such file below the root'],
      ['extract', path('../secret.pdf'), 'There is no such file below the root'],
      ['extract', path('link.pdf'), 'There is no such file below the root'],
      ['extract', path('in\u0000valid'), 'There is no such file below the root'],
      ['extract', path('.'), 'This is not a file'],
      ['extract', path('empty.pdf'), 'file is empty'],
      ['extract', path('large.pdf'), 'The file is larger than 10 MB'],
      ['extract', { document: large }, 'The file is larger than 10 MB'],
      ['extract', { document, threshold: 2 }, expect.stringMatching(/^The arguments are wrong: threshold must be <= 1/)],
      [
        'extract',
        { document, schema: 'secret' },
        'schema is a JSON Schema, or the name of one: invoice, receipt, bill, credit_note, quotation, purchase_order, delivery_note, reminder, bank_statement',
      ],
      ['extract', { document, schema: { type: 'object' } }, expect.stringMatching(/^Invalid JSON schema: /)],
      ['extract', { document: { ...document, base64: 'AA==' } }, expect.stringMatching(/^The arguments are wrong: document /)],
      ['verify', { document: { path: '../secret.pdf' }, object }, 'There is no such file below the root'],
      ['verify', { document }, "The arguments are wrong: they must have required property 'object'"],
      ['verify', { document, object: { total: 1 } }, expect.stringMatching(/_meta/)],
      ['verify', { document: broken, object }, expect.stringMatching(/could not be read|cannot be read|not a valid/i)],
      [
        'explain_score',
        { extraction: 'none', field: '$.total' },
        'There is no such extraction in this session: extract the document (the last fifty are kept)',
      ],
      ['explain_score', {}, "The arguments are wrong: they must have required property 'extraction'"],
      [
        'list_doubts',
        { extraction: 'none' },
        'There is no such extraction in this session: extract the document (the last fifty are kept)',
      ],
      ['list_doubts', { extraction: 'none', threshold: '1' }, expect.stringMatching(/^The arguments are wrong: threshold must be number/)],
    ];
    for (const [tool, input, said] of calls)
      expect(await call(client, tool, input), JSON.stringify(input).slice(0, 80)).toMatchObject({ isError: true, text: said });
    await expect(client.callTool({ name: 'toString', arguments: {} })).rejects.toThrow('There is no such tool; there are extract, score');
    expect((await call(client, 'extract', { document, schema })).body.object.total).toBe(12231.98);
  });

  it('answers a document that cannot be read as an error with its code, and the other tools say so', async () => {
    const client = await open(folders().folder);
    const failed = await call(client, 'extract', { document: broken, schema });
    expect([failed.isError, failed.body.object, failed.body.error.code]).toEqual([true, null, 'EXTRACTION_FAILED']);
    const { extraction } = failed.body;
    for (const [tool, more] of [
      ['explain_score', { field: '$.total' }],
      ['list_doubts', {}],
    ] as const)
      expect((await call(client, tool, { extraction, ...more })).text).toBe('This extraction failed: EXTRACTION_FAILED');
  });

  it('answers a provider that is down with its code', async () => {
    const { folder, root } = configured(await freePort());
    const client = await open(folder, '--root', root);
    const failed = await call(client, 'extract', { document: { path: 'invoice.pdf' }, schema });
    expect([failed.isError, failed.body.error.code]).toEqual([true, 'LLM_ERROR']);
  });

  it('stops the extraction, up to the provider, when the call is cancelled', async () => {
    const provider = await silentProvider();
    const { folder, root } = configured(provider.port);
    const client = await open(folder, '--root', root);
    const end = new AbortController();
    const input = { name: 'extract', arguments: { document: { path: 'invoice.pdf' }, schema } };
    const cancelled = client.callTool(input, undefined, { signal: end.signal });
    await expect.poll(provider.waiting, { timeout: 30_000 }).toBe(1);
    end.abort('enough');
    await expect(cancelled).rejects.toThrow('enough');
    await expect.poll(provider.waiting, { timeout: 5_000 }).toBe(0);
    expect(provider.asked()).toBe(1);
    expect((await client.listTools()).tools).toHaveLength(5);
  });
});

describe('a client that leaves in the middle of a call', () => {
  it('on the standard streams ends the extraction and the process', async () => {
    const provider = await silentProvider();
    const { folder, root } = configured(provider.port);
    const child = spawn(process.execPath, [program, 'mcp', '--root', root], { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const clientInfo = { name: 'test', version: '1.0.0' };
    send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } });
    send({ method: 'notifications/initialized' });
    send({ id: 2, method: 'tools/call', params: { name: 'extract', arguments: { document: { path: 'invoice.pdf' }, schema } } });
    await expect.poll(provider.waiting, { timeout: 30_000 }).toBe(1);
    child.stdin.end();
    const [stderr, code] = await Promise.all([text(child.stderr), new Promise((resolve) => child.once('exit', resolve))]);
    expect([code, stderr, provider.waiting()]).toEqual([0, '', 0]);
  });

  it('over HTTP ends it with its session', async () => {
    const provider = await silentProvider();
    const { folder, root } = configured(provider.port);
    const { client, transport } = await overHttp(folder, '--root', root);
    const call = client.callTool({ name: 'extract', arguments: { document: { path: 'invoice.pdf' }, schema } }).catch(() => 'ended');
    await expect.poll(provider.waiting, { timeout: 30_000 }).toBe(1);
    await transport.terminateSession();
    await expect.poll(provider.waiting, { timeout: 5_000 }).toBe(0);
    await client.close();
    expect(await call).toBe('ended');
  });
});

describe('vouch mcp over HTTP', () => {
  it('refuses a message that is too large, and one that is no JSON', async () => {
    const { url, headers } = await overHttp(folders().folder);
    const status = async (body: string) => {
      const accept = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
      return (await fetch(url, { method: 'POST', headers: { ...headers, ...accept }, body })).status;
    };
    expect([await status(`"${'A'.repeat(22_000_000)}"`), await status('{'), await status('{}')]).toEqual([413, 400, 400]);
  });
});

describe('vouch mcp', () => {
  it.each([[], ['--http', '9']])('does not start without the key that its configuration needs, and names it (%s)', async (...flags) => {
    const { folder } = folders();
    writeFileSync(join(folder, 'vouch.config.json'), JSON.stringify({ tiers: ['openai:gpt-5'] }));
    const child = spawn(process.execPath, [program, 'mcp', ...flags], {
      cwd: folder,
      env: { VOUCH_MCP_TOKEN: token },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [stderr, code] = await Promise.all([text(child.stderr), new Promise((resolve) => child.once('exit', resolve))]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('OPENAI_API_KEY')]);
  });
});
