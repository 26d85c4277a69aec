import type { Concept } from '../../contracts/concept.js';
import type { Field } from '../../contracts/schema.js';
import { memoizeByObject } from '../../values/memoize.js';
import type { IdentifierKind } from '../labels/concepts/concept-kind.js';
import { labelsIn, markIn } from '../labels/labels.js';
import { identifiersUnder, printedIdentifiers } from '../labels/nearby/identifiers-under.js';
import { type LabelledValue, valuesUnder } from '../labels/nearby/values-under.js';
import { isFormWording } from '../labels/wording.js';
import type { DocumentIndex } from '../page/document-index.js';
import { type PageIndex, textOf } from '../page/page-index.js';
import { neighbour, phraseAt } from '../page/surroundings.js';
import { isCompany } from '../print/addresses.js';
import { squash } from '../print/normalise.js';
import { namesDomain } from './parties/role-signs.js';

/** What a page says of its document, each under its own label. */
export interface PageFacts {
  readonly page: number;
  /** Whether it begins like the first page of a document. */
  readonly opens: boolean;
  /** Whether it says that it is the second page or a later one. */
  readonly continues: boolean;
  /** Whether it says nothing of it, and the page before it says that it has a further one. */
  readonly announced?: true;
  /** The number that it gives itself; that of the last page with one, where several are looked at together. */
  readonly pageNumber: number | undefined;
  /** Of how many pages it says that it is one. */
  readonly pageCount: number | undefined;
  readonly names: readonly string[];
  readonly days: readonly string[];
  readonly totals: readonly string[];
  readonly taxIds: readonly string[];
  readonly ibans: readonly string[];
  readonly emails: readonly string[];
  /** What their mailboxes belong to, without the last part: `acme` of `billing@acme.com`. */
  readonly domains: readonly string[];
  /** Whom its letterhead names, each by as many words as tell it from others. */
  readonly letterheads: readonly string[];
  readonly size: readonly [width: number, height: number];
  /** How many amounts with two decimals it prints. */
  readonly amounts: number;
  /** Its words of four letters or more. */
  readonly vocabulary: ReadonlySet<string>;
  /** All that it prints, without spaces, case and punctuation. */
  readonly text: string;
}

export function factsOf(page: PageIndex, index: DocumentIndex): PageFacts {
  const { number } = page.page;
  const on = ({ span }: Pick<LabelledValue, 'span'>): boolean => span.row.page === number;
  const printedNumbers = identifiersUnder(numberField, index).filter(on);
  const numbers = printedNumbers.filter((found) => !isListed(found, index));
  // What stands beside the numbers of other documents is theirs.
  const isList = numbers.length < printedNumbers.length;
  const days = isList ? [] : valuesUnder(dateField, index).filter(on);
  const amounts = page.page.words.filter(({ text }) => isAmount(text)).length;
  const totals = isList ? [] : [totalField, dueField].flatMap((field) => valuesUnder(field, index).filter(on));
  // Where amounts have decimals, a small whole number counts something else: `Total units 61`.
  const sums = amounts > 0 ? totals.filter(({ span }) => !isCount(textOf(span))) : totals;
  const printed = (kind: IdentifierKind): readonly string[] =>
    printedIdentifiers(kind, index)
      .filter(on)
      .map(({ text }) => squash(text));
  const { pageNumber, pageCount } = pageNumberIn(page);
  return {
    page: number,
    opens:
      pageNumber === 1 ||
      (pageNumber === undefined && (isTitled(number, index) || [numbers, days, sums].every((found) => found.length > 0))),
    continues: pageNumber !== undefined && pageNumber > 1,
    pageNumber,
    pageCount,
    names: numbers.map(({ text }) => text),
    days: days.map(({ value }) => value),
    totals: sums.map(({ value }) => value),
    taxIds: printed('taxId'),
    ibans: printed('iban'),
    emails: printed('email'),
    domains: printedIdentifiers('email', index)
      .filter(on)
      .map(({ text }) => squash(text.replace(/^.*@|\.[^.]*$/g, ''))),
    letterheads: letterheadsOf(number, index),
    size: [page.page.width, page.page.height],
    amounts,
    vocabulary: new Set(page.page.words.flatMap(({ text }) => text.toLowerCase().match(spacedWord) ?? [])),
    text: squash(page.reading),
  };
}

