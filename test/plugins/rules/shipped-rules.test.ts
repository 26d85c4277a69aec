import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Check, Plugin } from '../../../core/index.js';
import amountLimits from '../../../plugins/rules/amount-limits.js';
import bic from '../../../plugins/rules/bic.js';
import currencyCountry from '../../../plugins/rules/currency-country.js';
import dates from '../../../plugins/rules/dates.js';
import euVat from '../../../plugins/rules/eu-vat.js';
import gtin from '../../../plugins/rules/gtin.js';
import iban from '../../../plugins/rules/iban.js';
import ibanCountry from '../../../plugins/rules/iban-country.js';
import lineProduct from '../../../plugins/rules/line-product.js';
import lineTax from '../../../plugins/rules/line-tax.js';
import luhn from '../../../plugins/rules/luhn.js';
import numberPattern from '../../../plugins/rules/number-pattern.js';
import purchaseOrder from '../../../plugins/rules/purchase-order.js';
import taxById from '../../../plugins/rules/tax-by-rate.js';
import taxId from '../../../plugins/rules/tax-id.js';
import { day, money, text } from '../../core/builders.js';
import { type ReadValues, runRule, type StageSetting } from '../../kit/index.js';

const folder = mkdtempSync(join(tmpdir(), 'orders-'));
const orders = join(folder, 'orders.csv');
writeFileSync(orders, 'order_number;item;quantity;unit_price\nPO-4711;Widget;10;4.50\nPO-4711;Gadget;2;12.00\n');

const lines = (...columns: readonly string[]) => ({
  line_items: {
    type: 'array',
    items: { type: 'object', properties: Object.fromEntries([['description', text], ...columns.map((name) => [name, money])]) },
  },
});
const rated = { ...lines('amount', 'tax_rate'), subtotal: money, tax: money };
const twoRates = (more: ReadValues): ReadValues => ({
  'line_items[0].description': 'Books',
  'line_items[0].amount': '100.00',
  'line_items[0].tax_rate': '7',
  'line_items[1].description': 'Pens',
  'line_items[1].amount': '50.00',
  'line_items[1].tax_rate': '19',
  subtotal: '150.00',
  tax: '16.50',
  ...more,
});
const line = (more: ReadValues): ReadValues => ({
  'line_items[0].description': 'Widget',
  'line_items[0].quantity': '3',
  'line_items[0].unit_price': '4.50',
  'line_items[0].amount': '13.50',
  ...more,
});
const product = lines('quantity', 'unit_price', 'amount');
const ordered = { ...lines('quantity', 'unit_price'), order_number: text };
const order = (more: ReadValues): ReadValues => ({
  order_number: 'PO-4711',
  'line_items[0].description': 'Widget',
  'line_items[0].quantity': '10',
  'line_items[0].unit_price': '4.50',
  ...more,
});

const checksOf = async (plugin: Plugin<'rule'>, setting: StageSetting): Promise<readonly Check[]> =>
  (await runRule(plugin, setting)).checks;

interface Case {
  readonly plugin: Plugin<'rule'>;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly schema: object;
  readonly right: ReadValues;
  readonly wrong: ReadValues;
}

