import type { Cap } from '../../contracts/cap.js';
import type { Concept } from '../../contracts/concept.js';
import type { Field } from '../../contracts/schema.js';
import { memoizeByObject } from '../../values/memoize.js';
import { asksForRate, conceptKind, identifierKind } from '../labels/concepts/concept-kind.js';
import { conceptOf } from '../labels/concepts/concepts.js';
import { spelt } from '../labels/concepts/name-words.js';
import { answersTo } from '../labels/nearby/answers-near.js';
import type { DocumentIndex } from '../page/document-index.js';
import { meets, type Span } from '../page/page-index.js';
import { type DateOrder, datesIn } from '../print/dates.js';
import { ibanHolds, isCountryCode } from '../print/identifiers.js';
import { squash } from '../print/normalise.js';
import { cap, reasonText } from '../scoring/caps.js';
import type { Typed } from '../type-value.js';
import { dateCue } from './country-cues.js';
import { identifierNames } from './judge-format.js';

type ProvenKind = 'iban' | 'email' | 'website' | 'phone';

/**
 * Refuses a text that its own shape proves to be of another kind than its field asks for: an account number is no flat, a telephone number no
 * tax number. A field whose name leaves open what it holds, such as `contact`, takes all that it may mean.
 */
export function judgeKind(printed: string, field: Field): readonly Cap[] {
  if (field.type !== 'string' || field.enum) return [];
  const kind = provenKind(printed.trim());
  const asked = identifierKind(field);
  if (kind === undefined || kind === asked || (asked === undefined && isOpenTo(kind, field))) return [];
  return [cap('format.wrongShape', `Check failed: this is ${identifierNames[kind]}, and the field asks for something else`)];
}

/** The kind that the whole text cannot but be. */
function provenKind(text: string): ProvenKind | undefined {
  if (/^[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}$/.test(text)) return 'email';
  if (/^(?:https?:\/\/|www\.)\S+$/i.test(text)) return 'website';
  if (/^\+\d{1,3}(?:[ ()/.-]*\d){6,12}$/.test(text)) return 'phone';
  return isCountryCode(squash(text).slice(0, 2).toUpperCase()) && ibanHolds(text) ? 'iban' : undefined;
}

/** Whether a name may mean such a thing. What a concept means is known. */
function isOpenTo(kind: ProvenKind, field: Field): boolean {
  const concept = conceptOf(field);
  if (concept !== undefined) return conceptKind(concept) === 'text' && !closed.has(concept);
  return openNames[kind].test(spelt(field.names.join(' ')));
}

const closed: ReadonlySet<string> = new Set(['seller_name', 'buyer_name']);

const openNames: Readonly<Record<ProvenKind, RegExp>> = {
  iban: /\b(?:iban|bank\w*|account\w*|konto\w*|compte|cuenta|conto|rekening\w*|payment\w*|payee|transfer|debit|notes?|text|terms|instructions?)\b/,
  email:
    /\b(?:e ?mail\w*|contacts?|support|help|user\w*|login|sender|recipient|to|from|reply|address|account|acct|id|paypal|notes?|text)\b/,
  website: /\b(?:web\w*|url|link|site|domain|portal|contacts?|support|help|homepage|page|qr\w*|notes?|text|address|terms)\b/,
  phone:
    /\b(?:phone\w*|tel\w*|fax\w*|mobile|cell\w*|contacts?|support|help|hotline|line|number|msisdn|sim|whatsapp|caller|notes?|text|from|to)\b/,
};

/**
 * Doubts a day that the page prints in numbers of which either may be the month: `02/03/2026` is a day of March in a document from France; where nothing
 * shows the country it may be either. What the country decides is doubted little. A day that was read as it is printed is judged where it is typed; one
 * whose day and month a reader has exchanged is refused.
 */
export function judgeDay({ typed, printed }: ReadDay, places: readonly Span[], index: DocumentIndex): readonly Cap[] {
  if (typed.kind !== 'date') return [];
  const spots = places.flatMap((place) => index.datesIn(place.order).filter((spot) => meets(spot, place)));
  const [first] = spots;
  const order = orderOf(datesIn(printed), typed.day);
  if (first && order && spots.every(({ text }) => (orderOf(datesIn(text), typed.day) ?? order) !== order))
    return [cap('format.wrongShape', `Check failed: ${first.text} is printed, with day and month the other way round`)];
  if (typed.caps.length > 0) return [];
  if (!first || spots.some(({ readings }) => readings.length < 2)) return [];
  const both = `${reasonText.ambiguous}: ${first.text} is ${first.readings.join(' or ')}`;
  return [cap(dateCue(index) === orderOf(first.readings, typed.day) ? 'format.resolvedByCues' : 'format.ambiguous', both)];
}

interface ReadDay {
  readonly typed: Typed;
  readonly printed: string;
}

/** In which order the numbers of a printed day are this one, if either may be the month. */
const orderOf = (readings: readonly string[], day: string): DateOrder | undefined =>
  readings.length < 2 ? undefined : readings[0] === day ? 'day-first' : 'month-first';

