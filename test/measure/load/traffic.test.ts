import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { mostTogether, statuses, traffic } from './traffic.js';

async function serverThat(answers: RequestListener): Promise<string> {
  const server = createServer(answers).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('a client that had to wait sends its next requests late, and the delay counts as latency', async () => {
  let first = true;
  const url = await serverThat((request, response) => {
    request.resume();
    setTimeout(() => response.end(), first ? 400 : 0);
    first = false;
  });
  const timedAnswers = await traffic({ url, rate: 20, seconds: 0.2, clients: 1 });
  expect(timedAnswers).toHaveLength(4);
  expect(Math.min(...timedAnswers.map(({ ms }) => ms))).toBeGreaterThan(200);
  const open = await traffic({ url, rate: 20, seconds: 0.2 });
  expect(open).toHaveLength(4);
});

it('a connection without an answer is counted by its reason, a refusal by whether it has a Retry-After', async () => {
  let count = 0;
  const url = await serverThat((request, response) => {
    count += 1;
    if (count === 1) request.socket.destroy();
    else response.writeHead(503, count === 2 ? { 'Retry-After': '2' } : {}).end();
  });
  const timedAnswers = await traffic({ url, rate: 20, seconds: 0.15, clients: 1 });
  expect(statuses(timedAnswers)).toBe('503 × 2, ECONNRESET × 1');
  expect(timedAnswers.map(({ status, retryAfter }) => [status, retryAfter])).toEqual([
    [0, false],
    [503, true],
    [503, false],
  ]);
});

it('the highest concurrency is counted where requests overlap', () => {
  const shot = (from: number, to: number) => ({ status: 200, retryAfter: false, dueMs: from, endedMs: to, ms: to - from });
  expect(mostTogether([shot(0, 10), shot(5, 15), shot(10, 20), shot(12, 13)])).toBe(3);
});
