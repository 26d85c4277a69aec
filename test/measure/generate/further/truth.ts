import type { Decimal } from '../../../../core/contracts/amount.js';
import type { Json } from '../../../../core/index.js';
import { exchanged, grossOf, type InvoiceLine } from '../../../fixtures/invoice/calculate.js';
import type { Invoice, InvoiceParty } from '../../../fixtures/invoice/invoice.js';
import type { PrintedRow } from '../../../fixtures/invoice/printed-text.js';
import type { FurtherValue, TruthFile } from '../../../kit/truth-file.js';
import type { FurtherInvoice } from './facts.js';
import type { FurtherFact, Naming, RowFact, TaxFact } from './schemas.js';

/** What the pages state of the facts that a schema asks for, under its names; null where they do not. */
export function furtherTruth(
  said: FurtherInvoice,
  rows: readonly PrintedRow[],
  { naming, cells }: { readonly naming: Naming; readonly cells: readonly RowFact[] },
): Pick<TruthFile, 'further' | 'tables'> {
  const { invoice } = said;
  const printed = rows.flatMap(({ texts }) => texts.map(({ text }) => text)).join('\n');
  const stated = (value: string | null | undefined, words = value): FurtherValue => ({
    value: value && words && printed.includes(words) ? value : null,
  });
  const leaves = Object.entries(naming.facts).map(([fact, path]) => [path, factValues[fact as FurtherFact](said, stated)] as const);
  const lines = invoice.lines.map((line, index) =>
    Object.fromEntries(cells.map((cell) => [naming.rows.cells[cell], { value: cellValues[cell](line, said, index) }])),
  );
  return {
    further: Object.fromEntries(leaves),
    tables: { [naming.rows.path]: lines, ...(naming.taxes && { [naming.taxes.path]: taxRows(invoice, naming.taxes.cells) }) },
  };
}

type StatedText = (value: string | null | undefined, words?: string) => FurtherValue;

const factValues: Readonly<Record<FurtherFact, (said: FurtherInvoice, stated: StatedText) => FurtherValue>> = {
  kind: ({ invoice }) => ({ value: invoice.kind.replace(' ', '_') }),
  seller_tax_id: ({ invoice }, stated) => taxNumber(stated(invoice.seller.taxId)),
  seller_email: ({ invoice }, stated) => stated(invoice.seller.email),
  seller_street: ({ invoice }, stated) => stated(invoice.seller.address[0]),
  seller_city: ({ invoice }, stated) => stated(cityOf(invoice.seller), invoice.seller.address[1]),
  seller_country: ({ invoice }, stated) =>
    printsSellerCountry(invoice, stated)
      ? { value: invoice.seller.address[2] ?? null }
      : { value: null, also: [invoice.seller.address[2] ?? null] },
  buyer_tax_id: ({ invoice }, stated) => taxNumber(stated(invoice.buyer?.taxId)),
  buyer_email: ({ buyerEmail }, stated) => stated(buyerEmail),
  buyer_city: ({ invoice }, stated) => stated(invoice.buyer && cityOf(invoice.buyer), invoice.buyer?.address[1]),
  iban: ({ invoice }, stated) => stated(invoice.seller.iban),
  bic: ({ invoice }, stated) => stated(invoice.seller.bic),
  order_number: ({ invoice }, stated) => stated(invoice.orderNumber),
  customer_number: ({ invoice }, stated) => stated(invoice.customerNumber),
  reverse_charge: ({ reverseCharge }) => (reverseCharge === null ? { value: null, also: [false] } : { value: reverseCharge }),
  payment_method: ({ paymentMethod }) => (paymentMethod === null ? { value: null, also: ['bank_transfer'] } : { value: paymentMethod }),
  first_total: ({ invoice }) => ({ value: invoice.totals.total.toNumber() }),
  second_total: ({ invoice }) => ({ value: invoice.converted?.total.toNumber() ?? null }),
};

/** In Switzerland the number is right with or without the letters that say what it is registered for. */
const taxNumber = ({ value }: FurtherValue): FurtherValue =>
  String(value).endsWith(' MWST') ? { value, also: [String(value).replace(' MWST', '')] } : { value };

/** The country is the last line of an address; where only the buyer's is printed, both are in one country. */
const printsSellerCountry = ({ seller, buyer }: Invoice, stated: StatedText): boolean => !buyer && stated(seller.address[2]).value !== null;

/** The town of the line with its postcode, of any of the regions: '3511 AB Utrecht', 'Bristol BS1 6XQ', 'Boise, ID 83702'. */
const cityOf = ({ address: [, line = ''] }: InvoiceParty): string =>
  line
    .replace(/, .*$/, '')
    .replace(/^[\d-]+(?: \d+)? (?:[A-Z]{2} )?/, '')
    .replace(/ [A-Z]{2}\d \d[A-Z]{2}$/, '');

const cellValues: Readonly<Record<RowFact, (line: InvoiceLine, said: FurtherInvoice, index: number) => Json>> = {
  description: ({ description }) => description,
  night: (_, { nights }, index) => nights?.[index] ?? null,
  quantity: ({ quantity }) => quantity.toNumber(),
  amount: ({ amount }) => amount.toNumber(),
  gross: (line) => grossOf(line).toNumber(),
  exchanged: ({ amount }, { invoice: { converted } }) => converted && exchanged(amount, converted).total.toNumber(),
};

/** Each rate with its tax; its base is printed only where the rates have a table of their own, or where it is the subtotal. */
const taxRows = ({ taxes, layout }: Invoice, cells: Readonly<Record<TaxFact, string>>): readonly Readonly<Record<string, FurtherValue>>[] =>
  taxes.map(({ rate, base, amount }) => ({
    [cells.rate]: { value: rate.toNumber() },
    [cells.base]: layout.ratesApart ? { value: base.toNumber() } : either(base),
    [cells.tax]: { value: amount.toNumber() },
  }));

const either = (base: Decimal): FurtherValue => ({ value: null, also: [base.toNumber()] });
