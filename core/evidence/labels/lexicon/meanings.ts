import { creditNoteTitles, documentTitles } from './lines.js';
import { list } from './list.js';

/** Titles of documents that prove a payment. */
const receipts = list({
  en: 'Receipt · Sales receipt · Payment receipt',
  de: 'Quittung · Kassenbon · Kassenbeleg · Bon',
  fr: 'Reçu · Ticket de caisse · Ticket',
  es: 'Recibo · Ticket',
  it: 'Ricevuta · Scontrino · Ricevuta fiscale',
  nl: 'Bon · Kassabon',
  pt: 'Recibo · Talão',
  sv: 'Kvitto',
  pl: 'Paragon',
  hr: 'Potvrda',
  ar: 'إيصال',
});

/**
 * Meanings that a schema may list as choices, and how pages print each of them.
 * Sources: UNTDID 1001 (380, 381) for documents, UNTDID 4461 (10, 20, 30, 48, 49, 58, 59) for means of payment.
 */
export const meanings = {
  'credit note': [...creditNoteTitles, 'credit', '381'],
  receipt: receipts,
  invoice: [...documentTitles.filter((title) => !receipts.includes(title)), '380'],
  cash: list({
    en: 'Cash · Cash payment · Paid in cash',
    de: 'Bar · Barzahlung · Bargeld · Bar bezahlt · In bar',
    fr: 'Espèces · En espèces · Comptant',
    es: 'Efectivo · En efectivo · Contado',
    it: 'Contanti · In contanti',
    nl: 'Contant · Contante betaling',
    pt: 'Numerário · Dinheiro · Em numerário',
    sv: 'Kontant',
    pl: 'Gotówka · Gotówką',
    hr: 'Gotovina',
    ar: 'نقدا',
  }),
  card: list({
    en: 'Card · Credit card · Debit card · Bank card · Card payment · Visa · Mastercard · Maestro · American Express · Amex · Paid by card',
    de: 'Karte · Kreditkarte · Kartenzahlung · EC Karte · Girocard · EC Cash · Debitkarte',
    fr: 'Carte · Carte bancaire · Carte bleue · Carte de crédit · CB',
    es: 'Tarjeta · Tarjeta de crédito · Tarjeta de débito',
    it: 'Carta · Carta di credito · Bancomat · Carta di debito',
    nl: 'Kaart · Creditcard · Pinpas · Pinbetaling · Pin · Bancontact',
    pt: 'Cartão · Cartão de crédito · Multibanco · Cartão de débito',
    sv: 'Kort · Kortbetalning',
    pl: 'Karta · Kartą · Karta płatnicza',
    hr: 'Kartica',
    ar: 'بطاقة',
  }),
  transfer: list({
    en: 'Transfer · Bank transfer · Wire transfer · Wire · Credit transfer · SEPA transfer · SEPA credit transfer · BACS · ACH · Bank payment',
    de: 'Überweisung · Ueberweisung · Banküberweisung · SEPA Überweisung',
    fr: 'Virement · Virement bancaire · Virement SEPA',
    es: 'Transferencia · Transferencia bancaria',
    it: 'Bonifico · Bonifico bancario',
    nl: 'Overschrijving · Bankoverschrijving · Overboeking',
    pt: 'Transferência · Transferência bancária',
    sv: 'Banköverföring · Överföring',
    pl: 'Przelew · Przelew bankowy',
    hr: 'Virman · Bankovni prijenos · Transakcijski račun',
    ar: 'تحويل بنكي · حوالة',
  }),
  'direct debit': list({
    en: 'Direct debit · SEPA direct debit',
    de: 'Lastschrift · SEPA Lastschrift · Bankeinzug · Einzugsermächtigung · Abbuchung',
    fr: 'Prélèvement · Prélèvement automatique · Prélèvement SEPA',
    es: 'Domiciliación · Domiciliación bancaria · Recibo domiciliado · Adeudo directo',
    it: 'Addebito diretto · RID · Addebito SEPA',
    nl: 'Automatische incasso · Incasso · Domiciliëring',
    pt: 'Débito direto',
    sv: 'Autogiro',
    pl: 'Polecenie zapłaty',
  }),
  cheque: list({ en: 'Cheque · Check', de: 'Scheck', fr: 'Chèque', es: 'Cheque', it: 'Assegno', pt: 'Cheque' }),
  paypal: ['PayPal'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
