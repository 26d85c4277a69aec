import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { onTestFinished } from 'vitest';
import { samplePath } from '../../../fixtures/sample.js';
import { root as repository } from '../../../shipped/readme/markdown.js';
import { freePort } from '../../../support/free-port.js';

export const program = join(repository, 'dist/server/cli/main.js');
export const token = 'a-token-of-the-test';

/** A root with an invoice, beside which there is a file that is nobody's business. */
export function folders() {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-mcp-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const root = join(folder, 'root');
  mkdirSync(root);
  cpSync(samplePath, join(root, 'invoice.pdf'));
  cpSync(samplePath, join(folder, 'secret.pdf'));
  symlinkSync('../secret.pdf', join(root, 'link.pdf'));
  writeFileSync(join(root, 'notes.txt'), 'hello');
  return { folder, root };
}

export async function connected(transport: unknown): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport as Transport);
  onTestFinished(() => client.close());
  return client;
}

export async function call(client: Client, name: string, input: Record<string, unknown>) {
  const { structuredContent, content, isError } = await client.callTool({ name, arguments: input });
  const [{ text: said = '' } = {}] = content as { readonly text?: string }[];
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of four shapes
  return { body: structuredContent as any, text: said, isError: isError === true };
}

/** A server in this folder for a client on its standard streams, which ends with it. */
export const overStreams = (folder: string, ...flags: readonly string[]): Promise<Client> =>
  connected(new StdioClientTransport({ command: process.execPath, args: [program, 'mcp', ...flags], cwd: folder, stderr: 'pipe' }));

/** A server in this folder that answers over HTTP, and a client of it. */
export async function overHttp(folder: string, ...flags: readonly string[]) {
  const port = await freePort();
  const child = spawn(process.execPath, [program, 'mcp', '--http', String(port), ...flags], {
    cwd: folder,
    env: { VOUCH_MCP_TOKEN: token },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  for await (const line of createInterface(child.stderr)) if (line.includes('mcp answers')) break;
  const url = new URL(`http://127.0.0.1:${port}/mcp`);
  const headers = { authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers } });
  return { client: await connected(transport), transport, child, url, headers };
}
