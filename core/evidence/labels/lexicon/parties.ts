import { list } from './list.js';

/**
 * Headings over or before the payee: usually the seller, but also a factor or an account holder. Sources: EN 16931-1, which separates the
 * payee (BG-10) and the account name (BT-85) from the seller, and the multilingual headings of the Swiss QR-bill (SIX).
 */
export const payeeHeadings = list({
  en: 'Pay to · Remit to · Remit payment to · Remit payments to · Remit address · Remit to address · Remittance address · Payment address · Mail payment to · Mail payments to · Send payments to · Send remittance to · Beneficiary · Payee · Make all checks payable to · Make checks payable to · Make cheques payable to · Please make payment to · Make payment to · Send payment to · Payable to · Make payable to · Cheques payable to · Checks payable to · Account holder · Account name',
  de: 'Zahlungsempfänger · Zahlungsempfängerin · Zahlbar an · Zahlung an · Zahlung zugunsten von · Konto Zahlbar an · Kontoinhaber · Kontoinhaberin',
  fr: 'Bénéficiaire · Compte Payable à · Payable à · Règlement à l ordre de · Chèque à l ordre de · À l ordre de · Titulaire du compte',
  es: 'Titular de la cuenta · Beneficiario',
  it: 'Intestatario del conto · Conto Pagabile a · Pagabile a · Beneficiario',
  nl: 'Rekeninghouder · Ten name van',
  pt: 'Titular da conta · Beneficiário',
  sv: 'Betalningsmottagare',
});

/** Headings over or before the two parties of a document. */
export const roleHeadings = {
  seller: [
    ...list({
      en: 'Seller · Vendor · From · Supplier · Bill from · Billed from · Issued by · Sold by · Invoice from · Provider · Service provider · Merchant · Issuer · Our details · Sender · Biller · Billed by · Invoiced by · Provided by · Seller name · Vendor name · Supplier name · Merchant name · Seller details · Vendor details · Supplier details · Seller information · Vendor information',
      de: 'Verkäufer · Verkäuferin · Rechnungssteller · Rechnungsaussteller · Rechnungsstellerin · Lieferant · Leistungserbringer · Absender · Anbieter · Auftragnehmer · Verkauf durch · Verkauft von · Aussteller · Leistungserbringerin · Kreditor · Name des Verkäufers · Lieferantenname · Name des Lieferanten · In Rechnung gestellt von',
      fr: 'Vendeur · Fournisseur · Émetteur · Prestataire · Vendu par · Expéditeur · Nom du vendeur · Nom du fournisseur · Facturé par',
      es: 'Vendedor · Emisor · Proveedor · Expedidor · Vendido por · Nombre del vendedor · Nombre del proveedor · Datos del emisor · Facturado por',
      it: 'Fornitore · Cedente · Cedente prestatore · Mittente · Emittente · Prestatore · Venditore · Dati fornitore',
      nl: 'Leverancier · Verkoper · Afzender · Verkocht door',
      pt: 'Fornecedor · Emitente · Vendedor · Prestador',
      sv: 'Säljare · Leverantör · Avsändare',
      pl: 'Sprzedawca · Wystawca · Dostawca',
      hr: 'Prodavatelj · Izdavatelj · Dobavljač',
      ar: 'البائع · المورد · المورّد',
    }),
    ...payeeHeadings,
  ],
  buyer: list({
    en: 'Buyer · Bill to · Billed to · Billing to · Invoice to · Invoiced to · Sold to · Customer · Client · Purchaser · To · Billing address · Invoice address · Customer details · Client details · Recipient · Issued to · Prepared for · Customer name · Client name · Bill to name · Bill to address · Invoice for · Payer · Billing details · Billing information · Debtor · Customer address · Payable by · Buyer name · Buyer details · Customer information · Client information · Guest name · Account billed · Policyholder · Policy holder · Tenant · Subscriber',
    de: 'Käufer · Käuferin · Leistungsempfänger · Rechnungsempfänger · Rechnungsadresse · Rechnungsanschrift · Rechnung an · Kunde · Kundin · Auftraggeber · Empfänger · Besteller · Zahlbar durch · Kundendaten · Rechnungsempfängerin · Leistungsempfängerin · An · Kundenanschrift · Kundenadresse · Kundenname · Debitor · Name des Käufers · Name des Kunden · Gastname · Name des Gastes · Versicherungsnehmer · Versicherungsnehmerin · Mieter · Mieterin · Abonnent',
    fr: 'Client · Facturé à · Facturer à · Adresse de facturation · Acheteur · Destinataire · Adressé à · Doit · Facture à · Client facturé · Adresse facturation · Preneur · Payable par · Nom du client · Abonné · Assuré · Locataire',
    es: 'Cliente · Facturar a · Facturado a · Comprador · Destinatario · Datos del cliente · Datos de facturación · Dirección de facturación · Datos cliente · Receptor · Nombre del cliente · Nombre del huésped · Abonado · Tomador · Inquilino',
    it: 'Cliente · Cessionario · Cessionario committente · Destinatario · Spett le · Spettabile · Fatturare a · Acquirente · Committente · Intestatario · Fatturato a · Intestato a · Pagabile da · Nome ospite · Abbonato · Contraente · Locatario',
    nl: 'Klant · Factuuradres · Factuur aan · Afnemer · Koper · Ontvanger · Opdrachtgever · Gefactureerd aan · Klantnaam · Naam klant · Naam afnemer · Naam gast · Verzekeringnemer · Huurder · Abonnee',
    pt: 'Cliente · Exmo Sr · Exmos Srs · Exmo s Sr s · Destinatário · Adquirente · Faturado a · Comprador · Tomador · Nome do hóspede · Assinante · Locatário',
    sv: 'Köpare · Kund · Faktureringsadress · Mottagare · Faktura till · Faktureras till · Fakturaadress · Försäkringstagare · Hyresgäst',
    pl: 'Nabywca · Odbiorca · Kupujący · Zamawiający · Ubezpieczający · Najemca',
    hr: 'Kupac · Primatelj · Naručitelj',
    ar: 'المشتري · العميل · الزبون · فاتورة إلى · مقدم إلى',
  }),
  /** The recipient of the goods is neither party; this heading only ends the block before it. */
  delivery: list({
    en: 'Ship to · Shipped to · Deliver to · Delivered to · Delivery address · Shipping address · Service address · Site address · Consignee · Ship from',
    de: 'Lieferadresse · Lieferanschrift · Lieferung an · Warenempfänger · Versandadresse · Versand an · Leistungsort · Lieferort · Abweichende Lieferanschrift',
    fr: 'Adresse de livraison · Livré à · Livrer à · Lieu de livraison · Destinataire de la livraison',
    es: 'Dirección de entrega · Dirección de envío · Enviar a · Entregar a',
    it: 'Destinazione · Luogo di consegna · Indirizzo di consegna · Spedire a · Luogo di destinazione · Destinazione merce',
    nl: 'Afleveradres · Verzendadres · Bezorgadres · Leveradres',
    pt: 'Morada de entrega · Local de descarga · Endereço de entrega · Local de entrega',
    sv: 'Leveransadress',
    pl: 'Adres dostawy · Miejsce dostawy',
    hr: 'Adresa dostave · Mjesto isporuke',
  }),
} as const;

