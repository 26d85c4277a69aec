import { describe, expect, it, onTestFinished } from 'vitest';
import {
  definePlugin,
  type EngineSettings,
  ExtractionError,
  type ExtractionModel,
  type ExtractionRequest,
  observed,
  type Part,
  parseSchema,
  type Usage,
  unobserved,
} from '../../../core/index.js';
import { cell, documentOf, engineOf, scriptedModel } from '../builders.js';
import { recorder } from '../recorder.js';

const total = cell('$.total', '120.00', { quote: 'Total 120.00' });
const prices = { currency: 'USD', models: { 'acme:large': { input: 1, output: 10, cachedInput: 0.1 } } };

/** A model that asks its provider as often as there are answers: what each used, nothing where that is not said, or a failure. */
function asking(label: string, ...answers: readonly (Usage | undefined | Error)[]): Part<'model'> {
  const [provider = '', model = ''] = label.split(':');
  const create = (): ExtractionModel => ({
    most: () => 1_000,
    async read({ observer = unobserved }) {
      for (const answer of answers) {
        const step = { kind: 'call', provider, model } as const;
        await observed(
          { observer, step },
          () => (answer instanceof Error ? Promise.reject(answer) : answer),
          (usage) => (usage ? { usage } : {}),
        );
      }
      return { cells: [total] };
    },
  });
  return { plugin: definePlugin({ kind: 'model', name: provider, create }), label };
}

async function ask(settings: Partial<EngineSettings>, request: Partial<ExtractionRequest> = {}) {
  const engine = engineOf({ document: documentOf('Total 120.00'), ...settings });
  onTestFinished(() => engine.close());
  const schema = parseSchema('{"type":"object","properties":{"total":{"type":"number"}},"required":["total"]}');
  return engine.extract({ file: { name: 'typed.txt', bytes: new Uint8Array() }, schema, ...request });
}

const first: Usage = { inputTokens: 1_000, outputTokens: 100, cachedInputTokens: 400, cacheWriteTokens: 0 };
const second: Usage = { inputTokens: 500, outputTokens: 50, cachedInputTokens: 0, cacheWriteTokens: 0 };

