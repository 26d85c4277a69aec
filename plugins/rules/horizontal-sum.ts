import {
  type Adjustment,
  added,
  type Checkable,
  type Decimal,
  definePlugin,
  type Finding,
  listed,
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

const needs = ['subtotal', 'tax', 'total'] as const;

/**
 * Total = subtotal + taxes, plus charges, tips and rounding, minus discounts and withholding where the document has them.
 * Where both sums stand at their labels, one amount between them may have a name that nobody knows: `Courier 45.00`.
 * Source: EN 16931-1, BR-CO-15 (BT-112 = BT-109 + BT-110); the adjustments are what invoices print between the two.
 */
export default definePlugin({
  kind: 'rule',
  name: 'horizontal-sum',
  create: (): VerifierRule => ({
    type: 'HORIZONTAL_SUM',
    needs,
    check: async (result) => findings(result),
    calculate: findings,
  }),
});

const findings = (result: Checkable): readonly Finding[] => (needs.some((concept) => result.asked(concept)) ? [finding(result)] : []);

function finding(result: Checkable): Finding {
  const [[subtotal], [total], taxes] = [result.shadow('subtotal'), result.shadow('total'), result.shadow('tax')];
  const net: Decimal | Unknown = subtotal?.value ?? unknown;
  const tax = taxOf(taxes);
  const actual: Decimal | Unknown = total?.value ?? unknown;
  const fields = namesOf(total?.field ?? 'total', subtotal?.field ?? 'subtotal', taxes);
  if (includesTax(net, tax, actual, result)) {
    return {
      fields,
      expected: unknown,
      actual,
      note: 'HORIZONTAL_SUM: the subtotal equals the total, so that it seems to include the tax',
    };
  }
  const { expected, used } = reconcile(plus(net, tax), adjustmentsOf(result), (sum) => result.agree(sum, actual));
  const perRate = taxes.filter((one) => one.origin === 'printed').map(added);
  if (result.agree(expected, actual)) return { fields, expected, actual, ...needed([...perRate, ...used], fields) };
  const mostUnknown = subtotal?.label !== undefined && total?.label !== undefined ? 1 : 0;
  const printed = withTax(tax, reconcilePrinted(net, result.between(net, actual), { concepts: steps, mostUnknown }));
  if (printed) return { fields, expected: printed.expected, actual, ...needed(printed.used, fields) };
  // Taxes found only by their labels may repeat, or be sums themselves: they can confirm a total, but not refute one.
  if (perRate.length > 0) return { fields, expected: unknown, actual };
  return { fields, expected, actual, ...meant(expected, fields, result) };
}

/** What documents print between subtotal and total. */
const steps = ['tax', 'charge', 'tip', 'rounding', 'discount', 'withholding'] as const;

const namesOf = (total: string, subtotal: string, taxes: readonly Operand[]): readonly string[] => [
  ...new Set([total, subtotal, ...(taxes.length > 0 ? taxes.map((one) => one.field) : ['tax'])]),
];

const needed = (used: readonly Adjustment[], [total]: readonly string[]): { readonly note?: string } =>
  used.length === 0 ? {} : { note: `HORIZONTAL_SUM: ${total} = subtotal + tax with ${listed(used)}` };

/** If the sum equals the amount due instead, the note says which of the two amounts was read. */
function meant(expected: Decimal | Unknown, [total]: readonly string[], result: Checkable): { readonly note?: string } {
  const other = result.shadow('amount_due').find((due) => result.agree(expected, due.value));
  return other ? { note: `HORIZONTAL_SUM: the sum gives the amount of ${other.field}, not of ${total}` } : {};
}

/** Adds up several taxes. If one is already the sum of the others, it is the tax. */
function taxOf(taxes: readonly Operand[]): Decimal | Unknown {
  if (taxes.length === 0) return unknown;
  const all = plus(...taxes.map((tax) => tax.value));
  const whole = taxes.find((tax) => taxes.length > 2 && tax.value !== unknown && all !== unknown && all.eq(tax.value.times(2)));
  return whole?.value ?? all;
}

const includesTax = (net: Decimal | Unknown, tax: Decimal | Unknown, total: Decimal | Unknown, result: Checkable): boolean =>
  tax !== unknown && !tax.isZero() && result.agree(net, total);

/** Printed steps from the subtotal to the total confirm the tax if those named tax add up to it. The other steps are adjustments. */
function withTax(tax: Decimal | Unknown, printed: Reconciled | undefined): Reconciled | undefined {
  const [taxes = [], rest = []] = [true, false].map((wanted) =>
    printed?.used.filter(({ operand }) => (operand.field === 'tax') === wanted),
  );
  const sum = plus(...taxes.map(({ amount }) => amount));
  if (!printed || taxes.length === 0 || tax === unknown || sum === unknown || !sum.eq(tax)) return undefined;
  return { ...printed, used: rest };
}

/** A rounding is often printed without its sign. */
const roundings = (result: Checkable): readonly Adjustment[] =>
  result.shadow('rounding').flatMap((one) => (one.origin === 'printed' ? [added(one), takenOff(one)] : [added(one)]));

const adjustmentsOf = (result: Checkable) => [
  ...roundings(result),
  ...(['charge', 'tip'] as const).flatMap((concept) => result.shadow(concept).map(added)),
  ...(['discount', 'withholding'] as const).flatMap((concept) => result.shadow(concept).map(takenOff)),
];
