import type { XmlNode } from '../xml.js';
import { type InvoiceFacts, isVatId, type LineFacts, type PartyFacts, type VatFacts } from './facts.js';
import { money, number, specification, typeCodes } from './written.js';

const schemas = 'urn:oasis:names:specification:ubl:schema:xsd';
const namespaces = {
  'xmlns:cac': `${schemas}:CommonAggregateComponents-2`,
  'xmlns:cbc': `${schemas}:CommonBasicComponents-2`,
};

/** An invoice or a credit note in UBL 2.1, its elements in the order of the schema. Source: EN 16931-3-2. */
export function ublOf({ text, day, extra, totals, ...facts }: InvoiceFacts): XmlNode {
  const currencyID = facts.currency;
  const isCredit = facts.kind === 'credit_note';
  const document = isCredit ? 'CreditNote' : 'Invoice';
  const sum = (name: string, value: Parameters<typeof money>[0]): XmlNode => [`cbc:${name}`, money(value), { currencyID }];
  const adjustment = (concept: 'discount' | 'charge', reason: string): XmlNode => [
    'cac:AllowanceCharge',
    money(extra(concept)) === undefined
      ? undefined
      : [
          ['cbc:ChargeIndicator', String(concept === 'charge')],
          ['cbc:AllowanceChargeReason', reason],
          sum('Amount', extra(concept)),
          taxCategory('TaxCategory', facts.vat),
        ],
  ];
  const line = (row: LineFacts): XmlNode => [
    `cac:${document}Line`,
    [
      ['cbc:ID', row.position],
      [isCredit ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity', number(row.quantity), { unitCode: row.unit }],
      sum('LineExtensionAmount', row.amount),
      [
        'cac:Item',
        [['cbc:Name', row.name], ['cac:SellersItemIdentification', [['cbc:ID', row.code]]], taxCategory('ClassifiedTaxCategory', row)],
      ],
      ['cac:Price', [['cbc:PriceAmount', number(row.price), { currencyID }]]],
    ],
  ];
  return [
    document,
    [
      ['cbc:CustomizationID', specification],
      ['cbc:ID', facts.number],
      ['cbc:IssueDate', day('issue_date')],
      ['cbc:DueDate', isCredit ? undefined : day('due_date')],
      [`cbc:${document}TypeCode`, typeCodes[facts.kind]],
      ['cbc:DocumentCurrencyCode', currencyID],
      ['cbc:BuyerReference', facts.buyerReference],
      ['cac:OrderReference', [['cbc:ID', text('order_number')]]],
      ['cac:BillingReference', [['cac:InvoiceDocumentReference', [['cbc:ID', facts.preceding]]]]],
      ['cac:AccountingSupplierParty', [party(facts.seller)]],
      ['cac:AccountingCustomerParty', [party(facts.buyer)]],
      ['cac:Delivery', [['cbc:ActualDeliveryDate', day('delivery_date')]]],
      [
        'cac:PaymentMeans',
        text('iban') && [
          ['cbc:PaymentMeansCode', '30'],
          ['cbc:PaymentDueDate', isCredit ? day('due_date') : undefined],
          [
            'cac:PayeeFinancialAccount',
            [
              ['cbc:ID', text('iban')],
              ['cac:FinancialInstitutionBranch', [['cbc:ID', text('bic')]]],
            ],
          ],
        ],
      ],
      ['cac:PaymentTerms', [['cbc:Note', text('payment_terms')]]],
      adjustment('discount', 'Discount'),
      adjustment('charge', 'Charge'),
      [
        'cac:TaxTotal',
        [
          sum('TaxAmount', totals.tax),
          ...facts.breakdown.map(
            (part): XmlNode => [
              'cac:TaxSubtotal',
              part.category && [sum('TaxableAmount', part.basis), sum('TaxAmount', part.tax), taxCategory('TaxCategory', part)],
            ],
          ),
        ],
      ],
      [
        'cac:LegalMonetaryTotal',
        [
          sum('LineExtensionAmount', totals.lines),
          sum('TaxExclusiveAmount', totals.net),
          sum('TaxInclusiveAmount', totals.gross),
          sum('AllowanceTotalAmount', extra('discount')),
          sum('ChargeTotalAmount', extra('charge')),
          sum('PrepaidAmount', extra('prepaid')),
          sum('PayableRoundingAmount', extra('rounding')),
          sum('PayableAmount', totals.due),
        ],
      ],
      ...facts.lines.map(line),
    ],
    { xmlns: `${schemas}:${document}-2`, ...namespaces },
  ];
}

const party = ({ name, address, country, taxId }: PartyFacts): XmlNode => [
  'cac:Party',
  [
    [
      'cac:PostalAddress',
      [
        ['cbc:StreetName', address],
        ['cac:Country', [['cbc:IdentificationCode', country]]],
      ],
    ],
    [
      'cac:PartyTaxScheme',
      taxId && [
        ['cbc:CompanyID', taxId],
        ['cac:TaxScheme', [['cbc:ID', isVatId(taxId) ? 'VAT' : 'FC']]],
      ],
    ],
    ['cac:PartyLegalEntity', [['cbc:RegistrationName', name]]],
  ],
];

const taxCategory = (name: string, vat: VatFacts | undefined): XmlNode => [
  `cac:${name}`,
  vat?.category && [
    ['cbc:ID', vat.category],
    ['cbc:Percent', number(vat.rate)],
    ['cac:TaxScheme', [['cbc:ID', 'VAT']]],
  ],
];
