import type { Concept } from '../../../contracts/concept.js';
import type { Field } from '../../../contracts/schema.js';
import { memoizeByObject } from '../../../values/memoize.js';
import { isCurrencyCode } from '../../print/identifiers.js';
import { squash } from '../../print/normalise.js';
import { conceptOf } from './concepts.js';
import { currencyIn, type NameAtom, nameParts, spelt } from './name-words.js';

/** The kind of value that a concept has. A label of one kind says nothing about an adjacent value of another kind. */
export type ConceptKind = 'amount' | 'date' | 'identifier' | 'text';

const amounts = new Set<Concept>(['subtotal', 'discount', 'charge', 'tip', 'rounding', 'withholding', 'tax', 'total', 'prepaid', 'amount_due', 'other_amount',
  'line_unit_price', 'line_discount', 'line_tax', 'line_amount']); // biome-ignore format: a list
const identifiers = new Set<Concept>([
  'invoice_number',
  'order_number',
  'customer_number',
  'other_id',
  'seller_tax_id',
  'buyer_tax_id',
  'tax_id',
  'iban',
  'bic',
  'line_code',
]);

export function conceptKind(concept: Concept): ConceptKind {
  if (concept.endsWith('_date')) return 'date';
  if (amounts.has(concept)) return 'amount';
  return identifiers.has(concept) ? 'identifier' : 'text';
}

/** Whether a field asks for a number or code that names something. */
export function isIdentifier(field: Field): boolean {
  const concept = conceptOf(field);
  return concept !== undefined && conceptKind(concept) === 'identifier';
}

/** The party that a field describes. */
export function partyOf(field: Field): 'seller' | 'buyer' | undefined {
  const concept = conceptOf(field);
  if (concept?.startsWith('seller_')) return 'seller';
  return concept?.startsWith('buyer_') ? 'buyer' : undefined;
}

/** Whether a field is the name of a party. */
export const isPartyName = (field: Field): boolean => /^(?:seller|buyer)_name$/.test(conceptOf(field) ?? '');

/** What a text field holds, where such values have a shape of their own. */
export type IdentifierKind = 'iban' | 'bic' | 'taxId' | 'email' | 'phone' | 'website' | 'postalCode' | 'date';

/** The kind of identifier that a field asks for: by its format, its concept, else the last name on its path, whoever it belongs to. */
export const identifierKind = memoizeByObject((field: Field): IdentifierKind | undefined => {
  if (field.type !== 'string' || field.enum) return undefined;
  if (field.format !== undefined) return byFormat[field.format];
  const concept = conceptOf(field);
  if (concept) return byConcept[concept];
  const leaf = field.names.at(-1) ?? '';
  if (namesPostalCode(leaf)) return namesTown(leaf) ? undefined : 'postalCode';
  const words = spelt(leaf).split(' ');
  return words.map((_, from) => kindNamed(words.slice(from), from > 0)).find((kind) => kind !== undefined);
});

/** The kind that words name and nothing else. After other words, `booking_uid`, an abbreviation may stand for anything. */
function kindNamed(words: readonly string[], follows: boolean): IdentifierKind | undefined {
  if (follows && words.some((word) => abbreviations.has(word))) return undefined;
  const { atoms, rest } = nameParts(words.join(' '));
  const [kind, ...others] = identifierAtoms.filter(([atom]) => atoms.has(atom));
  const plain = rest.length === 0 && [...atoms].every((atom) => atom === kind?.[0] || besideKind.has(atom));
  return plain && others.length === 0 ? kind?.[1] : undefined;
}

const abbreviations = new Set(['uid', 'tin', 'ein', 'trn', 'nip', 'tel', 'site']);

/** Whether a tax number is asked for as that of value added tax, or as that of a tax office: `ust_id`, `tax_no`. */
export function taxNumberAsked(field: Field): 'vat' | 'office' | undefined {
  if (identifierKind(field) !== 'taxId') return undefined;
  const name = spelt(field.names.at(-1) ?? '');
  return vatNames.test(name) ? 'vat' : officeNames.test(name) ? 'office' : undefined;
}