/** For each shipped rule what it lets pass, and what it catches. */
const cases: readonly Case[] = [
  { plugin: iban, schema: { iban: text }, right: { iban: 'DE89 3704 0044 0532 0130 00' }, wrong: { iban: 'DE89 3704 0044 0532 0131 00' } },
  { plugin: bic, schema: { bic: text }, right: { bic: 'COBADEFFXXX' }, wrong: { bic: 'COBAZZFFXXX' } },
  { plugin: gtin, schema: { ean: text }, right: { ean: '4006381333931' }, wrong: { ean: '4006381333913' } },
  { plugin: luhn, options: { fields: ['reference'] }, schema: { reference: text }, right: { reference: '79927398713' }, wrong: { reference: '79927398710' } },
  { plugin: euVat, schema: { seller_tax_id: text }, right: { seller_tax_id: 'DE136695976' }, wrong: { seller_tax_id: 'DE136695977' } },
  { plugin: taxId, options: { country: 'PL' }, schema: { seller_tax_id: text }, right: { seller_tax_id: '8567346215' }, wrong: { seller_tax_id: '8567346216' } },
  { plugin: dates, schema: { issue_date: day, due_date: day }, right: { issue_date: '2026-03-02', due_date: '2026-04-01' }, wrong: { issue_date: '2026-03-02', due_date: '2026-02-01' } },
  { plugin: dates, schema: { issue_date: day }, right: { issue_date: '2026-03-02' }, wrong: { issue_date: '1926-03-02' } },
  { plugin: lineProduct, schema: product, right: line({}), wrong: line({ 'line_items[0].amount': '18.50' }) },
  { plugin: lineTax, schema: lines('amount', 'tax_rate', 'tax'), right: line({ 'line_items[0].tax_rate': '20', 'line_items[0].tax': '2.70' }), wrong: line({ 'line_items[0].tax_rate': '20', 'line_items[0].tax': '7.20' }) },
  { plugin: taxById, schema: rated, right: twoRates({}), wrong: twoRates({ tax: '18.50' }) },
  { plugin: currencyCountry, schema: { currency: text, iban: text }, right: { currency: 'EUR', iban: 'DE89 3704 0044 0532 0130 00' }, wrong: { currency: 'USD', iban: 'DE89 3704 0044 0532 0130 00' } },
  { plugin: currencyCountry, schema: { currency: text, seller_tax_id: text }, right: { currency: 'EUR', seller_tax_id: 'EL094259216' }, wrong: { currency: 'CHF', seller_tax_id: 'EL094259216' } },
  { plugin: ibanCountry, schema: { iban: text, seller_tax_id: text }, right: { iban: 'DE89 3704 0044 0532 0130 00', seller_tax_id: 'DE136695976' }, wrong: { iban: 'DE89 3704 0044 0532 0130 00', seller_tax_id: 'FR40303265045' } },
  { plugin: ibanCountry, options: { also: ['LT'] }, schema: { iban: text, seller_tax_id: text }, right: { iban: 'LT12 1000 0111 0100 1000', seller_tax_id: 'DE136695976' }, wrong: { iban: 'BE68 5390 0754 7034', seller_tax_id: 'DE136695976' } },
  { plugin: ibanCountry, schema: { iban: text, seller_tax_id: text }, right: { iban: 'GR16 0110 1250 0000 0001 2300 695', seller_tax_id: 'EL094259216' }, wrong: { iban: 'BE68 5390 0754 7034', seller_tax_id: 'EL094259216' } },
  { plugin: numberPattern, options: { patterns: { 'Brightwater Ltd': '^BW-\\d{4}$' } }, schema: { seller_name: text, invoice_number: text }, right: { seller_name: 'Brightwater Ltd', invoice_number: 'BW-0147' }, wrong: { seller_name: 'BRIGHTWATER LTD', invoice_number: '8W-0147' } },
  { plugin: amountLimits, options: { at_most: 1000 }, schema: { total: money }, right: { total: '1,000.00' }, wrong: { total: '1,000.01' } },
  { plugin: purchaseOrder, options: { csv: orders }, schema: ordered, right: order({}), wrong: order({ 'line_items[0].quantity': '12' }) },
  { plugin: purchaseOrder, options: { csv: orders }, schema: ordered, right: order({}), wrong: order({ 'line_items[0].description': 'Sprocket' }) },
  { plugin: purchaseOrder, options: { csv: orders, tolerance_percent: 10 }, schema: ordered, right: order({ 'line_items[0].unit_price': '4.95' }), wrong: order({ 'line_items[0].unit_price': '4.96' }) },
]; // biome-ignore format: a table

