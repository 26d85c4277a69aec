import type { Cap, CapName } from '../../contracts/cap.js';
import { isObscured } from '../obscured.js';
import type { DocumentIndex } from '../page/document-index.js';
import type { LocatedValue } from '../page/occurrences.js';
import { meets, type Span, wordsOf } from '../page/page-index.js';
import { squash } from '../print/normalise.js';
import type { Evidence, Proof } from '../prove.js';
import { cap, reasonText, startValues } from '../scoring/caps.js';
import { hasPictures, type PicturedText, picturedAt, rowShowing } from './pictured.js';
import type { Support } from './support.js';

/**
 * With this support the picture shows a text. Measured on 18 real scans: of 184 right values 174 have a likelihood of -1 or more, all of them
 * with a lead; of 179 values with an altered digit or letter none has one above -3 but those that stand elsewhere.
 */
const shown = { likelihood: -1, lead: 2 };
export const isShown = ({ likelihood, lead }: Pick<Support, 'likelihood' | 'lead'>): boolean =>
  likelihood >= shown.likelihood && lead >= shown.lead;
/** With this likelihood the picture may show it, and with a lead this far below zero it shows another number. */
const faintLikelihood = -3;
const rivalLead = -3;

/** A shorter text stands in too many places, unless words were found for it. A currency is named once or on every line, and means the same. */
const minLength = 3;
const minCurrencyLength = 2;

/**
 * Asks the picture about a value that the words of OCR do not prove: OCR has not read it, or not surely, or not the quoted words. To check what
 * a reader claims is easier than to read. The proof stays as it is where no engine kept what it saw.
 */
export function proveByPicture(proof: Proof, claim: LocatedValue, index: DocumentIndex): Proof {
  if (!proof.caps.some(isWeak) || !hasPictures(index)) return proof;
  const text = textOf(claim);
  if (squash(text).length < leastLength(proof, claim)) return proof;
  const place = placeOf(placesOf(text, claim, index), proof, claim, index);
  const given = place && verdict(place, proof);
  if (!given || !place) return proof;
  return { caps: [given], notes: proof.notes, evidence: isUnseen(proof) ? evidenceAt(place) : (proof.evidence ?? evidenceAt(place)) };
}

function leastLength({ evidence }: Proof, { typed }: LocatedValue): number {
  if (evidence) return 1;
  return typed.kind === 'currency' ? minCurrencyLength : minLength;
}

/** Whether words are missing or unsure. A value of another type, or seen only by machines, is not a question of sight. */
const isWeak = (given: Cap): boolean =>
  unseen.has(given.name) || given.name === 'evidence.valueOnly' || (isObscured(given) && given.value < startValues['evidence.pictured']);

/** The ways in which OCR has not read a value. */
const unseen: ReadonlySet<CapName> = new Set([
  'evidence.unseen',
  'evidence.unseenOnDim',
  'evidence.unseenOnClear',
  'evidence.misread',
  'evidence.readOtherwise',
]);
const isUnseen = ({ caps }: Proof): boolean => caps.some(({ name }) => unseen.has(name));

/** The text to look for: a number without its currency, because the sign may stand apart. Choices are concluded, not printed. */
function textOf({ typed, printed }: LocatedValue): string {
  if (typed.kind === 'literal') return '';
  return typed.kind === 'number' ? (/\d[\d.,' \u00a0\u2019]*/.exec(printed)?.[0] ?? '') : printed;
}

/** The page that the reader names is searched first. Cells of rows are searched there only, because a long table has thousands of them. */
function placesOf(text: string, { cell: { page }, field }: LocatedValue, index: DocumentIndex): readonly PicturedText[] {
  const here = page === null ? [] : picturedAt(text, index, page);
  return here.length > 0 || (page !== null && field.path.includes('[]')) ? here : picturedAt(text, index);
}

/** Where the value stands: at the words that were found for it, else beside the quoted words, else in the only place that looks like it. */
function placeOf(places: readonly PicturedText[], proof: Proof, { cell, occurrences }: LocatedValue, index: DocumentIndex) {
  const found = proof.evidence?.spans ?? [];
  if (!isUnseen(proof) && proof.caps.some(isObscured))
    return places.find(({ spans }) => spans.some((span) => found.some((one) => meets(one, span))));
  const [text = ''] = places.map((place) => place.text);
  const quoted = likeliest(places, rowShowing(cell.quote ?? '', text, index));
  if (quoted.length > 0 || occurrences.length > 0) return only(quoted);
  // A lead is never below the likelihood, which is known already.
  return only(likeliest(places, ({ support }) => support.likelihood >= rivalLead || support.lead >= rivalLead));
}

/** The likeliest two places of a kind. A third one decides nothing, and to look at each takes time. */
function likeliest(places: readonly PicturedText[], is: (place: PicturedText) => boolean): readonly PicturedText[] {
  const first = places.findIndex(is);
  const second = places.findIndex((place, at) => at > first && is(place));
  return first < 0 ? [] : places.filter((_, at) => at === first || at === second);
}

/** The likeliest place, unless another one is about as likely. */
const only = ([first, second]: readonly PicturedText[]): PicturedText | undefined =>
  first && second && second.support.likelihood > first.support.likelihood - 1 ? undefined : first;

function verdict(place: PicturedText, proof: Proof): Cap | undefined {
  const { likelihood } = place.support;
  const read = place.spans
    .flatMap(wordsOf)
    .map(({ text }) => text)
    .join(' ');
  if (isShown(place.support))
    return cap('evidence.pictured', `${reasonText.obscured}: the picture on page ${place.page} shows it, OCR read "${read}"`);
  if (!isUnseen(proof)) return undefined;
  if (likelihood >= faintLikelihood)
    return cap('evidence.picturedFaintly', `${reasonText.obscured}: the picture on page ${place.page} may show it, OCR read "${read}"`);
  return place.support.lead <= rivalLead
    ? cap('evidence.rivalled', `Not found on the page: the picture shows another number, OCR read "${read}"`)
    : undefined;
}

/** The words that OCR misread where the picture shows the value. */
export const misreadIn = ({ caps, evidence }: Proof): readonly Span[] =>
  caps.some(({ name }) => name === 'evidence.pictured' || name === 'evidence.picturedFaintly') ? (evidence?.spans ?? []) : [];

/** The words that OCR read there; what the picture shows, where it read none. */
function evidenceAt({ page, spans, text: shown, box }: PicturedText): Evidence {
  const lines = spans.length > 0 ? spans.map(wordsOf) : [[{ text: shown.trim(), box, ocr: true }]];
  return {
    page,
    text: lines
      .flat()
      .map(({ text }) => text)
      .join(' '),
    spans,
    lines,
  };
}
