import { buildInvoice, type Invoice, type InvoiceFacts } from '../../../fixtures/invoice/invoice.js';
import { wrapped } from '../../../fixtures/pdf/table.js';
import { printDate } from '../../../fixtures/print.js';
import { wording } from '../../../fixtures/wording.js';
import { facts } from '../facts/facts.js';
import { taxId } from '../facts/identifiers.js';
import { ratesInATable, severalRates } from '../facts/specials.js';
import type { SeededRandom } from '../random.js';
import type { IssuerRegion } from '../regions/region.js';
import type { FurtherLayout } from './layouts.js';
import { furtherWords, type PaymentMethod, paymentMethods } from './words.js';

/** A document, and what it says beyond the facts of an invoice. */
export interface FurtherInvoice {
  readonly invoice: Invoice;
  /** Null where the document does not speak of it. */
  readonly reverseCharge: boolean | null;
  readonly paymentMethod: PaymentMethod | 'cash' | null;
  readonly buyerEmail: string | null;
  /** The day of each line of a table of nights. */
  readonly nights: readonly string[] | null;
}

type Plain = ReturnType<typeof facts> & Required<Pick<InvoiceFacts, 'language'>>;

/** Plausible facts of a document that says more than other invoices. */
export function furtherInvoice(random: SeededRandom, region: IssuerRegion, layout: FurtherLayout): FurtherInvoice {
  const plain: Plain = { ...facts(random, region, { lines: [2, 7] }), language: region.language };
  const reverseCharge = reverseChargeIn(random, region);
  const paymentMethod = random.chance(0.6) ? random.pick(paymentMethods) : null;
  const buyerEmail = random.chance(0.6)
    ? `${random.pick(['einkauf', 'orders', 'info'])}@${random.pick(['meadow', 'lake', 'brook'])}${random.digits(2)}.example`
    : null;
  const nights = layout.table === 'nights' ? daysFrom(plain.issueDate ?? '', plain.lines.length) : null;
  const invoice = buildInvoice({
    ...plain,
    ...rates(plain, { random, region, layout, untaxed: reverseCharge === true }),
    ...(nights && { lines: plain.lines.map((line, index) => ({ ...line, description: nightText(nights[index] ?? '', plain) })) }),
    ...(plain.buyer && { buyer: { ...plain.buyer, ...buyer(random, region, { buyerEmail, address: plain.buyer.address }) } }),
    ...(paymentMethod !== null && paymentMethod !== 'bank_transfer' && { dueDate: null }),
    ...(layout.converts && {
      converted: { currency: region.currency === 'USD' ? 'EUR' : 'USD', rate: random.int(6_000, 16_000) / 10_000 },
    }),
    note: note(random, region, { reverseCharge, paymentMethod }),
    ...layout.special?.(plain, random, region),
  });
  const said = { reverseCharge, paymentMethod, buyerEmail };
  return { invoice, nights, ...(layout.isReceipt ? { ...said, ...silent } : said) };
}

/** A till receipt has no note and no buyer. */
const silent = { reverseCharge: null, paymentMethod: 'cash', buyerEmail: null } as const;

function reverseChargeIn(random: SeededRandom, { language }: IssuerRegion): boolean | null {
  if (language === 'ar' || furtherWords[language].noReverseCharge.length === 0) return null;
  return random.pick([true, false, null]);
}

interface RatesOf {
  readonly random: SeededRandom;
  readonly region: IssuerRegion;
  readonly layout: FurtherLayout;
  readonly untaxed: boolean;
}

function rates(plain: Plain, { random, region, layout, untaxed }: RatesOf): InvoiceFacts {
  if (untaxed) return { lines: plain.lines.map((line) => ({ ...line, taxRate: 0 })) };
  if (layout.ratesApart) return ratesInATable(plain, random, region);
  return random.chance(0.3) ? severalRates(plain, random, region) : {};
}

const buyer = (
  random: SeededRandom,
  { country }: IssuerRegion,
  { buyerEmail, address }: { readonly buyerEmail: string | null; readonly address: readonly string[] },
) => ({
  address: buyerEmail === null ? address : [...address, buyerEmail],
  ...(random.chance(0.5) && { taxId: taxId(country, random) }),
});

function note(
  random: SeededRandom,
  { language }: IssuerRegion,
  { reverseCharge, paymentMethod }: Pick<FurtherInvoice, 'reverseCharge'> & { readonly paymentMethod: PaymentMethod | null },
): string | null {
  if (language === 'ar') return null;
  const words = furtherWords[language];
  const sentences = [
    ...(reverseCharge === null ? [] : [reverseCharge ? wording[language].reverseCharge : random.pick(words.noReverseCharge)]),
    ...(paymentMethod === null ? [] : [words.payment[paymentMethod]]),
  ];
  return sentences.flatMap((sentence) => wrapped(sentence, 58)).join('\n') || null;
}

const daysFrom = (day: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => new Date(Date.parse(day) + index * 86_400_000).toISOString().slice(0, 10));

const nightText = (day: string, { dateStyle, language }: Plain): string =>
  printDate(day, dateStyle ?? '2025-04-03', wording[language].months);