/** Refuses a number that is printed with another unit than its field names: the 27.5 m³ of a load are no `gross_weight_kg`. */
export function judgeUnit(typed: Typed, field: Field, spans: readonly Span[]): readonly Cap[] {
  const wanted = typed.kind === 'number' ? unitNamedBy(field) : undefined;
  if (wanted === undefined || spans.length === 0) return [];
  const printed = spans.map(unitAfter);
  const [first] = printed;
  if (first === undefined || printed.some((unit) => unit === undefined || unit === wanted)) return [];
  return [cap('format.wrongShape', `Check failed: printed in ${first}, not in ${wanted}`)];
}

/** The unit that the last word of a field's name is: `weight_kg`, `consumptionKwh`. */
const unitNamedBy = memoizeByObject((field: Field): string | undefined => {
  const unit = units.get(
    spelt(field.names.at(-1) ?? '')
      .split(' ')
      .at(-1) ?? '',
  );
  return unit !== undefined && unit.length > 1 ? unit : undefined;
});

const unitAfter = ({ row, to }: Span): string | undefined =>
  units.get(
    (row.words[to]?.text ?? '')
      .toLowerCase()
      .replace('³', '3')
      .replace('²', '2')
      .replace(/[.,;)]+$/, ''),
  );

/** Units by their spellings. Source: UN/CEFACT recommendation 20 and the International System of Units. */
const units: ReadonlyMap<string, string> = new Map(
  `kg kgs kilo kilos
  g gr
  t to tonnes tons
  lb lbs
  kwh
  mwh
  wh
  m3 cbm
  m2 sqm qm
  km
  mi miles
  l liter liters litre litres ltr
  gb
  mb`
    .split('\n')
    .flatMap((line) => {
      const [unit = '', ...others] = line.trim().split(' ');
      return [unit, ...others].map((spelling) => [spelling, unit] as const);
    }),
);

/** Callers ask for a discount in either form, and for tax in rows. */
const either: ReadonlySet<Concept> = new Set<Concept>(['discount', 'line_discount', 'line_tax']);

/** Refuses a percentage for an amount of money: the 10 of `Restocking fee 10 %  20.05` is no fee. */
export function judgePercent(
  typed: Typed,
  field: Field,
  { spans, index }: { readonly spans: readonly Span[]; readonly index: DocumentIndex },
): readonly Cap[] {
  const concept = conceptOf(field);
  const isAmount = concept !== undefined && conceptKind(concept) === 'amount' && !either.has(concept) && !asksForRate(field);
  if (typed.kind !== 'number' || spans.length === 0 || !isAmount) return [];
  const isPercent = (span: Span): boolean =>
    index.numbersIn(span.order).some(({ from, to, percent }) => percent && from < span.to && span.from < to);
  return spans.every(isPercent) ? [cap('format.wrongShape', 'Check failed: a percentage is printed, not an amount')] : [];
}

/**
 * A credit note may print its amounts without a minus, and an account has a column for what is paid out, so the sign is inferred from its title or
 * column. A discount has no other sign.
 */
export function judgeSign(typed: Typed, { spans, isUnsigned }: SignContext, index: DocumentIndex): readonly Cap[] {
  if (typed.kind !== 'number' || isUnsigned || spans.length === 0) return [];
  const { amount } = typed;
  const [negated] = spotsWithin(index.amountsAt(amount.neg()), spans);
  if (!negated || spotsWithin(index.amountsAt(amount), spans).length > 0) return [];
  return [cap('evidence.inferred', `${reasonText.header}: "${negated.text}" is printed, its sign is said elsewhere`)];
}

interface SignContext {
  /** Where the value was found. */
  readonly spans: readonly Span[];
  /** Whether the sign of the field carries no information. */
  readonly isUnsigned: boolean;
}

const spotsWithin = <S extends Span>(spots: readonly S[], spans: readonly Span[]): readonly S[] =>
  spots.filter((spot) => spans.some((span) => span.order === spot.order && span.from < spot.to && span.to > spot.from));

/**
 * Whether the page says the same as a yes-or-no value: the words that were quoted, else all of the document. A page that only names the
 * question says nothing against a yes, and does not prove a no; a denial beside it is the other way round.
 */
export function judgeSense(typed: Typed, field: Field, spans: readonly Span[], index: DocumentIndex): readonly Cap[] {
  if (field.type !== 'boolean' || typed.kind !== 'literal') return [];
  const all = answersTo(field, index);
  const here = all.filter(({ order }) => spans.some((span) => span.order === order));
  const decisive = here.length > 0 ? here : all;
  const against = decisive.find(({ answer }) => answer !== undefined && answer !== typed.value);
  const agreed = decisive.some(({ answer }) => answer === typed.value);
  if (against && !agreed) return [cap('evidence.contrary', `Contradicted: "${against.text}" on page ${against.page}`)];
  const other = against ?? all.find(({ answer }) => answer !== undefined && answer !== typed.value);
  if (other) return [cap('uniqueness.several', `${reasonText.multiple}: yes and no are printed, "${other.text}" on page ${other.page}`)];
  const unsaid = agreed ? undefined : here.find(({ denied }) => denied === typed.value);
  return unsaid ? [cap('evidence.unsaid', `${reasonText.header}: "${unsaid.text}" does not say ${typed.value ? 'yes' : 'no'}`)] : [];
}
