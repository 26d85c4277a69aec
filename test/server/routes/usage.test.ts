import { describe, expect, it } from 'vitest';
import { decimal, definePlugin, type ExtractionModel, type Part, type RequestUsage } from '../../../core/index.js';
import { wire } from '../../../server/wire/wire.js';
import { cell, documentOf, engineOf } from '../../core/builders.js';
import { extract, openDoor, play } from '../support/door.js';
import { fakeEngine, noUsage, outcome } from '../support/fake-engine.js';
import { filePart, form, schemaPart } from '../support/form.js';

const schema = '{"type":"object","properties":{"total":{"type":"number"}},"required":["total"]}';
const asked = (value?: string) => form(filePart(), schemaPart(schema), ...(value === undefined ? [] : [{ name: 'include', value }]));

const metered: Part<'model'> = {
  label: 'acme:large',
  plugin: definePlugin({
    kind: 'model',
    name: 'acme',
    create: (): ExtractionModel => ({
      read: async () => ({
        cells: [cell('$.total', '120.00', { quote: 'Total 120.00' })],
        usage: { inputTokens: 1_234, outputTokens: 56, cachedInputTokens: 1_000, cacheWriteTokens: 0 },
      }),
    }),
  }),
};
const prices = { currency: 'USD', models: { 'acme:large': { input: 0.25, output: 2, cachedInput: 0.025 } } };
const engine = (settings: object = {}) => engineOf({ document: documentOf('Total 120.00'), tiers: [metered], ...settings });

describe('include=usage', () => {
  it('says calls and tokens by model and tier, and what they cost, beside metadata', async () => {
    const { body } = await extract(await openDoor({ engine: engine({ prices }) }), asked('usage'));
    const counts = {
      calls: 1,
      unmeasured_calls: 0,
      input_tokens: 1_234,
      cached_input_tokens: 1_000,
      cache_write_tokens: 0,
      output_tokens: 56,
      cost: 0.000196,
    };
    expect(body.usage).toEqual({ ...counts, currency: 'USD', models: [{ model: 'acme:large', tier: '1', ...counts }] });
    expect(Object.keys(body.metadata)).toEqual(['processing_time_ms', 'credits', 'fallback_triggered']);
    expect(body.object.total).toBe(120);
  });

  it('says no cost and no currency where no prices are configured', async () => {
    const { body } = await extract(await openDoor({ engine: engine() }), asked('usage'));
    expect(body.usage).toMatchObject({ input_tokens: 1_234, cost: null });
    expect(body.usage).not.toHaveProperty('currency');
  });

  it('says no cost where the model has no price', async () => {
    const { body } = await extract(await openDoor({ engine: engine({ prices: { currency: 'USD', models: {} } }) }), asked('usage'));
    expect(body.usage).toMatchObject({ cost: null, currency: 'USD', models: [{ cost: null }] });
  });

  it('is said of a failed extraction, too', async () => {
    const failed = outcome({
      object: null,
      error: { code: 'LLM_ERROR', message: 'it failed' },
      usage: { ...noUsage, calls: 1, unmeasuredCalls: 1 },
    });
    const { body } = await extract(await openDoor({ engine: fakeEngine(async () => failed) }), asked('usage'));
    expect(body).toMatchObject({ object: null, error: { code: 'LLM_ERROR' }, usage: { calls: 1, unmeasured_calls: 1 } });
  });

  it('goes together with the other inclusions', async () => {
    const { body } = await extract(await openDoor({ engine: engine() }), asked('evidence,usage'));
    expect(body.usage.calls).toBe(1);
    expect(body.object._meta.field_confidence[0].evidence.findings.length).toBeGreaterThan(0);
  });

  it('says nothing of prices to who has no key', async () => {
    const { body } = await play(await openDoor({ engine: engine({ prices }) }), asked('usage'));
    expect(body.usage).toMatchObject({ calls: 1, input_tokens: 1_234, cost: null, models: [{ model: 'acme:large', cost: null }] });
    expect(body.usage).not.toHaveProperty('currency');
  });

  it('says of an answer from the cache that it used nothing', async () => {
    const door = await openDoor({ engine: engine({ prices }), cacheSeconds: 60 });
    const [first, second] = [await extract(door, asked('usage')), await extract(door, asked('usage'))];
    expect([first.body.usage.calls, second.headers['x-vouch-cache']]).toEqual([1, 'hit']);
    expect(second.body.usage).toEqual({
      calls: 0,
      unmeasured_calls: 0,
      input_tokens: 0,
      cached_input_tokens: 0,
      cache_write_tokens: 0,
      output_tokens: 0,
      cost: 0,
      currency: 'USD',
      models: [],
    });
  });

  it('changes no byte of an answer that did not ask for it', async () => {
    const usage: RequestUsage = { ...noUsage, calls: 3, cost: decimal('1.5'), currency: 'USD' };
    const bodies = [{}, { usage }].map((members) => JSON.stringify(wire(outcome(members))));
    expect(bodies[0]).toBe(bodies[1]);
    expect(bodies[0]).toBe(
      '{"object":{"total":120,"_meta":{"confidence_score":0.97,"field_confidence":[{"field":"$.total","score":0.97,' +
        '"reason":"Exact match","page":1,"text":"Total 120.00"}],"issues":[]}},' +
        '"metadata":{"processing_time_ms":12,"credits":1,"fallback_triggered":false}}',
    );
  });
});
