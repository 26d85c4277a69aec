import type { Cap } from '../contracts/cap.js';
import type { Page } from '../contracts/document.js';
import type { Cell } from '../contracts/model.js';
import type { Field } from '../contracts/schema.js';
import { choiceSaid } from './labels/concepts/choices.js';
import { isIdentifier } from './labels/concepts/concept-kind.js';
import { conceptOf } from './labels/concepts/concepts.js';
import { ownLabels } from './labels/concepts/own-labels.js';
import { pagesAsked } from './labels/concepts/remarks.js';
import { answersTo } from './labels/nearby/answers-near.js';
import { isClingingLabel, labelsBeside } from './labels/nearby/label-beside.js';
import { labelQuery } from './labels/nearby/values-under.js';
import type { DocumentIndex } from './page/document-index.js';
import { gatheredAround } from './page/gathered.js';
import type { Passage } from './page/locate.js';
import { looselyPrinted } from './page/loose-text.js';
import { misreadAt, similarTo } from './page/misread.js';
import type { LocatedValue } from './page/occurrences.js';
import { type Span, textOf } from './page/page-index.js';
import { columnOf } from './page/surroundings.js';
import { cap, reasonText } from './scoring/caps.js';

/**
 * The quote is not on the page as written: its words may stand around the value in another order, or in part; the value may stand there
 * alone, in one place or in several; or nothing of it does.
 */
export const withoutQuote = (claim: LocatedValue, index: DocumentIndex): Trace =>
  counted(claim, index) ??
  gathered(claim, index) ??
  answered(claim, index) ??
  inOneRow(claim, index) ??
  clinging(claim, index) ??
  loosely(claim, index) ??
  hidden(claim, index) ??
  inSeveralRows(claim, index) ??
  unfound(claim, index);

/** How many pages the document has is seen, whether it is printed or not; the last words of the last page show it. */
function counted({ field, typed }: LocatedValue, index: DocumentIndex): Trace | undefined {
  const count = pagesAsked(field, index);
  if (count === undefined || typed.kind !== 'number' || typed.value !== count) return undefined;
  const last = index.rows.findLastIndex(({ page }) => index.pages.some((one) => one.page.number === page && !one.page.accompanying));
  const row = index.rows[last];
  if (!row) return undefined;
  const reason = `${reasonText.exact}: the document has ${count === 1 ? 'one page' : `${count} pages`}`;
  return {
    cap: cap('evidence.gathered', reason),
    passage: { page: row.page, spans: [{ row, order: last, from: 0, to: row.words.length }] },
  };
}

/** Rounding aside, all letters and digits of the quote. */
const allLetters = 0.999;
/** With less of the quote around it, the value may as well be another one. */
const minPart = 0.5;

function gathered({ cell, occurrences }: LocatedValue, index: DocumentIndex): Trace | undefined {
  const found = cell.quote === null ? undefined : gatheredAround(cell.quote, citedFirst(occurrences, cell), index);
  if (!found || found.share < minPart) return undefined;
  const { page } = found.place.row;
  const passage = { page, spans: [found.line] };
  if (found.share >= allLetters)
    return { cap: cap('evidence.gathered', `${reasonText.exact}: the quoted words stand around the value on page ${page}`), passage };
  const share = Math.floor(found.share * 100);
  return {
    cap: cap('evidence.quotedInPart', `${reasonText.exact}: ${share} % of the quoted words stand around the value on page ${page}`),
    passage,
  };
}

/** What a yes, a no or a choice means may be printed in other words, of which no other answer is. */
function answered({ cell, typed, field, printed }: LocatedValue, index: DocumentIndex): Trace | undefined {
  if (typed.kind !== 'literal' || cell.quote) return undefined;
  const choices = (field.enum ?? []).flatMap((choice) => (choice === null ? [] : [String(choice)]));
  const said =
    field.type === 'boolean'
      ? answersTo(field, index).flatMap(({ answer, order }) => (answer === undefined ? [] : [{ isSame: answer === typed.value, order }]))
      : index.phrases.flatMap(({ text, order }) => {
          const choice = words(text) <= maxChoiceWords ? choiceSaid(text, choices) : undefined;
          return choice === undefined ? [] : [{ isSame: choice === printed.trim(), order }];
        });
  const row = index.rows[said[0]?.order ?? -1];
  if (!row || !said.every(({ isSame }) => isSame)) return undefined;
  const reason = `${reasonText.header}: page ${row.page} says so in other words`;
  return {
    cap: cap('evidence.inferred', reason),
    passage: { page: row.page, spans: [{ row, order: said[0]?.order ?? 0, from: 0, to: row.words.length }] },
  };
}

/** A title or a stamp is short; in a sentence a word may mean anything. */
const maxChoiceWords = 4;
const words = (text: string): number => text.split(' ').length;

