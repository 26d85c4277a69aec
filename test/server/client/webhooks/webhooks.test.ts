import { describe, expect, it } from 'vitest';
import { InvalidRequestError, MissingError, verifyWebhook } from '../../../../server/client/index.js';
import { fakeReceiver } from '../../../fakes/receiver.js';
import { pdf } from '../../support/form.js';
import { ofDoor, ofFakeServer } from '../answering.js';

const schema = { type: 'object', properties: { total: { type: 'number' } } } as const;
const ours = { url: 'https://example.com/hook' };

describe('webhooks of the client', () => {
  it('are registered, listed, changed, switched off and forgotten', async () => {
    const { vouch } = await ofDoor({ work: 0 });
    const { secret, ...made } = await vouch.webhooks.create({ ...ours, events: ['job.done', 'batch.done'], description: 'ours' });
    expect(made).toMatchObject({ ...ours, events: ['job.done', 'batch.done'], description: 'ours', enabled: true });
    expect([await vouch.webhooks.list(), await vouch.webhooks.get(made.id)]).toEqual([[made], made]);
    expect(await vouch.webhooks.update(made.id, { enabled: false })).toMatchObject({ ...ours, enabled: false, description: 'ours' });
    const rotated = await vouch.webhooks.rotate(made.id);
    expect([rotated.id, rotated.secret === secret]).toEqual([made.id, false]);
    expect(await vouch.webhooks.remove(made.id)).toMatchObject({ id: made.id });
    await expect(vouch.webhooks.get(made.id)).rejects.toThrow(MissingError);
  });

  it('tell of a job and a batch, are tried, and send again what was sent', async () => {
    const { vouch } = await ofDoor({ webhookNetworks: ['127.0.0.0/8'] });
    const receiver = await fakeReceiver();
    const { id, secret } = await vouch.webhooks.create({ url: receiver.url });
    const tried = await vouch.webhooks.test(id);
    await vouch.jobs.create(pdf, schema, { webhook: id });
    await vouch.batches.create([{ customId: 'a', file: pdf }], schema, { webhook: id });
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(3);
    const [first] = receiver.received;
    expect(await verifyWebhook(first?.body ?? '', first?.headers ?? {}, secret)).toMatchObject({ id: expect.stringMatching(/^msg_/) });
    const delivered = async () => (await vouch.webhooks.messages(id, { status: 'delivered' })).messages.length;
    await expect.poll(delivered, { timeout: 20_000 }).toBe(3);
    const types: string[] = [];
    for await (const { type } of vouch.webhooks.allMessages(id, { limit: 1 })) types.push(type);
    expect(types.toSorted()).toEqual(['batch.done', 'job.done', 'webhook.test']);
    expect([await vouch.webhooks.replay(id, { message: tried }), await vouch.webhooks.replay(id, { since: new Date(0) })]).toEqual([1, 0]);
  });

  it('refuse what means nothing, and send nothing twice that may have been done', async () => {
    const { vouch } = await ofDoor({ work: 0 });
    await expect(vouch.webhooks.create({ url: 'http://example.com' })).rejects.toThrow(InvalidRequestError);
    await expect(vouch.webhooks.replay('wh_1', { since: 'yesterday' })).rejects.toThrow(/since must be a time/);
    const { vouch: broken, requests } = await ofFakeServer(['broken']);
    await expect(broken.webhooks.create(ours)).rejects.toThrow(/cannot be reached/);
    expect(requests).toHaveLength(1);
  });
});
