import type { Field } from '../../../contracts/schema.js';
import { memoizeByObject } from '../../../values/memoize.js';
import type { Grounded } from '../../grounded.js';
import { identifierKind, isPartyName, placeKind } from '../../labels/concepts/concept-kind.js';
import { conceptOf } from '../../labels/concepts/concepts.js';
import { spelt } from '../../labels/concepts/name-words.js';
import { namedBy } from '../../labels/nearby/caption-words.js';
import { isFormWording } from '../../labels/wording.js';
import { middle } from '../../page/boxes.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { Phrase } from '../../page/lines.js';
import { leftOf, maxEdgeGapPoints, type Span, textOf } from '../../page/page-index.js';
import { phraseAt } from '../../page/surroundings.js';
import { hasLegalForm, hasPostalCode, isCompany } from '../../print/addresses.js';
import { squash, withoutAccents } from '../../print/normalise.js';
import { isDate } from '../../type-value.js';
import type { ClaimedReading } from '../claims.js';
import { asksForName } from './place-in-block.js';

/**
 * Why a name is not the one of its cell, wherever it is printed: it is a part of it, `Marit` of `Employee: Marit Solheim`, or it takes in words of
 * another cell, such as the next line's caption or the address. Undefined if it is, or if its field asks for no name.
 */
export function otherThanItsCell(cell: Grounded, places: readonly Span[], reading: ClaimedReading): string | undefined {
  if (places.length === 0 || !isCapital(String(cell.value).trim()) || !mayBeName(cell.field) || isApart(cell, reading)) return undefined;
  const found = places.map((place) => partOf(place, cell, reading) ?? joinedWith(place, cell, reading.index));
  return found.every((one) => one !== undefined) ? found[0] : undefined;
}

/** Whether a field asks for the name of a person or a company, whole. */
const mayBeName = memoizeByObject((field: Field): boolean => {
  if (field.type !== 'string' || field.enum || isDate(field) || identifierKind(field) !== undefined || placeKind(field) !== undefined)
    return false;
  const [last = '', before = ''] = withoutAccents(spelt(field.names.at(-1) ?? ''))
    .split(' ')
    .filter((word) => word !== 'name')
    .reverse();
  if (partsOfNames.has(last) && !wholeOrPart.has(last)) return false;
  const isSomeone = someone.has(last) || (last === 'by' && before !== 'paid');
  return isPartyName(field) || asksForName(field) || (conceptOf(field) === undefined && isSomeone);
});

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Names of persons are asked for in parts, too; and a kind or a code of somebody is no name. */
const partsOfNames = words(
  'first last given family middle surname forename firstname lastname vorname nachname salutation prenom nom nombre apellido apellidos paterno materno cognome voornaam achternaam fornavn etternavn efternavn fornamn efternamn imie nazwisko sobrenome type kind title code no number status art typ class category',
);

/** Of these, what may be the whole name, too, where no field beside it asks for another part. */
const wholeOrPart = words('nom nombre nome naam imie');

/** Whether a field asks for one part of a name, and another one of its group for another. */
const isApart = ({ field }: Grounded, { cells }: ClaimedReading): boolean =>
  wholeOrPart.has(lastWordOf(field)) &&
  cells.some((other) => other.field !== field && isOfGroup(other.field, field) && partsOfNames.has(lastWordOf(other.field)));

const isOfGroup = (one: Field, other: Field): boolean => groupPath(one) === groupPath(other);
const groupPath = ({ path }: Field): string => path.slice(0, path.lastIndexOf('.'));
const lastWordOf = memoizeByObject(
  ({ names }: Field): string =>
    withoutAccents(spelt(names.at(-1) ?? ''))
      .split(' ')
      .at(-1) ?? '',
);

/** Words for somebody, in the names of fields that no concept knows. */
const someone = words(
  'employee employer auditor agent principal adviser advisor broker insurer insured policyholder holder owner tenant landlord lessor lessee manager supervisor approver declarant importer exporter consignee consignor shipper sender recipient payee payer beneficiary debtor creditor lender borrower guarantor trustee member patient guest passenger driver doctor physician contact person company firm organisation organization bank customer client supplier vendor seller buyer provider subscriber ' +
    'arbeitgeber arbeitnehmer mitarbeiter eigentumer eigentuemer mieter vermieter verwaltung hausverwaltung versicherer versicherungsnehmer kontoinhaber bearbeiter ansprechpartner firma kunde lieferant ' +
    'societe employeur salarie assure assureur locataire proprietaire titulaire fournisseur prestatario avalista entidad empresa empleado empleador arrendador arrendatario titular cliente proveedor ' +
    'azienda ditta dipendente inquilino proprietario intestatario fornitore werkgever werknemer huurder verhuurder klant leverancier verzekeraar verzekerde',
);

const isCapital = (text: string): boolean => /^\p{Lu}/u.test(text) && !/^\p{Lu}{1,4}$/u.test(text);

