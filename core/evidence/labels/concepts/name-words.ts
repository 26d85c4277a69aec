import { isCurrencyCode } from '../../print/identifiers.js';

/** The words that express each atom of meaning, in any language and without accents. */
const words = {
  invoice:
    'invoice inv bill billing rechnung rechnungs rg facture factuur factura fattura fatura faktura receipt beleg document doc dokument documento racun invoiced billed',
  number: 'number no nr num nbr nummer numero numer id identifier numéro nro broj numeri identification kennnummer',
  ref: 'ref reference referenz referencia riferimento referentie referência referenzen refs',
  code: 'code codigo codice sku ean hsn',
  date: 'date datum fecha data dt dates daten fechas',
  issue:
    'issue issued issuing emission emision emissione emissao ausstellung ausgestellt ausstellungs expedicion emise izdavanja wystawienia',
  due: 'due faellig fallig fällig payable zahlbar pagar pagare betalen zahlen owed owing zahlbetrag fällige restbetrag outstanding offen offener pagamento remaining',
  maturity:
    'maturity faelligkeit falligkeit fälligkeit echeance vencimiento scadenza verval vervaldatum vencimento forfallodatum dospijeca faelligkeits duedate deadline zahlungsziel limite',
  balance: 'balance saldo solde restant openstaand',
  payment: 'payment pay zahl betaal zahlung zahlungs paiement reglement pago betaling betalings',
  terms: 'terms term conditions condition bedingungen zahlungsbedingungen condizioni condiciones condicoes voorwaarden zahlungskonditionen',
  method: 'method methode metodo means mode moyen forma wijze mittel weise',
  delivery:
    'delivery delivered liefer lieferung lieferungs livraison entrega consegna lever levering leistung leistungs supply performance shipment leverings',
  ship: 'shipping freight ship shipped versand versandkosten fracht porto port portes handling postage lieferkosten verzendkosten envio spedizione',
  order: 'order po purchase bestellung bestell auftrag auftrags commande pedido ordine encomenda bestelling zamowienia',
  seller:
    'seller vendor supplier merchant issuer biller verkaeufer verkäufer lieferant lieferanten rechnungssteller vendeur fournisseur emetteur prestataire proveedor vendedor emisor fornitore cedente venditore leverancier verkoper fornecedor emitente sender from payee store shop provider creditor aussteller absender kreditor saljare sprzedawca prodavatelj billfrom remitto payto soldby prestatore',
  buyer:
    'buyer customer client purchaser recipient kunde kunden kaeufer käufer rechnungsempfaenger rechnungsempfänger empfaenger empfänger auftraggeber acheteur destinataire cliente comprador destinatario cessionario committente klant klanten koper afnemer debtor debitor debitoren payer billto soldto invoiceto billedto kopare nabywca kupac leistungsempfaenger leistungsempfänger cust receptor receiver',
  company: 'company firm firma organization organisation business entreprise societe empresa azienda bedrijf unternehmen corporate',
  name: 'name nom nombre nome naam naziv names namen raison sociale razon social ragione nazwa title denominazione denominacion denomination ragionesociale razonsocial raisonsociale',
  address: 'address adresse anschrift direccion indirizzo adres morada endereco addr adres postal',
  currency: 'currency waehrung währung wahrung devise moneda divisa valuta moeda curr ccy iso4217 waehrungscode currencycode',
  iban: 'iban',
  bic: 'bic swift',
  email: 'email mail emailaddress courriel correo',
  phone: 'phone telephone tel telefon telefono telefone telefoon mobile',
  website: 'website url web homepage webseite site',
  taxid:
    'taxid vatid vatin ustid ustidnr ustid_nr uid uidnr steuernummer steuernr nif cif piva partita gstin abn ein tin nip oib siren_tva btwnummer vatnumber vatno taxnumber trn contribuinte',
  tax: 'tax taxes vat gst hst mwst ust umsatzsteuer mehrwertsteuer tva iva btw pdv moms steuer steuern steuerbetrag impuesto impuestos imposta imposte imposto impostos taxe cuota',
  taxable: 'taxable imponible imponibile imposable bemessungsgrundlage steuerbasis tributavel incidencia base basis grondslag',
  rate: 'rate percent percentage pct satz taux tipo aliquota tarief taxa prozent prozentsatz rates tasa stawka percents saetze sätze aliquote tarieven',
  subtotal: 'subtotal subtotaal subtotale zwischensumme soustotal nettosumme delsumma sub_total nettobetrag',
  net: 'net netto neto nett ht htva excl excluding exclusive exclude ohne hors sem sin exkl zonder senza without pretax before pre untaxed exkl liquido neta exvat extax exclvat excltax iliquido',
  gross:
    'gross brutto bruto ttc tvac lordo incl including inclusive inkl included avec con mit com with after brut bruttobetrag incvat inclvat incltax comprises comprise compris incluse inclus',
  total:
    'total totale totaal totals totaux gesamt gesamtbetrag gesamtsumme summe sum suma grand overall endbetrag endsumme rechnungsbetrag rechnungssumme totalamount razem ukupno totalt summa final importetotal factuurbedrag totali totales totais summen tot extension extended bedragen importi',
  amount: 'amount amt amounts betrag montant importe importo bedrag valor value belopp iznos kwota prijs wert monto sums importes',
  price: 'price preis prix precio prezzo preco cost cena pris cijena costs prc',
  unit: 'unit unitaire unitario unitary einheit uom unite unidad unita eenheid unidade einzel each stk jm einh per units measure misura medida mesure maat stuk me ud unid',
  unitprice: 'einzelpreis stueckpreis stückpreis unitprice pu ep einheitspreis stukprijs nettoeinzelpreis unitcost stundensatz hourly',
  quantity:
    'quantity qty menge anzahl quantite qte cantidad cant quantita qta aantal quantidade qtd hours stunden stueck stück pieces count ilosc kolicina antal quant stueckzahl stückzahl uds hoeveelheid',
  description:
    'description desc designation bezeichnung beschreibung descripcion concepto descrizione omschrijving descricao opis libelle leistungsbeschreibung benamning details detail particulars label text intitule designacao',
  item: 'item product article artikel produkt produit articulo producto articolo prodotto service services goods ware leistungen artigo part tovar',
  line: 'line lines position positions pos positionen ligne lignes row rows linea lineas riga righe regel regels linha linhas posten zeile rechnungspositionen',
  discount: 'discount discounts rabatt remise rabais descuento sconto korting desconto nachlass rebate allowance allowances abschlag dto',
  charge: 'charge charges fee fees surcharge zuschlag zuschlaege frais gastos spese toeslag encargos',
  tip: 'tip tips gratuity trinkgeld pourboire propina mancia fooi gorjeta',
  rounding: 'rounding rundung arrondi redondeo arrotondamento afronding arredondamento roundoff',
  withholding: 'withholding withheld irpf ritenuta retencion retencao quellensteuer retenue tds',
  prepaid:
    'prepaid paid deposit anzahlung advance acompte anticipo acconto vorauszahlung bezahlt paye pagado pagato betaald aanbetaling prepayment downpayment gezahlt',
  type: 'type art kind typ dokumentart belegart',
} as const;

