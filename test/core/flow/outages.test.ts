import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  definePlugin,
  type Engine,
  ExtractionError,
  type FailureDetails,
  type PluginEvent,
  parseSchema,
  type ReadTask,
} from '../../../core/index.js';
import { cell, documentOf, engineOf, type ModelScript, type RunSetting, scriptedModel } from '../builders.js';

const total = cell('$.total', '120.00', { quote: 'Total 120.00' });
const down = (details: FailureDetails = {}): ExtractionError =>
  new ExtractionError('LLM_ERROR', 'a: the provider failed (503)', { retryable: true, retryAfterMs: 1, ...details });

function opened(setting: RunSetting): Engine {
  const engine = engineOf({ document: documentOf('Total 120.00'), ...setting });
  onTestFinished(() => engine.close());
  return engine;
}

const schema = parseSchema('{"type":"object","properties":{"total":{"type":"number"}}}');
const ask = (engine: Engine, signal?: AbortSignal) =>
  engine.extract({ file: { name: 'typed.txt', bytes: new Uint8Array() }, schema, ...(signal && { signal }) });

async function askOften(engine: Engine, times: number): Promise<void> {
  for (let request = 0; request < times; request += 1) await ask(engine);
}

describe('a model that keeps failing', () => {
  it('is left alone after five calls: the next request fails at once, and costs nothing', async () => {
    const model = scriptedModel('a', down());
    const engine = opened({ tiers: [model] });
    await askOften(engine, 2);
    expect(model.tasks.length).toBe(5);
    const outcome = await ask(engine);
    expect(outcome).toMatchObject({
      object: null,
      metadata: { credits: 0 },
      error: {
        code: 'LLM_ERROR',
        message: 'a keeps failing and is not asked for the next 5 s. Its last failure: a: the provider failed (503)',
      },
    });
    expect(model.tasks.length).toBe(5);
  });

  it('is asked again by one request after the pause', async () => {
    const model = scriptedModel('a', down(), down(), down(), [total]);
    const engine = opened({ tiers: [model], outages: { failures: 3, pauseMs: 1_000 } });
    expect((await ask(engine)).error?.message).toBe('a: the provider failed (503)');
    expect((await ask(engine)).error?.message).toContain('is not asked');
    await sleep(1_010);
    expect([await ask(engine), await ask(engine)]).toMatchObject([{ object: { total: 120 } }, { object: { total: 120 } }]);
  });

  it('leaves the reading to tier 2, and does not stop it', async () => {
    const engine = opened({ tiers: [scriptedModel('a', down()), scriptedModel('b', [total])] });
    await askOften(engine, 2);
    expect(await ask(engine)).toMatchObject({ object: { total: 120 }, metadata: { credits: 2, fallbackTriggered: true } });
  });

  it('as a witness is no longer asked either', async () => {
    const witness = scriptedModel('w', down());
    const engine = opened({ tiers: [scriptedModel('a', [total])], witnesses: [witness] });
    await askOften(engine, 7);
    expect(witness.tasks.length).toBe(5);
  });

  it('of another engine is another model', async () => {
    await askOften(opened({ tiers: [scriptedModel('a', down())] }), 2);
    expect(await ask(opened({ tiers: [scriptedModel('a', [total])] }))).toMatchObject({ object: { total: 120 } });
  });

  it('is told to the log and to whoever counts', async () => {
    const events: PluginEvent[] = [];
    const lines: unknown[] = [];
    const model = scriptedModel('a', down(), down(), down(), [total]);
    const engine = opened({
      tiers: [model],
      outages: { failures: 3, pauseMs: 1_000 },
      log: (...line) => lines.push(line),
      report: (event) => events.push(event),
    });
    await askOften(engine, 2);
    await sleep(1_010);
    await ask(engine);
    const kinds = ['paused', 'refused', 'resumed'].map((event) => ({ kind: `model ${event}`, model: 'a' }));
    expect(events).toEqual(kinds);
    expect(lines).toEqual([
      ['model paused', { model: 'a' }],
      ['model resumed', { model: 'a' }],
    ]);
  });
});

