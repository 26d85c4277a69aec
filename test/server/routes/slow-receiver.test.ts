import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { fakeReceiver } from '../../fakes/receiver.js';
import { call } from '../support/door.js';
import { modes } from '../support/modes.js';

const [slow, quick] = ['pk_0123456789abcdefSLOW', 'pk_0123456789abcdefQUICK'];
const ask = async (app: FastifyInstance, path: string, key: string, payload = {}) =>
  (await call(app, { method: 'POST', url: `/v1/webhooks${path}`, payload, headers: { authorization: `Bearer ${key}` } })).body;

describe.each(modes)('webhooks of $door upon $state', ({ open, place }) => {
  it('of one caller whose receiver is slow hold up nobody else’s, and still are told as many at a time', async () => {
    const store = await (await place()).open();
    const app = await open({ keys: [slow, quick], store, webhookNetworks: ['127.0.0.0/8'] });
    await app.ready();
    const held: { end(): void }[] = [];
    const slowReceiver = await fakeReceiver((_, response) => void held.push(response));
    for (let endpoint = 0; endpoint < 4; endpoint += 1) {
      const { id } = await ask(app, '', slow, { url: slowReceiver.url });
      for (let message = 0; message < 25; message += 1) await ask(app, `/${id}/test`, slow);
    }
    await expect.poll(() => held.length).toBe(8);
    const receiver = await fakeReceiver();
    const { id } = await ask(app, '', quick, { url: receiver.url });
    const began = performance.now();
    await ask(app, `/${id}/test`, quick);
    await expect.poll(() => receiver.received.length).toBe(1);
    expect(performance.now() - began).toBeLessThan(5_000);
    for (const response of held.splice(0)) response.end();
    await expect.poll(() => held.length).toBe(8);
    for (const response of held) response.end();
  });
});
