import { describe, expect, it } from 'vitest';
import { brokenStore } from '../support/broken-store.js';
import { call, openDoor } from '../support/door.js';
import { fakeEngine } from '../support/fake-engine.js';

describe('GET /livez', () => {
  it('asks nothing but whether the process runs', async () => {
    const app = await openDoor({ store: brokenStore(), draining: () => true });
    expect(await call(app, { url: '/livez' })).toMatchObject({ status: 200, body: { status: 'alive' } });
  });
});

describe('GET /readyz', () => {
  it('is ready when the store answers and parsers start', async () => {
    expect(await call(await openDoor(), { url: '/readyz' })).toMatchObject({ status: 200, body: { status: 'ready' } });
  });

  it('is 503 while the store cannot be used, and says so', async () => {
    const { status, body } = await call(await openDoor({ store: brokenStore() }), { url: '/readyz' });
    expect([status, body.detail]).toEqual([503, expect.stringContaining('cannot reach its state or write it')]);
  });

  it('is 503 while a parser does not start, and names it', async () => {
    const engine = { ...fakeEngine(), unready: () => ['pdf'] };
    const app = await openDoor({ engine });
    expect((await call(app, { url: '/readyz' })).body.detail).toContain('pdf does not start');
    expect((await call(app, { url: '/health' })).status).toBe(503);
  });

  it('is 503 as soon as the process drains, while requests are still served', async () => {
    let draining = false;
    const app = await openDoor({ draining: () => draining });
    expect((await call(app, { url: '/readyz' })).status).toBe(200);
    draining = true;
    const answers = [await call(app, { url: '/readyz' }), await call(app, { url: '/' })];
    expect(answers.map(({ status, headers }) => [status, headers['connection']])).toEqual([
      [503, 'close'],
      [200, 'close'],
    ]);
  });
});
