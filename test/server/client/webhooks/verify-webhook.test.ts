import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifyWebhook } from '../../../../server/client/index.js';
import { signatureHeaders } from '../../../../server/jobs/webhooks/post.js';

const secretBytes = Buffer.from('0123456789abcdef01234567');
const secret = `whsec_${secretBytes.toString('base64')}`;
const other = `whsec_${Buffer.from('another secret of 24 byt').toString('base64')}`;
const body = '{"type":"job.done","data":{"id":"job_1","name":"Ä"}}';

/** As Standard Webhooks says it, made without the client. */
function signed({
  ageSeconds = 0,
  text = body,
  id = 'msg_1',
}: {
  readonly ageSeconds?: number;
  readonly text?: string;
  readonly id?: string;
} = {}) {
  const timestamp = String(Math.floor(Date.now() / 1_000) - ageSeconds);
  const signature = createHmac('sha256', secretBytes).update(`${id}.${timestamp}.${text}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

describe('a webhook', () => {
  it('is believed where it is signed, as text and as bytes, with headers of any kind', async () => {
    const payload = JSON.parse(body);
    expect(await verifyWebhook(body, signed(), secret)).toMatchObject({ id: 'msg_1', payload, sentAt: expect.any(Date) });
    expect(await verifyWebhook(Buffer.from(body), new Headers(signed()), [secret])).toMatchObject({ payload });
    const shouted = Object.fromEntries(Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), value]));
    expect(await verifyWebhook(body, shouted, secret)).toMatchObject({ payload });
  });

  it('is believed as the server signs it, with the new secret and the one before', async () => {
    const timestamp = Math.floor(Date.now() / 1_000);
    const headers = signatureHeaders({ id: 'job_1', timestamp, body }, [other, secret]);
    for (const one of [secret, other])
      expect(await verifyWebhook(body, headers, one)).toMatchObject({ id: 'job_1', payload: JSON.parse(body) });
  });

  it('is the one of the standard’s own example', async () => {
    const headers = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    };
    const example = verifyWebhook('{"test": 2432232314}', headers, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', { tolerance: 1e9 });
    expect(await example).toMatchObject({ payload: { test: 2_432_232_314 } });
  });

  it('is believed with any of several secrets and several signatures, while one is replaced', async () => {
    expect(await verifyWebhook(body, signed(), [other, secret])).toMatchObject({ id: 'msg_1' });
    const several = { ...signed(), 'webhook-signature': `v1a,AAAA v1,AAAA ${signed()['webhook-signature']}` };
    expect(await verifyWebhook(body, several, secret)).toMatchObject({ id: 'msg_1' });
  });

  it.each<[string, string, Record<string, string>, string]>([
    ['with another body', body.replace('job_1', 'job_2'), signed(), 'ForgedWebhookError'],
    ['with the body parsed and written anew', JSON.stringify(JSON.parse(body), null, 1), signed(), 'ForgedWebhookError'],
    ['with another id', body, { ...signed(), 'webhook-id': 'msg_2' }, 'ForgedWebhookError'],
    [
      'with a newer time',
      body,
      { ...signed({ ageSeconds: 900 }), 'webhook-timestamp': signed()['webhook-timestamp'] },
      'ForgedWebhookError',
    ],
    ['from long ago', body, signed({ ageSeconds: 301 }), 'StaleWebhookError'],
    ['from the future', body, signed({ ageSeconds: -310 }), 'StaleWebhookError'],
    ['that is forged and old', body, { ...signed({ ageSeconds: 900 }), 'webhook-id': 'msg_2' }, 'ForgedWebhookError'],
    ['without a time', body, { ...signed(), 'webhook-timestamp': '' }, 'MalformedWebhookError'],
    ['with a time in words', body, { ...signed(), 'webhook-timestamp': 'now' }, 'MalformedWebhookError'],
    ['with a signature of another version only', body, { ...signed(), 'webhook-signature': 'v1a,AAAA' }, 'MalformedWebhookError'],
    ['with a signature that is no base64', body, { ...signed(), 'webhook-signature': 'v1,*' }, 'MalformedWebhookError'],
    ['that is signed and no JSON', 'hello', signed({ text: 'hello' }), 'MalformedWebhookError'],
  ])('%s is not believed', async (_, text, headers, name) => {
    await expect(verifyWebhook(text, headers, secret)).rejects.toMatchObject({ name });
  });

  it('is not believed with the wrong secret, nor asked without one', async () => {
    await expect(verifyWebhook(body, signed(), other)).rejects.toMatchObject({ name: 'ForgedWebhookError' });
    await expect(verifyWebhook(body, signed(), [])).rejects.toMatchObject({ name: 'UsageError' });
    for (const wrong of ['abc', 'whsec_', 'whsec_*'])
      await expect(verifyWebhook(body, signed(), wrong)).rejects.toThrow('A secret of webhooks is "whsec_" and base64');
  });

  it('may be as old as its receiver allows', async () => {
    expect(await verifyWebhook(body, signed({ ageSeconds: 500 }), secret, { tolerance: 600 })).toMatchObject({ id: 'msg_1' });
  });
});
