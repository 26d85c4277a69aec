import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openStore } from '../../../server/index.js';
import { fakeReceiver } from '../../fakes/receiver.js';
import { auth, get } from '../routes/jobs/batch-form.js';
import { call, openDoor } from '../support/door.js';
import { goodForm } from '../support/form.js';
import { cliWorkspace } from './cli-workspace.js';

const { command, folder } = cliWorkspace();

/** A server that works and tells a receiver on the loopback, and the command line on its store. */
async function opened(name: string) {
  const file = join(folder, name);
  const store = openStore(`sqlite:${file}`);
  onTestFinished(() => store.close());
  const app = await openDoor({ store, webhookNetworks: ['127.0.0.0/8'] });
  const receiver = await fakeReceiver();
  const { id } = (await call(app, { method: 'POST', url: '/v1/webhooks', payload: { url: receiver.url }, headers: auth() })).body;
  const webhooks = (...args: readonly string[]) => command(['webhooks', ...args, '--store', `sqlite:${file}`]);
  const received = (count: number) => vi.waitFor(() => expect(receiver.received).toHaveLength(count), 20_000);
  const post = async (): Promise<string> => {
    const { payload, headers } = goodForm({ name: 'webhook', value: id });
    return (await call(app, { method: 'POST', url: '/v1/jobs', payload, headers: { ...auth(), ...headers } })).body.id;
  };
  return { app, receiver, id, webhooks, received, post };
}

describe('vouch webhooks', () => {
  it('shows who runs the service how the webhooks of all callers are, and not where', async () => {
    const { receiver, id, webhooks, received, post } = await opened('list.db');
    const job = await post();
    await received(1);
    await vi.waitFor(async () => expect((await webhooks('list')).out).toContain('0 waiting'), 20_000);
    expect(await webhooks('list')).toEqual({
      code: 0,
      err: '',
      out: expect.stringMatching(new RegExp(`^${id}  on  key:[\\w-]+  0 waiting  0 given up\\n$`)),
    });
    const shown = await webhooks('show', id);
    expect(shown.out).toMatch(/failing since +it is not failing\n(?:.*\n)*waiting +0\n/);
    expect(shown.out).toMatch(new RegExp(`^msg_\\w{26}  job\\.done  ${job}  delivered  20\\S+  1 attempt\\n`, 'm'));
    const json = JSON.parse((await webhooks('show', id, '--json')).out);
    expect(json).toMatchObject({ id, disabledAt: null, messages: [{ about: job, attempts: [{ status: 204 }] }] });
    for (const text of [shown.out, JSON.stringify(json)])
      for (const secret of [new URL(receiver.url).host, 's3cret', 'whsec_', 'sealed']) expect(text).not.toContain(secret);
    expect(await webhooks('list', '--disabled')).toEqual({ code: 0, out: '', err: 'There are no such webhooks.\n' });
    expect(await webhooks('show', 'wh_none')).toMatchObject({ code: 2, err: expect.stringContaining('no webhook with this id') });
  });

  it('sends a test, switches off and on, and replays what was missed', async () => {
    const { app, receiver, id, webhooks, received, post } = await opened('replay.db');
    expect(await webhooks('test', id)).toMatchObject({ code: 0, err: expect.stringMatching(/^The test msg_\w{26} is queued/) });
    await received(1);
    const job = await post();
    await received(2);
    const message = job.replace('job', 'msg');
    await vi.waitFor(async () => expect((await webhooks('show', id)).out).not.toContain('pending'), 20_000);
    expect((await webhooks('replay', id, '--message', message)).err).toBe('1 message is queued again.\n');
    await received(3);
    expect(receiver.received[2]?.headers['webhook-id']).toBe(message);
    // What is under way when a webhook is switched off is given up.
    await vi.waitFor(async () => expect((await webhooks('list')).out).toContain('0 waiting'), 20_000);

    expect((await webhooks('disable', id)).err).toBe(`The webhook ${id} is off.\n`);
    expect((await get(app, `/v1/webhooks/${id}`)).body).toMatchObject({
      enabled: false,
      disabled_why: 'Who runs the service has switched it off',
    });
    expect((await webhooks('list', '--disabled')).out).toContain('Who runs the service has switched it off');
    for (const args of [
      ['test', id],
      ['replay', id, '--since', '1d'],
    ])
      expect(await webhooks(...args)).toMatchObject({ code: 2, err: expect.stringContaining(`vouch webhooks enable ${id}`) });
    expect((await webhooks('enable', id)).err).toBe(`The webhook ${id} is on.\n`);
    expect((await webhooks('replay', id, '--since', '1d')).err).toBe('0 messages are queued again.\n');
  });

  it('says what is given up when one is switched on, and sends it again', async () => {
    const { receiver, id, webhooks, received, post } = await opened('missed.db');
    receiver.answers(410, 204);
    await post();
    await received(1);
    await vi.waitFor(
      async () => expect((await webhooks('list')).out).toMatch(/ off .* 1 given up {2}The receiver answered 410 Gone\n$/),
      20_000,
    );
    expect((await webhooks('enable', id)).err).toBe(
      `The webhook ${id} is on; 1 of its messages were given up, which vouch webhooks replay sends again.\n`,
    );
    expect((await webhooks('replay', id, '--since', '1h')).err).toBe('1 message is queued again.\n');
    await received(2);
  });

  it('says what to say where it is told too little, too much, or nonsense', async () => {
    const { id, webhooks } = await opened('wrong.db');
    for (const args of [[], ['--message', 'msg_x', '--since', '1d']])
      expect(await webhooks('replay', id, ...args)).toMatchObject({ code: 2, err: expect.stringContaining('Say either --message') });
    for (const since of ['tomorrow', '2099-01-01', '12', '2026-13-01'])
      expect(await webhooks('replay', id, '--since', since)).toMatchObject({
        code: 2,
        err: expect.stringContaining('It must be a time that is over'),
      });
    expect(await webhooks('replay', id, '--message', 'msg_none')).toMatchObject({
      code: 2,
      err: expect.stringContaining('no such message'),
    });
  });
});
