import type { WordingLanguage } from '../../../fixtures/wording.js';

/** How a document says what only schemas of one's own ask for. */
export interface FurtherWords {
  /** That the reverse charge does not apply, in several ways; none where the language of the region does not know it. */
  readonly noReverseCharge: readonly string[];
  readonly payment: Readonly<Record<PaymentMethod, string>>;
  /** The header of a table of services, and of one of nights. */
  readonly service: string;
  readonly night: string;
}

export type PaymentMethod = (typeof paymentMethods)[number];
export const paymentMethods = ['bank_transfer', 'direct_debit', 'card'] as const;

const en: FurtherWords = {
  noReverseCharge: [
    'The reverse charge does not apply to this invoice.',
    'This supply is not subject to reverse charge.',
    'Reverse charge: no',
  ],
  payment: { bank_transfer: 'Payment by bank transfer.', direct_debit: 'Payment by direct debit.', card: 'Payment by credit card.' },
  service: 'Service',
  night: 'Night',
};

export const furtherWords: Readonly<Record<Exclude<WordingLanguage, 'ar'>, FurtherWords>> = {
  en,
  'en-US': { ...en, noReverseCharge: [] },
  de: {
    noReverseCharge: [
      'Die Steuerschuldnerschaft des Leistungsempfängers gilt für diese Rechnung nicht.',
      'Keine Umkehrung der Steuerschuld.',
      'Reverse Charge: nein',
    ],
    payment: {
      bank_transfer: 'Zahlung per Überweisung.',
      direct_debit: 'Der Betrag wird per Lastschrift eingezogen.',
      card: 'Zahlung mit Kreditkarte.',
    },
    service: 'Leistung',
    night: 'Nacht',
  },
  fr: {
    noReverseCharge: [
      "L'autoliquidation ne s'applique pas à cette facture.",
      'Facture non soumise à autoliquidation.',
      'Autoliquidation : non',
    ],
    payment: {
      bank_transfer: 'Règlement par virement bancaire.',
      direct_debit: 'Règlement par prélèvement automatique.',
      card: 'Règlement par carte bancaire.',
    },
    service: 'Prestation',
    night: 'Nuit',
  },
  es: {
    noReverseCharge: [
      'No procede la inversión del sujeto pasivo.',
      'Operación sin inversión del sujeto pasivo.',
      'Inversión del sujeto pasivo: no',
    ],
    payment: {
      bank_transfer: 'Pago por transferencia bancaria.',
      direct_debit: 'Pago por domiciliación bancaria.',
      card: 'Pago con tarjeta de crédito.',
    },
    service: 'Servicio',
    night: 'Noche',
  },
  it: {
    noReverseCharge: [
      "L'inversione contabile non si applica a questa fattura.",
      'Operazione non soggetta a inversione contabile.',
      'Reverse charge: no',
    ],
    payment: {
      bank_transfer: 'Pagamento con bonifico bancario.',
      direct_debit: 'Pagamento con addebito diretto.',
      card: 'Pagamento con carta di credito.',
    },
    service: 'Servizio',
    night: 'Notte',
  },
  nl: {
    noReverseCharge: ['De verleggingsregeling is niet van toepassing.', 'Op deze factuur is geen btw verlegd.', 'Btw verlegd: nee'],
    payment: {
      bank_transfer: 'Betaling per overschrijving.',
      direct_debit: 'Betaling via automatische incasso.',
      card: 'Betaling met creditcard.',
    },
    service: 'Dienst',
    night: 'Nacht',
  },
  pt: {
    noReverseCharge: ['A autoliquidação não se aplica a esta fatura.', 'Operação sem autoliquidação.', 'Autoliquidação: não'],
    payment: {
      bank_transfer: 'Pagamento por transferência bancária.',
      direct_debit: 'Pagamento por débito direto.',
      card: 'Pagamento com cartão de crédito.',
    },
    service: 'Serviço',
    night: 'Noite',
  },
  sv: {
    noReverseCharge: [
      'Omvänd betalningsskyldighet gäller inte för denna faktura.',
      'Omvänd skattskyldighet tillämpas inte.',
      'Omvänd betalningsskyldighet: nej',
    ],
    payment: {
      bank_transfer: 'Betalning via banköverföring.',
      direct_debit: 'Betalning via autogiro.',
      card: 'Betalning med kort.',
    },
    service: 'Tjänst',
    night: 'Natt',
  },
};