/** The whole of a cell, where a place has only some of its words, and those before or behind it are of a name as well and no other value's. */
function partOf(place: Span, { field, value }: Grounded, { isFree, index }: ClaimedReading): string | undefined {
  const phrase = phraseAt(place, index);
  if (!phrase) return undefined;
  const before = { ...place, from: afterCaption(phrase, place, field), to: place.from };
  const after = upToMark({ ...place, from: place.to, to: phrase.to });
  const isOfName = (side: Span): boolean =>
    side.from < side.to && side.to - side.from <= maxOtherWords && isFree(side) && areOfName(textOf(side).split(' '));
  const isBegun = !isParted(before, place) && isOfName(before);
  // A company's name ends with its legal form: a department may stand behind it.
  const goesOn = !isCompany(String(value)) && (!isParted(place, after) || isBehindComma(place, after)) && isOfName(after);
  const whole = { ...place, from: isParted(before, place) ? place.from : before.from, to: goesOn ? after.to : place.to };
  return isBegun || goesOn ? `it is a part of "${textOf(whole)}"` : undefined;
}
/** A longer text is a sentence. */
const maxOtherWords = 3;

/** As many words of a span as no mark parts. */
function upToMark(span: Span): Span {
  const words = span.row.words.slice(span.from, span.to).map(({ text }) => text);
  const end = words.findIndex((text, at) => /^[(|–—-]/u.test(text) || /[,;:)]$/u.test(words[at - 1] ?? ''));
  return end < 0 ? span : { ...span, to: span.from + end };
}

/** Whether a comma stands between a surname and given names, both in capitals: `OTERO LAGO, XIANA`. */
const isBehindComma = (name: Span, rest: Span): boolean =>
  textOf(name).endsWith(',') && rest.to - rest.from <= maxGivenNames && [name, rest].every((one) => !/\p{Ll}|\d/u.test(textOf(one)));
const maxGivenNames = 2;

/** Where the cell begins in its phrase: behind a colon, a known label, or words that name the field. */
function afterCaption(phrase: Phrase, place: Span, field: Field): number {
  const colon = phrase.row.words.slice(0, place.from).findLastIndex(({ text }) => /[:|]$/.test(text)) + 1;
  const label = Math.max(0, ...phrase.labels.filter(({ to }) => to <= place.from).map(({ to }) => to));
  const begin = Math.max(phrase.from, colon, label);
  return namedBy(field, textOf({ ...place, from: begin, to: place.from })).share > 0 ? place.from : begin;
}

/** Whether a mark parts the last word of a span from what follows it, or opens that. */
const isParted = (one: Span, next: Span): boolean =>
  /[,;:.()|–—-]$/u.test(textOf(one).replace(/\b\p{L}\.$/u, '')) || /^[(|–—-]/u.test(textOf(next));

/** Whether words are those of a name: with capitals, joints between them, or legal forms. A form of address may be left out. */
const areOfName = (given: readonly string[]): boolean =>
  given.every((word) => /^\p{Lu}[\p{L}.'’-]*$/u.test(word) || joints.has(word) || isLegalForm(word)) &&
  given.some((word) => !joints.has(word) && !formsOfAddress.has(squash(word))) &&
  !isFormWording(given.join(' '));

const isLegalForm = (word: string): boolean => hasLegalForm(`X ${word}`);
const joints = words('& + and und et y e en of de del della di da van von der den la le');
/** What a letter calls somebody before or behind the name. */
const formsOfAddress = words(
  'mr mrs ms miss dr prof sir dear hi hello herr herrn frau hr fr dipl ing mag liebe lieber hallo mme mlle m monsieur madame maitre cher chere sr sra srta senor senora d don dona estimado estimada sig sigra signor signora dott dottssa avv gentile dhr mevr mevrouw meneer geachte beste pan pani md phd',
);

/** The words of another cell that a name takes in: across a gap of its line, or in the next line, which begins elsewhere or is no name. */
function joinedWith(place: Span, { value }: Grounded, index: DocumentIndex): string | undefined {
  const phrase = phraseAt(place, index);
  if (!phrase) return undefined;
  if (place.to > phrase.to) {
    const other = textOf({ ...place, from: phrase.to });
    // A caption has its value behind it; the last text of a line may be the other half of the name, in a cell of its own.
    const isCaption = place.to < place.row.words.length || isFormWording(other);
    return isCaption && /\p{L}{2}/u.test(other) ? takesIn(other) : undefined;
  }
  const left = squash(String(value)).slice(squash(textOf(place)).length);
  if (left === '' || !squash(String(value)).startsWith(squash(textOf(place)))) return undefined;
  const next = [1, 2].flatMap((below) => index.lines[place.order + below]?.phrases ?? []).find(({ text }) => begins(left, squash(text)));
  if (!next || isLegalForm(next.text)) return undefined;
  const isAligned =
    Math.abs(next.box.x - phrase.box.x) <= maxEdgeGapPoints ||
    Math.abs(middle(next.box) - middle(phrase.box)) <= maxEdgeGapPoints ||
    Math.abs(next.box.x - leftOf(place)) <= maxEdgeGapPoints;
  const isSmaller = Math.max(next.box.height, phrase.box.height) > maxHeightRatio * Math.min(next.box.height, phrase.box.height);
  const isOther = !isAligned || isSmaller || isFormWording(next.text) || hasPostalCode(next.text) || notOfName.test(next.text);
  return isOther ? takesIn(next.text) : undefined;
}

/** The lines of a name are printed in one size. */
const maxHeightRatio = 1.2;
/** A street has a number, and another person or the owner words of their own. */
const notOfName = /\d|^(?:z\.? ?hd\b|zu h[äa]nden\b|inh(?:aber(?:in)?)?[.:\s]|att(?:n|ention)?[.:\s]|c\/[-o]|a\/c\b|t\.a\.v\.|v\/ )/iu;

const begins = (text: string, line: string): boolean => line !== '' && (text.startsWith(line) || line.startsWith(text));
const takesIn = (text: string): string => `it takes in "${text}" of another text`;
