import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  ConfigError,
  createEngine,
  type Doubt,
  decimal,
  definePlugin,
  ExtractionError,
  unknown,
  type VerifierRule,
} from '../../core/index.js';
import required from '../../plugins/gates/required.js';
import meta from '../../plugins/injectors/meta.js';
import { cell, converterOf, documentOf, engineOf, entryOf, metaOf, money, ruleOf, run, scriptedModel } from './builders.js';

const document = documentOf('Invoice number: A-1\nSubtotal 100.00\nVAT 20.00\nTotal 120.00');
const total = cell('$.total', '120.00', { quote: 'Total 120.00' });
const fields = { total: money };

describe('the gate and the second tier', () => {
  it('accepts a sure first reading and charges one credit a page', async () => {
    const outcome = await run({ document, fields, required: ['total'], tiers: [scriptedModel('a', [total]), scriptedModel('b', [])] });
    expect(outcome).toMatchObject({ object: { total: 120 }, complete: true, metadata: { credits: 1, fallbackTriggered: false } });
    expect(outcome.metadata).not.toHaveProperty('confidenceScore');
  });

  it('reads again with tier 2 when a required field is null', async () => {
    const outcome = await run({
      document,
      fields,
      required: ['total'],
      tiers: [scriptedModel('a', [cell('$.total', null)]), scriptedModel('b', [total])],
    });
    expect(outcome).toMatchObject({
      object: { total: 120 },
      metadata: { credits: 3, fallbackTriggered: true, confidenceScore: expect.any(Number) },
    });
  });

  it('reads again when a required field is not sure enough', async () => {
    const unsure = cell('$.total', '120.00', { quote: 'Total 120.00', confidence: 'guess' });
    const outcome = await run({
      document,
      fields,
      required: ['total'],
      tiers: [scriptedModel('a', [unsure]), scriptedModel('b', [total])],
    });
    expect(entryOf(outcome, '$.total').score).toBeGreaterThanOrEqual(0.95);
  });

  it('never reads again for an optional field', async () => {
    const second = scriptedModel('b', [total]);
    const outcome = await run({ document, fields, tiers: [scriptedModel('a', [cell('$.total', null)]), second] });
    expect([outcome.metadata.fallbackTriggered, second.tasks.length]).toEqual([false, 0]);
  });

  it('accepts everything but a missing required field at threshold 0, and nothing at 1', async () => {
    const guess = cell('$.total', '99.00', { quote: 'nowhere', confidence: 'guess' });
    const triggered = async (threshold: number, first: typeof guess) =>
      (await run({ document, fields, required: ['total'], threshold, tiers: [scriptedModel('a', [first]), scriptedModel('b', [total])] }))
        .metadata.fallbackTriggered;
    expect([await triggered(0, guess), await triggered(0, cell('$.total', null)), await triggered(1, total)]).toEqual([false, true, true]);
  });

  it('does not pretend to a fallback where one tier is configured', async () => {
    const outcome = await run({ document, fields, required: ['total'], tiers: [scriptedModel('a', [cell('$.total', null)])] });
    expect(outcome).toMatchObject({ object: { total: null }, metadata: { credits: 1, fallbackTriggered: false } });
    expect(metaOf(outcome).issues).toEqual([expect.stringMatching(/^\$\.total: required, but not found in the document; /)]);
  });

  it('takes the better value of each field, and says where the tiers differ', async () => {
    const first = scriptedModel('a', [
      cell('$.number', 'A-1', { quote: 'Invoice number: A-1' }),
      cell('$.total', '100.00', { quote: 'Subtotal 100.00' }),
    ]);
    const second = scriptedModel('b', [cell('$.number', null), total]);
    const outcome = await run({
      document,
      fields: { number: { type: 'string', description: 'invoice number' }, total: money },
      required: ['total'],
      tiers: [first, second],
    });
    expect(outcome.object).toMatchObject({ number: 'A-1', total: 120 });
    expect(metaOf(outcome).issues.join('\n')).toMatch(/\$\.total: Multiple values found: b read 120, a read 100/);
  });
});

