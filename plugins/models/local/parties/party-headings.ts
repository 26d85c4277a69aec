import {
  bottom,
  type Concept,
  hasContactDetails,
  isFormWording,
  isPayeeHeading,
  labelsIn,
  letters,
  overlap,
  type PageLine,
  type Phrase,
  placed,
  type Role,
  right,
  rolesIn,
  squash,
} from '../../../../core/text.js';
import { type Find, quoteOf } from '../find.js';
import { type DocumentLayout, linesBelow, textOf } from '../layout.js';
import type { PlacedPhrase } from './blocks.js';
import { isAddressing, isNumber, nameIn } from './names.js';

export interface Headed extends PlacedPhrase {
  readonly name: string;
  readonly find: Find;
}

/** Shorter headings are also common words: they must fill their phrase or end with a colon. */
const minDistinctLength = 5;
/** An order to pay has at least this many letters, more than a single word. */
const minOrderLetters = 10;
const maxHeightsBelow = 3.5;
const maxHeightsRight = 12;

/**
 * The name that a heading of the role announces: after it, below it or to its right. Long headings go before short ones, then the first
 * wins.
 */
export const headed = (layout: DocumentLayout, role: Role): Headed | undefined =>
  named(layout, role, (heading) => !isPayeeHeading(heading));

/** The payee. This is mostly the seller, so the find is only likely. */
export function payee(layout: DocumentLayout): Headed | undefined {
  const found = named(layout, 'seller', isPayeeHeading);
  return found && { ...found, find: { ...found.find, confidence: 'likely', reason: 'header' } };
}

function named(layout: DocumentLayout, role: Role, counts: (heading: string) => boolean): Headed | undefined {
  const found: (Headed & { readonly long: boolean })[] = [];
  for (const line of layout.lines) {
    if (layout.heads.has(line.number) || line.phrases.length > maxHeadingsAbreast) continue;
    for (const phrase of line.phrases) {
      const heading = headingOf(phrase, role);
      const name =
        heading &&
        counts(phrase.text.slice(heading.start, heading.end)) &&
        (inside(line, phrase, heading) ?? listed(layout, line, phrase) ?? below(layout, line, phrase) ?? beside(line, phrase));
      if (name) found.push({ ...name, long: heading.end - heading.start >= minDistinctLength });
    }
  }
  return found.find(({ long }) => long) ?? found[0];
}

/** Longer rows are headers of tables, whose values name nobody: `Line  Client  Quantity  Price  Tax  Amount`. */
const maxHeadingsAbreast = 5;

interface HeadingRange {
  /** Offsets in the text of the phrase. */
  readonly end: number;
  readonly start: number;
}

/**
 * A heading opens its phrase; a colon or nothing follows it, but for a number in brackets, which may tell the role: `To (Vendor no. 4711)`. After an order to pay a name
 * follows: `Make all checks payable to Acme Ltd`.
 */
export function headingOf(phrase: Phrase, role: Role): HeadingRange | undefined {
  const [match, told] = rolesIn(phrase.text);
  const isTold = match && told && /^\s*\($/.test(phrase.text.slice(match.to, told.from));
  if (!match || (isTold ? told : match).name !== role || letters(phrase.text.slice(0, match.from)) > 0) return undefined;
  const after = phrase.text.slice(match.to).replace(otherRole, '');
  const colon = /^\s*(?:\([^)]*\))?\s*:/.test(after);
  const alone = !/[\p{L}\p{N}]/u.test(after.replace(/^\s*\((?=[^)]*\d)[^)]*\)/, ''));
  const orders = isPayeeHeading(match.phrase) && letters(match.phrase) >= minOrderLetters && /^\s+\p{Lu}/u.test(after);
  return alone || colon || orders ? { start: match.from, end: match.to } : undefined;
}

/** A second word for the same party: `Käufer/Leistungsempfänger:`. */
const otherRole = /^\s?\/\s?\p{L}+(?=\s*(?::|$))/u;

function inside(line: PageLine, phrase: Phrase, heading: HeadingRange): Headed | undefined {
  const name = nameIn(phrase.text.slice(heading.end).replace(/^[^:]*:/, ''));
  return name === undefined ? undefined : headedBy(line, phrase, name, 0);
}

/** The forms of a party take up at most this many heights. */
const maxFormHeights = 12;

/** The first name under a heading. Other fields of the party's form, its numbers and forms of address may stand between. */
function below(layout: DocumentLayout, line: PageLine, phrase: Phrase): Headed | undefined {
  let end = bottom(phrase.box) + maxHeightsBelow * phrase.box.height;
  for (const under of linesBelow(layout, line, phrase.box, maxFormHeights)) {
    if (under.box.y > end) return undefined;
    const next = under.phrases.find((other) => isUnder(other, phrase));
    if (!next || isAddressing(next.text)) continue;
    const field = formField(under, next);
    const name = nameIn((field ?? next).text);
    if (name !== undefined && (!field || field.asksForName)) return headedBy(under, field?.phrase ?? next, name, 0);
    const named = !field && isNameCaption(next.text) ? beside(under, next) : undefined;
    if (named) return named;
    if (!field && !isNameCaption(next.text) && !hasContactDetails(next.text) && !isNumber(next.text)) return undefined;
    end = bottom(next.box) + maxHeightsBelow * phrase.box.height;
  }
  return undefined;
}

