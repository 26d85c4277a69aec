import { describe, expect, it } from 'vitest';
import { faultOf } from '../../../core/flow/fault.js';
import { type Cell, decimal, type Finding, type VerifierRule } from '../../../core/index.js';
import { cell, documentOf, metaOf, money, ruleOf, run, scriptedModel } from '../builders.js';

describe('rule fault', () => {
  /** What a rule written in JavaScript may give, which no compiler has read. */
  const giving = (findings: unknown) => ruleOf({ type: 'OWN', check: async () => findings as readonly Finding[] } satisfies VerifierRule);
  const one = decimal(1);

  describe('a rule that finds what is no finding', () => {
    it.each([
      ['one instead of a list', { fields: ['total'], expected: one, actual: one }, 'check() gives no list of findings'],
      ['nothing', undefined, 'check() gives no list of findings'],
      ['no finding', [null], 'a finding is no object such as {fields, expected, actual}'],
      [
        'a path',
        [{ fields: ['$.total'], expected: one, actual: one }],
        'the "fields" of a finding begin with "$": they are called total, line_items[0].amount',
      ],
      ['nothing expected', [{ fields: ['total'], kind: 'predicate', holds: true, actual: null }], '"expected" is missing'],
      ['a field as text', [{ fields: 'total', expected: one, actual: one }], 'the "fields" of a finding are no list of names'],
      [
        'a plain number',
        [{ fields: ['total'], expected: 7.7, actual: one }],
        '"expected" is no amount: make it with amount() or decimal()',
      ],
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
    const fault = expect.stringMatching(/^TypeError, verify\.test\.ts:\d+$/);
    expect(logged).toEqual([['rule failed', { rule: 'OWN', fault }]]);
    expect(metaOf(outcome).issues).toContainEqual(expect.stringMatching(/^the rule OWN failed \(TypeError, verify\.test\.ts:\d+\)$/));
    expect(JSON.stringify([logged, outcome])).not.toContain('canary');
  });

  describe('what is said of an error that a rule has thrown', () => {
    it('is its kind and its line', () => {
      expect(faultOf(new RangeError('canary'))).toMatch(/^RangeError, verify\.test\.ts:\d+$/);
    });

    it('is never its message, not even one that is written like a place in the code', () => {
      expect(faultOf(new Error('a\n    at canary.ts:1:1\nb'))).toMatch(/^Error, verify\.test\.ts:\d+$/);
    });

    it('is its line where the message is a part of a path, too', () => {
      expect(faultOf(new Error('fault'))).toMatch(/^Error, verify\.test\.ts:\d+$/);
    });

    it('is its kind alone where it has no place, or its message is another than the stack begins with', () => {
      const without = Object.assign(new Error('a'), { stack: undefined });
      const changed = Object.assign(new Error('changed'), { stack: 'Error: x\n    at canary.ts:1:1' });
      expect([without, changed, 'canary'].map(faultOf)).toEqual(['Error', 'Error', 'string']);
    });
  });
});

describe('explain failures', () => {
  const fields = {
    subtotal: money,
    tax: money,
    total: money,
    lines: { type: 'array', items: { type: 'object', properties: { amount: money } } },
  };
  const page = `Description     Qty      Amount
Widgets           1      600.00
Gadgets           2      459.20
Subtotal               1,059.20
Reference value        1,095.20
VAT                      211.84
Total                  1,271.04`;

  const quoted = (path: string, value: string): Cell =>
    cell(path, value, { quote: page.split('\n').find((row) => row.includes(value)) ?? value });
  const right = [
    quoted('$.subtotal', '1,059.20'),
    quoted('$.tax', '211.84'),
    quoted('$.total', '1,271.04'),
    quoted('$.lines[0].amount', '600.00'),
    quoted('$.lines[1].amount', '459.20'),
  ];
  const issuesWith = async (text: string, ...wrong: readonly Cell[]): Promise<readonly string[]> => {
    const cells = right.map((given) => wrong.find((other) => other.path === given.path) ?? given);
    return metaOf(await run({ document: documentOf(text), fields, tiers: [scriptedModel('reader', cells)], verify: true })).issues;
  };

  describe('a failed sum explains itself', () => {
    it('names the one amount on the page that makes every sum hold', async () => {
      expect(await issuesWith(page, quoted('$.subtotal', '1,095.20'))).toContain(
        '$.subtotal: reads 1095.2; 1,059.20 stands on page 1 and would make every check hold',
      );
    });

    it('says it once, however many sums the value stands in', async () => {
      const issues = await issuesWith(page, quoted('$.subtotal', '1,095.20'));
      expect(issues.filter((issue) => issue.includes('would make'))).toHaveLength(1);
    });

    it('names a row whose amount was read in another', async () => {
      expect(await issuesWith(page, quoted('$.lines[0].amount', '459.20'))).toContain(
        '$.lines[0].amount: reads 459.2; 600.00 stands on page 1 and would make every check hold',
      );
    });

    it('says that the document may not add up where no amount on it would help', async () => {
      const wrong = page.replace('1,271.04', '1,300.00');
      const issues = await issuesWith(wrong, cell('$.total', '1,300.00', { quote: 'Total 1,300.00' }));
      expect(issues).toContain('HORIZONTAL_SUM: no single amount on the page would make it hold; the document itself may not add up');
    });

    it('has nothing to say where every sum holds', async () => {
      expect((await issuesWith(page)).filter((issue) => /would make|add up/.test(issue))).toEqual([]);
    });

    it('names it for an amount that is printed nowhere, which nothing can be reckoned with', async () => {
      const mutated = page.replace('Reference value        1,095.20\n', '');
      const issues = await issuesWith(mutated, cell('$.subtotal', '1,095.20', { quote: 'Subtotal 1,095.20' }));
      expect(issues).toContain('$.subtotal: reads 1095.2; 1,059.20 stands on page 1 and would make every check hold');
    });
  });
});
