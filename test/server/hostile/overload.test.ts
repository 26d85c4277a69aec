import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Outcome } from '../../../core/index.js';
import { extract, openDoor, play } from '../support/door.js';
import { fakeEngine, outcome } from '../support/fake-engine.js';
import { goodForm } from '../support/form.js';
import { listen } from '../support/socket.js';

/** An engine that works until it is told to end. */
function heldEngine() {
  const held: ((outcome: Outcome) => void)[] = [];
  return { engine: fakeEngine(() => new Promise((resolve) => held.push(resolve))), end: () => held.shift()?.(outcome()), held };
}

const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await setTimeout(5);
};

describe('more requests than the limits allow', () => {
  it('are told to come back when they have waited in vain', async () => {
    const { engine, end } = heldEngine();
    const app = await openDoor({ engine, limits: { requestsInFlight: 1, queueMs: 50 } });
    const first = extract(app, goodForm());
    await until(() => engine.requests.length === 1);
    const second = await extract(app, goodForm());
    expect([second.status, second.body.detail]).toEqual([503, 'The service is busy. Retry shortly.']);
    end();
    expect((await first).status).toBe(200);
  });

  it('wait in the order they came in', async () => {
    const { engine, end, held } = heldEngine();
    const app = await openDoor({ engine, limits: { requestsInFlight: 1, queueMs: 5_000 } });
    const answers = [extract(app, goodForm()), extract(app, goodForm()), extract(app, goodForm())];
    for (let done = 0; done < 3; done += 1) {
      await until(() => held.length === 1);
      end();
    }
    expect((await Promise.all(answers)).map((answer) => answer.status)).toEqual([200, 200, 200]);
  });

  it('are counted by their bytes, too', async () => {
    const { engine, end } = heldEngine();
    const app = await openDoor({ engine, limits: { bytesInFlight: 2 * goodForm().payload.length, queueMs: 20 } });
    const first = extract(app, goodForm());
    await until(() => engine.requests.length === 1);
    expect((await extract(app, goodForm())).status).toBe(503);
    end();
    await first;
    const third = extract(app, goodForm());
    await until(() => engine.requests.length === 2);
    end();
    expect((await third).status).toBe(200);
  });

  it('release what they hold after a refusal, too', async () => {
    const app = await openDoor({ limits: { requestsInFlight: 1, queueMs: 20 } });
    const { headers } = goodForm();
    for (let call = 0; call < 5; call += 1) expect((await extract(app, { payload: Buffer.from('noise'), headers })).status).toBe(400);
    expect((await extract(app, goodForm())).status).toBe(200);
  });

  it('are refused at once when the queue is too long to be served in time', async () => {
    const { engine, end } = heldEngine();
    const lines: string[] = [];
    const app = await openDoor({
      engine,
      limits: { requestsInFlight: 1, requestsWaiting: 1, queueMs: 60_000 },
      log: { write: (line) => lines.push(line) },
      logLevel: 'warn',
    });
    const held = [extract(app, goodForm()), extract(app, goodForm())];
    await until(() => engine.requests.length === 1);
    expect((await extract(app, goodForm())).status).toBe(503);
    end();
    await until(() => engine.requests.length === 2);
    end();
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200]);
    expect(lines).toEqual([]);
  });

  it('are worked on a few at a time, and those that wait for a provider are not counted', async () => {
    const { engine, end, held } = heldEngine();
    const app = await openDoor({ engine, limits: { requestsAtWork: 1, queueMs: 50 } });
    const first = extract(app, goodForm());
    await until(() => held.length === 1);
    expect((await extract(app, goodForm())).status).toBe(503);
    engine.requests[0]?.onProviderCall?.();
    const second = extract(app, goodForm());
    await until(() => held.length === 2);
    end();
    end();
    expect((await Promise.all([first, second])).map(({ status }) => status)).toEqual([200, 200]);
  });

  it('are refused unread when more wait to be worked on than can be served in time', async () => {
    const { engine, end, held } = heldEngine();
    const app = await openDoor({ engine, limits: { requestsAtWork: 1, queueMs: 60_000 } });
    const answers = [extract(app, goodForm())];
    await until(() => held.length === 1);
    answers.push(extract(app, goodForm()), extract(app, goodForm()));
    const { headers } = goodForm();
    await expect.poll(async () => (await extract(app, { payload: Buffer.from('noise'), headers })).status).toBe(503);
    for (let done = 1; done <= 3; done += 1) {
      await until(() => held.length === 1);
      end();
    }
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await extract(app, { payload: Buffer.from('noise'), headers })).status).toBe(400);
  });

  it('in the playground leave keyed callers their share', async () => {
    const { engine, end } = heldEngine();
    const app = await openDoor({ engine, limits: { requestsInFlight: 4, queueMs: 20 } });
    const held = play(app, goodForm());
    await until(() => engine.requests.length === 1);
    expect((await play(app, goodForm())).status).toBe(503);
    const keyed = extract(app, goodForm());
    await until(() => engine.requests.length === 2);
    end();
    end();
    expect([(await held).status, (await keyed).status]).toEqual([200, 200]);
  });

  it('of one playground client are refused beyond four at once', async () => {
    const { engine, end } = heldEngine();
    const app = await openDoor({ engine });
    const held = Array.from({ length: 4 }, () => play(app, goodForm()));
    await until(() => engine.requests.length === 4);
    const fifth = await play(app, goodForm());
    expect([fifth.status, fifth.body.detail]).toEqual([429, 'Too many requests at once: at most 4 from one address. Retry shortly.']);
    for (const _ of held) end();
    expect((await Promise.all(held)).map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    const after = play(app, goodForm());
    await until(() => engine.requests.length === 5);
    end();
    expect((await after).status).toBe(200);
  });
});

it('work that never pauses leaves nobody in the queue of the kernel: all callers that came meanwhile are accepted before the next document is read', async () => {
  let connections = 0;
  const taken: number[] = [];
  const engine = fakeEngine(async () => {
    taken.push(connections);
    for (let caller = 0; caller < 40; caller += 1) callers.push(connect(port, '127.0.0.1'));
    return outcome();
  });
  const callers: Socket[] = [];
  const app = await openDoor({ engine });
  const port = await listen(app);
  onTestFinished(() => {
    for (const caller of callers) caller.destroy();
  });
  app.server.on('connection', () => {
    connections += 1;
  });
  await Promise.all([extract(app, goodForm()), extract(app, goodForm()), extract(app, goodForm())]);
  expect(taken).toEqual([0, 40, 80]);
});