export const parties = {
  seller_name: [...roleHeadings.seller, ...list({ en: 'Company name', it: 'Ragione sociale', es: 'Razón social' })],
  seller_address: list({
    en: 'Seller address · Vendor address · Supplier address · Address · Street address · Company address',
    de: 'Anschrift des Verkäufers · Adresse · Anschrift',
    fr: 'Adresse',
    es: 'Dirección · Domicilio',
    it: 'Indirizzo · Sede',
    nl: 'Adres',
    pt: 'Morada · Endereço',
    sv: 'Adress',
    pl: 'Adres',
    hr: 'Adresa',
  }),
  seller_tax_id: list({
    en: 'Seller VAT ID · Our VAT no · Our VAT number · Seller VAT number · Supplier VAT number',
    de: 'Unsere USt IdNr · Unsere USt ID',
  }),
  buyer_name: roleHeadings.buyer,
  buyer_address: list({ en: 'Buyer address', de: 'Anschrift des Käufers', fr: 'Adresse du client' }),
  buyer_tax_id: list({
    en: 'Your VAT ID · Your VAT no · Your VAT number · Customer VAT ID · Customer VAT number · Customer VAT no · Customer tax ID · Client VAT number · Buyer VAT ID · Buyer VAT number',
    de: 'Ihre USt IdNr · Ihre USt ID · USt IdNr des Kunden · USt ID Kunde · Kunden USt IdNr · Ihre UID · Ihre UID Nr',
    fr: 'No TVA client · TVA client · Votre no TVA · Votre no de TVA',
    es: 'NIF cliente · CIF cliente',
    it: 'P IVA cliente · Partita IVA cliente',
    nl: 'Uw btw nummer · Btw nummer klant',
    pt: 'NIF cliente · Contribuinte cliente',
  }),
} as const;
