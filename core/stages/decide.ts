import type { Cap, CapName, DocumentFamily } from '../contracts/cap.js';
import { type Grounded, held, isUnrefuted, type OtherReading, scoreSoFar } from '../evidence/grounded.js';
import { isIdentifier, partyOf, taxNumberAsked } from '../evidence/labels/concepts/concept-kind.js';
import { isClingingLabel } from '../evidence/labels/nearby/label-beside.js';
import { isOfficeNumber, vatIdShape } from '../evidence/print/identifiers.js';
import { fold } from '../evidence/print/normalise.js';
import { cap, doubtful, reasonText, recast } from '../evidence/scoring/caps.js';
import { fieldFamily } from '../evidence/scoring/families.js';
import { weigh } from '../evidence/scoring/weigh.js';
import { isUnnamed } from '../evidence/unnamed.js';
import type { Reader } from '../flow/reader.js';
import type { Grounding } from './ground.js';

/** One reader's cell for a leaf. */
export interface Candidate {
  readonly reader: Reader;
  readonly cell: Grounded;
  readonly tier: boolean;
  /** What was read, as an issue names it. */
  readonly source: string;
  /** The kind of document that it was read from. */
  readonly family: DocumentFamily;
  /** Only of the name of a party. */
  readonly exchange?: PartyExchange;
}

/**
 * Whether the reading that a name is compared with has it as that of the other party: `shown` where one of the two is mistaken, `possible` where
 * that reading has no other party.
 */
export type PartyExchange = 'shown' | 'possible' | 'none';

type Standing = Pick<Candidate, 'tier' | 'family' | 'exchange'>;

export const candidateOf = (cell: Grounded, { reader, source }: Grounding, standing: Standing): Candidate => ({
  reader,
  cell,
  source: source ?? thePages,
  ...standing,
});
const thePages = 'the pages';

/** The best tier's cell, with what the other readers say. Whoever contradicts it is named, whatever the score. */
export function decide(candidates: readonly Candidate[]): Grounded {
  const winner = candidates.filter((candidate) => candidate.tier).reduce((best, candidate) => (better(candidate, best) ? candidate : best));
  const others = candidates.filter((candidate) => candidate !== winner);
  const found = foundInstead(winner, others);
  return { ...weighed(winner, others), reader: winner.reader, ...(found.length > 0 && { others: found }) };
}

/** What others found on the page that is another value than the winner's; one for each value. */
function foundInstead(winner: Candidate, others: readonly Candidate[]): readonly OtherReading[] {
  const found = others
    .filter(({ cell }) => isUnrefuted(cell) && cell.key !== winner.cell.key)
    .map((other) => ({ cell: other.cell, reader: other.reader, score: worth(other) }))
    .toSorted((a, b) => b.score - a.score);
  return found.filter(({ cell }, index) => found.findIndex((one) => one.cell.key === cell.key) === index);
}

function weighed(winner: Candidate, others: readonly Candidate[]): Grounded {
  if (winner.cell.value === null) {
    const seen = others.find((other) => isUnrefuted(other.cell));
    return seen ? held(winner.cell, cap('absence.labelPrinted', `Not present: but ${statementOf(seen, winner)}`)) : winner.cell;
  }
  const opponents = others.filter((other) => contradicts(other, winner)).toSorted((a, b) => worth(b) - worth(a));
  const agreed = agreement(winner, opponents[0], others);
  const settled = held(named(winner.cell, agreed.name), agreed);
  return { ...settled, notes: [...settled.notes, ...opponents.map((other) => contradiction(winner, other))] };
}

/**
 * A value that no words of the page name, by what the other readers say: one that would be believed by itself names it. Where nobody else finds it, and
 * words beside it say something else, any number, day or name of a page could be meant.
 */
function named(cell: Grounded, agreed: CapName): Grounded {
  const isOpen = agreed === 'agreement.single' && cell.undisputed !== true;
  const name = agreed === 'agreement.independent' ? 'label.unknownText' : isOpen ? 'label.unproven' : undefined;
  return name === undefined ? cell : { ...cell, caps: cell.caps.map((given) => (isUnnamed(given) ? recast(given, name) : given)) };
}

function contradiction(winner: Candidate, against: Candidate): string {
  if (against.exchange === 'shown')
    return `${reasonText.multiple}: the parties may be exchanged, ${statementOf(against, winner)} as the ${partyOf(against.cell.field)}`;
  return `${reasonText.multiple}: ${statementOf(winner, against)}, ${statementOf(against, winner)}`;
}

/** Names the source of a value: the reader, or the part of the document if the parts differ. Pages are named only for what they show. */
function statementOf({ reader, source, cell }: Candidate, to: Candidate): string {
  const isOwnWord = source === to.source || (source === thePages && !isUnrefuted(cell));
  // What a person has corrected is weighed as the reading that it corrects, and is no word of that reader.
  const name = reader.given && reader.label === to.reader.label ? 'the given data' : reader.label;
  return `${isOwnWord ? `${name} read` : `${source} say`} ${shown(cell)}`;
}

/** A proven value beats a null whatever its score; otherwise the score decides, and on a tie the later tier wins. */
function better(candidate: Candidate, best: Candidate): boolean {
  const rank = ({ cell }: Candidate): number => (isUnrefuted(cell) ? 1 : 0);
  if (rank(candidate) !== rank(best)) return rank(candidate) > rank(best);
  const difference = worth(candidate) - worth(best);
  return difference > 0 || (difference === 0 && candidate.reader.position > best.reader.position);
}

