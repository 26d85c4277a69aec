import type { XmlNode } from '../xml.js';
import { type AmountFact, type InvoiceFacts, isVatId, type LineFacts, type PartyFacts, type VatFacts } from './facts.js';
import { money, number, specification, typeCodes } from './written.js';

const standard = 'urn:un:unece:uncefact:data:standard';
const namespaces = {
  'xmlns:rsm': `${standard}:CrossIndustryInvoice:100`,
  'xmlns:ram': `${standard}:ReusableAggregateBusinessInformationEntity:100`,
  'xmlns:udt': `${standard}:UnqualifiedDataType:100`,
};

/** An invoice or a credit note in CII D16B, its elements in the order of the schema. Source: EN 16931-3-3. */
export function ciiOf({ text, day, seller, buyer, ...facts }: InvoiceFacts): XmlNode {
  return [
    'rsm:CrossIndustryInvoice',
    [
      ['rsm:ExchangedDocumentContext', [['ram:GuidelineSpecifiedDocumentContextParameter', [['ram:ID', specification]]]]],
      [
        'rsm:ExchangedDocument',
        [['ram:ID', facts.number], ['ram:TypeCode', typeCodes[facts.kind]], dayAt('ram:IssueDateTime', day('issue_date'))],
      ],
      [
        'rsm:SupplyChainTradeTransaction',
        [
          ...facts.lines.map(line),
          [
            'ram:ApplicableHeaderTradeAgreement',
            [
              ['ram:BuyerReference', facts.buyerReference],
              party('ram:SellerTradeParty', seller),
              party('ram:BuyerTradeParty', buyer),
              ['ram:BuyerOrderReferencedDocument', [['ram:IssuerAssignedID', text('order_number')]]],
            ],
          ],
          // The schema requires this group, also where nothing is known of the delivery.
          ['ram:ApplicableHeaderTradeDelivery', day('delivery_date') === undefined ? '' : [delivered(day('delivery_date'))]],
          ['ram:ApplicableHeaderTradeSettlement', settlement({ text, day, seller, buyer, ...facts })],
        ],
      ],
    ],
    namespaces,
  ];
}

const dayAt = (name: string, day: string | undefined): XmlNode => [
  name,
  [['udt:DateTimeString', day?.replaceAll('-', ''), { format: '102' }]],
];

const delivered = (day: string | undefined): XmlNode => ['ram:ActualDeliverySupplyChainEvent', [dayAt('ram:OccurrenceDateTime', day)]];

function line(row: LineFacts): XmlNode {
  return [
    'ram:IncludedSupplyChainTradeLineItem',
    [
      ['ram:AssociatedDocumentLineDocument', [['ram:LineID', row.position]]],
      [
        'ram:SpecifiedTradeProduct',
        [
          ['ram:SellerAssignedID', row.code],
          ['ram:Name', row.name],
        ],
      ],
      ['ram:SpecifiedLineTradeAgreement', [['ram:NetPriceProductTradePrice', [['ram:ChargeAmount', number(row.price)]]]]],
      ['ram:SpecifiedLineTradeDelivery', [['ram:BilledQuantity', number(row.quantity), { unitCode: row.unit }]]],
      [
        'ram:SpecifiedLineTradeSettlement',
        [
          ['ram:ApplicableTradeTax', row.category && taxed(row)],
          ['ram:SpecifiedTradeSettlementLineMonetarySummation', [['ram:LineTotalAmount', money(row.amount)]]],
        ],
      ],
    ],
  ];
}

const taxed = ({ category, rate }: VatFacts): readonly XmlNode[] => [
  ['ram:TypeCode', 'VAT'],
  ['ram:CategoryCode', category],
  ['ram:RateApplicablePercent', number(rate)],
];

const party = (tag: string, { name, address, country, taxId }: PartyFacts): XmlNode => [
  tag,
  [
    ['ram:Name', name],
    [
      'ram:PostalTradeAddress',
      [
        ['ram:LineOne', address],
        ['ram:CountryID', country],
      ],
    ],
    ['ram:SpecifiedTaxRegistration', taxId && [['ram:ID', taxId, { schemeID: isVatId(taxId) ? 'VA' : 'FC' }]]],
  ],
];

function settlement({ text, day, extra, totals, vat, breakdown, currency, preceding }: InvoiceFacts): readonly XmlNode[] {
  const adjustment = (concept: 'discount' | 'charge', reason: string): XmlNode => [
    'ram:SpecifiedTradeAllowanceCharge',
    money(extra(concept)) && [
      ['ram:ChargeIndicator', [['udt:Indicator', String(concept === 'charge')]]],
      ['ram:ActualAmount', money(extra(concept))],
      ['ram:Reason', reason],
      ['ram:CategoryTradeTax', vat?.category && taxed(vat)],
    ],
  ];
  const sum = (name: string, value: AmountFact, attributes = {}): XmlNode => [`ram:${name}`, money(value), attributes];
  return [
    ['ram:InvoiceCurrencyCode', currency],
    [
      'ram:SpecifiedTradeSettlementPaymentMeans',
      text('iban') && [
        ['ram:TypeCode', '30'],
        ['ram:PayeePartyCreditorFinancialAccount', [['ram:IBANID', text('iban')]]],
        ['ram:PayeeSpecifiedCreditorFinancialInstitution', [['ram:BICID', text('bic')]]],
      ],
    ],
    ...breakdown.map(
      (part): XmlNode => [
        'ram:ApplicableTradeTax',
        part.category && [
          sum('CalculatedAmount', part.tax),
          ['ram:TypeCode', 'VAT'],
          sum('BasisAmount', part.basis),
          ...taxed(part).slice(1),
        ],
      ],
    ),
    adjustment('discount', 'Discount'),
    adjustment('charge', 'Charge'),
    ['ram:SpecifiedTradePaymentTerms', [['ram:Description', text('payment_terms')], dayAt('ram:DueDateDateTime', day('due_date'))]],
    [
      'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
      [
        sum('LineTotalAmount', totals.lines),
        sum('ChargeTotalAmount', extra('charge')),
        sum('AllowanceTotalAmount', extra('discount')),
        sum('TaxBasisTotalAmount', totals.net),
        sum('TaxTotalAmount', totals.tax, { currencyID: currency }),
        sum('RoundingAmount', extra('rounding')),
        sum('GrandTotalAmount', totals.gross),
        sum('TotalPrepaidAmount', extra('prepaid')),
        sum('DuePayableAmount', totals.due),
      ],
    ],
    ['ram:InvoiceReferencedDocument', [['ram:IssuerAssignedID', preceding]]],
  ];
}
