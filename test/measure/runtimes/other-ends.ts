import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { buildApp } from '../../../server/index.js';
import { fakeEngine, outcome } from '../../server/support/fake-engine.js';
import type { OtherEnds } from './checks.js';

const key = 'pk_0123456789abcdefTRY1';
const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const body = '{"type":"job.done","timestamp":"2026-11-25T00:00:00Z","data":{"id":"job_1","status":"done"}}';

/** A Vouch server around a fake of its engine, and something with failures before it. */
export async function openOtherEnds(): Promise<{ readonly ends: OtherEnds; close(): Promise<void> }> {
  const engine = fakeEngine(async ({ file, signal }) => {
    if (Buffer.from(file.bytes).includes('slow')) await sleep(60_000, undefined, { signal });
    return outcome();
  });
  const app = await buildApp({ engine, keys: [key], rateLimit: 0 });
  const server = await app.listen({ port: 0, host: '127.0.0.1' });
  const front = createServer((request, response) => failFirst(server, request, response));
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const { port } = front.address() as AddressInfo;
  const close = async (): Promise<void> => {
    front.closeAllConnections();
    front.close();
    app.server.closeAllConnections();
    await app.close();
  };
  return { ends: { server, key, failing: `http://127.0.0.1:${port}`, webhook: signed() }, close };
}

function signed(): OtherEnds['webhook'] {
  const at = new Date();
  const headers = {
    'webhook-id': 'job_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign('job_1', at, body),
  };
  return { secret, headers, body };
}

/** The idempotency key that each call began with. */
const begun = new Map<string, string | undefined>();

/** `/FAILURE/CALL/…`: the first request of a call fails, the next is passed on, if it has the same idempotency key. */
function failFirst(server: string, request: IncomingMessage, response: ServerResponse): void {
  const [, failure, call = '', ...rest] = (request.url ?? '').split('/');
  const [target, idempotencyKey] = [`${server}/${rest.join('/')}`, String(request.headers['idempotency-key'])];
  if (failure !== 'redirect' && begun.get(call) === idempotencyKey) {
    passOn(target, request, response);
    return;
  }
  const status = begun.has(call) ? 500 : 307;
  begun.set(call, idempotencyKey);
  request.resume();
  if (failure === 'redirect') response.writeHead(status, { location: target }).end();
  else if (failure === 'busy') response.writeHead(503, { 'retry-after': '0' }).end('{"detail":"busy"}');
  else request.once('data', () => request.socket.destroy());
}

function passOn(target: string, request: IncomingMessage, response: ServerResponse): void {
  const passed = ask(target, { method: request.method, headers: request.headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  request.pipe(passed);
}