const vatNames = /(?:^| )(?:vat|ust|uid|umsatzsteuer|tva|iva|btw|moms|mva|alv|dph|mwst)|ustid|vatid|vatno/;
const officeNames = /steuer ?(?:nr|nummer|no)|^st ?nr|tax (?:no|number|nr|ref|reference|office)|finanzamt|numero fiscal|fiscal number/;

const byFormat: Readonly<Record<string, IdentifierKind>> = {
  email: 'email',
  'idn-email': 'email',
  uri: 'website',
  url: 'website',
  hostname: 'website',
};

const byConcept: Readonly<Record<string, IdentifierKind>> = {
  iban: 'iban',
  bic: 'bic',
  email: 'email',
  phone: 'phone',
  website: 'website',
  tax_id: 'taxId',
  seller_tax_id: 'taxId',
  buyer_tax_id: 'taxId',
};

const identifierAtoms: readonly (readonly [NameAtom, IdentifierKind])[] = [
  ['iban', 'iban'],
  ['bic', 'bic'],
  ['taxid', 'taxId'],
  ['email', 'email'],
  ['phone', 'phone'],
  ['website', 'website'],
  ['date', 'date'],
];

/** Words that leave the kind as it is: `vat_id_number`, `email_address`, `supplier_iban`. */
const besideKind: ReadonlySet<NameAtom> = new Set(['number', 'code', 'seller', 'buyer', 'company', 'address', 'payment', 'tax']);

const postalCode = /(?:^| )(?:zip|zip ?code|post ?code|postal ?code|pin(?: ?code)?|plz|code postal|cod(?:igo)? postal)$/;

/** Source: the names of the postal code in the languages of the Union, as the Universal Postal Union lists them. */
const postalCodes: ReadonlySet<string> = new Set(
  'postleitzahl cap cp cep postcd zipcd postnummer postnr postinumero kodpocztowy psc iranyitoszam codpostal postcode sihtnumber postanskibroj postnastevilka pastokodas pastaindekss'.split(
    ' ',
  ),
);

const namesPostalCode = (name: string): boolean => postalCode.test(spelt(name)) || postalCodes.has(squash(name));

/** A line of an address, or a part of one. `townLine` is the town with its postal code: `plz_ort`, `cityStateZip`. */
export type PlaceKind = 'street' | 'city' | 'region' | 'country' | 'postalCode' | 'townLine';

/** The part of an address that a field asks for, by the last name on its path. */
export const placeKind = memoizeByObject((field: Field): PlaceKind | undefined => {
  if (field.type !== 'string') return undefined;
  const name = partless(field.names.at(-1) ?? '');
  if (namesTownLine(name)) return 'townLine';
  if (identifierKind(field) === 'postalCode' || namesPostalCode(name)) return 'postalCode';
  if (addressLine.test(name) && nameParts(field.names.at(-2) ?? '').atoms.has('address')) return 'street';
  return placeNames.find(([, names]) => names.test(name))?.[0];
});

/** Whether a name has the words of a postal code and of a town. */
function namesTownLine(name: string): boolean {
  const words = name.split(' ').filter((word) => !joining.has(word));
  return words.some((_, at) => at > 0 && isCodeAndTown(words.slice(0, at).join(' '), words.slice(at).join(' ')));
}

const joining = new Set(['and', 'und', 'et', 'y', 'e', 'en', 'og', 'och', 'i']);
const isCodeAndTown = (first: string, second: string): boolean =>
  (namesPostalCode(first) && namesTown(second)) || (namesTown(first) && namesPostalCode(second));

const namesTown = (name: string): boolean =>
  spelt(name)
    .split(' ')
    .some((word) => townName.test(word));

/** A line of an object that is an address: `address.line1`. */
const addressLine = /^(?:line|ligne|zeile|linea|riga|regel|linha|rad) ?1?$/;

/** A name without the party at either end: `localidade_emitente`, `cedente_cap`. */
function partless(name: string): string {
  const words = spelt(name).split(' ');
  const [first = '', last = ''] = [words[0], words.at(-1)];
  if (words.length > 1 && isParty(last)) return words.slice(0, -1).join(' ');
  return words.length > 1 && isParty(first) ? words.slice(1).join(' ') : words.join(' ');
}

function isParty(word: string): boolean {
  const { atoms, rest } = nameParts(word);
  return rest.length === 0 && atoms.size > 0 && [...atoms].every((atom) => atom === 'seller' || atom === 'buyer');
}

