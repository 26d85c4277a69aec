import type { Cell } from '../contracts/model.js';
import { conceptOf } from './labels/concepts/concepts.js';
import { ownLabels } from './labels/concepts/own-labels.js';
import { labelsBeside } from './labels/nearby/label-beside.js';
import { labelQuery } from './labels/nearby/values-under.js';
import type { DocumentIndex } from './page/document-index.js';
import { gatheredAround } from './page/gathered.js';
import type { Passage } from './page/locate.js';
import { looselyPrinted } from './page/loose-text.js';
import type { LocatedValue } from './page/occurrences.js';
import type { Span } from './page/page-index.js';
import { columnOf } from './page/surroundings.js';
import { cap, reasonText } from './scoring/caps.js';
import { type Trace, unfound } from './unfound.js';

/**
 * The quote is not on the page as written: its words may stand around the value in another order, or in part; the value may stand there
 * alone, in one place or in several; or nothing of it does.
 */
export const withoutQuote = (claim: LocatedValue, index: DocumentIndex): Trace =>
  gathered(claim, index) ??
  inOneRow(claim) ??
  loosely(claim, index) ??
  hidden(claim, index) ??
  inSeveralRows(claim, index) ??
  unfound(claim, index);

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

const citedFirst = (places: readonly Span[], { page }: Cell): readonly Span[] =>
  places.toSorted((a, b) => Number(b.row.page === page) - Number(a.row.page === page));

function inOneRow({ cell, occurrences }: LocatedValue): Trace | undefined {
  const [only, ...others] = distinctRows(occurrences);
  if (!only || others.length > 0) return undefined;
  const reason = `${reasonText.exact}: the value stands on page ${only.row.page}, ${quoteOf(cell)}`;
  return { cap: cap('evidence.valueOnly', reason), passage: wholeRow(only) };
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
  return { cap: cap(name, `${reasonText.exact}: ${where}`), passage: wholeRow(shown) };
}

const quoteOf = ({ quote }: Cell): string => (quote ? 'the quoted words do not' : 'nothing was quoted');

function isLabelled(span: Span, { field }: LocatedValue, index: DocumentIndex): boolean {
  if (field.path.includes('[]')) return columnOf(span, index) === conceptOf(field) && conceptOf(field) !== undefined;
  const target = ownLabels(field).concept ?? 'own';
  return labelsBeside(span, index, labelQuery(field)).labels.some(({ concept }) => concept === target);
}

function loosely(claim: LocatedValue, index: DocumentIndex): Trace | undefined {
  const match = claim.typed.kind === 'text' ? looselyPrinted(claim.printed, index) : undefined;
  if (!match) return undefined;
  const reason = `${reasonText.obscured}: ${match.matched} of ${match.wanted} words in order`;
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

const wholeRow = (span: Span): Passage => ({ page: span.row.page, spans: [{ ...span, from: 0, to: span.row.words.length }] });

const distinctRows = (spans: readonly Span[]): readonly Span[] => [...new Map(spans.map((span) => [span.order, span])).values()];