/**
 * Only readers of another family corroborate. Readers of any family contradict, unless they were unsure themselves. Either counts as far as
 * the reader would be believed by itself.
 */
function agreement(winner: Candidate, opponent: Candidate | undefined, others: readonly Candidate[]): Cap {
  if (opponent) return cap(weightAgainst(winner, opponent), contradiction(winner, opponent));
  const allies = others.filter((other) => isSame(other, winner) && other.reader.family !== winner.reader.family);
  const independent = allies.find(isBelievable);
  const ally = independent ?? allies[0];
  if (!ally) return cap('agreement.single', reasonText.exact);
  return cap(independent ? 'agreement.independent' : 'agreement.seconded', `${reasonText.exact}: ${ally.reader.label} reads the same`);
}

/** The score of a reader's answer if no other had read the field: a null by its weakest finding. */
const worth = ({ cell, reader, family }: Candidate): number =>
  cell.value === null ? scoreSoFar(cell) : weigh(cell.caps, reader.record, { family, field: fieldFamily(cell.field) }).score;

/** Whether a reader's value would be as good as proven by itself. */
const isBelievable = (candidate: Candidate): boolean => worth(candidate) >= doubtful;

/** Whether another reader has the same value, for the same field. */
const isSame = ({ cell, exchange }: Candidate, winner: Candidate): boolean => exchange !== 'shown' && cell.key === winner.cell.key;

function contradicts(other: Candidate, winner: Candidate): boolean {
  const [theirs, own] = [other.cell, winner.cell];
  if (theirs.key === undefined || own.key === undefined || isSame(other, winner)) return false;
  const isText = theirs.field.type === 'string' && other.exchange !== 'shown';
  if (isText && [isWithin, isUnderLabel, beginsWhere].some((is) => is(theirs, own) || is(own, theirs))) return false;
  if (isText && isOtherTaxNumber(theirs, own)) return false;
  return !theirs.caps.some((given) => given.name === 'model.unsure' || given.name === 'model.guess');
}

/**
 * Whether a text is a part of another, such as a name without its legal form: then the readers differ on how far it goes. With digits it could
 * be another identifier, unless it is several whole words of a text, or one without digits: a service behind the code of its article.
 */
function isWithin(part: Grounded, whole: Grounded): boolean {
  if (!part.key || !whole.key?.includes(part.key)) return false;
  if (!/\d/.test(whole.key)) return true;
  const words = wordsOf(part);
  const isText = words.length > 1 || (part.key.length >= minLetters && !/\d/.test(part.key));
  return isText && !isIdentifier(part.field) && ` ${wordsOf(whole).join(' ')} `.includes(` ${words.join(' ')} `);
}

/** Whether two texts begin with the same word of the page: then, too, the readers differ on how far it goes. */
function beginsWhere({ field, evidence }: Grounded, other: Grounded): boolean {
  const [own] = evidence?.spans ?? [];
  const [begun] = other.evidence?.spans ?? [];
  return !isIdentifier(field) && own !== undefined && own.order === begun?.order && own.from === begun.from;
}

/** Units and signs of columns are shorter: `pcs`, `kg`. */
const minLetters = 5;

/** Whether two identifiers differ by a label alone that stands before one: `SPC-5519` and `NumberSPC-5519`, `ABN 41 612 880 337`. */
function isUnderLabel({ value }: Grounded, { value: labelled, field }: Grounded): boolean {
  const [whole, own] = [String(labelled), String(value)];
  if (!isIdentifier(field) || !whole.endsWith(own)) return false;
  return isClingingLabel(whole.slice(0, -own.length).trim());
}

/** Whether a field asks for a VAT number or for the number of a tax office, one has its form and the other has not: a party often prints both. */
function isOtherTaxNumber({ value: theirs }: Grounded, { value, field }: Grounded): boolean {
  const asked = taxNumberAsked(field);
  const [vat, office] = asked === 'vat' ? [value, theirs] : [theirs, value];
  return asked !== undefined && vatIdShape(String(vat)) === 'valid-shape' && isOfficeNumber(String(office));
}

const wordsOf = ({ value }: Grounded): readonly string[] =>
  fold(String(value))
    .split(' ')
    .map((word) => word.replace(/[,;.:]+$/, ''));

/**
 * How much a contradiction weighs. To the embedded reader a name is one of many lines of print, and it often takes another one: it contests
 * a quoted name only where the parties may be exchanged.
 */
function weightAgainst(winner: Candidate, against: Candidate): CapName {
  const printed = ({ cell }: Candidate) => isUnrefuted(cell) || cell.occurrences.length > 0;
  if (!printed(winner)) return 'agreement.outvoted';
  if (!printed(against)) return 'agreement.contradicted';
  if (!isBelievable(against) || isBareName(against)) return 'agreement.questioned';
  if (against.exchange === 'shown') return 'agreement.exchanged';
  if (against.reader.model.kind !== 'local') return 'agreement.opposed';
  if (winner.cell.unquoted) return 'agreement.contested';
  return against.exchange === 'none' ? 'agreement.questioned' : 'agreement.disputed';
}

/** A word of which nothing shows that it names somebody, such as a caption, contests no name. */
const isBareName = ({ cell }: Candidate): boolean => cell.caps.some(({ name }) => name === 'name.bare');

const shown = (cell: Grounded): string => JSON.stringify(cell.value);
