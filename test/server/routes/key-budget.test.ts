import { expect, it, onTestFinished } from 'vitest';
import { createKey, openStore } from '../../../server/index.js';
import { cell, documentOf, engineOf, scriptedModel } from '../../core/builders.js';
import { extract, openDoor, play } from '../support/door.js';
import { fakeEngine } from '../support/fake-engine.js';
import { goodForm } from '../support/form.js';
import { metered } from '../support/metered-model.js';

const total = cell('$.total', '120.00', { quote: 'Total 120.00' });

async function doorWithKeys(settings: object, options: object) {
  const engine = engineOf({ document: documentOf('Total 120.00'), tiers: [metered], ...settings });
  onTestFinished(() => engine.close());
  const store = openStore('memory:');
  onTestFinished(() => store.close());
  const door = await openDoor({ engine, store, ...options });
  const keys = await Promise.all(['one', 'two'].map(async (label) => (await createKey(store.keys, { label })).key));
  const asked = (key: string | undefined) => extract(door, goodForm(), { authorization: `Bearer ${key}` });
  return { door, keys, asked };
}

const refusal = /^No provider is asked: of this key's budget of .* a day .*It is back at 00:00 UTC, in \d+ h \d+ min$/;

it('a key that has used up its tokens of the day is told so, and when they are back; another is not', async () => {
  const { door, keys, asked } = await doorWithKeys({}, { dailyTokensPerKey: 1_500 });
  expect((await asked(keys[0])).body.object.total).toBe(120);
  expect((await asked(keys[0])).body).toMatchObject({
    object: null,
    error: { code: 'LLM_ERROR', message: expect.stringMatching(refusal) },
  });
  expect((await asked(keys[1])).body.object.total).toBe(120);
  expect((await play(door, goodForm())).body.object.total).toBe(120);
});

it('a key that has used up its money is told so', async () => {
  const prices = { currency: 'EUR', models: { 'acme:large': { input: 100, output: 1_000 } } };
  const { keys, asked } = await doorWithKeys({ prices }, { dailyCostPerKey: 1.1 });
  expect((await asked(keys[0])).body.object.total).toBe(120);
  const { body } = await asked(keys[0]);
  expect(body.error.message).toContain("of this key's budget of 1.1 EUR a day 0.95 EUR are left");
});

it('a key without tokens is still answered by what uses none', async () => {
  const tiers = [metered, scriptedModel('local', [total])];
  const { keys, asked } = await doorWithKeys({ tiers }, { dailyTokensPerKey: 10 });
  const { body } = await asked(keys[0]);
  expect(body.object.total).toBe(120);
  expect(body.object._meta.issues.join()).toContain("of this key's budget of 10 tokens a day 10 tokens are left");
});

it('a listed key has a budget, too', async () => {
  const { door } = await doorWithKeys({}, { dailyTokensPerKey: 1_500 });
  expect((await extract(door, goodForm())).body.object.total).toBe(120);
  expect((await extract(door, goodForm())).body.error.message).toMatch(refusal);
});

it('costs cannot be limited where a model has no price', async () => {
  const engine = { ...fakeEngine(), metered: [{ label: 'acme:large' }] };
  await expect(openDoor({ engine, dailyCostPerKey: 5 })).rejects.toThrow('"acme:large" has none. Add prices.models');
});
