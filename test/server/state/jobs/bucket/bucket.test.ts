import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ConfigError } from '../../../../../core/index.js';
import { documentsInBucket, openBucket, openStore } from '../../../../../server/index.js';
import { bucketAddressOf } from '../../../../../server/state/bucket.js';
import { StoreError } from '../../../../../server/state/store.js';
import { call, key, openDoor } from '../../../support/door.js';
import { filePart, form, goodForm, schemaPart } from '../../../support/form.js';
import { type S3Server, s3Server, signAs } from './s3-server.js';

const auth = { authorization: `Bearer ${key}` };
const send = (
  app: FastifyInstance,
  { payload, headers }: ReturnType<typeof form>,
  more: Readonly<Record<string, string>> = {},
  path = '/v1/jobs',
) => call(app, { method: 'POST', url: path, payload, headers: { ...auth, ...headers, ...more } });
const job = async (app: FastifyInstance, id: string, wait = 20) =>
  (await call(app, { url: `/v1/jobs/${id}?wait=${wait}`, headers: auth })).body;
const large = form(filePart(Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(2_500_000)])), schemaPart());

/** A store whose documents lie in the bucket of a real server. */
async function opened(server: S3Server) {
  const store = documentsInBucket(openStore('memory:'), await openBucket(server.address));
  onTestFinished(() => store.close());
  return store;
}

describe('documents in a bucket', () => {
  it('lie there sealed, piece by piece, until their job has ended', async () => {
    const server = await s3Server();
    const store = await opened(server);
    const idle = await openDoor({ store, work: 0 });
    const { body } = await send(idle, large);
    const objects = server.objects();
    expect([...objects.keys()].toSorted()).toEqual(
      [0, 1, 2].map((number) => expect.stringMatching(new RegExp(`^of/vouch/file_\\w{26}/${number}$`))),
    );
    expect(Buffer.concat([...objects.values()]).toString('latin1')).not.toContain('%PDF');
    const app = await openDoor({ store, work: 1 });
    expect(await job(app, body.id)).toMatchObject({ status: 'done', runs: 1 });
    await store.sweep();
    expect(server.objects().size).toBe(0);
  });

  it('are forgotten where the form is refused, and with their file', async () => {
    const server = await s3Server();
    const store = await opened(server);
    const app = await openDoor({ store, work: 0 });
    expect((await send(app, goodForm({ name: 'priority', value: '7' }))).status).toBe(400);
    const file = await send(app, form(filePart()), {}, '/v1/files');
    await store.sweep();
    expect(server.objects().size).toBe(1);
    await call(app, { method: 'DELETE', url: `/v1/files/${file.body.id}`, headers: auth });
    await store.sweep();
    expect(server.objects().size).toBe(0);
  });

  it.each([
    ['never comes', undefined],
    ['never ends', Buffer.alloc(1 << 20)],
  ])('of which one %s keeps neither a worker nor memory', async (_, more) => {
    const server = createServer((_request, response) => {
      const pour = (ended?: Error | null): void => {
        if (more && !ended) response.write(more, pour);
      };
      response.writeHead(200).write('begun', pour);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    signAs('S3RVER');
    const bucket = await openBucket(`s3://documents?endpoint=http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    onTestFinished(() => bucket.close());
    await expect(bucket.get('file/0')).rejects.toThrow(StoreError);
  });

  it('that cannot be put there are a 503 with Retry-After, of which nothing is left, not even the claim of an Idempotency-Key', async () => {
    const server = await s3Server();
    const store = await opened(server);
    const app = await openDoor({ store, work: 0, dailyCreditsPerKey: 5 });
    await server.stop();
    const once = { 'idempotency-key': 'once' };
    const refused = await send(app, large, once);
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
    expect((await call(app, { url: '/v1/jobs', headers: auth })).body.jobs).toEqual([]);
    await expect(store.sweep()).rejects.toThrow(StoreError);
    await server.start();
    expect((await send(app, large, once)).status).toBe(202);
    await store.sweep();
    expect(server.objects().size).toBe(3);
  });

  it('that cannot be read now postpone their job, which spends no attempt and costs nothing for it', async () => {
    const server = await s3Server();
    const store = await opened(server);
    const idle = await openDoor({ store, work: 0 });
    const { body } = await send(idle, goodForm());
    await server.stop();
    const app = await openDoor({ store, work: 1 });
    await vi.waitFor(async () => expect(await job(app, body.id, 0)).toMatchObject({ status: 'queued', runs: 1, credits: null }), 20_000);
    await server.start();
    const ended = await vi.waitFor(
      async () => {
        const found = await job(app, body.id);
        expect(found.status).toBe('done');
        return found;
      },
      { timeout: 40_000 },
    );
    expect(ended).toMatchObject({ runs: 2, credits: ended.result.metadata.credits });
  });

  it('that were put down before there was a bucket are read where they lie', async () => {
    const server = await s3Server();
    const store = openStore('memory:');
    onTestFinished(() => store.close());
    const { body } = await send(await openDoor({ store, work: 0 }), goodForm());
    const app = await openDoor({ store: documentsInBucket(store, await openBucket(server.address)), work: 1 });
    expect(await job(app, body.id)).toMatchObject({ status: 'done' });
  });

  it('are refused by a server that knows another secret, and the error says nothing of them', async () => {
    const server = await s3Server();
    signAs('another secret');
    const bucket = await openBucket(server.address);
    const failure = await bucket.put('secret name', Buffer.from('x')).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StoreError);
    expect((failure as StoreError).message).toBe('The bucket of the documents cannot be used: SignatureDoesNotMatch');
  });
});

describe('the address of a bucket', () => {
  it('says bucket, prefix, region and endpoint', () => {
    expect(bucketAddressOf('s3://my-bucket')).toEqual({ bucket: 'my-bucket', prefix: '', region: 'us-east-1', endpoint: undefined });
    expect(bucketAddressOf('s3://my-bucket/a/b/?region=eu-central-1&endpoint=https://minio.example.com:9000')).toEqual({
      bucket: 'my-bucket',
      prefix: 'a/b/',
      region: 'eu-central-1',
      endpoint: 'https://minio.example.com:9000',
    });
  });

  it.each([
    ['https://my-bucket', /must be s3/],
    ['s3://My_Bucket!', /must be s3/],
    ['s3://id:secret@my-bucket', /has credentials/],
    ['s3://my-bucket?regoin=x', /neither "region" nor "endpoint"/],
    ['s3://my-bucket?endpoint=minio', /has an "endpoint" that is no URL/],
  ])('%s is refused', (address, words) => {
    expect(() => bucketAddressOf(address)).toThrow(ConfigError);
    expect(() => bucketAddressOf(address)).toThrow(words);
  });
});