describe('failures', () => {
  const refusal = new ExtractionError('LLM_ERROR', 'a: the provider refused', { worked: true });

  it('hands over to tier 2 when tier 1 fails, and says so', async () => {
    const outcome = await run({ document, fields, tiers: [scriptedModel('a', refusal), scriptedModel('b', [total])] });
    expect(outcome).toMatchObject({ object: { total: 120 }, complete: false, metadata: { credits: 3, fallbackTriggered: true } });
    expect(metaOf(outcome).issues).toContain('Tier 1 failed: a: the provider refused');
  });

  it('keeps the draft of tier 1 when tier 2 fails', async () => {
    const doubtful = cell('$.total', '120.00', { quote: 'Total 120.00', confidence: 'unsure' });
    const outcome = await run({
      document,
      fields,
      required: ['total'],
      tiers: [scriptedModel('a', [doubtful]), scriptedModel('b', new ExtractionError('LLM_ERROR', 'b: down'))],
    });
    expect(outcome).toMatchObject({ object: { total: 120 }, metadata: { credits: 1, fallbackTriggered: true } });
    expect(entryOf(outcome, '$.total').score).toBeLessThan(0.85);
    expect(metaOf(outcome).issues).toContain('Tier 2 failed: b: down');
  });

  it('answers the last failure, with what ran charged, when no tier answers', async () => {
    const outcome = await run({
      document,
      fields,
      tiers: [scriptedModel('a', refusal), scriptedModel('b', new ExtractionError('PARSING_ERROR', 'b: not cells', { worked: true }))],
    });
    expect(outcome).toMatchObject({
      object: null,
      error: { code: 'PARSING_ERROR', message: 'b: not cells; Tier 1 had failed, too: a: the provider refused' },
      metadata: { credits: 3, fallbackTriggered: true },
    });
  });

  it('tries again what may pass, and charges nothing for a provider that never worked', async () => {
    const flaky = scriptedModel('a', new ExtractionError('LLM_ERROR', 'a: 503', { retryable: true, retryAfterMs: 1 }), [total]);
    const down = scriptedModel('a', new ExtractionError('LLM_ERROR', 'a: 503', { retryable: true, retryAfterMs: 1 }));
    expect(await run({ document, fields, tiers: [flaky] })).toMatchObject({ object: { total: 120 }, metadata: { credits: 1 } });
    expect(await run({ document, fields, tiers: [down] })).toMatchObject({ error: { code: 'LLM_ERROR' }, metadata: { credits: 0 } });
    expect([flaky.tasks.length, down.tasks.length]).toEqual([2, 3]);
  });

  it('does not wait for a provider that wants more time than the request has', async () => {
    const busy = scriptedModel('a', new ExtractionError('LLM_ERROR', 'a: 429', { retryable: true, retryAfterMs: 86_400_000 }));
    const outcome = await run({ document, fields, tiers: [busy] });
    expect(outcome.error?.code).toBe('LLM_ERROR');
    expect([busy.tasks.length, outcome.metadata.processingTimeMs < 1_000]).toEqual([1, true]);
  });

  it('says for how long to leave providers alone where all of them take no work for now, and nothing of it otherwise', async () => {
    const busy = (name: string, retryAfterMs: number) =>
      scriptedModel(name, new ExtractionError('LLM_ERROR', `${name}: 429`, { retryable: true, retryAfterMs }));
    const ask = async (...tiers: readonly ReturnType<typeof scriptedModel>[]) => (await run({ document, fields, tiers })).postponed;
    expect(await ask(busy('a', 900_000), busy('b', 600_000))).toEqual({ retryAfterMs: 600_000 });
    expect(await ask(busy('a', 900_000), scriptedModel('b', refusal))).toBeUndefined();
    expect(await ask(busy('a', 900_000), scriptedModel('b', [total]))).toBeUndefined();
  });

  it('ends at the deadline with TIMEOUT_ERROR even when a model ignores the signal', async () => {
    const deaf = scriptedModel('a', () => sleep(60_000, { cells: [] }, { ref: false }));
    const outcome = await run({ document, fields, tiers: [deaf], deadlineMs: 60 });
    expect(outcome).toMatchObject({
      object: null,
      error: { code: 'TIMEOUT_ERROR', message: expect.stringMatching(/60 ms.*deadline_ms/) },
      metadata: { credits: 1 },
    });
  });

  it('answers with the draft of tier 1 when the deadline passes in tier 2', async () => {
    const deaf = scriptedModel('b', () => sleep(60_000, { cells: [] }, { ref: false }));
    const outcome = await run({
      document,
      fields,
      required: ['total'],
      tiers: [scriptedModel('a', [cell('$.total', null)]), deaf],
      deadlineMs: 300,
    });
    expect(outcome).toMatchObject({ object: { total: null }, metadata: { fallbackTriggered: true } });
  });

  it('neither charges nor claims a tier that was never asked because the deadline had passed', async () => {
    const deaf = scriptedModel('a', () => sleep(60_000, { cells: [] }, { ref: false }));
    const second = scriptedModel('b', [total]);
    const outcome = await run({ document, fields, required: ['total'], tiers: [deaf, second], deadlineMs: 60 });
    expect(outcome).toMatchObject({ error: { code: 'TIMEOUT_ERROR' }, metadata: { credits: 1, fallbackTriggered: false } });
    expect(second.tasks.length).toBe(0);
  });

  it('tries again after a wait that fits, however little is left after it', async () => {
    const busy = scriptedModel('a', new ExtractionError('LLM_ERROR', 'a: 429', { retryable: true, retryAfterMs: 600 }), [total]);
    expect(await run({ document, fields, tiers: [busy], deadlineMs: 2_000 })).toMatchObject({ object: { total: 120 } });
  });

  it('does not wait for a rule that never comes to an end', async () => {
    const endless = ruleOf({ type: 'OWN', check: () => new Promise(() => {}) });
    const outcome = await run({ document, fields, verify: true, tiers: [scriptedModel('a', [total])], rules: [endless], deadlineMs: 200 });
    expect(outcome.verification?.status).toBe('CANNOT_VERIFY');
  });

  it('names the kind of an error that a plugin should not have thrown, not its text', async () => {
    const outcome = await run({ document, fields, tiers: [scriptedModel('a', new RangeError('canary'))] });
    expect(outcome.error).toEqual({
      code: 'LLM_ERROR',
      message: expect.stringMatching(/^a failed unexpectedly \(RangeError, pipeline\.test\.ts:\d+\)$/),
    });
  });

  it('cannot verify with a rule that throws, and says so', async () => {
    const broken = ruleOf({
      type: 'OWN',
      check: async () => {
        throw new TypeError('canary');
      },
    });
    const outcome = await run({ document, fields, verify: true, tiers: [scriptedModel('a', [total])], rules: [broken] });
    expect(outcome.verification).toMatchObject({ status: 'CANNOT_VERIFY', checks: [{ type: 'OWN', status: 'CANNOT_VERIFY' }] });
    expect(metaOf(outcome).issues).toContainEqual(expect.stringMatching(/^the rule OWN failed \(TypeError, pipeline\.test\.ts:\d+\)$/));
  });
});

