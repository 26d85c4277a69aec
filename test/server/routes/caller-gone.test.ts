import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import type { ExtractionRequest } from '../../../core/index.js';
import { openMetrics, openStore } from '../../../server/index.js';
import { key, openDoor, origin } from '../support/door.js';
import { fakeEngine, outcome } from '../support/fake-engine.js';
import { goodForm } from '../support/form.js';
import { dial, listen } from '../support/socket.js';

/** An engine that tells when it has begun, and ends when the caller is gone. */
function listeningEngine() {
  let begun = (_request: ExtractionRequest): void => undefined;
  const began = new Promise<ExtractionRequest>((resolve) => {
    begun = resolve;
  });
  const engine = fakeEngine(
    async (request) => {
      begun(request);
      await new Promise((resolve) => request.signal?.addEventListener('abort', resolve));
      return outcome({ metadata: { processingTimeMs: 1, credits: 1, fallbackTriggered: false } });
    },
    { maxCredits: 3 },
  );
  return { engine, began };
}

async function upload(port: number, path: string, header: string) {
  const { payload, headers } = goodForm();
  const socket = await dial(port);
  const lines = [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    header,
    `Content-Type: ${headers['content-type']}`,
    `Content-Length: ${payload.length}`,
    '',
    '',
  ];
  socket.write(Buffer.concat([Buffer.from(lines.join('\r\n')), payload]));
  return socket;
}

const aborted = (request: ExtractionRequest): Promise<unknown> =>
  new Promise((resolve) => (request.signal?.aborted ? resolve(true) : request.signal?.addEventListener('abort', resolve)));

describe('a caller who hangs up', () => {
  it('ends the work', async () => {
    const { engine, began } = listeningEngine();
    const socket = await upload(await listen(await openDoor({ engine })), '/v1/extract', `Authorization: Bearer ${key}`);
    const request = await began;
    expect(request.signal?.aborted).toBe(false);
    socket.destroy();
    await aborted(request);
  });

  it('leaves a line that says what was asked of providers for nobody', async () => {
    const lines: string[] = [];
    const { promise: began, resolve: begin } = Promise.withResolvers<void>();
    const engine = fakeEngine(async ({ signal, observer }) => {
      observer?.begin({ kind: 'stage', stage: 'read', round: 1 }).begin({ kind: 'call', provider: 'acme', model: 'large' });
      begin();
      await new Promise((resolve) => signal?.addEventListener('abort', resolve));
      throw signal?.reason;
    });
    const log = { write: (line: string) => lines.push(line) };
    const socket = await upload(await listen(await openDoor({ engine, log })), '/v1/extract', `Authorization: Bearer ${key}`);
    await began;
    socket.destroy();
    await expect
      .poll(() => lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'extraction ended without an answer'))
      .toMatchObject({
        caller: expect.stringMatching(/^listed-[0-9a-f]{12}$/),
        models: ['acme:large'],
        calls: 1,
        unmeasured_calls: 1,
        tokens: null,
      });
  });

  it('who stays is not taken for one, though the body has been read', async () => {
    const { engine, began } = listeningEngine();
    const socket = await upload(await listen(await openDoor({ engine })), '/v1/extract', `Authorization: Bearer ${key}`);
    const request = await began;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(request.signal?.aborted).toBe(false);
    socket.destroy();
  });

  it('is a 499 in the log and in the metrics, and nowhere else', async () => {
    const { engine, began } = listeningEngine();
    const lines: string[] = [];
    const metrics = openMetrics({ registry: new Registry() });
    const app = await openDoor({ engine, metrics, log: { write: (line) => lines.push(line) } });
    const socket = await upload(await listen(app), '/v1/extract', `Authorization: Bearer ${key}`);
    await began;
    socket.destroy();
    await expect.poll(() => lines.filter((line) => line.includes('"status":499')).length).toBe(1);
    const shown = await metrics.registry.metrics();
    expect(shown).toContain('extract_requests_total{route="/v1/extract",outcome="499"} 1');
    expect(shown).toContain('client_abort_total 1');
  });

  it('pays in the playground for what had run', async () => {
    const { engine, began } = listeningEngine();
    const store = openStore('memory:');
    const socket = await upload(await listen(await openDoor({ engine, store })), '/v1/playground', `Origin: ${origin}`);
    const request = await began;
    expect((await store.quotas.allowance('127.0.0.1', 10)).left).toBe(7);
    socket.destroy();
    await aborted(request);
    await expect.poll(async () => (await store.quotas.allowance('127.0.0.1', 10)).left).toBe(9);
  });
});
