import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver of webhooks on the loopback, in place of a caller's server. It answers with the statuses in turn, the last one from then on. */
export interface FakeReceiver {
  readonly url: string;
  readonly received: readonly Received[];
  answers(...statuses: readonly number[]): void;
}

export async function fakeReceiver(more?: RequestListener): Promise<FakeReceiver> {
  const received: Received[] = [];
  let statuses: readonly number[] = [204];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    received.push({ headers: request.headers, body: Buffer.concat(parts).toString('utf8') });
    const [status = 204, ...rest] = statuses;
    if (rest.length > 0) statuses = rest;
    response.statusCode = status;
    if (more) more(request, response);
    else response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?token=s3cret`,
    received,
    answers(...next) {
      statuses = next;
    },
  };
}