const isUnder = (other: Phrase, heading: Phrase): boolean =>
  overlap(other.box, heading.box) > 0.3 || Math.abs(other.box.x - heading.box.x) < heading.box.height;

/** The name beside a heading in a list, where the next caption stands under it, and its value under the name: `Policyholder  T. Garrick` over `Broker  Penwith LLP`. */
function listed(layout: DocumentLayout, line: PageLine, phrase: Phrase): Headed | undefined {
  const value = line.phrases[line.phrases.indexOf(phrase) + 1];
  const [under] = linesBelow(layout, line, phrase.box, maxHeightsBelow);
  const caption = under?.phrases.find(({ box }) => Math.abs(box.x - phrase.box.x) < phrase.box.height / 2);
  const cell = caption && under?.phrases[under.phrases.indexOf(caption) + 1];
  const isList = value && cell && Math.abs(cell.box.x - value.box.x) < value.box.height / 2;
  return isList && !isFormWording(value.text) ? beside(line, phrase) : undefined;
}

function beside(line: PageLine, phrase: Phrase): Headed | undefined {
  const next = line.phrases[line.phrases.indexOf(phrase) + 1];
  const name = next && next.box.x - right(phrase.box) <= maxHeightsRight * phrase.box.height ? nameIn(next.text) : undefined;
  return next && name !== undefined ? headedBy(line, next, name, phrase.from) : undefined;
}

function headedBy(line: PageLine, phrase: Phrase, name: string, from: number): Headed {
  const start = phrase.text.indexOf(name);
  const { from: first, to } = placed(phrase, 'own', { from: start, to: start + name.length });
  const quote = from > 0 || start > 0 ? quoteOf(line, { from: start > 0 ? phrase.from : from, to }) : textOf(line, first, to);
  return { line, phrase, name, find: { value: name, page: line.page, quote, confidence: 'certain', reason: 'exact' } };
}

/** A field of a party's form: a caption with a colon and the value behind it. */
export interface CaptionedValue {
  /** Set where the caption asks for a name. */
  readonly asksForName: boolean;
  readonly text: string;
  /** The phrase that holds the value. */
  readonly phrase: Phrase;
}

/** The field of a form that a phrase opens: `Nummer: 4711`, `Nummer   : 4711` or `Nummer:   4711`. Fields of the document are none. */
export function formField({ phrases }: PageLine, phrase: Phrase): CaptionedValue | undefined {
  const next = phrases[phrases.indexOf(phrase) + 1];
  const [caption = '', ...rest] = phrase.text.split(':');
  const isOpen = rest.join('').trim() === '';
  const value = isOpen ? next : phrase;
  if (!value || (rest.length === 0 && !/^:/.test(value.text)) || labelsIn(caption).some(({ concept }) => !partyConcepts.has(concept)))
    return undefined;
  const text = (isOpen ? value.text : rest.join(':')).replace(/^[\s:]+/, '');
  return { asksForName: isNameCaption(caption), text, phrase: value };
}

/** What a form asks about a party. */
const partyConcepts: ReadonlySet<Concept | 'own'> = new Set<Concept>([
  'seller_name', 'seller_address', 'seller_tax_id', 'buyer_name', 'buyer_address', 'buyer_tax_id', 'tax_id', 'customer_number', 'other_id', 'email',
  'phone', 'website', 'iban', 'bic', 'line_description', 'line_code', 'line_position',
]); // biome-ignore format: a table

/**
 * The captions of a party's name in a form. Source: BT-27, BT-28, BT-44 and BT-45 of EN 16931-1, the name and the trading name, in its
 * translations.
 */
const captions = [
  'Name · Full name · Company · Company name · Trade name · Trading name · Legal name · Business name · Registered name',
  'Firma · Firmenname · Handelsname · Vor- und Nachname · Firmenbezeichnung',
  'Nom · Raison sociale · Dénomination · Dénomination sociale · Nom commercial',
  'Nombre · Nombre completo · Razón social · Nombre comercial · Denominación social',
  'Nome · Ragione sociale · Denominazione · Cognome e nome · Nome e cognome',
  'Naam · Bedrijfsnaam · Handelsnaam',
  'Razão social · Nome fantasia · Denominação social · Nome empresarial',
  'Namn · Företagsnamn · Navn · Firmanavn · Virksomhedsnavn · Nimi · Yrityksen nimi',
  'Nazwa · Nazwa firmy · Naziv · Ime · Ime i prezime · Název · Obchodní jméno · Jméno · Názov · Obchodné meno · Meno',
  'Név · Cégnév · Denumire · Denumirea · Nume · Ärinimi · Nosaukums · Pavadinimas · Vardas',
  'Όνομα · Επωνυμία · Име · Наименование · Ainm · Isem',
].flatMap((line) => line.split(' · '));

const known = new Set(captions.map(squash));

/** Whether a text asks for a name: `Name`, `Firmenname`, `NOME / RAZÃO SOCIAL`. */
export const isNameCaption = (text: string): boolean => {
  const parts = text.split('/').map(squash);
  return parts.every((part) => known.has(part));
};