describe('what is no sign of an outage', () => {
  it.each<[string, ModelScript]>([
    ['a request that is refused', down({ retryable: false })],
    ['a reply that cannot be used', new ExtractionError('PARSING_ERROR', 'a: not cells', { worked: true })],
    ['a bug of a plugin', new RangeError('canary')],
  ])('%s is answered as before, however often it comes', async (_name, script) => {
    const model = scriptedModel('a', script);
    const engine = opened({ tiers: [model] });
    await askOften(engine, 8);
    expect(model.tasks.length).toBe(8);
  });

  it('a caller who hangs up', async () => {
    let caller = new AbortController();
    const model = scriptedModel('a', (task) => {
      caller.abort();
      return Promise.reject(task.signal.reason);
    });
    const engine = opened({ tiers: [model] });
    for (let request = 0; request < 8; request += 1) {
      caller = new AbortController();
      await ask(engine, caller.signal);
    }
    expect(model.tasks.length).toBe(8);
  });
});

describe('a provider that says nothing until the deadline', () => {
  const silent = (remote: boolean) => {
    let calls = 0;
    const read = async (_task: ReadTask): Promise<never> => {
      calls += 1;
      return sleep(60_000, undefined as never, { ref: false });
    };
    const create = () => ({ read, ...(remote && { reach: async () => undefined }) });
    return { plugin: definePlugin({ kind: 'model', name: 'a', create }), calls: () => calls };
  };

  it('is left alone as well; a reader of this machine is not, for a long document is no outage', async () => {
    const [remote, local] = [silent(true), silent(false)];
    await askOften(opened({ tiers: [remote], deadlineMs: 30, outages: { failures: 3 } }), 5);
    await askOften(opened({ tiers: [local], deadlineMs: 30, outages: { failures: 3 } }), 5);
    expect([remote.calls(), local.calls()]).toEqual([3, 5]);
  });
});

describe('a provider that asks for more time than a request has', () => {
  it('is not asked again by other requests meanwhile', async () => {
    const model = scriptedModel('a', down({ retryAfterMs: 86_400_000 }));
    const engine = opened({ tiers: [model], outages: { longestPauseMs: 1_000 } });
    await askOften(engine, 3);
    expect(model.tasks.length).toBe(1);
    await sleep(1_010);
    await ask(engine);
    expect(model.tasks.length).toBe(2);
  });
});

describe('tries', () => {
  it('are two more, one more where that is enough', async () => {
    const [often, once] = [scriptedModel('a', down()), scriptedModel('a', down({ retryable: 'once' }))];
    await ask(opened({ tiers: [often] }));
    await ask(opened({ tiers: [once] }));
    expect([often.tasks.length, once.tasks.length]).toEqual([3, 2]);
  });

  const silent = () => new Promise<never>(() => undefined);
  const message =
    'The request took longer than its deadline of 1500 ms; "deadline_ms" or VOUCH_DEADLINE_MS sets it; before that, a: no answer within 500 ms (timeout_ms)';
  const slow = down({ retryable: 'once' });
  slow.message = 'a: no answer within 500 ms (timeout_ms)';

  it('for which time runs out say what had failed before, since the deadline alone did not use it up', async () => {
    const engine = opened({ tiers: [scriptedModel('a', slow, silent)], deadlineMs: 1_500 });
    expect(await ask(engine)).toMatchObject({ object: null, error: { code: 'TIMEOUT_ERROR', message } });
  });

  it('of a part of a reading say it, too', async () => {
    let calls = 0;
    const inParts: ModelScript = async ({ attempt = (call) => call() }) =>
      attempt(async () => {
        calls += 1;
        if (calls === 1) throw slow;
        return silent();
      });
    const engine = opened({ tiers: [scriptedModel('a', inParts)], deadlineMs: 1_500 });
    expect((await ask(engine)).error).toEqual({ code: 'TIMEOUT_ERROR', message });
  });

  it('of all requests together are a tenth of them, and a few: an outage is no storm', async () => {
    const model = scriptedModel('a', down());
    const engine = opened({ tiers: [model], outages: { failures: 1_000_000 } });
    await askOften(engine, 200);
    expect(model.tasks.length).toBeGreaterThanOrEqual(228);
    expect(model.tasks.length).toBeLessThanOrEqual(232);
  });
});

it('a failure that only an operator can fix raises an alarm', async () => {
  const events: PluginEvent[] = [];
  const lines: unknown[] = [];
  const refused = new ExtractionError('LLM_ERROR', 'a: the key was refused (401)', { ours: true });
  const engine = opened({
    tiers: [scriptedModel('a', refused)],
    log: (...line) => lines.push(line),
    report: (event) => events.push(event),
  });
  await ask(engine);
  expect(events).toEqual([{ kind: 'model alarm', model: 'a' }]);
  expect(lines).toEqual([['model alarm', { model: 'a', failure: 'a: the key was refused (401)' }]]);
});
