import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../core/index.js';
import { extract, openDoor, play } from './door.js';
import { fakeEngine, outcome } from './fake-engine.js';
import { goodForm } from './form.js';

/** An engine that works until it is told to end. */
function heldEngine() {
  const held: ((outcome: Outcome) => void)[] = [];
  return { engine: fakeEngine(() => new Promise((resolve) => held.push(resolve))), end: () => held.shift()?.(outcome()), held };
}

const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
};

describe('more requests than there is room for', () => {
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

  it('give their room back after a refusal, too', async () => {
    const app = await openDoor({ limits: { requestsInFlight: 1, queueMs: 20 } });
    const { headers } = goodForm();
    for (let call = 0; call < 5; call += 1) expect((await extract(app, { payload: Buffer.from('noise'), headers })).status).toBe(400);
    expect((await extract(app, goodForm())).status).toBe(200);
  });

  it('in the playground leave the keyed callers their room', async () => {
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
