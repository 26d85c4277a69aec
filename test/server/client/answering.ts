import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { Vouch, type VouchOptions } from '../../../server/client/index.js';
import { key, openDoor } from '../support/door.js';

type Options = Partial<VouchOptions>;

/** A client of a real app that listens. */
export async function ofDoor(app: Parameters<typeof openDoor>[0] = {}, options: Options = {}) {
  const door = await openDoor(app);
  const server = await door.listen({ port: 0, host: '127.0.0.1' });
  return { server, vouch: new Vouch({ server, key, ...options }) };
}

export interface FakeReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A fake of the network's other end: it answers with these one after the other, `'broken'` by hanging up, and then with the last one again. */
export async function ofFakeServer(replies: readonly (FakeReply | 'broken')[], options: Options = {}) {
  const requests: { readonly headers: IncomingMessage['headers']; readonly bytes: number }[] = [];
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    let bytes = 0;
    for await (const chunk of request) bytes += (chunk as Buffer).length;
    const reply = replies[Math.min(requests.length, replies.length - 1)] ?? 'broken';
    requests.push({ headers: request.headers, bytes });
    if (reply === 'broken') return void request.socket.destroy();
    response.writeHead(reply.status, { 'x-request-id': `request-${requests.length}`, ...reply.headers });
    response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
  return { requests, server: address, vouch: new Vouch({ server: address, key, ...options }) };
}

/** An answer with one field. */
export const answered = {
  status: 200,
  body: {
    object: {
      total: 120,
      _meta: { confidence_score: 0.97, field_confidence: [{ field: '$.total', score: 0.97, reason: 'Exact match' }], issues: [] },
    },
    metadata: { processing_time_ms: 12, credits: 1, fallback_triggered: false },
  },
} as const satisfies FakeReply;
