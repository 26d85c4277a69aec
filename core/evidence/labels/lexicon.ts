import type { Concept } from '../../contracts/concept.js';
import answerTable from './lexicon/answers.json' with { type: 'json' };
import captionTable from './lexicon/captions.json' with { type: 'json' };
import caveatTable from './lexicon/caveats.json' with { type: 'json' };
import choiceTable from './lexicon/choices.json' with { type: 'json' };
import compositionTable from './lexicon/compositions.json' with { type: 'json' };
import conceptTable from './lexicon/concepts.json' with { type: 'json' };
import kindTable from './lexicon/document-kinds.json' with { type: 'json' };
import domainTable from './lexicon/domain-terms.json' with { type: 'json' };
import endTable from './lexicon/ends-of-numbers.json' with { type: 'json' };
import headingTable from './lexicon/headings.json' with { type: 'json' };
import meaningTable from './lexicon/meanings.json' with { type: 'json' };
import numberTable from './lexicon/number-words.json' with { type: 'json' };
import partyTable from './lexicon/parties-asked.json' with { type: 'json' };
import remarkTable from './lexicon/remarks.json' with { type: 'json' };
import statementTable from './lexicon/statements.json' with { type: 'json' };
import termTable from './lexicon/terms.json' with { type: 'json' };

/**
 * The phrases that documents print, from the tables in `lexicon/`, each of which names its sources. A row has the phrases of one language,
 * separated by ` · `. Accents, case and punctuation do not count in comparisons; `#`, `n°` and `№` mean `no`. A document may mix languages,
 * so matching never depends on one.
 */
type Phrases = readonly string[];
type Rows = Readonly<Record<string, string>>;

const split = (row: string): Phrases => row.split(' · ');
const all = (rows: Rows): Phrases => Object.values(rows).flatMap(split);
const each = <Name extends string>(table: Readonly<Record<Name, Rows>>): Readonly<Record<Name, Phrases>> =>
  Object.fromEntries(Object.entries<Rows>(table).map(([name, rows]) => [name, all(rows)])) as Record<Name, Phrases>;

const { seller, ...otherRoles } = each(headingTable.roles);
export const payeeHeadings = all(headingTable.payee);
export const fromTo = each(headingTable.from_to);
export const roleHeadings = { seller: [...seller, ...payeeHeadings], ...otherRoles };
export const carryOver = all(headingTable.carry_over);
export const creditNoteTitles = all(headingTable.titles.credit_note);
const knownTitles = all(headingTable.titles.document);
export const documentTitles = [...knownTitles, ...all(headingTable.titles.invoice_or_receipt)];

const labels = each(conceptTable.labels);

/** The labels under which each concept is printed. If two concepts share one, the first listed gets it. */
export const lexicon: Readonly<Record<Concept, Phrases>> = {
  ...labels,
  subtotal: [...labels.subtotal, ...netLabels()],
  total: [...labels.total, ...composed('including')],
  seller_name: [...roleHeadings.seller, ...labels.seller_name],
  buyer_name: [...roleHeadings.buyer, ...labels.buyer_name],
};

type LineConcept = Extract<Concept, `line_${string}`>;

/** Headers of the columns in a table of lines. A bare `Total` or `Amount` also labels a sum of the document, so the position decides. */
export const columnLabels = Object.fromEntries(Object.entries(lexicon).filter(([concept]) => concept.startsWith('line_'))) as Readonly<
  Record<LineConcept, Phrases>
>;

function netLabels(): Phrases {
  return [...composed('without'), ...compositionTable.compositions.flatMap(alone)];
}

type Composition = (typeof compositionTable.compositions)[number];

/** A sum, what it includes or excludes, and a tax: `Total excl. VAT`. */
function composed(kind: 'without' | 'including'): Phrases {
  return compositionTable.compositions.flatMap((row) =>
    split(row[kind]).flatMap((word) => split(row.taxes).flatMap((tax) => split(row.sums).map((sum) => `${sum} ${word} ${tax}`))),
  );
}

/** What is said of a sum alone: `Exclusief BTW`. Its opposite, `inkl. MwSt`, is a label of the tax that is included. */
function alone({ without, taxes }: Composition): Phrases {
  return split(without)
    .filter((word) => /^(?:excl|exkl|ekskl|escl|hors|without|exclu)/.test(word))
    .flatMap((word) => split(taxes).map((tax) => `${word} ${tax}`));
}

