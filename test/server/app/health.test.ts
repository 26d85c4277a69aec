import { describe, expect, it } from 'vitest';
import { openStore, type Store } from '../../../server/index.js';
import { brokenStore } from '../support/broken-store.js';
import { call, openDoor } from '../support/door.js';

describe('GET /health', () => {
  it('says healthy and the time, without a key', async () => {
    const asked = Date.now();
    const { status, body } = await call(await openDoor(), { url: '/health' });
    expect([status, body.status]).toEqual([200, 'healthy']);
    expect(Date.parse(body.timestamp)).toBeGreaterThanOrEqual(asked);
    expect(Date.parse(body.timestamp)).toBeLessThanOrEqual(Date.now());
  });

  it('is 503 while the store cannot be used', async () => {
    const { status, body } = await call(await openDoor({ store: brokenStore() }), { url: '/health' });
    expect([status, body.status]).toEqual([503, 'unhealthy']);
  });

  it('does not wait for a store that does not answer', async () => {
    const store: Store = { ...openStore('memory:'), ping: () => new Promise(() => undefined) };
    expect((await call(await openDoor({ store }), { url: '/health' })).status).toBe(503);
  });

  it('asks the store at most once a second', async () => {
    const pings: number[] = [];
    const app = await openDoor({ store: { ...openStore('memory:'), ping: async () => void pings.push(1) } });
    await Promise.all(Array.from({ length: 50 }, () => call(app, { url: '/health' })));
    expect(pings.length).toBe(1);
  });

  it('answers HEAD', async () => {
    expect((await call(await openDoor(), { method: 'HEAD', url: '/health' })).status).toBe(200);
  });
});

describe('GET /', () => {
  it('says name, version, description and where the documentation is', async () => {
    const { status, body } = await call(await openDoor({ documentation: 'https://docs.example.com/' }), { url: '/' });
    expect([status, body.name, body.documentation]).toEqual([200, 'vouch', 'https://docs.example.com/']);
  });

  it('is its own documentation where the host names none', async () => {
    const app = await openDoor();
    const { body } = await call(app, { url: '/', headers: { host: 'api.example.com:8443' } });
    expect(body.documentation).toBe('http://api.example.com:8443/docs');
    expect((await call(app, { url: '/docs' })).status).toBe(200);
  });

  it('does not repeat a Host header that is none', async () => {
    const { body } = await call(await openDoor(), { url: '/', headers: { host: 'a b/"<c>' } });
    expect(body.documentation).toBe('http://localhost/docs');
  });

  it('is not where a forwarded host says, which a trusted proxy may have from anybody', async () => {
    const app = await openDoor({ trustedProxies: ['127.0.0.1/32'] });
    const headers = { host: 'api.example.com', 'x-forwarded-host': 'evil.example' };
    expect((await call(app, { url: '/', headers })).body.documentation).toBe('http://api.example.com/docs');
    expect((await call(app, { url: '/docs', headers })).body).not.toContain('evil.example');
  });
});
