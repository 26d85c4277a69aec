import type { Cap } from '../../contracts/cap.js';
import { memoizeByObject } from '../../values/memoize.js';
import { type Grounded, held } from '../grounded.js';
import type { DocumentIndex } from '../page/document-index.js';
import { squash } from '../print/normalise.js';
import { cap } from '../scoring/caps.js';
import { factsOf, joined, type PageFacts } from './page-facts.js';

/** The first page of a document in a file. */
interface DocumentStart {
  readonly page: number;
  /** Its number as printed, if it has one. */
  readonly name: string | undefined;
}

/**
 * The pages on which the documents of a file begin: the first one, and every page that differs enough from all before it. A further page of the same
 * invoice, its copy and its appendix repeat its number or have none; a statement lists the numbers of others without being titled again.
 */
export const documentStarts = (index: DocumentIndex): readonly DocumentStart[] =>
  mayHoldSeveral(index)
    ? beginnings(index).starts.map(named)
    : index.pages.slice(0, 1).map(({ page }) => ({ page: page.number, name: undefined }));

/** Pages on which another document may begin, though too little is said to part the file there. */
export const possibleStarts = (index: DocumentIndex): readonly DocumentStart[] =>
  mayHoldSeveral(index) ? beginnings(index).possible.map(named) : [];

/** Most files have one page, of which nothing needs to be known. What a file states by its meaning is about one document, on however many pages it is printed. */
const mayHoldSeveral = ({ pages, document }: DocumentIndex): boolean => pages.length > 1 && document.stated === undefined;

const named = ({ page, names: [name] }: PageFacts): DocumentStart => ({ page, name });

interface Beginnings {
  readonly starts: readonly PageFacts[];
  readonly possible: readonly PageFacts[];
}

const beginnings = memoizeByObject((index: DocumentIndex): Beginnings => {
  const [first, ...further] = index.pages.filter(({ page }) => !page.accompanying).map((page) => factsOf(page, index));
  if (!first) return { starts: [], possible: [] };
  const starts = [first];
  const possible: PageFacts[] = [];
  let current = first;
  for (const next of further) {
    const page = inTurn(current, next);
    const differences = [current, ...starts].map((earlier) => difference(earlier, page));
    if (differences.every((one) => isSurelyAnother(one, page))) {
      starts.push(page);
      current = page;
    } else {
      if (hasOtherNumber(differences) || differences.every((one) => isMaybeAnother(one, page))) possible.push(page);
      current = joined(current, page);
    }
  }
  return { starts, possible };
});

/** A page without a number of its own that another one announces, `Page 1 of 2`, has the next one, unless it begins like a first page. */
const inTurn = ({ pageNumber = 0, pageCount = 0 }: PageFacts, page: PageFacts): PageFacts =>
  page.pageNumber === undefined && !page.opens && pageNumber < pageCount
    ? { ...page, pageNumber: pageNumber + 1, continues: true, announced: true }
    : page;

/** In what a page differs from the pages before it. A fact that one of both lacks is no difference. */
interface Difference {
  readonly sameNumber: boolean;
  readonly number: boolean;
  /** How many of date, total and contacts differ. */
  readonly facts: number;
  readonly contacts: boolean;
  /** Whether it has another account. The second page of the same sender may name the payer's. */
  readonly accounts: boolean;
  readonly taxIds: boolean;
  /** Whether the letterhead names somebody who is not named before, beside no account, tax number or mailbox that is. */
  readonly sender: boolean;
  /** Whether a total was stated before. */
  readonly afterTotal: boolean;
  /** Whether the page states totals, none of which was stated before. */
  readonly newTotal: boolean;
  readonly size: boolean;
  /** Whether the page says that it is the first, though one before it has said so, or that it is a later one. */
  readonly restarts: boolean;
  /** The share of its words that stand on earlier pages; undefined where there are too few to tell. */
  readonly knownWords: number | undefined;
}

function difference(earlier: PageFacts, page: PageFacts): Difference {
  const sameNumber = earlier.names.some((name) => page.names.some((its) => isSameNumber(name, its)));
  // A mailbox of somebody who is named before is nobody else's.
  const isKnown = page.domains.length > 0 && page.domains.every((domain) => isOwn(domain) && earlier.text.includes(domain));
  const contacts = contactFacts.some((fact) => differ(earlier[fact], page[fact]) && !(fact === 'emails' && isKnown));
  return {
    sameNumber,
    number: !sameNumber && earlier.names.length > 0 && page.names.length > 0,
    facts: [contacts, differ(earlier.days, page.days), differ(earlier.totals, page.totals)].filter(Boolean).length,
    contacts,
    accounts: differ(earlier.ibans, page.ibans) && !(page.continues && page.letterheads.some((name) => earlier.text.includes(name))),
    taxIds: differ(earlier.taxIds, page.taxIds),
    sender: page.letterheads.some((name) => !earlier.text.includes(name)) && !contactFacts.some((fact) => meet(earlier[fact], page[fact])),
    afterTotal: earlier.totals.length > 0,
    newTotal: differ(earlier.totals.filter(isSomething), page.totals.filter(isSomething)),
    size: page.size.some((length, side) => Math.abs(length - (earlier.size[side] ?? length)) > sameSizePoints),
    restarts: page.pageNumber === 1 && earlier.pageNumber !== undefined,
    knownWords: shareOf(page.vocabulary, earlier.vocabulary),
  };
}

/** Whether mailboxes of a domain are somebody's own: many have one at a provider, and few letters stand in any text. */
const isOwn = (domain: string): boolean => domain.length >= 4 && !providers.test(domain);
const providers = /^(?:gmail|googlemail|yahoo|hotmail|outlook|icloud|live|msn|aol|gmx|proton|protonmail|wanadoo|orange|libero|tonline)/;

