import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../../core/index.js';
import expectRule from '../../../plugins/rules/expect.js';
import { expressionOf } from '../../../plugins/rules/records/expression.js';
import { day, money, text } from '../../core/builders.js';
import { type ReadValues, runRule } from '../../kit/index.js';

const schema = { issue_date: day, due_date: day, subtotal: money, tax: money, total: money, currency: text };
const reading = { issue_date: '2026-03-02', due_date: '2026-04-01', subtotal: '0.10', tax: '0.20', total: '0.30', currency: 'EUR' };
const expected = (options: object, more: ReadValues = {}) =>
  runRule(expectRule, { options: { type: 'OWN', ...options }, schema, reading: { ...reading, ...more } });
const statusOf = async (that: string, more: ReadValues = {}, options: object = {}) =>
  (await expected({ that, ...options }, more)).checks.map(({ status }) => status);

describe('an expectation', () => {
  it.each([
    ['due_date >= issue_date', 'PASSED'],
    ['due_date < issue_date', 'FAILED'],
    ['due_date <= issue_date + 30', 'PASSED'],
    ['due_date <= issue_date + 29', 'FAILED'],
    ['due_date - issue_date == 30', 'PASSED'],
    ['issue_date > day("2026-03-01")', 'PASSED'],
    ['subtotal + tax == total', 'PASSED'],
    ['total * 2 > 0.6', 'FAILED'],
    ['total / 3 == 0.1 && 1 - total == 0.7', 'PASSED'],
    ['currency in ["EUR", "CHF"]', 'PASSED'],
    ['currency == "USD" ? tax == 0 : tax > 0', 'PASSED'],
    ['currency.startsWith("E")', 'PASSED'],
  ])('%s: %s', async (that, status) => {
    expect(await statusOf(that)).toEqual([status]);
  });

  it('cannot be verified where a value is missing', async () => {
    expect(await statusOf('due_date >= delivery_date')).toEqual(['CANNOT_VERIFY']);
  });

  it.each([
    ['total / (subtotal - 0.1) > 5', 'a division by zero'],
    ['5 / (subtotal - 0.1) != total', 'a division by zero'],
    ['total > 1.0 / (0.5 - 0.5)', 'a division by zero'],
    ['issue_date > day(currency)', 'day() needs a day of the calendar, written YYYY-MM-DD'],
    ['issue_date + 9999999 > due_date', 'a day that no calendar has'],
    ['issue_date + 9000000000000 > due_date', 'a day that no calendar has'],
    ['currency.substring(9) == ""', 'index out of range'],
  ])('cannot be verified where it has no value, and says why: %s', async (that, why) => {
    const { checks, issues } = await expected({ that });
    expect(checks.map(({ status }) => status)).toEqual(['CANNOT_VERIFY']);
    expect(issues).toContainEqual(expect.stringContaining(`OWN cannot be verified: ${why}`));
  });

  it.each([
    ['seller_name.matches("^(([A-Za-z]+)\\\\s?)+$")', 'FAILED'],
    ['["x", seller_name].exists(one, one.matches("^(a+)+b?$"))', 'FAILED'],
    ['seller_name.matches("^(a|a)*")', 'PASSED'],
  ])('looks at a long text in linear time: %s', async (that, status) => {
    const started = performance.now();
    const run = await runRule(expectRule, {
      options: { type: 'OWN', that },
      schema: { seller_name: text },
      reading: { seller_name: `${'a'.repeat(200)}!` },
    });
    expect(run.checks.map((check) => check.status)).toEqual([status]);
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it('takes further fields by name, which the schema need not have', async () => {
    expect(await statusOf('cost_center.matches("^47")', { cost_center: '4711' }, { fields: { cost_center: 'text' } })).toEqual(['PASSED']);
  });

  it('says what was expected, in words if it has some, and what was seen', async () => {
    const options = { that: 'due_date <= issue_date + 14', says: 'at most 14 days after the issue date' };
    expect((await expected(options)).checks).toMatchObject([
      {
        fields: ['due_date', 'issue_date'],
        expected: 'at most 14 days after the issue date',
        actual: 'due_date 2026-04-01, issue_date 2026-03-02',
      },
    ]);
  });

  it('as a policy holds the document and lowers no score', async () => {
    const that = 'total <= 0.2';
    const [doubted, held] = [await expected({ that }), await expected({ that, policy: 'hold' })];
    expect([doubted.held, held.held]).toEqual([[], ['OWN']]);
    expect(held.scores['$.total']).toBeGreaterThan(doubted.scores['$.total'] ?? 0);
  });
});

describe('what an expectation must be, at the start', () => {
  it.each([
    ['due_datee >= issue_date', /^"that", column 1: Unknown variable: due_datee\. Did you mean "due_date"\? There are amount_due, bic,/],
    ['due_date >= issue_date && totl > 1', /column 27: Unknown variable: totl/],
    ['due_date >=', /column 12: Unexpected token/],
    ['total > due_date', /column 1: no such overload: Amount > Day/],
    ['due_date > day("01.01.2026")', /^"that", column 16: day\(\) needs a day of the calendar, written YYYY-MM-DD$/],
    ['due_date > day("2024-13-45")', /^"that", column 16: day\(\) needs/],
    ['due_date > day("2026-02-30")', /^"that", column 16: day\(\) needs/],
    ['total / 0 > 1', /^"that", column 9: a division by zero$/],
    ['currency.matches("[")', /^"that", column 18: \[ is no pattern of RE2, .*: missing closing \]/],
    ['currency.matches("(?=E)")', /column 18: \(\?=E\) is no pattern of RE2, which has no lookahead and no backreferences/],
    ['currency.matches("(E)\\\\1")', /column 18: .*no backreferences/],
    ['["E"].exists(one, one.matches("["))', /^"that", column 31: \[ is no pattern/],
    ['"EUR".matches(currency)', /^"that", column 15: the pattern of matches\(\) must be a text in quotation marks$/],
    ['total + 1', /"that" is neither true nor false, but Amount/],
    ['constructor == 1', /Unknown variable: constructor/],
    ['__proto__ == 1', /Reserved identifier/],
    [`${'('.repeat(60)}total > 1${')'.repeat(60)}`, /column \d+: .*depth/i],
  ])('%s is refused with its place', async (that, why) => {
    await expect(statusOf(that)).rejects.toThrow(why);
  });

  it('whatever a host writes is either an expectation, or refused with a place', () => {
    const words = [
      'due_date',
      'issue_date',
      'total',
      'currency',
      '30',
      '0.5',
      '"EUR"',
      '+',
      '-',
      '*',
      '/',
      '>=',
      '==',
      '&&',
      '!',
      '(',
      ')',
      '?',
      ':',
      'in',
      '[',
      ']',
    ];
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(fc.constantFrom(...words)).map((some) => some.join(' ')),
        ),
        (that) => {
          try {
            return typeof expressionOf(that, {}).evaluate === 'function';
          } catch (error) {
            return error instanceof ConfigError && error.message.startsWith('"that"');
          }
        },
      ),
    );
  });

  it('its fields must be of a kind', async () => {
    await expect(statusOf('x > 1', {}, { fields: { x: 'numbr' } })).rejects.toThrow(
      'the field "x" must be one of text, number, date, boolean',
    );
  });
});
