import { ConfigError, InputError } from '../../../core/index.js';
import { about } from '../../http/about.js';
import { type Desk, tools } from './tools.js';

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

export type McpSdk = Awaited<ReturnType<typeof loadSdk>>;

/** A server for one client. */
export function openSession({ Server, types }: McpSdk, desk: Desk, log: (text: string) => void): InstanceType<McpSdk['Server']> {
  const { version, description } = about();
  const server = new Server({ name: 'vouch', version }, { capabilities: { tools: {} }, instructions: description });
  server.setRequestHandler(types.ListToolsRequestSchema, async () => ({
    tools: Object.entries(tools).map(([name, { description: what, inputSchema }]) => ({ name, description: what, inputSchema })),
  }));
  server.setRequestHandler(types.CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = Object.hasOwn(tools, params.name) ? tools[params.name] : undefined;
    if (!tool) throw new types.McpError(types.ErrorCode.InvalidParams, `There is no such tool; there are ${Object.keys(tools).join(', ')}`);
    try {
      const structuredContent = { ...(await tool.run(desk, params.arguments ?? {}, signal)) };
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
