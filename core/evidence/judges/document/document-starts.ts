import type { Concept } from '../../../contracts/concept.js';
import type { Field } from '../../../contracts/schema.js';
import { memoizeByObject } from '../../../values/memoize.js';
import type { IdentifierKind } from '../../labels/concepts/identifier-kind.js';
import { labelsIn, markIn } from '../../labels/labels.js';
import { identifiersUnder } from '../../labels/nearby/identifiers-under.js';
import { printedIdentifiers } from '../../labels/nearby/printed-identifiers.js';
import { type LabelledValue, valuesUnder } from '../../labels/nearby/values-under.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { PageIndex } from '../../page/page-index.js';
import { neighbour, partAt, partsByRow } from '../../page/parts.js';
import { squash } from '../../print/normalise.js';

/** The first page of a document in a file. */
export interface DocumentStart {
  readonly page: number;
  /** Its number as printed, if it has one. */
  readonly name: string | undefined;
}

/**
 * The pages on which the documents of a file begin: the first one, and every page that begins like a first page, with a title, as page 1 or with number, date and total,
 * and has a number of its own, or, where a number is missing, two of a date, a total and contacts of its own. A further page of the same invoice, its copy
 * and its appendix repeat its number or have none; a statement lists the numbers of others without being titled again.
 */
export function documentStarts(index: DocumentIndex): readonly DocumentStart[] {
  if (index.pages.length < 2) return index.pages.map(({ page }) => ({ page: page.number, name: undefined }));
  const [first, ...further] = index.pages.map((page) => factsOf(page, index));
  if (!first) return [];
  const starts = [first];
  let current = first;
  for (const page of further) {
    if (page.opens && starts.every((start) => isAnother(start, page)) && isAnother(current, page)) {
      starts.push(page);
      current = page;
    } else current = joined(current, page);
  }
  return starts.map(({ page, names: [name] }) => ({ page, name }));
}

/** What a page says of its document, each under its own label. */
interface PageFacts {
  readonly page: number;
  /** Whether it begins like the first page of a document. */
  readonly opens: boolean;
  readonly names: readonly string[];
  readonly days: readonly string[];
  readonly totals: readonly string[];
  readonly taxIds: readonly string[];
  readonly ibans: readonly string[];
  readonly emails: readonly string[];
}

function factsOf(page: PageIndex, index: DocumentIndex): PageFacts {
  const { number } = page.page;
  const on = ({ span }: Pick<LabelledValue, 'span'>): boolean => span.row.page === number;
  const numbers = identifiersUnder(numberField, index).filter((found) => on(found) && !isListed(found, index));
  const days = valuesUnder(dateField, index).filter(on);
  const totals = [totalField, dueField].flatMap((field) => valuesUnder(field, index).filter(on));
  const printed = (kind: IdentifierKind): readonly string[] =>
    printedIdentifiers(kind, index)
      .filter(on)
      .map(({ text }) => squash(text));
  const said = pageNumber(page);
  return {
    page: number,
    opens: said === 1 || (said === undefined && (isTitled(number, index) || [numbers, days, totals].every((found) => found.length > 0))),
    names: numbers.map(({ text }) => text),
    days: days.map(({ value }) => value),
    totals: totals.map(({ value }) => value),
    taxIds: printed('taxId'),
    ibans: printed('iban'),
    emails: printed('email'),
  };
}

const joined = (a: PageFacts, b: PageFacts): PageFacts => ({
  ...a,
  names: [...a.names, ...b.names],
  days: [...a.days, ...b.days],
  totals: [...a.totals, ...b.totals],
  taxIds: [...a.taxIds, ...b.taxIds],
  ibans: [...a.ibans, ...b.ibans],
  emails: [...a.emails, ...b.emails],
});

/** Whether two pages are of two documents: their numbers and one more fact differ, else two of their dates, their totals and whom they name. */
function isAnother(one: PageFacts, other: PageFacts): boolean {
  const areNumbered = one.names.length > 0 && other.names.length > 0;
  if (areNumbered && one.names.some((name) => other.names.some((its) => isSameNumber(name, its)))) return false;
  const different = comparable.filter((facts) => facts.some((fact) => differ(one[fact], other[fact]))).length;
  return different >= (areNumbered ? 1 : 2);
}

const comparable = [['days'], ['totals'], ['taxIds', 'ibans', 'emails']] as const;

const differ = (one: readonly string[], other: readonly string[]): boolean =>
  one.length > 0 && other.length > 0 && !one.some((value) => other.includes(value));

/** Whether a number heads a list: a text of the same form stands under it, as in a statement of several invoices. */
function isListed({ text, span }: LabelledValue, index: DocumentIndex): boolean {
  const part = partAt(span, index);
  const below = part && neighbour(part, 'below', index);
  return below?.text.split(' ').some((word) => formOf(word) === formOf(text)) ?? false;
}

const formOf = (text: string): string => text.replace(/\p{Nd}/gu, '0').replace(/\p{L}/gu, 'a');

/** A page may print a part of the number only: `2024118` for `F2024118`. */
function isSameNumber(one: string, other: string): boolean {
  const [a, b] = [squash(one), squash(other)];
  return a === b || (Math.min(a.length, b.length) >= minPartLetters && (a.includes(b) || b.includes(a)));
}
const minPartLetters = 4;

/** A title stands nearly alone in the upper part of a page. `Invoice number` is a label. */
const maxTitleWords = 6;
const upperShare = 0.5;

const isTitled = (page: number, index: DocumentIndex): boolean =>
  (partsByPage(index).get(page) ?? []).some(({ row, text, from, to }) => {
    const height = index.heightOf(page);
    if (row.box.y > height * upperShare || to - from > maxTitleWords) return false;
    const mark = markIn(text);
    return (mark === 'title' || mark === 'credit-note') && labelsIn(text).length === 0;
  });

const partsByPage = memoizeByObject((index: DocumentIndex) => Map.groupBy(partsByRow(index).flat(), ({ row }) => row.page));

/** The number that a page gives itself: `Page 1 of 2` → 1. Source: the word for page in the languages of the Union. */
function pageNumber({ rows }: PageIndex): number | undefined {
  const said = rows.flatMap(({ text }) => pagePattern.exec(text)?.[1] ?? [])[0];
  return said === undefined ? undefined : Number(said);
}

const pagePattern =
  /(?:^|\s)(?:page|pag\.?|página|pagina|pagină|seite|sida|side|sivu|strona|str\.?|strana|stran|stranica|oldal|leht|lapa|puslapis|leathanach|paġna|σελίδα|страница)\s*:?\s*(\d{1,3})\s*(?:$|\/|of\b|von\b|de\b|di\b|van\b|av\b|af\b|sur\b|od\b|z\b|din\b|από\b|от\b)/iu;

const asked = (concept: Concept, type: Field['type']): Field => ({
  path: `$shadow.${concept}`,
  names: [concept],
  type,
  description: '',
  hints: [],
  required: false,
  shadow: true,
});

const numberField = asked('invoice_number', 'string');
const dateField = asked('issue_date', 'string');
const totalField = asked('total', 'number');
const dueField = asked('amount_due', 'number');