const named = (names: string): RegExp => new RegExp(`(?:^| )(?:${names})$`);

const townNames =
  'city|town|suburb|locality|localita|postort|poststed|commune|ort|stadt|ville|ciudad|localidad|citta|comune|stad|plaats|woonplaats|cidade|localidade|miasto|mesto|varos|sehir';
const townName = named(townNames);

const placeNames: readonly (readonly [PlaceKind, RegExp])[] = [
  [
    'street',
    named(
      'street|street line|street address|address line ?\\d?|strasse|strasse und hausnummer|rue|calle|calle y numero|via|straat|straat en huisnummer|rua|ulica|utca|cadde|voie|gata|gatuadress|vej|gade|katuosoite|morada|logradouro',
    ),
  ],
  ['city', townName],
  ['region', named('state|state code|province|prov|provincia|provincie|bundesland|estado|etat|stato|uf|county|region|delstat|departement')],
  ['country', named('country|country code|land|pays|pais|paese|maa|kraj|zeme|orszag|tara|ulke')],
];

/**
 * The currency that a number field names, as a code of ISO 4217: `total_usd` and `{ "usd": { "total": … } }` → USD, "the net amount in EUR"
 * → EUR. Undefined where it names none or several, and for rates and counts.
 */
export const currencyNamedBy = memoizeByObject((field: Field): string | undefined => {
  if (field.type !== 'number' && field.type !== 'integer') return undefined;
  if (isRate(field)) return undefined;
  const words = field.names.flatMap((name) => spelt(name).split(' '));
  const named = words.flatMap((word) => currencyIn(word) ?? []);
  const described = [...field.description.matchAll(/\bin ([A-Z]{3})\b/g)].flatMap(([, code = '']) => (isCurrencyCode(code) ? code : []));
  const [only, ...others] = new Set(named.length > 0 ? named : described);
  return others.length === 0 ? only : undefined;
});

/** Whether a field asks for a rate or a count: it has no currency. */
export const isRate = ({ names }: Pick<Field, 'names'>): boolean =>
  names.some((name) =>
    spelt(name)
      .split(' ')
      .some((word) => notMoney.has(word)),
  );

const notMoney = new Set(
  'rate rates exchange percent quantity count kurs wechselkurs valutakurs valutakurssi fx kur koers wisselkoers taux tasso'.split(' '),
);

/** Whether a field asks for what carriage costs, and for no other charges: `shipping`, `freight_amount`. */
export function asksForCarriage(field: Field): boolean {
  const { atoms } = nameParts(field.names.at(-1) ?? '');
  return atoms.has('ship') && !atoms.has('charge');
}

/** Whether a label of charges is one of carriage: `Versandkosten`, but not `Summe Zuschläge`. */
export const namesCarriage = (label: string): boolean => carriage.test(label);

/** Words for sending and carrying in the languages of the lexicon. */
const carriage =
  /ship|post|p&p|deliver|freight|carriage|handling|versand|fracht|liefer|transport|porto|\bports?\b|portes|livraison|envo[iy]|envío|expédition|trasporto|spedizione|verzend|vracht|bezorg|frete|frakt|forsendelse|fragt|levering|toimitus|wysył|dostaw|dostav|doprav|szállít|livrare|μεταφορ|достав|kargo|nakliye|شحن|توصيل/iu;

/** Whether a name or a label is that of a fax: `Telefax`. A number that is one of either is named by two labels. */
export const namesFax = (text: string): boolean => fax.test(text);

/** Source: the names of the fax in the languages of the lexicon. */
const fax = /fax|telecopi|télécopi|faks|φαξ|факс/iu;

/** Whether a field asks for a percentage, by its name or its description. */
export const asksForRate = memoizeByObject(({ names, description }: Field): boolean =>
  /rate|perc|pct|%|satz|sats|taux|tipo|aliquot|porcentaje|prozent|procent|pourcent|oran/i.test(`${names.at(-1)} ${description}`),
);

/** Whether a field asks for what either party has under the same caption: `E-mail`, `Phone`. */
export const isContact = (field: Field): boolean => contacts.has(identifierKind(field));
const contacts: ReadonlySet<IdentifierKind | undefined> = new Set(['email', 'phone', 'website', 'postalCode'] as const);
