import type { Cap } from '../contracts/cap.js';
import type { Word } from '../contracts/document.js';
import type { Field, Json } from '../contracts/schema.js';
import { conceptKind } from './labels/concepts/concept-kind.js';
import { ownLabels } from './labels/concepts/own-labels.js';
import { choiceIn, statementOf, statementsIn } from './labels/concepts/statements.js';
import { columnsIn, labelsIn } from './labels/labels.js';
import { obscured } from './obscured.js';
import type { DocumentIndex } from './page/document-index.js';
import type { Passage } from './page/locate.js';
import type { LocatedValue } from './page/occurrences.js';
import { type Row, type Span, wordsOf } from './page/page-index.js';
import { currencyCodeOf, currencyNamed } from './print/currency.js';
import { squash } from './print/normalise.js';
import { derivable } from './printed-in.js';
import { cap, reasonText } from './scoring/caps.js';
import { type Trace, withoutQuote } from './without-quote.js';

/** How strong the visible pages' evidence for a value is, and where it stands. */
export interface Proof {
  /** What was found, and how far words that were read from an image can be trusted. */
  readonly caps: readonly [Cap, ...Cap[]];
  readonly evidence?: Evidence;
  /** Remarks that become issues whatever the score, such as a corrected page or a value that stands only in hidden text. */
  readonly notes: readonly string[];
}
export interface Evidence {
  readonly page: number;
  /** The words as they stand on the page. */
  readonly text: string;
  /** The words of the value itself. */
  readonly spans: readonly Span[];
  /** The words of each line of the text. */
  readonly lines: readonly (readonly Word[])[];
}

/** Searches the page for a cell's quote, and the quote for its value. Only visible text counts as evidence. */
export function prove(claim: LocatedValue, index: DocumentIndex): Proof {
  if (index.silent) return { caps: [cap('evidence.noTextLayer', 'No text layer: the evidence cannot be verified')], notes: [] };
  const { quote, page } = claim.cell;
  if (quote && !derivable(claim, quote, index)) return notFound('the quoted words do not say the value');
  const [here] = quote && page !== null ? passagesOf(quote, claim, index, page) : [];
  if (here) return quoted(here, claim, { index, given: cap('evidence.exact', exactReason(here)) });
  const elsewhere = quote ? nearest(passagesOf(quote, claim, index), page) : undefined;
  if (!elsewhere) return inferredCurrency(claim, index) ?? traced(claim, withoutQuote(claim, index));
  if (page === null) return quoted(elsewhere, claim, { index, given: cap('evidence.exact', exactReason(elsewhere)) });
  const corrected = `found on page ${elsewhere.page}, not on ${page}`;
  const given = cap('evidence.pageCorrected', `${reasonText.exact}: ${corrected}`);
  return quoted(elsewhere, claim, { index, given, notes: [`page corrected: ${corrected}`] });
}

/** The words of a quote before its value, if the quote is printed as it was given; '' if it begins with the value. */
export function wordsBefore({ caps: [{ name }], evidence }: Proof): string | undefined {
  const [place] = evidence?.spans ?? [];
  if (!place || (name !== 'evidence.exact' && name !== 'evidence.pageCorrected')) return undefined;
  const words = evidence?.lines.flat() ?? [];
  const own = place.row.words[place.from];
  const at = own ? words.indexOf(own) : 0;
  return words
    .slice(0, Math.max(0, at))
    .map(({ text }) => text)
    .join(' ');
}

const exactReason = (passage: Passage): string => `${reasonText.exact}: quote on page ${passage.page}`;

/** The passages with the quote that contain the value. A currency sign alone cannot be searched, so the amounts beside it are used. */
function passagesOf(quote: string, claim: LocatedValue, index: DocumentIndex, page?: number): readonly Passage[] {
  if (claim.typed.kind !== 'currency' || squash(quote) !== '') return index.find(quote, page).filter((passage) => holds(passage, claim));
  const beside = claim.occurrences.filter((span) => page === undefined || span.row.page === page);
  return beside.map((span) => ({ page: span.row.page, spans: [span] }));
}

