import { describe, expect, it } from 'vitest';
import { decimal, type Finding, type VerifierRule } from '../../../../core/index.js';
import { faultOf } from '../../../../core/stages/verify.js';
import { cell, documentOf, metaOf, money, ruleOf, run, scriptedModel } from '../../builders.js';

/** What a rule written in JavaScript may give, which no compiler has read. */
const giving = (findings: unknown) => ruleOf({ type: 'OWN', check: async () => findings as readonly Finding[] } satisfies VerifierRule);
const one = decimal(1);

describe('a rule that finds what is no finding', () => {
  it.each([
    ['one instead of a list', { fields: ['total'], expected: one, actual: one }, 'check() gives no list of findings'],
    ['nothing', undefined, 'check() gives no list of findings'],
    ['a field as text', [{ fields: 'total', expected: one, actual: one }], 'the "fields" of a finding are no list of names'],
    ['a plain number', [{ fields: ['total'], expected: 7.7, actual: one }], '"expected" is no amount: make it with amount() or decimal()'],
    ['null', [{ fields: ['total'], expected: one, actual: null }], '"actual" is no amount: make it with amount() or decimal()'],
  ])('%s: cannot verify, and is told why', async (_, findings, why) => {
    const total = cell('$.total', '120.00', { quote: 'Total 120.00' });
    const outcome = await run({
      document: documentOf('Total 120.00'),
      fields: { total: money },
      verify: true,
      tiers: [scriptedModel('a', [total])],
      rules: [giving(findings)],
    });
    expect(outcome.verification?.status).toBe('CANNOT_VERIFY');
    expect(metaOf(outcome).issues).toContain(`the rule OWN failed (${why})`);
  });
});

it('a rule that throws is told to the operator by the kind and the line, not by its message', async () => {
  const logged: unknown[] = [];
  const throwing = async (): Promise<never> => {
    throw new TypeError('canary');
  };
  const outcome = await run({
    document: documentOf('Total 120.00'),
    fields: { total: money },
    tiers: [scriptedModel('a', [cell('$.total', '120.00', { quote: 'Total 120.00' })])],
    rules: [ruleOf({ type: 'OWN', check: throwing } satisfies VerifierRule)],
    log: (message, details) => logged.push([message, details]),
  });
  const fault = expect.stringMatching(/^TypeError, rule-fault\.test\.ts:\d+$/);
  expect(logged).toEqual([['rule failed', { rule: 'OWN', fault }]]);
  expect(metaOf(outcome).issues).toContainEqual(expect.stringMatching(/^the rule OWN failed \(TypeError, rule-fault\.test\.ts:\d+\)$/));
  expect(JSON.stringify([logged, outcome])).not.toContain('canary');
});

describe('what is said of an error that a rule has thrown', () => {
  it('is its kind and its line', () => {
    expect(faultOf(new RangeError('canary'))).toMatch(/^RangeError, rule-fault\.test\.ts:\d+$/);
  });

  it('is never its message, not even one that is written like a place in the code', () => {
    expect(faultOf(new Error('a\n    at canary.ts:1:1\nb'))).toMatch(/^Error, rule-fault\.test\.ts:\d+$/);
  });

  it('is its line where the message is a part of a path, too', () => {
    expect(faultOf(new Error('fault'))).toMatch(/^Error, rule-fault\.test\.ts:\d+$/);
  });

  it('is its kind alone where it has no place, or its message is another than the stack begins with', () => {
    const without = Object.assign(new Error('a'), { stack: undefined });
    const changed = Object.assign(new Error('changed'), { stack: 'Error: x\n    at canary.ts:1:1' });
    expect([without, changed, 'canary'].map(faultOf)).toEqual(['Error', 'Error', 'string']);
  });
});
