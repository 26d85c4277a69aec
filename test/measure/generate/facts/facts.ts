import type { LineFacts } from '../../../fixtures/invoice/calculate.js';
import type { InvoiceFacts, InvoiceParty } from '../../../fixtures/invoice/invoice.js';
import type { SeededRandom } from '../random.js';
import { itemInTurn } from '../random.js';
import type { IssuerRegion } from '../regions/region.js';
import { bic, iban, taxId } from './identifiers.js';

export interface Extent {
  /** Minimum and maximum number of lines. */
  readonly lines: readonly [number, number];
  /** Descriptions that need more than one line of type. */
  readonly longDescriptions?: boolean;
}

/** Plausible facts of a document from a region: parties, numbers, days, lines at the standard rate. */
export function facts(random: SeededRandom, region: IssuerRegion, extent: Extent): InvoiceFacts & { readonly lines: readonly LineFacts[] } {
  const dateStyle = random.pick(region.dateStyles);
  const from = party(random, region);
  const day = days(random);
  return {
    language: region.language,
    currency: region.currency,
    numberStyle: region.numberStyle,
    dateStyle,
    seller: { ...from, ...seller(random, region) },
    buyer: party(random, { ...region, names: region.names.filter((name) => !from.name.startsWith(name)) }),
    ...day,
    number: documentNumber(random, day.issueDate.slice(0, 4)),
    orderNumber: random.chance(0.5) ? `${random.pick(['PO-', '45', 'B'])}${random.digits(5)}` : null,
    customerNumber: random.chance(0.5) ? random.digits(5) : null,
    lines: lines(random, region, extent),
  };
}

function party(random: SeededRandom, region: IssuerRegion): InvoiceParty {
  const name = `${random.pick(region.names)} ${random.pick(region.trades)} ${random.pick(region.legalForms)}`;
  return { name, address: [`${random.pick(region.streets)} ${random.int(1, 98)}`, random.pick(region.towns), region.countryName] };
}

function seller(random: SeededRandom, { country }: IssuerRegion): Partial<InvoiceParty> {
  const account = iban(country, random);
  return {
    taxId: taxId(country, random),
    email: `${random.pick(['accounts', 'office', 'billing'])}@${random.pick(['alder', 'north', 'river', 'stone'])}${random.digits(2)}.example`,
    phone: `${random.int(20, 99)} 555 0${random.digits(3)}`,
    ...(account && { iban: account, bic: bic(country, random) }),
  };
}

function documentNumber(random: SeededRandom, year: string): string {
  const count = random.digits(4);
  return random.pick([
    `RE-${year}-${count}`,
    `${year}/${count}`,
    `F${year}${count}`,
    `1${count}${random.digits(2)}`,
    `INV-${count}-${random.pick(['A', 'B', 'X'])}`,
  ]);
}

/** In half of the documents both parts of each date could be the month: 03/04 is April or March. */
function days(random: SeededRandom): { readonly issueDate: string; readonly dueDate: string } {
  const latest = random.chance(0.5) ? 12 : 28;
  const [year, month] = [random.int(2024, 2026), random.int(1, 11)];
  const day = (of: number): string => `${year}-${String(of).padStart(2, '0')}-${String(random.int(1, latest)).padStart(2, '0')}`;
  return { issueDate: day(month), dueDate: day(month + 1) };
}

/** Takes goods in order, so that a short document has no duplicates. */
function lines(random: SeededRandom, { goods, longGoods, units, taxRates }: IssuerRegion, extent: Extent): readonly LineFacts[] {
  const first = random.int(0, goods.length - 1);
  return Array.from({ length: random.int(...extent.lines) }, (_, index) => ({
    description: itemInTurn(extent.longDescriptions && index % 3 < 2 ? longGoods : goods, first + index),
    quantity: random.chance(0.15) ? random.int(1, 20) + 0.5 : random.int(1, 40),
    unit: random.pick(units),
    unitPrice: random.int(250, random.chance(0.2) ? 90_000 : 12_000) / 100,
    taxRate: taxRates[0] ?? 0,
  }));
}
