import { describe, expect, it, onTestFinished } from 'vitest';
import expectRule from '../../../plugins/rules/expect.js';
import horizontalSum from '../../../plugins/rules/horizontal-sum.js';
import { cell, documentOf, engineOf, scriptedModel } from '../../core/builders.js';
import { extract, openDoor } from '../support/door.js';
import { filePart, form } from '../support/form.js';

const schema = {
  type: 'object',
  required: ['total'],
  properties: { total: { type: 'number' }, due_date: { type: 'string', format: 'date' } },
};
const lines = [
  ['$.total', '120.00'],
  ['$shadow.subtotal', '100.00'],
  ['$.due_date', '2026-02-01'],
] as const;

/** The answer to a document of a real engine with these rules; `call` compares it with the OpenAPI document. */
async function answerWith(options: object, ...fields: readonly { readonly name: string; readonly value: string }[]) {
  const cells = lines.map(([path, value]) => cell(path, value, { quote: `${path} ${value}` }));
  const engine = engineOf({
    document: documentOf(lines.map((line) => line.join(' ')).join('\n')),
    tiers: [
      scriptedModel('reader', async (task) => ({ cells: cells.filter(({ path }) => task.fields.some((field) => field.path === path)) })),
    ],
    rules: [{ plugin: horizontalSum }, { plugin: expectRule, options: { ...options } }],
  });
  onTestFinished(() => engine.close());
  const asked = [{ name: 'output_schema', value: JSON.stringify(schema) }, { name: 'enable_verification', value: 'true' }, ...fields];
  return (await extract(await openDoor({ engine }), form(filePart(), ...asked))).body;
}

describe('a check that is no sum, over HTTP', () => {
  it('has the entry of a sum without a delta; a policy is named as one, and lowers no score', async () => {
    const { object, verification } = await answerWith({ type: 'LIMIT', that: 'total <= 100', says: 'at most 100', policy: 'hold' });
    expect(verification).toMatchObject({ status: 'FAILED', checks_passed: 0, checks_failed: 1, cannot_verify_count: 1 });
    expect(verification.checks_run[1]).toEqual({
      type: 'LIMIT',
      status: 'FAILED',
      passed: false,
      fields: ['total'],
      expected: 'at most 100',
      actual: 'total 120',
      policy: true,
    });
    expect(object._meta.confidence_score).toBeGreaterThan(0.85);
    expect(object._meta.issues).toContain('LIMIT: total should be at most 100, not total 120');
  });

  it('has null for what is not known', async () => {
    const { verification } = await answerWith({ type: 'ORDER', that: 'due_date >= issue_date' });
    expect(verification.checks_run[1]).toEqual({
      type: 'ORDER',
      status: 'CANNOT_VERIFY',
      passed: false,
      fields: ['due_date', 'issue_date'],
      expected: 'due_date >= issue_date',
      actual: null,
    });
  });
});

describe('what a check rests on', () => {
  it('is shown with include=operands: each value, and where it is from', async () => {
    const { verification } = await answerWith({ type: 'LIMIT', that: 'total > 0.5' }, { name: 'include', value: 'operands' });
    expect(verification.checks_run[0].operands).toEqual(
      expect.arrayContaining([
        { field: 'total', value: 120, from: 'schema', label: 'total' },
        { field: 'subtotal', value: 100, from: 'shadow', label: 'subtotal' },
        { field: 'tax', value: null, from: 'shadow' },
      ]),
    );
  });

  it('is missing from an issue by its name, also where the caller did not ask for it', async () => {
    const { object } = await answerWith({ type: 'LIMIT', that: 'total > 0.5' });
    expect(object._meta.issues).toContain('HORIZONTAL_SUM cannot be verified: tax is not known');
  });
});