describe('what a request used', () => {
  it('is summed by model and tier, and priced where the model has a price', async () => {
    const { usage } = await ask({ prices, tiers: [asking('acme:large', first, second)], witnesses: [asking('other:small', second)] });
    expect(usage).toMatchObject({
      calls: 3,
      unmeasuredCalls: 0,
      inputTokens: 2_000,
      outputTokens: 200,
      cachedInputTokens: 400,
      cacheWriteTokens: 0,
      cost: null,
      currency: 'USD',
    });
    expect(usage.models.map(({ model, role, calls, cost }) => [model, role, calls, cost?.toString()])).toEqual(
      expect.arrayContaining([
        ['acme:large', '1', 2, '0.00264'],
        ['other:small', 'witness', 1, undefined],
      ]),
    );
  });

  it('has a cost where all of it is priced', async () => {
    const { usage } = await ask({ prices, tiers: [asking('acme:large', first)] });
    expect(usage.cost?.toString()).toBe('0.00164');
  });

  it('is nothing, and for nothing, where no provider is asked', async () => {
    const { usage } = await ask({ prices, tiers: [scriptedModel('local', [total])] });
    expect(usage).toMatchObject({ calls: 0, inputTokens: 0, outputTokens: 0, models: [] });
    expect(usage.cost?.toString()).toBe('0');
  });

  it('has no cost and no currency without prices', async () => {
    const { usage } = await ask({ tiers: [asking('acme:large', first)] });
    expect(usage).toMatchObject({ inputTokens: 1_000, cost: null });
    expect(usage).not.toHaveProperty('currency');
  });

  it('is unknown where a provider does not count, and is never taken for nothing', async () => {
    const { usage } = await ask({ prices, tiers: [asking('acme:large', undefined)] });
    expect(usage).toMatchObject({ calls: 1, unmeasuredCalls: 1, inputTokens: null, outputTokens: null, cost: null });
  });

  it('leaves unmeasured calls out of its sums, and says how many there are', async () => {
    const { usage } = await ask({ prices, tiers: [asking('acme:large', first, undefined)] });
    expect(usage).toMatchObject({ calls: 2, unmeasuredCalls: 1, inputTokens: 1_000, outputTokens: 100, cost: null });
  });

  it('counts calls that failed: those that a provider turned away as nothing, those that broke off as unmeasured', async () => {
    const turnedAway = new ExtractionError('LLM_ERROR', '401');
    const brokenOff = new ExtractionError('LLM_ERROR', 'cut', { retryable: 'once', retryAfterMs: 1 });
    const one = await ask({ prices, tiers: [asking('acme:large', turnedAway)] });
    expect(one).toMatchObject({ object: null, usage: { calls: 1, unmeasuredCalls: 0, inputTokens: 0, outputTokens: 0 } });
    expect(one.usage.cost?.toString()).toBe('0');
    const other = await ask({ prices, tiers: [asking('acme:large', brokenOff)] });
    expect(other.usage).toMatchObject({ calls: 2, unmeasuredCalls: 2, inputTokens: null, cost: null });
  });

  it('counts a call that the deadline has cut as unmeasured', async () => {
    const create = (): ExtractionModel => ({
      most: () => 1_000,
      read: ({ observer = unobserved }) =>
        observed({ observer, step: { kind: 'call', provider: 'acme', model: 'large' } }, () => new Promise(() => undefined)),
    });
    const { usage } = await ask({ prices, tiers: [{ plugin: definePlugin({ kind: 'model', name: 'acme', create }) }], deadlineMs: 40 });
    expect(usage).toMatchObject({ calls: 1, unmeasuredCalls: 1, cost: null });
  });

  it('counts a model that tells of no call by what its reading says', async () => {
    const model = { read: async () => ({ cells: [total], usage: first }) };
    const part = { plugin: definePlugin({ kind: 'model', name: 'plain', create: (): ExtractionModel => model }), label: 'acme:large' };
    const observer = recorder();
    const { usage } = await ask({ prices, tiers: [part] }, { observer });
    expect(usage).toMatchObject({ calls: 1, inputTokens: 1_000, models: [{ model: 'acme:large', role: '1' }] });
    expect(usage.cost?.toString()).toBe('0.00164');
    const read = observer.steps.find(({ step }) => step.kind === 'stage' && step.stage === 'read');
    expect(read?.inside).toMatchObject([{ step: { kind: 'call', provider: 'acme', model: 'large' }, ending: { usage: first } }]);
  });

  it('tells an observer of the cost of each call', async () => {
    const observer = recorder();
    await ask({ prices, tiers: [asking('acme:large', first, second)] }, { observer });
    const read = observer.steps.find(({ step }) => step.kind === 'stage' && step.stage === 'read');
    expect(read?.inside.map(({ ending }) => ending?.cost?.toString())).toEqual(['0.00164', '0.001']);
  });

  it('names its models and their prices before anything is asked', () => {
    const engine = engineOf({
      prices,
      tiers: [asking('acme:large', first), asking('other:small')],
      witnesses: [scriptedModel('local', [])],
    });
    onTestFinished(() => engine.close());
    expect([engine.currency, engine.metered]).toEqual([
      'USD',
      [{ label: 'acme:large', price: { input: 1, output: 10, cachedInput: 0.1 } }, { label: 'other:small' }],
    ]);
  });
});

describe('a request that pays for itself', () => {
  /** Writes down what was set aside and what was charged, in tokens and in money. */
  function purse(refusal?: ExtractionError) {
    const book: string[] = [];
    const tokenBudget: ExtractionRequest['tokenBudget'] = {
      async reserve(tokens, cost) {
        if (refusal) throw refusal;
        book.push(`+${tokens} ${cost}`);
        return async (used, spent) => void book.push(`=${used} ${spent}`);
      },
    };
    return { book, tokenBudget };
  }

  it('is charged what its calls used, once, beside what the engine pays from', async () => {
    const [own, engines] = [purse(), purse()];
    await ask({ prices, tiers: [asking('acme:large', first, second)], tokenBudget: engines.tokenBudget }, { tokenBudget: own.tokenBudget });
    expect(own.book).toEqual(['+1000 0.01', '=1650 0.00264']);
    expect(engines.book).toEqual(own.book);
  });

  it('is charged the most that the call can use where one of its calls is unmeasured', async () => {
    const own = purse();
    await ask({ prices, tiers: [asking('acme:large', first, undefined)] }, { tokenBudget: own.tokenBudget });
    expect(own.book).toEqual(['+1000 0.01', '=1000 0.01']);
  });

  it('gives back what it has set aside, where the engine has nothing left', async () => {
    const own = purse();
    const engines = purse(new ExtractionError('LLM_ERROR', 'nothing is left'));
    const outcome = await ask(
      { prices, tiers: [asking('acme:large', first)], tokenBudget: engines.tokenBudget },
      { tokenBudget: own.tokenBudget },
    );
    expect(outcome).toMatchObject({ error: { message: 'nothing is left' }, usage: { calls: 0 } });
    expect(own.book).toEqual(['+1000 0.01', '=0 0']);
  });
});