describe('credits', () => {
  it('are known at the most before anything is read', async () => {
    const reader = scriptedModel('a', [total]);
    const engine = engineOf({ document: { ...document, chargedPages: 4 }, tiers: [reader, scriptedModel('b', [])] });
    const { schema, file } = {
      schema: (await import('../../core/index.js')).parseSchema('{"type":"object","properties":{"total":{"type":"number"}}}'),
      file: { name: '', bytes: new Uint8Array() },
    };
    const opened = await engine.open({ file, schema });
    expect([opened.maxCredits, reader.tasks.length]).toEqual([12, 0]);
    expect((await opened.extract()).metadata.credits).toBe(4);
  });
});

describe('a team rule', () => {
  it('is judged by the engine and lowers the score of what it names', async () => {
    const rule = ruleOf({ type: 'OWN', check: async () => [{ fields: ['total'], expected: decimal(1), actual: decimal(120) }] });
    const outcome = await run({ document, fields, verify: true, tiers: [scriptedModel('a', [total])], rules: [rule] });
    expect(outcome.verification).toMatchObject({ status: 'FAILED', checks: [{ type: 'OWN', status: 'FAILED' }] });
    expect(entryOf(outcome, '$.total').score).toBeLessThanOrEqual(0.6);
  });

  it('lowers the score when verification is off, and only the checks are withheld', async () => {
    const rule = ruleOf({ type: 'OWN', check: async () => [{ fields: ['total'], expected: decimal(1), actual: decimal(120) }] });
    const outcome = await run({ document, fields, tiers: [scriptedModel('a', [total])], rules: [rule] });
    expect(outcome).not.toHaveProperty('verification');
    expect(entryOf(outcome, '$.total').score).toBeLessThanOrEqual(0.6);
  });

  it('lowers the score of a field whose name must be quoted, too', async () => {
    const rule = ruleOf({ type: 'OWN', check: async () => [{ fields: ['Total (EUR)'], expected: decimal(1), actual: decimal(120) }] });
    const quotedTotal = cell("$['Total (EUR)']", '120.00', { quote: 'Total 120.00' });
    const outcome = await run({
      document,
      fields: { 'Total (EUR)': money },
      verify: true,
      tiers: [scriptedModel('a', [quotedTotal])],
      rules: [rule],
    });
    expect(entryOf(outcome, "$['Total (EUR)']").score).toBeLessThanOrEqual(0.6);
  });

  it('sees no value that is not on the page, so that nothing invented can pass', async () => {
    const seen: unknown[] = [];
    const rule = ruleOf({
      type: 'OWN',
      check: async ({ data }) => {
        seen.push(data['total']);
        return [];
      },
    });
    await run({ document, fields, tiers: [scriptedModel('a', [cell('$.total', '77.31', { quote: 'Total 77.31' })])], rules: [rule] });
    expect(seen).toEqual([null]);
  });

  it.each([
    [[], 'NO_RULES'],
    [[[1, 1]], 'PASSED'],
    [
      [
        [1, 1],
        [1, null],
      ],
      'PARTIAL',
    ],
    [[[null, 1]], 'CANNOT_VERIFY'],
    [
      [
        [1, 1],
        [1, 5],
        [1, null],
      ],
      'FAILED',
    ],
  ] as const)('makes of %j the status %s', async (numbers, status) => {
    const number = (value: number | null) => (value === null ? unknown : decimal(value));
    const rule = ruleOf({
      type: 'OWN',
      check: async () => numbers.map(([expected, actual]) => ({ fields: ['x'], expected: number(expected), actual: number(actual) })),
    });
    expect((await run({ document, fields, verify: true, rules: [rule] })).verification?.status).toBe(status);
  });
});

