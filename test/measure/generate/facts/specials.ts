import type { Decimal } from '../../../../core/contracts/amount.js';
import { decimal } from '../../../../core/values/money.js';
import { buildInvoice, type InvoiceFacts } from '../../../fixtures/invoice/invoice.js';
import { wording } from '../../../fixtures/wording.js';
import type { SeededRandom } from '../random.js';
import type { IssuerRegion } from '../regions/region.js';
import { taxId } from './identifiers.js';

/** Special facts of one kind of document, based on plain ones. */
export type Special = (plain: Plain, random: SeededRandom, region: IssuerRegion) => InvoiceFacts;
type Plain = InvoiceFacts & Required<Pick<InvoiceFacts, 'lines' | 'language'>>;

export const none: Special = () => ({});

export const severalRates: Special = ({ lines }, random, { taxRates }) => ({
  lines: lines.map((line, index) => ({ ...line, taxRate: index < 2 ? (taxRates[index] ?? 0) : random.pick(taxRates) })),
  layout: { printsTaxTotal: true },
});

export const ratesInATable: Special = (plain, random, region) => ({
  ...severalRates(plain, random, region),
  layout: { printsTaxTotal: true, ratesApart: true },
});

export const lineDiscounts: Special = ({ lines }, random) => ({
  lines: lines.map((line, index) => ({ ...line, discount: index === 0 || random.chance(0.5) ? random.pick([5, 10, 12.5, 20]) : 0 })),
});

export const discount: Special = (plain, random) => ({ discount: share(plain, random.pick([5, 8, 10])) });

export const shipping: Special = (_, random) => ({ shipping: random.int(490, 4900) / 100 });

export const discountAndShipping: Special = (plain, random, region) => ({
  ...discount(plain, random, region),
  ...shipping(plain, random, region),
});

export const taxInclusive: Special = () => ({ taxInclusive: true });

export const reverseCharge: Special = ({ lines, language, buyer }, random, region) => ({
  lines: lines.map((line) => ({ ...line, taxRate: 0 })),
  note: wording[language].reverseCharge,
  ...(buyer && { buyer: { ...buyer, taxId: taxId(region.country, random) } }),
});

/** A part is already paid, so the amount due differs from the total. */
export const deposit: Special = (plain, random) => ({ prepaid: share(plain, random.pick([20, 25, 40])) });

export const twoCurrencies: Special = (_, random, { currency }) => ({
  converted: { currency: currency === 'EUR' ? 'CHF' : 'EUR', rate: random.int(6000, 16_000) / 10_000 },
});

export const creditInMinus: Special = ({ lines }) => ({
  ...credit,
  lines: lines.map((line) => ({ ...line, quantity: -line.quantity })),
});

/** Only the title shows that the amounts are refunded. */
export const creditInPlus: Special = () => credit;

const credit = { kind: 'credit note', dueDate: null } as const satisfies InvoiceFacts;

export const receipt: Special = ({ lines }, random) => paidInCash(lines.map((line) => ({ ...line, ...fewPieces(random) })));

export const weighed: Special = ({ lines }, random) =>
  paidInCash(lines.map((line) => ({ ...line, ...fewPieces(random), quantity: random.int(80, 2_400) / 1_000 })));

/** Discounts follow the lines. */
export const receiptDiscounts: Special = ({ lines, language }, random) =>
  paidInCash(
    lines.flatMap((line, index) => {
      const sold = { ...line, ...fewPieces(random) };
      const less = { ...line, description: wording[language].discount, quantity: 1, unitPrice: -random.int(10, 90) / 100 };
      return index === 0 || random.chance(0.3) ? [sold, less] : [sold];
    }),
  );

const fewPieces = (random: SeededRandom) => ({ quantity: random.int(1, 3), unitPrice: random.int(95, 1950) / 100 });

/** Paid in cash with the smallest sufficient notes. */
function paidInCash(lines: Plain['lines']): InvoiceFacts {
  const sold = { taxInclusive: true, lines };
  const { total } = buildInvoice(sold).totals;
  return { ...withoutBuyer, ...sold, cash: total.div(10).ceil().times(10).toNumber() };
}

const withoutBuyer = {
  kind: 'receipt',
  buyer: null,
  dueDate: null,
  orderNumber: null,
  customerNumber: null,
} as const satisfies InvoiceFacts;

/** The printed total is not the sum of subtotal and tax. */
export const wrongTotal: Special = (plain, random) => {
  const { total } = buildInvoice(plain).totals;
  return { misprint: { total: total.plus(random.int(1, 90)).toNumber() } };
};

/** The file contains a larger total hidden in three invisible ways. */
export const hiddenTotal: Special = (plain) => {
  const words = wording[plain.language];
  const text = `${words.total} ${subtotal(plain).times(3).toFixed(2)}`;
  return { layout: { hidden: (['white', 'mode3', 'tiny'] as const).map((how) => ({ text, how })) } };
};

export const torn: Special = () => ({ layout: { torn: true } });
export const turned: Special = (_, random) => ({ layout: { rotation: random.pick([90, 270] as const) } });

const subtotal = (plain: Plain): Decimal => buildInvoice(plain).totals.subtotal;
const share = (plain: Plain, percent: number): number => subtotal(plain).times(decimal(percent)).div(100).toDecimalPlaces(2).toNumber();
