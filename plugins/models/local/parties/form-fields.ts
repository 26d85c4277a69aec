import { type Concept, labelsIn, squash } from '../../../../core/text.js';
import type { PageLine, Phrase } from '../page/layout.js';

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
