import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface CohereRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** Fakes the provider of the guide's example: records the requests, and gives these answers one after the other. */
export async function standIn(...answers: readonly { readonly status?: number; readonly body: unknown }[]) {
  const asked: CohereRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    asked.push({ path: request.url ?? '', headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) });
    const { status = 200, body } = answers[asked.length - 1] ?? { status: 500, body: {} };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** A finished answer with these cells, as the API wraps it. */
export const finished = (...cells: readonly object[]) => said(JSON.stringify({ cells }), 'COMPLETE');

/** An answer with this text. */
export const said = (text: string, finish_reason: string) => ({
  finish_reason,
  message: { role: 'assistant', content: [{ type: 'text', text }] },
  usage: { tokens: { input_tokens: 900, output_tokens: 60 } },
});