/** Whether a passage contains the value. A value that is not printed as such, for example a literal, counts as contained. */
const holds = (passage: Passage, claim: LocatedValue): boolean =>
  (claim.occurrences.length === 0 && claim.typed.kind !== 'currency') ||
  claim.typed.kind === 'literal' ||
  valueSpans(passage, claim).length > 0;

const valueSpans = (passage: Passage, claim: LocatedValue): readonly Span[] =>
  claim.occurrences.filter((spot) => passage.spans.some((span) => span.order === spot.order && spot.from < span.to && spot.to > span.from));

function found(passage: Passage, claim: LocatedValue, given: Cap, notes: readonly string[] = []): Proof {
  const lines = passage.spans.map(wordsOf);
  const words = lines.flat();
  const inside = valueSpans(passage, claim);
  const spans = inside.length > 0 ? inside : passage.spans;
  const evidence = { page: passage.page, text: words.map((word) => word.text).join(' '), spans, lines };
  // Only the value's own words count here: a misread label does not make the value doubtful.
  const own = spans.flatMap(wordsOf);
  return { caps: [given, ...obscured(own)], evidence, notes };
}

/** What the quote is worth if nothing is wrong with it. */
interface QuoteWorth {
  readonly index: DocumentIndex;
  readonly given: Cap;
  readonly notes?: readonly string[];
}

/** The proof for a quote that stands on the page, capped by how well it supports the value. */
function quoted(passage: Passage, claim: LocatedValue, { index, given, notes = [] }: QuoteWorth): Proof {
  return found(passage, claim, weakness(passage, claim, index) ?? given, notes);
}

/** The cap of a quote that contains the value only as part of a word or with other marks than the page, or that does not name the literal that was concluded. */
function weakness(passage: Passage, claim: LocatedValue, index: DocumentIndex): Cap | undefined {
  const { typed, cell, printed, field } = claim;
  if (typed.kind === 'literal') {
    const quote = cell.quote ?? '';
    const named = field.type === 'boolean' ? isAnswered(field, typed.value, quote) : isSaid(field, printed, quote);
    const isNamed = named || squash(quote).includes(squash(printed));
    return isNamed ? undefined : cap('evidence.inferred', `${reasonText.header}: the quoted words do not name it`);
  }
  if (typed.kind === 'currency' || valueSpans(passage, claim).length > 0) return undefined;
  const words = passage.spans.flatMap(wordsOf);
  const printedWords = words.map(({ text }) => text).join(' ');
  if (!derivable(claim, printedWords, index)) {
    if (words.some(({ ocr }) => ocr)) return cap('evidence.misread', `${reasonText.obscured}: read from the image as "${printedWords}"`);
    return cap('evidence.otherMarks', `${reasonText.obscured}: its digits are printed with other marks, "${printedWords}"`);
  }
  return cap('evidence.partOfWord', `${reasonText.obscured}: the quoted words are there, the value is part of another`);
}

/** Whether a text answers a yes-or-no field: by a known statement, by the field's own name, or by a ticked box. */
function isAnswered(field: Field, answer: Json, text: string): boolean {
  const statement = statementOf(field);
  const stated = statement ? statementsIn(text, statement) : [];
  return stated.length > 0 ? stated.every((one) => one.answer === answer) : isNamed(field, text) || /[☒☑✓✔☐]/.test(text);
}

/** Whether a text names a choice in other words. */
const isSaid = ({ enum: choices = [] }: Field, choice: string, text: string): boolean =>
  choiceIn(text, choices.map(String)) === choice.trim();

/** Whether a text contains a label of this field. */
function isNamed(field: Field, text: string): boolean {
  const own = ownLabels(field);
  return labelsIn(text, own).some(({ concept }) => concept === (own.concept ?? 'own'));
}

/** The proof for a value whose quote is not printed as it was given. */
const traced = (claim: LocatedValue, { cap: given, passage, notes = [] }: Trace): Proof =>
  passage ? found(passage, claim, given, notes) : { caps: [given], notes };

