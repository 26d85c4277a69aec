import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildInvoice } from '../fixtures/invoice/invoice.js';
import { about } from './reading.js';
import { key, openService, unusedAddress } from './service.js';

const service = await openService();
const { file, schema } = await about(buildInvoice(), 'total');

describe('6. Events', () => {
  it('there is no event or notification mechanism: nobody is called back', async () => {
    let hits = 0;
    const listener = createServer((_, response) => {
      hits += 1;
      response.end();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void listener.close());
    await new Promise((resolve) => listener.once('listening', resolve));
    const address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/`;
    const form = new FormData();
    form.set('output_schema', JSON.stringify(schema));
    for (const name of ['webhook_url', 'callback_url', 'notify']) form.set(name, address);
    form.set('file', new Blob([Buffer.from(file)]), 'invoice.pdf');
    const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': unusedAddress() };
    const { status } = await service.send('/v1/extract', { method: 'POST', body: form, headers });
    expect([status, hits]).toEqual([200, 0]);
  });

  it.each(['/v1/events', '/v1/subscriptions', '/events'])('there is nothing to subscribe to at %s', async (path) => {
    expect((await service.send(path, { headers: { accept: 'text/event-stream' } })).status).toBe(404);
  });
});
