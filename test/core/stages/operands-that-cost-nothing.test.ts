import { describe, expect, it } from 'vitest';
import { definePlugin, type ExtractionModel, type Part, type ReadTask } from '../../../core/index.js';
import { cell, documentOf, entryOf, type ModelScript, money, ruleOf, run, scriptedModel } from '../builders.js';

const document = documentOf('Subtotal 100.00', 'VAT 20.00', 'Total 120.00');
const total = cell('$.total', '120.00', { page: 3, quote: 'Total 120.00' });
const subtotal = cell('$shadow.subtotal', '100.00', { quote: 'Subtotal 100.00' });
const tax = cell('$shadow.tax', '20.00', { page: 2, quote: 'VAT 20.00' });

/** A model that uses tokens and answers this for the fields that it is asked for. */
function paidModel(name: string, ...answers: ReturnType<typeof cell>[]): Part<'model'> & { readonly tasks: ReadTask[] } {
  const tasks: ReadTask[] = [];
  const create = (): ExtractionModel => ({
    most: () => 1_000,
    async read(task) {
      tasks.push(task);
      return { cells: answers.filter(({ path }) => task.fields.some((field) => field.path === path)) };
    },
  });
  return { plugin: definePlugin({ kind: 'model', name, create }), label: name, tasks };
}

const pathsOf = ({ tasks }: { readonly tasks: readonly ReadTask[] }): readonly string[] =>
  tasks.at(-1)?.fields.map(({ path }) => path) ?? [];

const ask = (tiers: readonly Part<'model'>[], witness: ModelScript, verify: boolean) => {
  const witnesses = [scriptedModel('local', witness)];
  return run({ document, fields: { total: money }, verify, tiers, witnesses });
};

describe('operands of checks that the schema lacks', () => {
  it('are not asked of a model that uses tokens, unless the caller wants to see the checks', async () => {
    const [silent, shown] = [paidModel('large', total), paidModel('large', total, subtotal, tax)];
    await ask([silent], [], false);
    await ask([shown], [], true);
    expect([pathsOf(silent), pathsOf(shown)]).toEqual([['$.total'], ['$.total', '$shadow.subtotal', '$shadow.tax']]);
  });

  it('are asked of every model where a rule describes them, because a host has named the rule', async () => {
    const tier = paidModel('large', total);
    const needs = [{ name: 'cost_centre' }];
    await run({ document, fields: { total: money }, tiers: [tier], rules: [ruleOf({ type: 'OWN', needs, check: async () => [] })] });
    expect(pathsOf(tier)).toEqual(['$.total', '$shadow.cost_centre']);
  });

  it('are asked of a model that costs nothing in any case', async () => {
    const free = scriptedModel('local', [total]);
    await run({ document, fields: { total: money }, tiers: [free] });
    expect(pathsOf(free)).toEqual(['$.total', '$shadow.subtotal', '$shadow.tax']);
  });

  it('are then taken from a witness, and prove a value as if a tier had read them', async () => {
    const holds = await ask([paidModel('large', total)], [total, subtotal, tax], false);
    expect(entryOf(holds, '$.total').reason).toContain('HORIZONTAL_SUM of total, subtotal, tax holds');
    const broken = await ask(
      [paidModel('large', total)],
      [total, subtotal, { ...tax, value: '100.00', page: 1, quote: 'Subtotal 100.00' }],
      false,
    );
    expect(entryOf(broken, '$.total').reason).not.toContain('holds');
  });

  it('are taken from the tier that was asked for them, where the other was not', async () => {
    const tiers = [scriptedModel('free', [{ ...total, value: null, quote: null }, subtotal, tax]), paidModel('large', total)];
    const outcome = await run({ document, fields: { total: money }, required: ['total'], tiers });
    expect(outcome.metadata.fallbackTriggered).toBe(true);
    expect(entryOf(outcome, '$.total').reason).toContain('HORIZONTAL_SUM of total, subtotal, tax holds');
  });

  it('that nobody has read leave the check unknown, and no issue', async () => {
    const outcome = await ask([paidModel('large', total)], [], false);
    expect(outcome.object?.['_meta']).toMatchObject({ issues: [] });
    expect(outcome.object?.['total']).toBe(120);
  });
});