/** A dotted date has the form of one, too: it tells as well that a page has something to say. */
const isAmount = (text: string): boolean => /\p{Nd}[.,]\p{Nd}{2}\b/u.test(text);
const isCount = (text: string): boolean => /^\d{1,3}$/.test(text);

/** What two pages of one document say of it; its size is that of the later one. */
export const joined = (a: PageFacts, b: PageFacts): PageFacts => ({
  ...a,
  names: [...a.names, ...b.names],
  days: [...a.days, ...b.days],
  totals: [...a.totals, ...b.totals],
  taxIds: [...a.taxIds, ...b.taxIds],
  ibans: [...a.ibans, ...b.ibans],
  emails: [...a.emails, ...b.emails],
  domains: [...a.domains, ...b.domains],
  size: b.size,
  pageNumber: b.pageNumber ?? a.pageNumber,
  pageCount: b.pageCount ?? a.pageCount,
  amounts: a.amounts + b.amounts,
  vocabulary: new Set([...a.vocabulary, ...b.vocabulary]),
  text: `${a.text} ${b.text}`,
});

/** A word of a script that parts words by spaces: those of others are whole phrases, which do not return. */
const spacedWord =
  /(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])\p{L}){4,}/gu;

/** Whether a number heads a list: a text of the same form stands under it, as in a statement of several invoices. */
function isListed({ text, span }: LabelledValue, index: DocumentIndex): boolean {
  const part = phraseAt(span, index);
  const below = part && neighbour(part, 'below', index);
  return below?.text.split(' ').some((word) => formOf(word) === formOf(text)) ?? false;
}

const formOf = (text: string): string => text.replace(/\p{Nd}/gu, '0').replace(/\p{L}/gu, 'a');

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

/** Companies, and owners of a site or mailbox, that stand alone on a line in the upper quarter. */
const letterheadsOf = (page: number, index: DocumentIndex): readonly string[] =>
  (partsByPage(index).get(page) ?? [])
    .filter((part) => part.box.y <= index.heightOf(page) * letterheadShare && !isFormWording(part.text))
    .filter((part) => isCompany(part.text) || namesDomain(part, index))
    .slice(0, mostLetterheads)
    .map(({ text }) => tellingPart(text));
const letterheadShare = 0.25;
const mostLetterheads = 5;

/** The first words of a name, of four letters or more: `Acme` of `Acme Trading Ltd`, `AB Motors` of `AB Motors GmbH`. */
function tellingPart(name: string): string {
  const words = name.split(' ').map(squash);
  return words.reduce((part, word) => (part.length < minTellingLetters ? part + word : part), '');
}
const minTellingLetters = 4;

const partsByPage = memoizeByObject((index: DocumentIndex) => Map.groupBy(index.phrases, ({ row }) => row.page));

/** The number that a page gives itself, and of how many: `Page 1 of 2` → 1 of 2. Source: the word for page in the languages of the Union. */
function pageNumberIn({ rows }: PageIndex): Pick<PageFacts, 'pageNumber' | 'pageCount'> {
  const said = rows.map(({ text }) => pagePattern.exec(text) ?? sheetPattern.exec(text)).find((match) => match !== null)?.groups;
  return { pageNumber: numberOf(said?.['page']), pageCount: numberOf(said?.['count']) };
}

const numberOf = (digits: string | undefined): number | undefined => (digits === undefined ? undefined : Number(digits));

const pagePattern =
  /(?:^|\s)(?:page|pag\.?|página|pagina|pagină|seite|sida|side|sivu|strona|str\.?|strana|stran|stranica|oldal|leht|lapa|puslapis|leathanach|paġna|σελίδα|страница)\s*:?\s*(?<page>\d{1,3})\s*(?:$|(?:\/|of\b|von\b|de\b|di\b|van\b|av\b|af\b|sur\b|od\b|z\b|din\b|από\b|от\b)(?:\s*(?<count>\d{1,3})(?!\d))?)/iu;

/** Sheets are counted as well, `Product data sheet 12` is not: `Sheet 2 of 2`. */
const sheetPattern =
  /(?:^|\s)(?:sheet|hoja|folha|foglio|feuille|feuillet|blatt|blad)\s*:?\s*(?<page>\d{1,3})\s*(?:\/|of\b|von\b|de\b|di\b|van\b|av\b|af\b|sur\b)(?:\s*(?<count>\d{1,3})(?!\d))?/iu;

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