/** Names of fields that ask for whom a document is issued by, and whom it is addressed to. */
export const [issuersAsked, addresseesAsked] = [all(partyTable.issuers), all(partyTable.addressees)];

const { yes, no, negations, tax_names } = answerTable;
export const yesWords = all(yes);
export const noWords = all(no);
export const negationWords = all(negations);
export const taxNames = all(tax_names);

/** Statements that a schema asks for as a boolean: the words of each answer, and other names for the question. */
export const statements = {
  credit_note: { names: [], yes: creditNoteTitles, no: knownTitles },
  reverse_charge: each(statementTable.statements.reverse_charge),
  paid: each(statementTable.statements.paid),
  prices_include_tax: each(statementTable.statements.prices_include_tax),
  small_business: each(statementTable.statements.small_business),
  f_skatt: each(statementTable.statements.f_skatt),
  copy: { ...each(statementTable.statements.copy), yes: all(caveatTable.stamps.copy) },
};

const { receipt, ...paymentMeans } = each(meaningTable.meanings);

/** Meanings that a schema may list as choices, and how pages print each of them; with the codes of UNTDID 1001. */
export const meanings = {
  'credit note': [...creditNoteTitles, 'credit', '381'],
  receipt,
  invoice: [...knownTitles.filter((title) => !receipt.includes(title)), '380'],
  ...paymentMeans,
};

/** Choices by what they are about, with the words that schemas and pages have for each. */
export const choices: Readonly<Record<string, Readonly<Record<string, Phrases>>>> = Object.fromEntries(
  Object.entries<Readonly<Record<string, Rows>>>(choiceTable.kinds).map(([kind, table]) => [kind, each(table)]),
);

/** Terms outside our concepts that schemas ask for and documents print; each name of a term, in any language, is its label. */
export const terms: readonly Phrases[] = termTable.terms.map(({ names }) => all(names));

/** The same of documents that are no invoices: insurance policies, accounts, payslips and the like. Split when they are first asked for. */
export const domainTerms = (): readonly DomainTerm[] =>
  (domainTable.terms as readonly DomainRow[]).map(({ names, asked }) => ({
    names: all(names),
    asked: asked === undefined ? [] : split(asked),
  }));

interface DomainRow {
  readonly names: Rows;
  readonly asked?: string;
}

export interface DomainTerm {
  /** As documents print it. */
  readonly names: Phrases;
  /** What schemas call it beside that, which labels nothing on a page: `opening amount`. */
  readonly asked: Phrases;
}

/** Words of captions that no value is asked for by. */
export const captions = all(captionTable.captions);

/** What a document calls itself that is no invoice, what is stamped on it, and what its sentences say against taking it as it stands. */
export const caveatPhrases = {
  titles: { 'credit-note': creditNoteTitles, ...each(caveatTable.titles) },
  stamps: each(caveatTable.stamps),
  sentences: each(caveatTable.sentences),
  doubted: all(caveatTable.doubted),
};

/** The words before the end of a number that is not printed whole, and the names that ask for such an end. */
export const endsOfNumbers = { before: all(endTable.before), names: all(endTable.names) };

/** The thanks at the end of a document, and what fields are called that ask for such remarks, for its title, and for the number of its pages. */
export const thanks = all(remarkTable.thanks);
export const remarkNames = each(remarkTable.names);

const { receipt: receiptTitles, ...otherTitles } = each(kindTable.titles);
/** Bare words that are the title of several kinds. */
const ambiguous = ['Bill', 'Statement', 'Beleg', ...receipt];

/** Kinds of documents by what they call themselves, and by labels that no other kind has. */
export const documentKinds = {
  titles: {
    ...otherTitles,
    receipt: [...receipt, ...receiptTitles],
    ...caveatPhrases.titles,
    invoice: knownTitles.filter((title) => !ambiguous.includes(title)),
  },
  labels: each(kindTable.labels),
  selfBilled: all(kindTable.self_billed),
};

/** How an amount in words is announced, the words between its numbers, and by language the words with what they are worth. */
export const numberWords = { labels: all(numberTable.labels), joints: split(numberTable.joints), words: Object.values(numberTable.words) };
