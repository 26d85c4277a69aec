import { type Caveat, type CaveatKind, caveatKinds } from '../../contracts/caveat.js';
import type { Schema } from '../../contracts/schema.js';
import { memoizeByObject } from '../../values/memoize.js';
import { statementOf } from '../labels/concepts/statements.js';
import { meanings } from '../labels/lexicon.js';
import type { DocumentIndex } from '../page/document-index.js';
import { squash } from '../print/normalise.js';
import { sentencesOn } from './sentences.js';
import { stampsOn } from './stamps.js';
import { creditedTotals, dueAboveTotal, type SaidOfSum, wordsAgainstFigures } from './sums-said.js';
import { asksForKind, headTitle } from './titles.js';

/**
 * All that speaks against taking a document as it stands: what it calls itself, what is stamped on it, what its sentences say, sums that are said
 * twice and differ, and what lies over its words. What the schema asks for is an answer and no caveat.
 */
export const caveatsOf = (index: DocumentIndex, schema: Schema): readonly Caveat[] =>
  allCaveats(index).filter(({ kind }) => {
    if (kind === 'credit-note') return !asksForKind(schema);
    return kind !== 'paid' || !schema.fields.some((field) => statementOf(field) === 'paid');
  });

const allCaveats = memoizeByObject((index: DocumentIndex): readonly Caveat[] =>
  onceEach([
    ...titled(index),
    ...stampsOn(index)
      .filter(({ kind }) => kind !== 'paid' || !isReceipt(index))
      .map(({ kind, page, text }) => caveat(kind, { page, text })),
    ...index.pages.flatMap((page) => sentencesOn(page).map(({ kind, text }) => caveat(kind, { page: page.page.number, text }))),
    ...wordsAgainstFigures(index).map((said) => caveat('words-differ', said)),
    ...dueAboveTotal(index).map((said) => caveat('two-totals', said)),
    ...creditedTotals(index)
      .slice(0, 1)
      .map((said) => caveat('credited', said)),
    ...index.pages.flatMap(({ page }) =>
      (page.traces ?? []).flatMap(({ kind, text }) => (kind === 'struck' ? [caveat(kind, { page: page.number, text })] : [])),
    ),
  ]),
);

/** Each kind where it stands first; every text that is struck out. */
const onceEach = (all: readonly Caveat[]): readonly Caveat[] =>
  [...new Map(all.toReversed().map((one) => [one.kind === 'struck' ? `${one.page} ${one.text}` : one.kind, one])).values()].toReversed();

function titled(index: DocumentIndex): readonly Caveat[] {
  const title = headTitle(index);
  return !title || title.kind === 'invoice' ? [] : [caveat(title.kind, { page: title.phrase.row.page, text: title.phrase.text })];
}

/** What calls itself a receipt says that it is paid. */
const isReceipt = (index: DocumentIndex): boolean => {
  const title = squash(headTitle(index)?.phrase.text ?? '');
  return title !== '' && meanings.receipt.some((name) => title.includes(squash(name)));
};

const caveat = (kind: CaveatKind, { page, text }: SaidOfSum): Caveat => ({ kind, page, text: text.slice(0, maxText), says: says[kind] });
const maxText = 120;

/** What each caveat means, in words that follow the printed ones. */
const says = {
  'pro-forma': 'a pro forma announces an invoice; nothing is owed by it',
  quotation: 'an offer; nothing is owed by it',
  order: 'an order or its confirmation, not an invoice',
  'delivery-note': 'it goes with goods, and is not an invoice',
  reminder: 'it repeats what an earlier invoice asks for, perhaps with fees',
  'credit-note': 'a credit note: the money goes the other way',
  void: 'the document is marked as void',
  paid: 'the document is marked as paid',
  copy: 'a copy of a document that may have come before',
  draft: 'a draft, a sample or a test',
  'not-an-invoice': 'it says itself that it is not an invoice',
  scaled: 'amounts are in thousands or millions; values are as they are printed',
  'bank-changed': 'it says that the account to pay to has changed; ask the seller by a way that you know',
  'words-differ': 'no figure of the document is the amount that is written in words',
  'two-totals': 'more is asked for than the total, and nothing printed says why',
  credited: 'the total is marked as a credit',
  struck: 'struck out by a line',
} satisfies Record<CaveatKind, string>;

/** As an issue says it. */
export const issueOf = ({ page, text, says: meaning }: Caveat): string => `page ${page}, "${text}": ${meaning}`;

/** The kind of caveat that an issue tells of; undefined for other issues. */
export const caveatIn = (issue: string): CaveatKind | undefined => caveatKinds.find((kind) => issue.endsWith(`": ${says[kind]}`));