const citedFirst = (places: readonly Span[], { page }: Cell): readonly Span[] =>
  places.toSorted((a, b) => Number(b.row.page === page) - Number(a.row.page === page));

function inOneRow({ cell, field, occurrences }: LocatedValue, index: DocumentIndex): Trace | undefined {
  const [only, ...others] = distinctRows(occurrences);
  if (!only || others.length > 0) return undefined;
  const reason = `${reasonText.exact}: the value stands on page ${only.row.page}, ${quoteOf(cell)}`;
  return { cap: cap('evidence.valueOnly', reason), passage: shownAt(only, field, index) };
}

/** More rows than this print a value that says little by itself, such as a quantity or a rate. */
const fewRows = 3;

function inSeveralRows(claim: LocatedValue, index: DocumentIndex): Trace | undefined {
  const rows = distinctRows(claim.occurrences);
  const labelled = rows.find((span) => isLabelled(span, claim, index));
  const shown = labelled ?? rows[0];
  if (!shown) return undefined;
  const name = labelled ? 'evidence.labelledAmongSeveral' : rows.length > fewRows ? 'evidence.amongMany' : 'evidence.amongFew';
  const where = `the value stands in ${rows.length} places${labelled ? ', one of them under its label' : ''}, ${quoteOf(claim.cell)}`;
  return { cap: cap(name, `${reasonText.exact}: ${where}`), passage: shownAt(shown, claim.field, index) };
}

const quoteOf = ({ quote }: Cell): string => (quote ? 'the quoted words do not' : 'nothing was quoted');

function isLabelled(span: Span, { field }: LocatedValue, index: DocumentIndex): boolean {
  if (field.path.includes('[]')) return columnOf(span, index) === conceptOf(field) && conceptOf(field) !== undefined;
  const target = ownLabels(field).concept ?? 'own';
  return labelsBeside(span, index, labelQuery(field)).labels.some(({ concept }) => concept === target);
}

/** An identifier to which its label clings, `NumberSPC-5519`, is only a part of the word that is printed. */
function clinging({ printed, field, typed }: LocatedValue, index: DocumentIndex): Trace | undefined {
  if (typed.kind !== 'text' || !isIdentifier(field) || !/\d/.test(printed)) return undefined;
  for (const [order, row] of index.rows.entries()) {
    const from = row.words.findIndex(({ text }) => text.endsWith(printed) && isClingingLabel(text.slice(0, -printed.length)));
    if (from < 0) continue;
    const reason = `${reasonText.obscured}: it is printed as a part of "${row.words[from]?.text}"`;
    return { cap: cap('evidence.partOfWord', reason), passage: { page: row.page, spans: [{ row, order, from, to: from + 1 }] } };
  }
  return undefined;
}

function loosely(claim: LocatedValue, index: DocumentIndex): Trace | undefined {
  const match = claim.typed.kind === 'text' ? looselyPrinted(claim.printed, index) : undefined;
  if (!match) return undefined;
  const { matched, wanted } = match;
  const reason =
    matched < wanted
      ? `${reasonText.obscured}: ${matched} of ${wanted} words in order`
      : `${reasonText.exact}: its ${wanted} words stand in order`;
  return { cap: cap('evidence.looseText', reason), passage: match.passage };
}

