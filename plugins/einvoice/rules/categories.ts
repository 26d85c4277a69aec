import type { Decimal } from 'decimal.js';
import type { XmlElement } from '../xml-tree.js';
import type { Group, Paths } from './terms.js';

/** What a category of VAT asks for. Source: EN 16931-1, the rules BR-S, BR-Z, BR-E, BR-AE, BR-IC, BR-G, BR-O, BR-AF and BR-AG, 1 to 10 each. */
export interface Category {
  readonly code: string;
  readonly name: string;
  /** What a rate may be; 'none': there is no rate. */
  readonly rate: 'above zero' | 'zero or more' | 'zero' | 'none';
  /** Whether a reason is given why no VAT is charged. */
  readonly exempt: boolean;
  /** The numbers that must be known, or must not. */
  readonly numbers: readonly (readonly Paths[])[] | 'none';
}

export const party = (above: Paths, ...below: Paths): Paths => [`${above[0]}/${below[0]}`, `${above[1]}/${below[1]}`];
const agreement = 'SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement';
export const seller: Paths = ['AccountingSupplierParty/Party', `${agreement}/SellerTradeParty`];
export const buyer: Paths = ['AccountingCustomerParty/Party', `${agreement}/BuyerTradeParty`];
const vatNumber: Paths = ['PartyTaxScheme[TaxScheme/ID=VAT]/CompanyID', 'SpecifiedTaxRegistration/ID[@schemeID=VA]'];
const representative = party(['TaxRepresentativeParty', `${agreement}/SellerTaxRepresentativeTradeParty`], ...vatNumber);
export const sellerVat = [party(seller, ...vatNumber), representative];
export const sellerTax = [party(seller, 'PartyTaxScheme/CompanyID', 'SpecifiedTaxRegistration/ID[@schemeID=VA|FC]'), representative];
export const buyerVat = [party(buyer, ...vatNumber)];
const buyerKnown = [...buyerVat, party(buyer, 'PartyLegalEntity/CompanyID', 'SpecifiedLegalOrganization/ID')];

export const categories: Readonly<Record<string, Category>> = {
  'BR-S': { code: 'S', name: 'standard rate', rate: 'above zero', exempt: false, numbers: [sellerTax] },
  'BR-Z': { code: 'Z', name: 'zero rate', rate: 'zero', exempt: false, numbers: [sellerTax] },
  'BR-E': { code: 'E', name: 'exempt from VAT', rate: 'zero', exempt: true, numbers: [sellerTax] },
  'BR-AE': { code: 'AE', name: 'reverse charge', rate: 'zero', exempt: true, numbers: [sellerTax, buyerKnown] },
  'BR-IC': { code: 'K', name: 'intra-community supply', rate: 'zero', exempt: true, numbers: [sellerVat, buyerVat] },
  'BR-G': { code: 'G', name: 'export outside the EU', rate: 'zero', exempt: true, numbers: [sellerVat] },
  'BR-O': { code: 'O', name: 'not subject to VAT', rate: 'none', exempt: true, numbers: 'none' },
  'BR-AF': { code: 'L', name: 'IGIC', rate: 'zero or more', exempt: false, numbers: [sellerTax] },
  'BR-AG': { code: 'M', name: 'IPSI', rate: 'zero or more', exempt: false, numbers: [sellerTax] },
};

/** Where a category is used, with its terms; the rules 2 to 4 and 5 to 7 of each family are about these three, in this order. */
export const uses: readonly {
  readonly group: Group;
  readonly what: string;
  readonly category: Paths;
  readonly amount: 'BT-131' | 'BT-92' | 'BT-99';
}[] = [
  {
    group: 'line',
    what: 'Line',
    category: ['Item/ClassifiedTaxCategory[TaxScheme/ID=VAT]', 'SpecifiedLineTradeSettlement/ApplicableTradeTax[TypeCode=VAT]'],
    amount: 'BT-131',
  },
  { group: 'allowance', what: 'Allowance', category: ['TaxCategory[TaxScheme/ID=VAT]', 'CategoryTradeTax[TypeCode=VAT]'], amount: 'BT-92' },
  { group: 'charge', what: 'Charge', category: ['TaxCategory[TaxScheme/ID=VAT]', 'CategoryTradeTax[TypeCode=VAT]'], amount: 'BT-99' },
];

/** The VAT of a line, an allowance, a charge or a breakdown. */
export interface Taxed {
  readonly element: XmlElement;
  readonly code: string;
  readonly rate: string;
}

export interface Used extends Taxed {
  readonly amount: Decimal | undefined;
  /** 0 for a line, 1 for an allowance, 2 for a charge. */
  readonly use: number;
}
