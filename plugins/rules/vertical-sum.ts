import {
  type Adjustment,
  added,
  type Checkable,
  type Decimal,
  definePlugin,
  type Finding,
  listed,
  minus,
  type Operand,
  plus,
  type Reconciled,
  reconcile,
  reconcilePrinted,
  takenOff,
  type Unknown,
  unknown,
  type VerifierRule,
} from '../../core/index.js';
import { conceptOf } from '../../core/text.js';

const needs = ['subtotal', 'line_amount'] as const;

/**
 * Subtotal = sum of the line amounts, plus document-level charges, minus discounts where the document has them.
 * Lines that sum to the total instead include the tax: then nothing can be said about the subtotal.
 * Source: EN 16931-1, BR-CO-10 and BR-CO-13 (BT-106 = sum of BT-131; BT-109 = BT-106 - BT-107 + BT-108).
 */
export default definePlugin({
  kind: 'rule',
  name: 'vertical-sum',
  create: (): VerifierRule => ({
    type: 'VERTICAL_SUM',
    needs,
    check: async (result) => findings(result),
    calculate: findings,
  }),
});

const findings = (result: Checkable): readonly Finding[] =>
  needs.some((concept) => result.asked(concept)) && hasBoth(result) ? [finding(result)] : [];

/** Whether rows were asked for or read: otherwise there is nothing to sum. */
const hasBoth = (result: Checkable): boolean => result.asked('line_amount') || result.shadow('line_amount').length > 0;

function finding(result: Checkable): Finding {
  const lines = result.shadow('line_amount');
  const subtotal = result.shadow('subtotal')[0];
  const fields = [subtotal?.field ?? 'subtotal', lines[0]?.field ?? askedColumn(result)];
  const actual = subtotal?.value ?? unknown;
  const sum = lines.length > 0 ? plus(...lines.map((line) => line.value)) : unknown;
  const terms = lines.length;
  const adjustments = [...result.shadow('charge').map(added), ...result.shadow('discount').map(takenOff)];
  const { expected, used } = reconcile(sum, adjustments, (total) => result.agree(total, actual, terms));
  const way: Reconciled | undefined = result.agree(expected, actual, terms)
    ? { expected, used }
    : reconcilePrinted(sum, result.between(sum, actual), { concepts: ['charge', 'discount', 'rounding'] });
  if (way) return { fields, expected: way.expected, actual, terms, ...needed(way.used, fields) };
  if (includeTax(lines, sum, actual, result))
    return { fields, expected: unknown, actual, terms, note: 'VERTICAL_SUM: line amounts include tax, they sum to the total' };
  return { fields, expected, actual, terms };
}

const needed = (used: readonly Adjustment[], [subtotal, lines]: readonly string[]): { readonly note?: string } =>
  used.length === 0 ? {} : { note: `VERTICAL_SUM: ${subtotal} = sum of ${lines} with ${listed(used)}` };

/** Whether the lines sum to the total, which exceeds the subtotal by the tax. A line that is the tax itself is no such excuse. */
function includeTax(lines: readonly Operand[], sum: Decimal | Unknown, subtotal: Decimal | Unknown, result: Checkable): boolean {
  const total = result.shadow('total').find((one) => result.agree(sum, one.value, lines.length));
  const tax = minus(total?.value ?? unknown, subtotal);
  return tax !== unknown && !tax.isZero() && !lines.some((line) => result.agree(line.value, tax));
}

/** The array whose amounts were not found, under the caller's name. */
const askedColumn = ({ schema }: Checkable): string =>
  schema.fields.find((field) => conceptOf(field) === 'line_amount')?.names[0] ?? 'line_items';