describe('parts', () => {
  const parts = { converters: [converterOf(document)], gate: { plugin: required }, injector: { plugin: meta } };

  it('keeps two engines apart', async () => {
    const [one, two] = await Promise.all([
      run({ document, fields, tiers: [scriptedModel('a', [total])] }),
      run({ document, fields, tiers: [scriptedModel('b', [cell('$.total', null)])] }),
    ]);
    expect([one.object?.['total'], two.object?.['total']]).toEqual([120, null]);
  });

  it('swaps the gate and the injector like any other part', async () => {
    const strict = definePlugin({
      kind: 'gate',
      name: 'never',
      create: () => ({ review: (draft) => draft.fields.map(({ path }) => ({ path, cause: 'unsure' as const })) }),
    });
    const bare = definePlugin({
      kind: 'injector',
      name: 'bare',
      create: () => ({
        inject: ({ confidence }, doubts) => ({
          _meta: { confidence_score: confidence, field_confidence: [], issues: [] },
          doubts: doubts.map((doubt) => doubt.path),
        }),
      }),
    });
    const outcome = await run({
      document,
      fields,
      tiers: [scriptedModel('a', [total])],
      gate: { plugin: strict },
      injector: { plugin: bare },
    });
    expect(outcome.object).toMatchObject({ doubts: ['$.total'] });
  });

  it('fails a document of which a gate doubts something for a reason that is none', async () => {
    const nonsense = [{ path: '$', cause: 'nonsense' }] as unknown as readonly Doubt[];
    const gate = { plugin: definePlugin({ kind: 'gate', name: 'own', create: () => ({ review: () => nonsense }) }) };
    const outcome = await run({ document, fields, tiers: [scriptedModel('a', [total])], gate });
    expect([outcome.object, outcome.error]).toEqual([
      null,
      { code: 'EXTRACTION_FAILED', message: 'The gate "own" failed: a "cause" is none of null, unsure, policy, person' },
    ]);
  });

  it('fills in defaults and refuses options that a plugin does not have', () => {
    const seen: unknown[] = [];
    const plugin = definePlugin({
      kind: 'model',
      name: 'own',
      options: { type: 'object', properties: { depth: { type: 'integer', default: 3 } } },
      create: (options) => {
        seen.push(options);
        return { read: async () => ({ cells: [] }) };
      },
    });
    createEngine({ ...parts, tiers: [{ plugin }] });
    expect(seen).toEqual([{ depth: 3 }]);
    expect(() => createEngine({ ...parts, tiers: [{ plugin, options: { dept: 3 } }] })).toThrow(
      'Plugin "own": unknown option "dept"; it takes "depth"',
    );
    expect(() => createEngine({ ...parts, tiers: [{ plugin, options: { depth: 'deep' } }] })).toThrow(/the option "depth" must be integer/);
    expect(() => createEngine({ ...parts, tiers: [] })).toThrow(/"tiers" needs one model/);
  });

  it.each([undefined, {}, { type: 'OWN', chekc: async () => [] }])('fails at boot when a plugin makes no part of its kind: %j', (made) => {
    const plugin = definePlugin({ kind: 'rule', name: 'own', create: () => made as unknown as VerifierRule });
    const create = () => createEngine({ ...parts, tiers: [scriptedModel('a', [])], rules: [{ plugin }] });
    expect(create).toThrow('Plugin "own": what its create() gives is no rule: it has no check()');
  });

  it('fails at boot when a secret is missing, naming plugin and variable', () => {
    const plugin = definePlugin({
      kind: 'model',
      name: 'paid',
      create: (_, context) => {
        context.secret('PAID_KEY');
        return { read: async () => ({ cells: [] }) };
      },
    });
    expect(() => createEngine({ ...parts, tiers: [{ plugin }] })).toThrow('Plugin "paid" needs the environment variable PAID_KEY');
  });

  it('closes what was already opened when a later plugin cannot be made', () => {
    const closed: string[] = [];
    const first = definePlugin({
      kind: 'model',
      name: 'first',
      create: (_, context) => {
        context.onClose(() => void closed.push('first'));
        return { read: async () => ({ cells: [] }) };
      },
    });
    const second = definePlugin({
      kind: 'model',
      name: 'second',
      create: () => {
        throw new ConfigError('the second cannot be made');
      },
    });
    expect(() => createEngine({ ...parts, tiers: [{ plugin: first }, { plugin: second }] })).toThrow('the second cannot be made');
    expect(closed).toEqual(['first']);
  });

  it('with wrong options are refused together, before any is made', () => {
    const plugin = definePlugin({ kind: 'model', name: 'one', create: () => ({ read: async () => ({ cells: [] }) }) });
    const tiers = [
      { plugin, options: { wrong: 1 } },
      { plugin, options: { other: 1 } },
    ];
    expect(() => createEngine({ ...parts, tiers })).toThrow(/"wrong".*\n.*"other"/);
  });

  it('closes what plugins opened', async () => {
    const closed: string[] = [];
    const plugin = definePlugin({
      kind: 'model',
      name: 'own',
      create: (_, context) => {
        context.onClose(() => void closed.push('own'));
        return { read: async () => ({ cells: [] }) };
      },
    });
    await createEngine({ ...parts, tiers: [{ plugin }] }).close();
    expect(closed).toEqual(['own']);
  });
});

it('reads operands that the schema lacks, checks with them, and never returns them', async () => {
  const reader = scriptedModel('a', [
    total,
    cell('$shadow.subtotal', '100.00', { quote: 'Subtotal 100.00' }),
    cell('$shadow.tax', '20.00', { quote: 'VAT 20.00' }),
  ]);
  const outcome = await run({ document, fields, verify: true, tiers: [reader] });
  expect(outcome.verification).toMatchObject({
    status: 'PASSED',
    checks: [{ type: 'HORIZONTAL_SUM', fields: ['total', 'subtotal', 'tax'] }],
  });
  expect(Object.keys(outcome.object ?? {})).toEqual(['total', '_meta']);
  expect(metaOf(outcome).field_confidence.map((entry) => entry.field)).toEqual(['$.total']);
});
