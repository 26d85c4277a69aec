import { gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { extractionApi, openStore } from '../../../server/index.js';
import { brokenStore } from '../support/broken-store.js';
import { call, openDoor } from '../support/door.js';
import { fakeEngine } from '../support/fake-engine.js';
import { callFile } from '../support/not-held.js';

/** Where the page says its files are, as a browser would ask for them. */
async function filesOf(app: FastifyInstance, address: string): Promise<readonly string[]> {
  const { body } = await callFile(app, address);
  return [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => new URL(file ?? '', `http://host${address}`).pathname);
}

describe('GET /playground', () => {
  it('is a page whose policy allows its own scripts, styles and workers and nothing inline', async () => {
    const { status, headers } = await call(await openDoor(), { url: '/playground' });
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'text/html; charset=utf-8', 'no-store']);
    const policy = String(headers['content-security-policy']);
    expect(policy.split('; ').slice(0, 3)).toEqual(["default-src 'none'", "script-src 'self'", "style-src 'self'"]);
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  });

  it('finds all its files below itself, to be kept for good, also under the prefix of a host', async () => {
    const app = Fastify();
    onTestFinished(() => app.close());
    await app.register(extractionApi, { engine: fakeEngine(), playground: true, prefix: '/documents' });
    const files = await filesOf(app, '/documents/playground');
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) {
      const { statusCode, headers } = await callFile(app, file);
      expect([file, statusCode, headers['cache-control']]).toEqual([file, 200, 'public, max-age=31536000, immutable']);
      expect(headers['content-type']).not.toBe('application/octet-stream');
    }
  });

  it('compresses scripts and styles for clients that accept it, and sends Vary', async () => {
    const app = await openDoor();
    const [script = ''] = (await filesOf(app, '/playground')).filter((file) => file.endsWith('.js'));
    const [plain, packed, refused] = [
      await callFile(app, script),
      await callFile(app, script, { 'accept-encoding': 'br, gzip' }),
      await callFile(app, script, { 'accept-encoding': 'gzip;q=0, br' }),
    ];
    expect([plain, packed, refused].map(({ headers }) => [headers['content-encoding'], headers['vary']])).toEqual([
      [undefined, 'Accept-Encoding'],
      ['gzip', 'Accept-Encoding'],
      [undefined, 'Accept-Encoding'],
    ]);
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    expect(gunzipSync(packed.rawPayload)).toEqual(plain.rawPayload);
    expect((await callFile(app, `${script}.gz`)).statusCode).toBe(404);
  });

  it('leads a slash too many back to the page, wherever that is', async () => {
    const { statusCode, headers } = await callFile(await openDoor(), '/playground/');
    expect([statusCode, headers['location']]).toEqual([308, '../playground']);
  });

  it.each(['/playground/nothing.js', '/playground/../package.json', '/playground/..%2F..%2F..%2Fpackage.json', '/playground/assets'])(
    'has nothing at %s',
    async (address) => {
      const { statusCode, body } = await callFile(await openDoor(), address);
      expect([statusCode, Object.keys(JSON.parse(body))]).toEqual([404, ['detail']]);
    },
  );
});

describe('GET /playground/state', () => {
  it('says the version, the prices and what is left of today', async () => {
    const store = openStore('memory:');
    await store.quotas.reserve({ id: 'one', client: '127.0.0.1', credits: 3, leaseMs: 1_000 }, 10);
    const { body } = await call(await openDoor({ store }), { url: '/playground/state' });
    expect(body).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      file_bytes: 10_485_760,
      reads: {
        formats: ['PDF', 'DOCX'],
        extensions: ['.pdf', '.docx'],
        media_types: ['application/pdf', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
      },
      price: { page: 1, fallback_page: 2 },
      credits: { left: 7, a_day: 10, resets_in_ms: expect.any(Number) },
    });
  });

  it('is 503 while nobody can know', async () => {
    expect((await call(await openDoor({ store: brokenStore() }), { url: '/playground/state' })).status).toBe(503);
  });
});
