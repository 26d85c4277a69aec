import { memoize } from '../../../values/memoize.js';
import { isCurrencyCode } from '../../print/identifiers.js';
import { withoutAccents } from '../../print/normalise.js';
import nameWords from '../lexicon/name-words.json' with { type: 'json' };

/**
 * An atom of meaning that words in the names of fields express. Written out, because a declaration that names the file of words would not compile
 * where the package is installed.
 */
export type NameAtom = 'invoice' | 'number' | 'ref' | 'code' | 'date' | 'issue' | 'due' | 'maturity' | 'balance' | 'payment' | 'terms' | 'method' | 'delivery' |
  'ship' | 'order' | 'seller' | 'buyer' | 'company' | 'name' | 'address' | 'currency' | 'iban' | 'bic' | 'email' | 'phone' | 'website' | 'taxid' | 'tax' |
  'taxable' | 'rate' | 'subtotal' | 'net' | 'gross' | 'total' | 'amount' | 'price' | 'unit' | 'unitprice' | 'quantity' | 'description' | 'item' | 'line' |
  'discount' | 'charge' | 'tip' | 'rounding' | 'withholding' | 'prepaid' | 'type'; // biome-ignore format: a list

const atoms: Readonly<Record<NameAtom, string>> = nameWords.atoms;

const fillers = new Set(nameWords.fillers.split(' '));
const pairs: ReadonlyMap<string, string> = new Map(Object.entries(nameWords.pairs));

/** The code of the currency that a word of a name is: 'usd' → 'USD', 'euros' → 'EUR', 'tl' → 'TRY'. */
export function currencyIn(word: string): string | undefined {
  const sign = currencySigns.get(word);
  if (sign !== undefined) return sign;
  const code = word.toUpperCase();
  return isCurrencyCode(code) && !ordinaryWords.has(code) ? code : undefined;
}

/** Signs of one currency only, as names have them. */
const currencySigns = new Map([['euro', 'EUR'], ['euros', 'EUR'], ['tl', 'TRY'], ['zl', 'PLN'], ['kc', 'CZK']]); // biome-ignore format: a list

/** Codes that are words or abbreviations of other things in names of fields: `all`, `top`, `net_mop`. */
const ordinaryWords = new Set('ALL AMD AOA ANG BAM BOB COP CRC CUP CVE DEM DOP ERN GEL GIP KES LAK MAD MDL MOP MUR NAD PAB PEN PHP SOS STN SVC TOP TRY VES WST'.split(' ')); // biome-ignore format: a list

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
  for (const word of paired(spelt(name.replaceAll('%', ' percent ')).split(' ').map(withoutAccents))) {
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

/** The meaning of one word in lower case, if it is known as it stands. */
export const atomOfWord = (word: string): NameAtom | undefined => atomOf.get(withoutAccents(word));

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

/** Joins words that have one meaning together, three of them or two, and spells out abbreviations of several: `rgnr`. */
function paired(tokens: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (let at = 0; at < tokens.length; ) {
    const size = [3, 2].find((words) => at + words <= tokens.length && together(tokens.slice(at, at + words))) ?? 1;
    joined.push(together(tokens.slice(at, at + size)) ?? tokens[at] ?? '');
    at += size;
  }
  return joined;
}

/** The word that stands for some words; words of one known word may be written apart: `e mail`. */
function together(words: readonly string[]): string | undefined {
  const [, next = ''] = words;
  return pairs.get(words.join(' ')) ?? (words.length === 2 && next.length > 1 && atomOf.has(words.join('')) ? words.join('') : undefined);
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

const atomOf: ReadonlyMap<string, NameAtom> = new Map(
  Object.entries(atoms)
    .reverse()
    .flatMap(([atom, list]) => list.split(' ').map((word) => [withoutAccents(word), atom as NameAtom] as const)),
);

/** Words as a page writes them without accents, where names have `ue` for `ü`: `rueckstand`, as of `Rückstand`. */
export const withUmlauts = memoize((words: string): string => words.replace(/([ao])e|(?<![aeq])ue/g, (pair) => pair[0] ?? ''));

/** Whether a word calls the document itself, whatever kind of bill it is. */
export const isPaper = (word: string): boolean => papers.has(word);
const papers = new Set(
  'receipt document statement bill beleg bon kassenbon ticket recu recibo scontrino kassabon kvitto paragon documento folio bolletta bolla'.split(
    ' ',
  ),
);

/** Whether a word asks for the time of day. */
export const isTimeName = (word: string): boolean => timeNames.has(word);
const timeNames = new Set('time zeit uhrzeit heure hora ora orario tid klockslag tijd tijdstip godzina'.split(' '));