export type NameAtom = keyof typeof words;

/** Words without meaning of their own: articles, prepositions, and words that any name may contain. */
const fillers = new Set(
  'the of de la le du des der die das den a an and or as is in on at by to for field val string printed full official final exact all any this its that d l al del della di do da van het een vom zum zur im am our your eg ie info information header main data extracted extraction shown stated given appears iso format yyyy mm dd overall s und et y o e vor nach from sales bis summary section financials figures footer body general was were been be must which that who three letter toutes time'.split(
    ' ',
  ),
);

/** The code of the currency that a word of a name is: 'usd' → 'USD', 'euros' → 'EUR'. */
export function currencyIn(word: string): string | undefined {
  if (/^euros?$/.test(word)) return 'EUR';
  const code = word.toUpperCase();
  return isCurrencyCode(code) && !ordinaryWords.has(code) ? code : undefined;
}

/** Codes that are words or abbreviations of other things in names of fields: `all`, `top`, `net_mop`. */
const ordinaryWords = new Set('ALL AMD AOA ANG BAM BOB COP CRC CUP CVE DEM DOP ERN GEL GIP KES LAK MAD MOP MUR NAD PAB PEN PHP SOS STN TOP TRY VES WST'.split(' ')); // biome-ignore format: a list

/** Pairs of words that have one meaning together. */
const pairs: Readonly<Record<string, string>> = {
  'bill to': 'billto', 'billed to': 'billto', 'sold to': 'billto', 'invoice to': 'billto', 'bill from': 'billfrom', 'billed from': 'billfrom', 'pay to': 'payto',
  'remit to': 'remitto', 'sold by': 'soldby', 'sub total': 'subtotal', 'sous total': 'subtotal', 'tax id': 'taxid', 'vat id': 'taxid', 'ust id': 'taxid',
  'p iva': 'piva', 'pay by': 'deadline', 'not paid': 'due', 'to pay': 'due', 'a payer': 'due', 'a pagar': 'due', 'te betalen': 'due', 'zu zahlen': 'due',
  'pre tax': 'net', 'billed by': 'soldby', 'issued by': 'soldby', 'net payer': 'due', 'montant payer': 'due', 'reste payer': 'due', 'be paid': 'due',
  'betaal voor': 'deadline', 'betalen voor': 'deadline', 'pay before': 'deadline', 'tva intracommunautaire': 'taxid', 'tva intracom': 'taxid', 'registration name': 'name',
  'txn date': 'date', 'transaction date': 'date', 'e mail': 'email', 'due by': 'deadline', 'due on': 'deadline', 'p u': 'pu',
}; // biome-ignore format: a table

