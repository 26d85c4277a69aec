import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { LRUCache } from 'lru-cache';
import { ConfigError, InputError } from '../../../core/index.js';
import { about } from '../../http/about.js';
import { isSameSecret } from '../../http/request.js';
import { messageBytes } from './documents.js';
import { type ToolContext, tools } from './tools.js';

/** The parts of the SDK, which is loaded only when it is needed, and need not be installed. */
export async function loadSdk() {
  try {
    const [{ Server }, { StdioServerTransport }, { StreamableHTTPServerTransport }, types] = await Promise.all([
      import('@modelcontextprotocol/sdk/server/index.js'),
      import('@modelcontextprotocol/sdk/server/stdio.js'),
      import('@modelcontextprotocol/sdk/server/streamableHttp.js'),
      import('@modelcontextprotocol/sdk/types.js'),
    ]);
    return { Server, StdioServerTransport, StreamableHTTPServerTransport, types };
  } catch (cause) {
    throw new ConfigError(
      'vouch mcp needs the package @modelcontextprotocol/sdk, which is not installed: npm install @modelcontextprotocol/sdk@1',
      [],
      {
        cause,
      },
    );
  }
}

type McpSdk = Awaited<ReturnType<typeof loadSdk>>;

/** A server for one client. */
export function openSession({ Server, types }: McpSdk, context: ToolContext, log: (text: string) => void): InstanceType<McpSdk['Server']> {
  const { version, description } = about();
  const server = new Server({ name: 'vouch', version }, { capabilities: { tools: {} }, instructions: description });
  server.setRequestHandler(types.ListToolsRequestSchema, async () => ({
    tools: Object.entries(tools).map(([name, { description: what, inputSchema }]) => ({ name, description: what, inputSchema })),
  }));
  server.setRequestHandler(types.CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = Object.hasOwn(tools, params.name) ? tools[params.name] : undefined;
    if (!tool) throw new types.McpError(types.ErrorCode.InvalidParams, `There is no such tool; there are ${Object.keys(tools).join(', ')}`);
    try {
      const structuredContent = { ...(await tool.run(context, params.arguments ?? {}, signal)) };
      const content = [{ type: 'text' as const, text: JSON.stringify(structuredContent) }];
      return { content, structuredContent, ...('error' in structuredContent && { isError: true }) };
    } catch (error) {
      // Nobody waits for the answer to a call that was cancelled.
      return failure(error, signal.aborted ? () => undefined : log);
    }
  });
  return server;
}

/** What the caller can mend is said to it, so that a model can try again; anything else is ours, and only the log has it. */
function failure(error: unknown, log: (text: string) => void) {
  const mendable = error instanceof InputError || error instanceof ConfigError;
  if (!mendable) log(error instanceof Error ? (error.stack ?? error.message) : String(error));
  const text = mendable ? error.message : 'Internal error: the log of vouch mcp has it';
  return { content: [{ type: 'text' as const, text }], isError: true };
}

interface McpServer {
  readonly sdk: McpSdk;
  readonly port: number;
  /** What clients send as `Authorization: Bearer …`. */
  readonly token: string;
  /** A server for one more client. */
  open(): InstanceType<McpSdk['Server']>;
}

type McpTransport = InstanceType<McpSdk['StreamableHTTPServerTransport']>;

/** Answers `/mcp` on the loopback, for those who have the token; a session is one client. Resolves once it listens. */
export async function answerOverHttp(mcp: McpServer): Promise<Server> {
  const sessions = new LRUCache<string, McpTransport>({ max: 100, dispose: (transport) => void transport.close() });
  const server = createServer((request, response) => {
    answer(mcp, sessions, { request, response }).catch(() => {
      if (!response.headersSent) refuse(response, 500, 'Internal error');
    });
  });
  server.on('close', () => sessions.clear());
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(mcp.port, '127.0.0.1', resolve));
  return server;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

async function answer(mcp: McpServer, sessions: LRUCache<string, McpTransport>, { request, response }: Exchange): Promise<void> {
  if (!isSameSecret(request.headers.authorization ?? '', `Bearer ${mcp.token}`))
    return refuse(response, 401, 'Send the token of VOUCH_MCP_TOKEN as "Authorization: Bearer ..."');
  // A page that a name of its own led to the loopback sends its origin, and has no business here.
  if (request.headers.origin !== undefined) return refuse(response, 403, 'Pages may not ask');
  if (new URL(request.url ?? '/', 'http://127.0.0.1').pathname !== '/mcp') return refuse(response, 404, 'The path is /mcp');
  const named = request.headers['mcp-session-id'];
  const transport = named === undefined ? await begin(mcp, sessions) : sessions.get(String(named));
  if (!transport) return refuse(response, 404, 'There is no such session: initialize one');
  const body = request.method === 'POST' ? await jsonOf(request) : undefined;
  if (body === tooLarge) return refuse(response, 413, 'The message is too large');
  await transport.handleRequest(request, response, body);
}

async function begin({ sdk, open }: McpServer, sessions: LRUCache<string, McpTransport>): Promise<McpTransport> {
  const transport: McpTransport = new sdk.StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => void sessions.set(id, transport),
    onsessionclosed: (id) => void sessions.delete(id),
  });
  // Its own types do not hold under exactOptionalPropertyTypes.
  await open().connect(transport as Transport);
  return transport;
}

const tooLarge = Symbol('too large');

/** Null for what is no JSON, which the transport refuses. What is too large is read on and dropped, so that its sender gets to the answer. */
async function jsonOf(request: IncomingMessage): Promise<unknown> {
  const most = messageBytes();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= most) chunks.push(chunk);
  }
  if (size > most) return tooLarge;
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return null;
  }
}

function refuse(response: ServerResponse, status: number, detail: string): void {
  response.writeHead(status, { 'content-type': 'application/json', ...(status === 401 && { 'www-authenticate': 'Bearer' }) });
  response.end(JSON.stringify({ detail }));
}
