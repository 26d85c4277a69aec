import { creditNoteTitles, documentTitles } from './lines.js';
import { list } from './list.js';

/**
 * Statements that a schema asks for as a boolean: the words of each answer, and other names for the question.
 * Sources: Directive 2006/112/EC, article 226 (11a); EN 16931, BT-3 and VATEX-EU-AE.
 */
export const statements = {
  credit_note: { names: [], yes: creditNoteTitles, no: documentTitles },
  reverse_charge: {
    names: [],
    yes: list({
      en: 'Reverse charge',
      de: 'Steuerschuldnerschaft des Leistungsempfängers · Umkehrung der Steuerschuld · Steuerschuld geht auf den Leistungsempfänger über · Übergang der Steuerschuld',
      fr: 'Autoliquidation',
      es: 'Inversión del sujeto pasivo',
      it: 'Inversione contabile',
      nl: 'Btw verlegd',
      pt: 'Autoliquidação · IVA autoliquidação',
      sv: 'Omvänd betalningsskyldighet · Omvänd skattskyldighet',
      pl: 'Odwrotne obciążenie',
      hr: 'Prijenos porezne obveze',
      ar: 'الاحتساب العكسي',
    }),
    no: [],
  },
  paid: {
    names: list({ en: 'Settled', de: 'Beglichen' }),
    yes: list({
      en: 'Paid · Paid in full · Payment received · Fully paid',
      de: 'Bezahlt · Betrag dankend erhalten · Betrag erhalten · Bereits bezahlt',
      fr: 'Payé · Payée · Acquittée · Facture acquittée · Réglé · Réglée',
      es: 'Pagado · Pagada · Cobrado',
      it: 'Pagato · Pagata · Saldato',
      nl: 'Betaald · Voldaan',
      pt: 'Pago · Paga · Liquidado',
      sv: 'Betald',
      pl: 'Zapłacono',
      hr: 'Plaćeno',
      ar: 'مدفوع',
    }),
    no: list({
      en: 'Unpaid · Not paid',
      de: 'Unbezahlt · Nicht bezahlt · Offen',
      fr: 'Impayé · Impayée · Non payé',
      es: 'Impagado · Pendiente de pago',
      it: 'Non pagato · Da pagare',
      nl: 'Onbetaald · Niet betaald',
      pt: 'Não pago',
    }),
  },
  prices_include_tax: {
    names: list({
      en: 'Tax included · VAT included · Tax inclusive · VAT inclusive · Includes tax · Includes VAT · Prices tax inclusive',
      de: 'Preise brutto · MwSt enthalten · Inkl MwSt',
      fr: 'TVA incluse · Prix en TTC',
      es: 'IVA incluido',
      it: 'IVA inclusa',
      nl: 'Inclusief btw',
      pt: 'IVA incluído',
    }),
    yes: list({
      en: 'Prices include VAT · Prices include tax · Prices are inclusive of VAT · Prices including VAT · Prices incl VAT · Amount incl VAT · Price incl VAT',
      de: 'Preise inkl MwSt · Preise inklusive MwSt · Preise inkl USt · Preise verstehen sich inkl · Preise enthalten · Bruttopreise · Gesamt inkl USt',
      fr: 'Prix TTC · Prix toutes taxes comprises · PU TTC · Prix unitaire TTC',
      es: 'Precios con IVA · Precios IVA incluido · Importe con IVA',
      it: 'Prezzi IVA inclusa · Prezzi IVA compresa · Importo IVA inclusa',
      nl: 'Prijzen inclusief btw · Prijzen incl btw · Prijs incl btw',
      pt: 'Preços com IVA · Preços IVA incluído',
    }),
    no: list({
      en: 'Prices exclude VAT · Prices exclude tax · Prices excluding VAT · Prices excl VAT · Prices are exclusive of VAT · Price excl VAT · Unit price excl VAT',
      de: 'Preise zzgl MwSt · Preise zuzüglich · Preise exkl MwSt · Preise verstehen sich zzgl · Nettopreise · Einzelpreis netto',
      fr: 'Prix HT · Prix hors taxes · PU HT · Prix unitaire HT',
      es: 'Precios sin IVA · IVA no incluido',
      it: 'Prezzi IVA esclusa · IVA esclusa',
      nl: 'Prijzen exclusief btw · Prijzen excl btw · Prijs excl btw',
      pt: 'Preços sem IVA · IVA não incluído',
    }),
  },
} as const;
