import type { Cap, CapName } from '../../contracts/cap.js';
import type { Box, OcrLine } from '../../contracts/document.js';
import { memoizeByObject } from '../../values/memoize.js';
import { isObscured } from '../obscured.js';
import type { DocumentIndex } from '../page/document-index.js';
import type { LocatedValue } from '../page/occurrences.js';
import { meets, type Span, spansOf, wordsOf } from '../page/page-index.js';
import { squash } from '../print/normalise.js';
import type { Evidence, Proof } from '../prove.js';
import { cap, findingStrengths, reasonText } from '../scoring/caps.js';
import { mayShow, type Support, supportFor } from './support.js';

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
  if (isUnseen(proof)) return { caps: [given], notes: proof.notes, evidence: evidenceAt(place) };
  const incomplete = proof.caps.filter(({ name }) => name === 'evidence.incomplete');
  return { caps: [given, ...incomplete], notes: proof.notes, evidence: proof.evidence ?? evidenceAt(place) };
}

function leastLength({ evidence }: Proof, { typed }: LocatedValue): number {
  if (evidence) return 1;
  return typed.kind === 'currency' ? minCurrencyLength : minLength;
}

/** Whether words are missing or unsure. A value of another type, or seen only by machines, is not a question of sight. */
const isWeak = (given: Cap): boolean =>
  unseen.has(given.name) ||
  given.name === 'evidence.valueOnly' ||
  (isObscured(given) && given.value < findingStrengths['evidence.pictured']);

/** The ways in which OCR has not read a value. */
const unseen: ReadonlySet<CapName> = new Set([
  'evidence.unseen',
  'evidence.unseenOnDim',
  'evidence.unseenOnClear',
  'evidence.misread',
  'evidence.readOtherwise',
]);
export const isUnseen = ({ caps }: { readonly caps: readonly Cap[] }): boolean => caps.some(({ name }) => unseen.has(name));

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

/** A text in the picture of a page: how well the picture supports it, and the words that OCR read in its place. */
interface PicturedText {
  readonly support: Support;
  readonly text: string;
  readonly page: number;
  readonly box: Box;
  /** Empty where OCR read nothing there. */
  readonly spans: readonly Span[];
}

/** Steps of the lines in which one text is looked for, at most: six pages of print that have all of its characters in each line. */
const maxSteps = 20_000;

/** The lines that could show a text; none where so many could that none would say anything. */
export function linesFor(text: string, lines: readonly OcrLine[] = []): readonly OcrLine[] {
  const able = lines.filter((line) => mayShow(text, line));
  return able.reduce((sum, { steps }) => sum + steps.length, 0) > maxSteps ? [] : able;
}

/** The places in the pictures of the pages that support a text best, one a line, most likely first. Empty where no engine kept what it saw. */
function picturedAt(text: string, index: DocumentIndex, page?: number): readonly PicturedText[] {
  const pages = index.pages.filter(({ page: { number } }) => page === undefined || number === page);
  const pageOf = new Map(pages.flatMap(({ page: { number, lines = [] } }) => lines.map((line) => [line, number] as const)));
  return linesFor(text, [...pageOf.keys()])
    .flatMap((line) => {
      const [support, on] = [supportFor(text, line), pageOf.get(line)];
      if (!support || on === undefined) return [];
      const box = partOf(line, support);
      return [{ support, text, page: on, box, spans: wordsIn(box, on, index) }];
    })
    .toSorted((a, b) => b.support.likelihood - a.support.likelihood);
}

/** Whether any picture of the pages can be asked. */
const hasPictures = ({ pages }: DocumentIndex): boolean => pages.some(({ page }) => page.lines !== undefined);

/** The box of a part of a line. Lines that run down keep their box, because they may be read either way. */
export function partOf({ box }: OcrLine, { from, to }: Support): Box {
  return box.height > box.width ? box : { ...box, x: box.x + from * box.width, width: (to - from) * box.width };
}

function wordsIn(box: Box, page: number, { rows }: DocumentIndex): readonly Span[] {
  return spansOf(
    rows.flatMap((row, order) =>
      row.page === page && overlap(row.box, box) > 0
        ? row.words.flatMap((word, index) => (isIn(word.box, box) ? [{ row, order, index }] : []))
        : [],
    ),
  );
}

/** Whether most of a word lies in a box, or the box in the word, and their middles are at one height. */
export const isIn = (word: Box, box: Box): boolean => isLevel(word, box) && overlap(word, box) > 0.5 * Math.min(word.width, box.width);

/** Whether the middles of two boxes are at one height. Boxes of lines are higher than type, and reach into the lines above and below. */
export const isLevel = (one: Box, other: Box): boolean =>
  Math.abs(one.y + one.height / 2 - other.y - other.height / 2) < Math.min(one.height, other.height) / 2;

/** The width that two boxes share; 0 where they are not at one height. */
const overlap = (a: Box, b: Box): number =>
  Math.min(a.y + a.height, b.y + b.height) > Math.max(a.y, b.y)
    ? Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x))
    : 0;

/** The share of the other words of a quote, by letters, that the row of a place must show, and how surely it must show each of them. */
const minShare = 0.6;
const minWordLikelihood = -3;

/** A longer quote is not that of one row, and no row has more lines side by side. */
const maxQuoteWords = 40;
const maxRowLines = 20;

/** Tells of a place whether the other words of a quote are shown beside it or directly above it: together in one line, or each somewhere. */
function rowShowing(quote: string, text: string, index: DocumentIndex): (place: PicturedText) => boolean {
  const own = squash(text);
  const all = quote.split(/\s+/, maxQuoteWords + 1);
  const words = all.filter((word) => squash(word).length > 1 && !own.includes(squash(word)));
  if (words.length === 0 || all.length > maxQuoteWords) return () => false;
  const together = memoizeByObject((line: OcrLine) => ({ shown: supportFor(words.join(' '), line) !== undefined }));
  const shownIn = memoizeByObject((line: OcrLine) =>
    words.filter((word) => (supportFor(word, line)?.likelihood ?? -Infinity) >= minWordLikelihood),
  );
  return ({ box, page }) => {
    const lines = index.pages.flatMap(({ page: { number, lines = [] } }) => (number === page ? lines : []));
    const row = lines.filter((line) => isBeside(line.box, box) || isAbove(line.box, box)).slice(0, maxRowLines);
    if (row.some((line) => together(line).shown)) return true;
    const shown = new Set(row.flatMap(shownIn));
    return lettersOf(words.filter((word) => shown.has(word))) >= minShare * lettersOf(words);
  };
}

const lettersOf = (words: readonly string[]): number => words.reduce((sum, word) => sum + squash(word).length, 0);

/** Whether a line ends within one and a half of its heights above a place, and over it. */
const isAbove = (line: Box, place: Box): boolean =>
  place.y + place.height / 2 > line.y + line.height &&
  place.y - line.y - line.height < 1.5 * line.height &&
  Math.min(line.x + line.width, place.x + place.width) > Math.max(line.x, place.x);

/** Whether the middle of one of two boxes is at the height of the other. */
function isBeside(one: Box, other: Box): boolean {
  return Math.abs(one.y + one.height / 2 - (other.y + other.height / 2)) < Math.max(one.height, other.height) / 2;
}
