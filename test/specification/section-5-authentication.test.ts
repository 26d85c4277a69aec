import { describe, expect, it } from 'vitest';
import { createKey } from '../../server/index.js';
import { buildInvoice } from '../fixtures/invoice/invoice.js';
import { about } from './reading.js';
import { key, openService, unusedAddress } from './service.js';

const service = await openService();
const asked = await about(buildInvoice(), 'total');
const { keys } = service.server.store;
const refusal = { detail: 'The API key is invalid or missing. Send it as "Authorization: Bearer pk_...".' };

const withKey = async (given: string) => {
  const { status, body } = await service.extract({ ...asked, headers: { authorization: `Bearer ${given}` } });
  return { status, body };
};

describe('5. Authentication', () => {
  it('Scheme: a bearer token in the Authorization header', async () => {
    expect((await withKey(key)).status).toBe(200);
    for (const authorization of [`Basic ${key}`, `Token ${key}`, key]) {
      expect((await service.extract({ ...asked, headers: { authorization } })).status).toBe(401);
    }
  });

  it('Scheme: a key in the address or in the form does not count', async () => {
    const form = new FormData();
    form.set('api_key', key);
    const request = { method: 'POST', body: form, headers: { 'x-forwarded-for': unusedAddress() } };
    expect((await service.send(`/v1/extract?api_key=${key}&authorization=Bearer%20${key}`, request)).status).toBe(401);
  });

  it('Key format: begins with the prefix pk_ followed by a unique identifier', async () => {
    const made = await Promise.all(['one', 'two'].map((label) => createKey(keys, { label })));
    for (const { key: fresh } of made) {
      expect(fresh).toMatch(/^pk_[A-Za-z0-9]{49}$/);
      expect((await withKey(fresh)).status).toBe(200);
    }
    expect(made[0]?.key).not.toBe(made[1]?.key);
  });

  it('Required for /v1/extract', async () => {
    const { status, body } = await service.extract({ ...asked, headers: { authorization: '' } });
    expect([status, body]).toEqual([401, refusal]);
  });

  it('Not required for /v1/playground, /health and /', async () => {
    expect((await service.play(asked)).status).toBe(200);
    expect((await service.send('/health')).status).toBe(200);
    expect((await service.send('/')).status).toBe(200);
  });
});

describe('Failure gives HTTP 401 with body field detail', () => {
  it('missing Authorization header', async () => {
    const request = { method: 'POST', body: new FormData(), headers: { 'x-forwarded-for': unusedAddress() } };
    const { status, body, headers } = await service.send('/v1/extract', request);
    expect([status, body, headers['www-authenticate']]).toEqual([401, refusal, 'Bearer']);
  });

  it.each(['sk_specification0123456789', 'pk_', 'pk_short', 'specification', `${key} ${key}`])('invalid key format: %j', async (given) => {
    expect(await withKey(given)).toEqual({ status: 401, body: refusal });
  });

  it('a key that was never created', async () => {
    const { key: fresh } = await createKey(keys, { label: 'to be altered' });
    const altered = `pk_${fresh.slice(3).split('').reverse().join('')}`;
    expect(await withKey(altered)).toEqual({ status: 401, body: refusal });
  });

  it('revoked key', async () => {
    const { key: fresh, record } = await createKey(keys, { label: 'to be revoked' });
    expect((await withKey(fresh)).status).toBe(200);
    await keys.revoke(record.id);
    expect(await withKey(fresh)).toEqual({ status: 401, body: refusal });
  });

  it('expired key', async () => {
    const { key: fresh } = await createKey(keys, { label: 'expired', expiresAt: new Date(Date.now() - 1_000) });
    expect(await withKey(fresh)).toEqual({ status: 401, body: { detail: expect.stringMatching(/^This API key has expired\./) } });
  });
});

describe('The playground checks the request origin', () => {
  it('a disallowed origin gives HTTP 403 with a detail body', async () => {
    const { status, body } = await service.play({ ...asked, headers: { origin: 'https://elsewhere.example' } });
    expect([status, Object.keys(body)]).toEqual([403, ['detail']]);
  });
});

describe('Keys must be kept server-side and not sent from browser code', () => {
  it('so no page of another origin may call /v1/extract: its browser asks first and is not let in', async () => {
    const headers = {
      origin: 'https://shop.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    };
    const question = await service.send('/v1/extract', { method: 'OPTIONS', headers });
    const answer = await service.extract({ ...asked, headers: { origin: 'https://shop.example' } });
    expect([question.status, answer.status]).toEqual([405, 200]);
    for (const { headers: sent } of [question, answer])
      expect(Object.keys(sent).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('and no answer repeats one', async () => {
    const answers = [
      await service.extract(asked),
      await service.extract({ ...asked, schema: '{' }),
      await service.extract({ schema: null }),
    ];
    for (const { body, headers } of answers) expect(JSON.stringify([body, headers])).not.toContain(key);
  });
});