/** A currency from words without an amount: a label or a header names it, or the reader concluded it from what it quotes. */
function inferredCurrency(claim: LocatedValue, index: DocumentIndex): Proof | undefined {
  if (claim.typed.kind !== 'currency') return undefined;
  const { quote } = claim.cell;
  if (!quote) return claim.occurrences.length > 0 ? undefined : currencyInWords(claim, index);
  const [quoted] = index.find(quote);
  if (!quoted) return undefined;
  if (namesCurrency(quote, claim.printed) || headsAmounts(quoted, index))
    return found(quoted, claim, cap('evidence.exact', exactReason(quoted)));
  return found(quoted, claim, cap('evidence.inferred', `${reasonText.header}: no amount stands beside the currency`));
}

function currencyInWords(claim: LocatedValue, index: DocumentIndex): Proof | undefined {
  const phrase = index.phrases.find(({ text }) => namesCurrency(text, claim.printed));
  if (!phrase) return undefined;
  const { page } = phrase.row;
  return found(
    { page, spans: [phrase] },
    claim,
    cap('evidence.valueOnly', `${reasonText.header}: words on page ${page} name it, nothing was quoted`),
  );
}

const notFound = (why: string): Proof => ({ caps: [cap('evidence.notFound', `Not found on the page: ${why}`)], notes: [] });

const nearest = (passages: readonly Passage[], page: number | null): Passage | undefined =>
  [...passages].sort((a, b) => Math.abs(a.page - (page ?? 0)) - Math.abs(b.page - (page ?? 0)))[0];

/** Whether a text is an amount label or an amount column header that names the given currency: `Total € incl. VAT`, `Price (EUR)`. */
function namesCurrency(text: string, printed: string): boolean {
  const wanted = currencyNamed(printed)?.code;
  const named = wanted !== undefined && text.split(/[\s/()[\]:,-]+/).some((word) => currencyCodeOf(word)?.code === wanted);
  return named && (isAboutAmounts(text) || namesPrices(text));
}

/**
 * Whether a currency stands alone over a column of amounts, as tills print it: it is the only word of its row, and each of the next two
 * rows has an amount that ends near its right edge.
 */
function headsAmounts({ spans: [span, ...more] }: Passage, index: DocumentIndex): boolean {
  if (!span || more.length > 0 || span.row.words.length > 1) return false;
  const { box, page } = span.row;
  return [1, 2].every((step) =>
    index
      .numbersIn(span.order + step)
      .some(
        ({ row, to, decimals }) => row.page === page && decimals === 2 && Math.abs(endOf(row, to) - box.x - box.width) <= 2 * box.height,
      ),
  );
}

function endOf({ words }: Row, to: number): number {
  const box = words[to - 1]?.box;
  return box ? box.x + box.width : 0;
}

/** `All prices in EUR`: prices or amounts as a whole, in the languages of the lexicon. */
const namesPrices = (text: string): boolean =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .some((word) => prices.has(word));
const prices = new Set(
  `prices amounts values preise beträge prix montants precios importes prezzi importi prijzen bedragen preços valores priser belopp beløb beløp
  ceny kwoty částky sumy cene cijene zneski iznosi hinnat summat árak összegek prețuri prețurile sume τιμές ποσά цени суми hinnad summad
  cenas summas kainos sumos fiyatlar tutarlar`.split(/\s+/),
);

/** Amount labels make up less than this share of a sentence that happens to contain them. */
const minLabelShare = 0.4;

function isAboutAmounts(text: string): boolean {
  const labels = labelsIn(text).filter(({ concept }) => concept !== 'own' && conceptKind(concept) === 'amount');
  const headers = columnsIn(text).filter(({ name }) => conceptKind(name) === 'amount');
  const aboutAmounts = Math.max(lettersOf(labels.map(({ label }) => label)), lettersOf(headers.map(({ phrase }) => phrase)));
  return aboutAmounts >= minLabelShare * lettersOf([text]) && aboutAmounts > 0;
}

const lettersOf = (texts: readonly string[]): number => texts.join('').match(/\p{L}/gu)?.length ?? 0;