/** The known meanings in a name, and its unknown words. */
export interface NameParts {
  readonly atoms: ReadonlySet<NameAtom>;
  readonly rest: readonly string[];
}

/**
 * Splits a name into meanings: `faelligkeits_datum`, `montantTTC`, `invoice no`. With `prose`, articles and prepositions are skipped even
 * if they could have a meaning.
 */
export function nameParts(name: string, prose = false): NameParts {
  const atoms = new Set<NameAtom>();
  const rest: string[] = [];
  const named: string[] = [];
  for (const word of paired(spelt(name.replaceAll('%', ' percent ')).split(' ').map(plain))) {
    if (word === '' || (prose && fillers.has(word))) continue;
    if (carrierWords.has(word)) {
      named.push(word);
      continue;
    }
    const found = atomOf.get(word);
    const parts = found ? [found] : fillers.has(word) || currencyIn(word) || /^\d+$/.test(word) ? [] : compound(word);
    if (parts) for (const atom of parts) atoms.add(atom);
    else rest.push(word);
  }
  return { atoms, rest: isSpecific(atoms) ? rest : [...rest, ...named] };
}

/** The singular of a name, as far as its words are known: `order_numbers` → `order number`. */
export const singular = (name: string): string =>
  spelt(name)
    .split(' ')
    .map((word) => [word, ...plurals.map(([ending, one]) => word.replace(ending, one))].find(isKnown) ?? word.replace(/s$/, ''))
    .join(' ');

const plurals = [[/s$/, ''], [/n$/, ''], [/es$/, ''], [/en$/, ''], [/ies$/, 'y']] as const; // biome-ignore format: a list
const isKnown = (word: string): boolean => nameParts(word).atoms.size > 0;

/** These words add nothing to a specific name, `supplierPartyName`, but are the whole meaning of others: `party_id`. */
const carrierWords = new Set(
  'party parties accounting trade entity scheme legal agreement settlement identification metadata meta'.split(' '),
);

/** Atoms that mean nothing without a subject. */
const generic: ReadonlySet<NameAtom> = new Set(['number', 'ref', 'date', 'amount', 'total', 'name', 'code', 'type', 'address', 'rate', 'price', 'description']); // biome-ignore format: a list

/** Whether any atom names a subject. */
export const isSpecific = (atoms: ReadonlySet<NameAtom>): boolean => [...atoms].some((atom) => !generic.has(atom));

/** Splits a name into lower-case words: `deliveryNote_no` → `delivery note no`. */
export const spelt = (name: string): string =>
  name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();

function paired(tokens: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const next = tokens[at + 1] ?? '';
    const pair =
      pairs[`${tokens[at]} ${next}`] ?? (next.length > 1 && atomOf.has(`${tokens[at]}${next}`) ? `${tokens[at]}${next}` : undefined);
    joined.push(pair ?? tokens[at] ?? '');
    if (pair) at += 1;
  }
  return joined;
}

/** Splits a compound such as `rechnungsnummer` or `unitprice` if known words cover it whole; short words count only at its end. */
function compound(word: string): readonly NameAtom[] | undefined {
  if (word.length > 40) return undefined;
  for (let length = word.length - 2; length >= 3; length -= 1) {
    const head = atomOf.get(word.slice(0, length));
    if (!head) continue;
    for (const link of links) {
      const tail = word.slice(length + link.length);
      if (!word.startsWith(link, length) || tail.length < 2) continue;
      const last = atomOf.get(tail);
      const others = last ? [last] : tail.length > 4 ? compound(tail) : undefined;
      if (others) return [head, ...others];
    }
  }
  return undefined;
}

const links = ['', 's', 'n', 'en', 'es'] as const;

const plain = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase();

const atomOf: ReadonlyMap<string, NameAtom> = new Map(
  Object.entries(words)
    .reverse()
    .flatMap(([atom, list]) => list.split(' ').map((word) => [plain(word), atom as NameAtom] as const)),
);