describe('a shipped rule', () => {
  it.each(cases.map((one) => [one.plugin.name, one] as const))(
    '%s lets pass what is right, and catches what is not',
    async (_, { plugin, options = {}, schema, right, wrong }) => {
      const passed = await checksOf(plugin, { options, schema, reading: right });
      const failed = await checksOf(plugin, { options, schema, reading: wrong });
      expect(passed.map(({ status }) => status)).toEqual(passed.map(() => 'PASSED'));
      expect(passed.length).toBeGreaterThan(0);
      expect(failed.map(({ status }) => status)).toContain('FAILED');
    },
  );

  it.each(cases.map((one) => [one.plugin.name, one] as const))(
    '%s says nothing passed of a document without its fields',
    async (_, { plugin, options = {}, schema }) => {
      const checks = await checksOf(plugin, { options, schema, reading: {} });
      expect(checks.filter(({ status }) => status !== 'CANNOT_VERIFY')).toEqual([]);
    },
  );

  const sources = readdirSync('plugins/rules').filter((file) => file.endsWith('.ts') && !/^(?:horizontal|vertical)-sum/.test(file));
  it.each(sources)('%s has 40 lines or fewer, and names its source', (file) => {
    const source = readFileSync(join('plugins/rules', file), 'utf8');
    expect(source.split('\n').length - 1).toBeLessThanOrEqual(40);
    expect(source.replaceAll(/\s+\*?\s*/g, ' ')).toMatch(/Source: |EN 16931/);
  });
});

it('no digit of an article number can be another', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 9 }), async (at, more) => {
      const digits = [...'4006381333931'].map(Number);
      const wrong = digits.map((digit, place) => (place === at ? (digit + more) % 10 : digit)).join('');
      const [check] = await checksOf(gtin, { schema: { ean: text }, reading: { ean: wrong } });
      return check?.status === 'FAILED';
    }),
    { numRuns: 30 },
  );
});

it('a tax number of another country is no VAT number of the EU, and no finding', async () => {
  expect(await checksOf(euVat, { schema: { seller_tax_id: text }, reading: { seller_tax_id: '12-3456789' } })).toEqual([]);
});

it('a price that is rounded lets a product differ by half a cent a piece', async () => {
  const rounded = line({ 'line_items[0].quantity': '1000', 'line_items[0].unit_price': '0.03', 'line_items[0].amount': '50.00' });
  const [check] = await checksOf(lineProduct, { schema: product, reading: rounded });
  expect(check?.status).toBe('FAILED');
  const near = await checksOf(lineProduct, { schema: product, reading: { ...rounded, 'line_items[0].amount': '30.90' } });
  expect(near[0]?.status).toBe('PASSED');
});

it('an amount with a discount or a tax in it can neither be verified nor refuted', async () => {
  const [check] = await checksOf(lineProduct, { schema: product, reading: line({ 'line_items[0].amount': '12.15' }) });
  expect(check?.status).toBe('CANNOT_VERIFY');
});

it('what a host holds lowers no score', async () => {
  const limited = (most: number) => runRule(amountLimits, { options: { at_most: most }, reading: { total: '12.00' } });
  const [held, passed] = [await limited(10), await limited(20)];
  expect([held.held, passed.held]).toEqual([['AMOUNT_LIMITS'], []]);
  expect(held.scores).toEqual(passed.scores);
});

it('a number that is made to keep a pattern busy does not', async () => {
  const patterns = { 'Brightwater Ltd': '^(([A-Z]+)-?)+$' };
  const reading = { seller_name: 'Brightwater Ltd', invoice_number: `${'A'.repeat(60)}1` };
  const started = performance.now();
  const checks = await checksOf(numberPattern, { options: { patterns }, schema: { seller_name: text, invoice_number: text }, reading });
  expect(checks).toMatchObject([{ status: 'FAILED', expected: 'like ^(([A-Z]+)-?)+$' }]);
  expect(performance.now() - started).toBeLessThan(2_000);
});
