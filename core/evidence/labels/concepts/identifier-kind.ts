import type { Field } from '../../../contracts/schema.js';
import { memoizeByObject } from '../../../values/memoize.js';
import { squash } from '../../print/normalise.js';
import { conceptOf } from './concepts.js';
import { type NameAtom, nameParts, spelt } from './name-words.js';

/** What a text field holds, where such values have a shape of their own. */
export type IdentifierKind = 'iban' | 'bic' | 'taxId' | 'email' | 'phone' | 'website' | 'postalCode' | 'date';

/** The kind of identifier that a field asks for: by its format, its concept, else the last name on its path, whoever it belongs to. */
export const identifierKind = memoizeByObject((field: Field): IdentifierKind | undefined => {
  if (field.type !== 'string' || field.enum) return undefined;
  if (field.format !== undefined) return byFormat[field.format];
  const concept = conceptOf(field);
  if (concept) return byConcept[concept];
  const leaf = field.names.at(-1) ?? '';
  if (postalCode.test(spelt(leaf)) || postalCodes.has(squash(leaf))) return 'postalCode';
  const words = spelt(leaf).split(' ');
  return words.map((_, from) => kindNamed(words.slice(from), from > 0)).find((kind) => kind !== undefined);
});

/** The kind that words name and nothing else. After other words, `booking_uid`, an abbreviation may stand for anything. */
function kindNamed(words: readonly string[], follows: boolean): IdentifierKind | undefined {
  if (follows && words.some((word) => abbreviations.has(word))) return undefined;
  const { atoms, rest } = nameParts(words.join(' '));
  const [kind, ...others] = kinds.filter(([atom]) => atoms.has(atom));
  const plain = rest.length === 0 && [...atoms].every((atom) => atom === kind?.[0] || besideKind.has(atom));
  return plain && others.length === 0 ? kind?.[1] : undefined;
}

const abbreviations = new Set(['uid', 'tin', 'ein', 'trn', 'nip', 'tel']);

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

const kinds: readonly (readonly [NameAtom, IdentifierKind])[] = [
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

const postalCode = /(?:^| )(?:zip|zip ?code|post ?code|postal ?code|plz|code postal|codigo postal)$/;

/** Source: the names of the postal code in the languages of the Union, as the Universal Postal Union lists them. */
const postalCodes: ReadonlySet<string> = new Set(
  'postleitzahl cap postnummer postnr postinumero kodpocztowy psc iranyitoszam codpostal postcode sihtnumber postanskibroj postnastevilka pastokodas pastaindekss'.split(
    ' ',
  ),
);
