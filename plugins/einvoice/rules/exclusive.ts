import { buyer, party, seller, type Taxed, type Used, uses } from './categories.js';
import { type Breach, breach, type Invoice } from './invoice.js';
import type { Paths } from './terms.js';

/** Where one category excludes others, or asks for more: O, K and B. */
export function* alone(invoice: Invoice, used: readonly Used[], breakdown: readonly Taxed[]): Generator<Breach> {
  const { root } = invoice;
  const broken = (is: string) => breakdown.some(({ code }) => code === is);
  if (broken('O')) {
    const others = [breakdown, ...uses.map((_, at) => used.filter(({ use }) => use === at))];
    for (const [at, group] of others.entries())
      for (const { element } of group.filter(({ code }) => code !== 'O').slice(0, 1))
        yield breach(`BR-O-${at + 11}`, element, 'VAT category O (not subject to VAT) allows no other category in the invoice');
  }
  if (broken('K')) {
    if (!delivered.some((path) => invoice.texts(root, path).some((text) => text !== '')))
      yield breach('BR-IC-11', root, 'Intra-community supply: delivery date (BT-72) or invoicing period (BG-14) is missing');
    if (!invoice.in('delivery address').some((address) => invoice.text(address, 'BT-80') !== ''))
      yield breach('BR-IC-12', root, 'Intra-community supply: deliver to country code (BT-80) is missing');
  }
  const codes = new Set([...used, ...breakdown].map(({ code }) => code));
  if (codes.has('B')) {
    if (countries.some((path) => invoice.texts(root, path).some((country) => country !== 'IT')))
      yield breach('BR-B-01', root, 'VAT category B (split payment) is for invoices within Italy');
    if (codes.has('S')) yield breach('BR-B-02', root, 'VAT category B (split payment) excludes category S (standard rate)');
  }
}

const delivered: readonly Paths[] = [
  [
    'Delivery/ActualDeliveryDate',
    'SupplyChainTradeTransaction/ApplicableHeaderTradeDelivery/ActualDeliverySupplyChainEvent/OccurrenceDateTime/DateTimeString',
  ],
  [
    'InvoicePeriod/StartDate|EndDate|DescriptionCode',
    'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/BillingSpecifiedPeriod/StartDateTime|EndDateTime/DateTimeString',
  ],
];

const countries: readonly Paths[] = [
  party(seller, 'PostalAddress/Country/IdentificationCode', 'PostalTradeAddress/CountryID'),
  party(buyer, 'PostalAddress/Country/IdentificationCode', 'PostalTradeAddress/CountryID'),
];