/** Nothing is due of many documents. */
const isSomething = (total: string): boolean => Number(total) !== 0;

const contactFacts = ['taxIds', 'ibans', 'emails'] as const;

const differ = (one: readonly string[], other: readonly string[]): boolean => one.length > 0 && other.length > 0 && !meet(one, other);

const meet = (one: readonly string[], other: readonly string[]): boolean => one.some((value) => other.includes(value));

/** Pages of one document may be cut differently by a little. */
const sameSizePoints = 3;

function shareOf(words: ReadonlySet<string>, known: ReadonlySet<string>): number | undefined {
  if (Math.min(words.size, known.size) < fewWords) return undefined;
  return [...words].filter((word) => known.has(word)).length / words.size;
}
const fewWords = 20;

/** A further page shares labels, names or things with the pages before it: an eighth of its words or more where it is of the same kind. */
const isStrange = ({ knownWords }: Difference, least: number): boolean => knownWords !== undefined && knownWords < least;

/**
 * Whether a page is of another document: where it begins like a first page, its number and one more thing differ, or two things of which one is a fact.
 * Elsewhere three things must differ, two of them facts. A page that repeats the number, or says that it is the second, never is.
 */
function isSurelyAnother(different: Difference, { opens, continues }: PageFacts): boolean {
  if (different.sameNumber || continues) return false;
  const { facts, all } = counted(different);
  return opens ? facts >= 1 && all >= 2 : facts >= 2 && all >= 3;
}

/**
 * Whether a page may be of another document: values of such a file are doubted, but it is not parted. A page that says that it is the second one may
 * have come from another document: its number and its account tell, its letterhead, and a tax number among other words.
 */
function isMaybeAnother(different: Difference, page: PageFacts): boolean {
  const { opens, continues, announced, totals, amounts } = page;
  const { facts, all } = counted(different);
  if (different.sameNumber && opens && facts >= 2) return true;
  if (different.sameNumber) return all >= 3;
  if (different.number || different.accounts || (different.taxIds && !isAlike(different))) return true;
  if (different.sender && statesSomething(page)) return true;
  if (continues) return all >= 3 && !announced;
  if (facts >= 1 && all >= 2) return true;
  if (different.restarts && amounts >= someAmounts && isStrange(different, 0.9)) return true;
  if (different.newTotal && isIntroduced(page) && new Set(totals).size <= someTotals && isStrange(different, 0.25)) return true;
  if (different.size && totals.length > 0) return true;
  if (different.afterTotal && amounts >= someAmounts && isStrange(different, 0.05)) return true;
  return opens && (different.newTotal || different.size || facts > count(different.contacts));
}

/** Whether a page has another number than one before it, and none of them has it: the first of them may have no number. */
const hasOtherNumber = (differences: readonly Difference[]): boolean =>
  differences.some(({ number }) => number) && !differences.some(({ sameNumber }) => sameNumber);

/** Terms of sale of somebody else are no other document: nothing of them can be taken for a value. */
const statesSomething = ({ names, taxIds, ibans, amounts }: PageFacts): boolean =>
  amounts > 0 || [names, taxIds, ibans].some(({ length }) => length > 0);

/** Whether a page shares a quarter of its words with the pages before it; few words say nothing. */
const isAlike = ({ knownWords = 0 }: Difference): boolean => knownWords >= 0.25;

/** Whether a page begins as a document does, or says a number, a day or a letterhead of its own. Without any it goes on, with sums of its own. */
const isIntroduced = ({ opens, names, days, letterheads }: PageFacts): boolean =>
  opens || [names, days, letterheads].some(({ length }) => length > 0);

/** Terms and letters print fewer. */
const someAmounts = 3;
/** A document names its total and what of it is due; pages of prices and explanations name more. */
const someTotals = 3;

/** How many facts differ, the number among them, and how many things in all: the size and the words of a page, too. */
function counted(different: Difference): { readonly facts: number; readonly all: number } {
  const facts = different.facts + count(different.number);
  return { facts, all: facts + count(different.size) + count(isStrange(different, 0.1)) };
}

const count = (is: boolean): number => (is ? 1 : 0);

/** A page may print a part of the number only: `2024118` for `F2024118`. */
function isSameNumber(one: string, other: string): boolean {
  const [a, b] = [squash(one), squash(other)];
  return a === b || (Math.min(a.length, b.length) >= minPartLetters && (a.includes(b) || b.includes(a)));
}
const minPartLetters = 4;

/** Doubts every value of a file that holds several documents, or may, because nothing says which of them was asked for. */
export function judgeSeveral(cells: readonly Grounded[], index: DocumentIndex): readonly Grounded[] {
  const several = severalDocuments(index);
  return several ? cells.map((cell) => held(cell, several)) : cells;
}

/** The doubt of a file that holds several documents, or may hold several; undefined where it holds one. */
export const severalDocuments = memoizeByObject((index: DocumentIndex): Cap | undefined => {
  const [, ...others] = documentStarts(index);
  if (others.length > 0)
    return cap('document.several', `Several documents: the file holds ${others.length + 1}, another one begins on ${listed(others)}`);
  const possible = possibleStarts(index);
  if (possible.length > 0) return cap('document.several', `Several documents: another one may begin on ${listed(possible)}`);
  return undefined;
});

const listed = (starts: readonly DocumentStart[]): string =>
  starts.map(({ page, name }) => (name === undefined ? `page ${page}` : `page ${page} ("${name}")`)).join(', ');
