import { memoizeByObject, once } from '../values/memoize.js';
import { textHeight } from './caveats/titles.js';
import { documentKinds } from './labels/lexicon.js';
import { type PhraseFinder, phraseFinder } from './labels/phrases.js';
import { type Tender, tenderIn } from './labels/receipt.js';
import type { DocumentIndex } from './page/document-index.js';
import type { Phrase } from './page/lines.js';
import type { PageIndex } from './page/page-index.js';
import { letters, squash } from './print/normalise.js';

export type DocumentKind = keyof typeof documentKinds.titles;

/** Something on the pages that speaks for a kind of document, in log-odds. */
export interface WeighedSign {
  readonly weight: number;
  readonly says: string;
}

interface KindSign<Kind = DocumentKind> extends WeighedSign {
  readonly kind: Kind;
}

/** The kind that a title of a schema names; undefined for a host's own. */
export function kindNamed(title: string): DocumentKind | undefined {
  const [longest] = titles()(title).toSorted((a, b) => letters(b.phrase) - letters(a.phrase));
  return longest?.name ?? (/\bbill\b/i.test(title) ? 'bill' : /\bstatement\b/i.test(title) ? 'statement' : undefined);
}

type KindTable = [DocumentKind, readonly string[]][];
const tables: Readonly<Record<'titles' | 'labels', Readonly<Record<string, readonly string[]>>>> = documentKinds;
const titles = once(() => phraseFinder<DocumentKind>(Object.entries(tables.titles) as KindTable));
const labels = once(() => phraseFinder<DocumentKind>([...Object.entries(tables.labels), ...Object.entries(tables.titles)] as KindTable));

const selfBilled = once(() => phraseFinder([['self-billed', documentKinds.selfBilled]]));

/**
 * All that says what kind a document is: what it calls itself, what its labels name, how a till prints, and what an invoice has to say. What the
 * buyer has made for the seller is an invoice, though it may be titled `Gutschrift`.
 */
const allSigns = memoizeByObject((index: DocumentIndex): readonly KindSign[] => {
  const named = [...titleSigns(index, titles()), ...labelSigns(index)];
  const isSelfBilled = index.rows.some(({ text }) => selfBilled()(text).length > 0);
  return [
    ...named.map((sign) => (isSelfBilled && sign.kind === 'credit-note' ? { ...sign, kind: 'invoice' as const } : sign)),
    ...tillSigns(index),
    ...invoiceSigns(index),
  ];
});

/** Invoices call themselves many things, or nothing; all else is named. */
const unnamed = -1.5;

/** Kinds that are invoices, too, so that what speaks for an invoice speaks for them once they are named. */
const invoices: ReadonlySet<DocumentKind> = new Set(['bill', 'credit-note']);
const sureWeight = 1.5;

/** What speaks for a kind, and against one that nothing names. */
export function signsOfKind(index: DocumentIndex, kind: DocumentKind): readonly WeighedSign[] {
  const own = allSigns(index).filter((sign) => sign.kind === kind);
  if (kind === 'invoice') return own;
  const isSure = own.reduce((sum, { weight }) => sum + weight, 0) >= sureWeight;
  if (own.length === 0) return [{ weight: unnamed, says: 'nothing calls it one' }];
  return isSure && invoices.has(kind) ? [...own, ...signsOfKind(index, 'invoice')] : own;
}

/** Where a title may stand, how much of its phrase it is, and how much higher than the text a large one is. */
const headShare = 0.5;
const ownShare = 0.6;
const largeShare = 1.25;
const sameShare = 0.9;
const titleWeight = { any: 1, largest: 0.5, large: 1 };
const maxTitleWords = 7;
const maxPhrases = 200;

/** What stands as a title at the head of the first page, each kind once; the largest counts most. */
export function titleSigns<Kind>(index: DocumentIndex, find: PhraseFinder<Kind>): readonly KindSign<Kind>[] {
  const { page } = index.pages.find((one) => !one.page.accompanying) ?? {};
  if (!page) return [];
  const head = index.phrases.filter(({ row, box }) => row.page === page.number && box.y < page.height * headShare).slice(0, maxPhrases);
  const least = largeShare * textHeight(index, page.number);
  const found = head
    .flatMap((phrase) => titleIn(phrase, find, phrase.box.height >= least))
    .toSorted((a, b) => b.phrase.box.height - a.phrase.box.height);
  const first = new Map(found.toReversed().map((title) => [title.kind, title]));
  return [...first.values()].toReversed().map(({ kind, phrase }) => {
    const isLargest = phrase.box.height >= sameShare * (found[0]?.phrase.box.height ?? 0);
    const isLarge = phrase.box.height >= least;
    return {
      kind,
      weight: titleWeight.any + (isLargest ? titleWeight.largest : 0) + (isLarge ? titleWeight.large : 0),
      says: `titled "${phrase.text}" on page ${page.number}`,
    };
  });
}

interface Title<Kind> {
  readonly kind: Kind;
  readonly phrase: Phrase;
}

