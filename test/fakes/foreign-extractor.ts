import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

interface AskedExtraction {
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** A reply of the extractor: a status, or JSON, or another text. */
export type ExtractorReply = number | object | string;

/** An extractor of somebody else on the loopback, which answers JSON and knows nothing of cells. It gives its replies in turn, the last one from then on. */
export interface FakeForeignExtractor {
  readonly url: string;
  readonly asked: readonly AskedExtraction[];
}

export async function fakeForeignExtractor(...replies: readonly ExtractorReply[]): Promise<FakeForeignExtractor> {
  const asked: AskedExtraction[] = [];
  const server = createServer(async (request, response) => {
    const reply = replies[Math.min(asked.length, replies.length - 1)] ?? 500;
    asked.push({ headers: request.headers, body: await json(request) });
    response.statusCode = typeof reply === 'number' ? reply : 200;
    response.end(typeof reply === 'string' ? reply : JSON.stringify(typeof reply === 'number' ? {} : reply));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}