function hidden({ cell, printed, typed, occurrences }: LocatedValue, index: DocumentIndex): Trace | undefined {
  const number = typed.kind === 'number' ? /\d[\d.,' \u00a0\u2019]*/.exec(printed)?.[0] : undefined;
  const claims = [cell.quote, ...(occurrences.length > 0 ? [] : [printed, number])];
  const pages = claims.map((claim) => (claim ? index.hiddenOn(claim) : [])).find((on) => on.length > 0);
  if (!pages) return undefined;
  const note = `value appears only in hidden or illegible text on ${pages.length === 1 ? 'page' : 'pages'} ${pages.join(', ')}`;
  return { cap: cap('evidence.hiddenOnly', `Not found on the page: the ${note}`), notes: [note] };
}

/** A value of a table with its row; another one with the phrase before it, which may be its label, and not with the column beside them. */
function shownAt(span: Span, field: Field, index: DocumentIndex): Passage {
  const phrases = field.path.includes('[]') ? [] : (index.lines[span.order]?.phrases ?? []);
  const at = phrases.findIndex(({ from, to }) => from <= span.from && span.from < to);
  const last = phrases.find(({ from, to }) => from < span.to && span.to <= to);
  const [from, to] = at < 0 || !last ? [0, span.row.words.length] : [(phrases[at - 1] ?? phrases[at])?.from ?? 0, last.to];
  return { page: span.row.page, spans: [{ ...span, from, to }] };
}

const distinctRows = (spans: readonly Span[]): readonly Span[] => [...new Map(spans.map((span) => [span.order, span])).values()];

/** What the pages say of a value whose quote is not printed as it was given: how far they support it, and where. */
export interface Trace {
  readonly cap: Cap;
  /** The words that are shown as evidence; absent if neither quote nor value was found. */
  readonly passage?: Passage;
  readonly notes?: readonly string[];
}

/**
 * Neither quote nor value is printed. On a page with text of its own that refutes the value; on a picture it weighs as much as OCR of that
 * picture is worth.
 */
function unfound(claim: LocatedValue, index: DocumentIndex): Trace {
  const { cell, printed } = claim;
  const why = cell.quote ? 'neither the quoted words nor the value are printed' : 'the value is not printed';
  const pictures = picturesAmong(cell.page, index);
  if (pictures.length === 0)
    return { cap: unsaid(claim, index) ?? cap('evidence.notFound', `Not found on the page: ${signedOtherwise(claim, index) ?? why}`) };
  const [only, ...more] = pictures;
  const page = more.length === 0 ? only?.number : undefined;
  const misread = misreadAt(printed, index, page);
  if (misread) {
    const { row, from, to } = misread;
    const seen = row.words.slice(from, to).map(({ text }) => text);
    return {
      cap: cap('evidence.misread', `${reasonText.obscured}: read from the image as "${seen.join(' ')}"`),
      passage: { page: row.page, spans: [misread] },
    };
  }
  const rival = readOtherwise(cell, similarTo(printed, index, page), index);
  if (rival) return rival;
  const certainty = meanCertainty(pictures);
  const name = certainty >= clear ? 'evidence.unseenOnClear' : certainty >= dim ? 'evidence.unseen' : 'evidence.unseenOnDim';
  return { cap: cap(name, `Not found on the page: ${why}, read from the image with a mean certainty of ${certainty.toFixed(2)}`) };
}

/** A yes, a no or a choice follows from words that need not be its own: the page refutes it only where it prints another choice, and not in other rows. */
function unsaid({ cell, typed, field, printed }: LocatedValue, index: DocumentIndex): Cap | undefined {
  if (typed.kind !== 'literal' || cell.quote) return undefined;
  const isOfRow = field.path.includes('[]');
  const choices = isOfRow ? [] : (field.enum ?? []).flatMap((choice) => (typeof choice === 'string' ? [choice] : []));
  if (choices.some((choice) => choice !== printed.trim() && index.find(choice).length > 0)) return undefined;
  const said = field.type === 'boolean' ? 'no yes or no was found beside its name' : `other words than "${printed.trim()}" must say so`;
  return cap('evidence.unprovable', `${reasonText.header}: ${said}`);
}

/** How the page prints a number that has the other sign there. */
function signedOtherwise({ typed, cell: { page } }: LocatedValue, index: DocumentIndex): string | undefined {
  const [other] = typed.kind === 'number' && !typed.amount.isZero() ? index.amountsAt(typed.amount.neg(), page ?? undefined) : [];
  return other && `it has the other sign there, "${other.text}"`;
}

/** With less of the quote beside it, a similar number may be another one. */
const minQuoted = 0.6;

/** The words of the quote stand in the row of a number that differs from the value in a digit or two. */
function readOtherwise({ quote, value }: Cell, places: readonly Span[], index: DocumentIndex): Trace | undefined {
  const label = (quote ?? '').replace(value ?? '', ' ');
  const found = /\p{L}/u.test(label) ? gatheredAround(label, places, index) : undefined;
  if (!found || found.share < minQuoted || found.line.to - found.line.from <= found.place.to - found.place.from) return undefined;
  const reason = `${reasonText.obscured}: read from the image as "${textOf(found.place)}" beside the quoted words`;
  return { cap: cap('evidence.readOtherwise', reason), passage: { page: found.place.row.page, spans: [found.line] } };
}

/** The pages that may show what was not read: the cited one if it is a picture, or all pictures if no page of the document is cited. */
function picturesAmong(cited: number | null, { pages }: DocumentIndex): readonly Page[] {
  const meant = pages.filter(({ page }) => page.number === cited);
  return (meant.length > 0 ? meant : pages).map(({ page }) => page).filter(isPicture);
}

const isPicture = ({ textLayer, pictured }: Page): boolean => textLayer !== 'native' || pictured === true;

/** Mean certainties of a page's words: above the first, OCR reads nearly every word; below the second, it guesses. */
const clear = 0.85;
const dim = 0.7;

/** The mean certainty of the words of pictures, 0..1; 0 where OCR found nothing, or nobody knows how sure it was. */
function meanCertainty(pages: readonly Page[]): number {
  const certainties = pages.flatMap(({ words }) => words.filter(({ ocr }) => ocr).map(({ certainty = 0 }) => certainty));
  return certainties.length === 0 ? 0 : certainties.reduce((sum, certainty) => sum + certainty, 0) / certainties.length;
}