/** What stands before a value or above it is a label, unless it is large. */
function titleIn<Kind>(phrase: Phrase, find: PhraseFinder<Kind>, isLarge: boolean): readonly Title<Kind>[] {
  const { text, from, to } = phrase;
  const isLabel = /[:#?!]$|:\s/.test(text) || (!isLarge && phrase.labels.some((label) => letters(label.text) === letters(text)));
  if (to - from > maxTitleWords || isLabel) return [];
  return [...Map.groupBy(find(text), ({ name }) => name)].flatMap(([kind, found]) => {
    const own = found.reduce((sum, { phrase: words }) => sum + letters(words), 0);
    return own >= ownShare * letters(text) ? [{ kind, phrase }] : [];
  });
}

const maxLabelWords = 8;
const labelWeight = { first: 2.25, more: 0.5, most: 3 };

/** Labels that name a kind, such as `Invoice date`, on any page: the first counts most, and each once. */
function labelSigns(index: DocumentIndex): readonly KindSign[] {
  const named = index.phrases
    .filter(({ from, to }) => to - from <= maxLabelWords)
    .flatMap(({ text, row }) =>
      labels()(text).flatMap(({ name, from, phrase }) => (from === 0 ? [{ kind: name, text, page: row.page, label: squash(phrase) }] : [])),
    );
  return [...Map.groupBy(named, ({ kind }) => kind)].map(([kind, labels]) => ({
    kind,
    weight: Math.min(labelWeight.most, labelWeight.first + labelWeight.more * (new Set(labels.map(({ label }) => label)).size - 1)),
    says: `"${labels[0]?.text}" on page ${labels[0]?.page}`,
  }));
}

/** An invoice may say that it was paid by card. */
const tenderWeight: Readonly<Record<Tender, number>> = { cash: 3.5, change: 2, card: 2.5 };
/** A roll of paper is narrower than any sheet, and so are its lines, where a picture shows more than the paper. */
const rollShare = 0.55;
const rollWeight = { paper: 4, lines: 2.25 };
/** Source: the columns of ESC/POS printers, 32 on paper of 58 mm and 42 or 48 on 80 mm. */
const rollLine = { characters: 44, heights: 24 };
const minRollRows = 8;

/** A till prints how it was paid, the tip and the time, on a roll of paper. */
function tillSigns(index: DocumentIndex): readonly KindSign[] {
  const paid = index.rows.flatMap((row, order) => {
    const tender = tenderIn(row.text);
    return tender !== undefined && index.numbersIn(order).length > 0
      ? [{ tender, says: `paid at a till: "${row.text}" on page ${row.page}` }]
      : [];
  });
  const tenders = [...new Map(paid.map((one) => [one.tender, one])).values()];
  const sign = (weight: number, says: string): KindSign => ({ kind: 'receipt', weight, says });
  return [
    ...tenders.map(({ tender, says }) => sign(tenderWeight[tender], says)),
    ...rollSigns(index),
    ...(conceptsOn(index).has('tip') ? [sign(1.5, 'asks for a tip')] : []),
    ...(index.rows.some(({ text }) => /(?<![\d:])(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?![\d:])/.test(text))
      ? [sign(1.5, 'says at what time')]
      : []),
  ];
}

function rollSigns(index: DocumentIndex): readonly KindSign[] {
  const [first] = index.pages;
  if (!first) return [];
  if (first.page.width < rollShare * first.page.height)
    return [{ kind: 'receipt', weight: rollWeight.paper, says: 'printed on a roll of paper' }];
  return hasShortLines(first, textHeight(index, first.page.number))
    ? [{ kind: 'receipt', weight: rollWeight.lines, says: 'printed in lines as short as those of a till' }]
    : [];
}

/** Whether nine of ten lines of a page have as few characters as a till prints, and are no wider. */
function hasShortLines({ rows }: PageIndex, height: number): boolean {
  const most = (lengths: readonly number[]): number => lengths.toSorted((a, b) => a - b)[Math.floor(0.9 * lengths.length)] ?? 0;
  return (
    rows.length >= minRollRows &&
    most(rows.map(({ text }) => text.length)) <= rollLine.characters &&
    most(rows.map(({ box }) => box.width)) <= rollLine.heights * height
  );
}

/** What an invoice has to say, whatever it calls itself: other kinds that say it call themselves what they are. */
const invoiceMembers: readonly (readonly [readonly string[], number])[] = [
  [['invoice_number'], 1],
  [['due_date', 'iban', 'payment_terms'], 1],
  [['tax', 'tax_rate', 'line_tax_rate', 'seller_tax_id', 'tax_id'], 0.5],
  [['line_unit_price', 'line_quantity'], 0.5],
];

function invoiceSigns(index: DocumentIndex): readonly KindSign[] {
  const printed = conceptsOn(index);
  return invoiceMembers.flatMap(([concepts, weight]) => {
    const found = concepts.find((concept) => printed.has(concept) && (concept !== 'invoice_number' || hasInvoiceNumber(index)));
    return found === undefined
      ? []
      : [{ kind: 'invoice' as const, weight, says: `says its ${found.replace(/^line_/, '').replaceAll('_', ' ')}` }];
  });
}

/** Whether its number is not named after another kind, as in `Receipt no`. */
const hasInvoiceNumber = ({ phrases }: DocumentIndex): boolean =>
  phrases.some(
    (phrase) =>
      phrase.labels.some(({ concept, start }) => concept === 'invoice_number' && start === 0) &&
      !labels()(phrase.text).some(({ name, from }) => name !== 'invoice' && from === 0),
  );

/** The concepts of the labels with which phrases begin. */
export const conceptsOn = memoizeByObject(
  (index: DocumentIndex): ReadonlySet<string> =>
    new Set(index.phrases.flatMap(({ labels }) => labels.flatMap(({ concept, start }) => (start === 0 ? [concept] : [])))),
);
