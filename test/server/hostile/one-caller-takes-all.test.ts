import { describe, expect, it, onTestFinished } from 'vitest';
import { extract, key, openDoor } from '../support/door.js';
import { fakeEngine, outcome } from '../support/fake-engine.js';
import { goodForm } from '../support/form.js';
import { dial, listen } from '../support/socket.js';

const other = 'pk_0123456789abcdefOTHER';

/** A door for two keys behind a proxy, so that each request has the address that the test gives it. 12 requests are 9 of callers with a key. */
const openFor = (options: Parameters<typeof openDoor>[0] = {}) =>
  openDoor({ keys: [key, other], trustedProxies: ['127.0.0.1/32'], limits: { requestsInFlight: 12, queueMs: 50 }, ...options });

/** The engines below answer this one at once. */
const quick = goodForm({ name: 'confidence_threshold', value: '0.1' });

const from = (caller: string, address: string) => ({ authorization: `Bearer ${caller}`, 'x-forwarded-for': address });

describe('one caller that asks for everything', () => {
  it('by uploads that never end: other keys are served meanwhile', async () => {
    const app = await openFor();
    const port = await listen(app);
    for (let upload = 0; upload < 20; upload += 1) {
      const socket = await dial(port);
      onTestFinished(() => void socket.destroy());
      const lines = ['POST /v1/extract HTTP/1.1', 'Host: x', `Authorization: Bearer ${key}`, `X-Forwarded-For: 203.0.113.${upload}`];
      socket.write(`${lines.join('\r\n')}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 5000\r\n\r\n--b\r\n`);
    }
    await expect.poll(async () => (await extract(app, goodForm(), from(key, '203.0.113.99'))).status).toBe(429);
    for (let call = 0; call < 10; call += 1) expect((await extract(app, goodForm(), from(other, '198.51.100.1'))).status).toBe(200);
  });

  it('by many keys from one address: another address is served meanwhile', async () => {
    const keys = Array.from({ length: 20 }, (_, index) => `pk_0123456789abcdef${String(index).padStart(4, '0')}`);
    const held = Promise.withResolvers<void>();
    const engine = fakeEngine(({ threshold }) => (threshold === 0.1 ? Promise.resolve(outcome()) : held.promise.then(() => outcome())));
    const app = await openFor({ keys: [...keys, other], engine });
    const slow = keys.map((each) => extract(app, goodForm(), from(each, '203.0.113.1')));
    await expect.poll(() => engine.requests.length).toBe(6);
    expect((await extract(app, quick, from(other, '198.51.100.1'))).status).toBe(200);
    held.resolve();
    await Promise.all(slow);
  });

  it('by work that takes long: other keys have slots, and the caller is told that its share is used up', async () => {
    const held = Promise.withResolvers<void>();
    let slow = 0;
    const engine = fakeEngine(({ threshold }) => {
      if (threshold === 0.1) return Promise.resolve(outcome());
      slow += 1;
      return held.promise.then(() => outcome());
    });
    const app = await openFor({ engine, limits: { requestsAtWork: 12, queueMs: 50 } });
    const answers = Array.from({ length: 20 }, (_, call) => extract(app, goodForm(), from(key, `203.0.113.${call}`)));
    await expect.poll(() => slow).toBe(6);
    expect((await extract(app, quick, from(other, '198.51.100.1'))).status).toBe(200);
    const refused = await Promise.race(answers);
    held.resolve();
    await Promise.all(answers);
    expect([refused.status, refused.body.detail, Number(refused.headers['retry-after']) > 0]).toEqual([
      429,
      'Too many requests at once from this key or address: the rest is for others. Retry shortly.',
      true,
    ]);
  });
});
