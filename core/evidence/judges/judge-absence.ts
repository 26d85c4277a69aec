import type { Cap } from '../../contracts/cap.js';
import type { Concept } from '../../contracts/concept.js';
import type { Field } from '../../contracts/schema.js';
import { isPlainRow } from '../../schema/path.js';
import { memoizeByObject } from '../../values/memoize.js';
import type { Grounded } from '../grounded.js';
import { identifierKind, partyOf, placeKind } from '../labels/concepts/concept-kind.js';
import { conceptOf, roleOf } from '../labels/concepts/concepts.js';
import { statementOf } from '../labels/concepts/statements.js';
import { columnsIn, labelsIn, type Role, rolesIn } from '../labels/labels.js';
import { answersTo } from '../labels/nearby/answers-near.js';
import { identifiersUnder, numberAfterTitle, type PrintedIdentifier, printedIdentifiers } from '../labels/nearby/identifiers-under.js';
import { fullNamesUnder, headedNames, headingOf, type LabelledText, textUnder } from '../labels/nearby/names-under.js';
import { type LabelledValue, printedUnder, valuesUnder } from '../labels/nearby/values-under.js';
import { isReceipt } from '../labels/receipt.js';
import { taxPartOf } from '../labels/tax-parts.js';
import { isOtherCaption } from '../labels/wording.js';
import { type DocumentIndex, indexDocument } from '../page/document-index.js';
import type { Phrase } from '../page/lines.js';
import { isTableHeader } from '../page/surroundings.js';
import { hasPostalCode } from '../print/addresses.js';
import { bareTaxNumber, bicHolds, ibanHolds, ibanLike } from '../print/identifiers.js';
import { squash } from '../print/normalise.js';
import { cap } from '../scoring/caps.js';
import { isDate } from '../type-value.js';
import { hasShapeOf, identifierNames } from './judge-format.js';
import { printedRates } from './judge-taxes.js';
import { ownerOf } from './parties/judge-owner.js';
import { showsRecipient, unheadedParties } from './parties/role-signs.js';
import { rowsThatAddUp, unclaimedTable } from './rows/printed-tables.js';

/** Judges a null as a claim: it gets a low score where the field's label is printed beside a value. */
export function judgeAbsence(field: Field, index: DocumentIndex): Cap {
  if (index.silent) return noTextLayer;
  const neighbour = field.path.includes('[]') ? undefined : labelledNeighbour(field, index);
  if (neighbour) return besideLabel(neighbour);
  return printedAlone(field, index) ?? hiddenFor(field, index) ?? cappedByUnread(unlabelledAbsence(field, index), index);
}

/** Doubts a null where the caller's schema requires a value and allows no null. */
export const judgeExpected = ({ expected }: Field): readonly Cap[] =>
  expected ? [cap('absence.expected', `Not present: ${missing}`)] : [];
export const missing = 'required, but not found in the document';

/** Where the words that nobody can read would answer the field, what covers them may answer it for a person: a picture of another IBAN, over the printed one. */
function hiddenFor(field: Field, index: DocumentIndex): Cap | undefined {
  const uncovered = field.path.includes('[]') ? undefined : uncoveredOf(index);
  const shown = uncovered && (labelledNeighbour(field, uncovered) ?? printedAlone(field, uncovered));
  return shown && maybeCovered;
}

/** A layer of text under a scan has more; what covers one value has few. */
const mostHidden = 100;

/** The document with its hidden words among the others; undefined where it has none, or too many to be what one picture covers. */
const uncoveredOf = memoizeByObject(({ document }: DocumentIndex): DocumentIndex | undefined => {
  const count = document.pages.reduce((sum, { hidden }) => sum + hidden.length, 0);
  if (count === 0 || count > mostHidden) return undefined;
  return indexDocument({
    ...document,
    pages: document.pages.map((page) => ({ ...page, words: [...page.words, ...page.hidden], hidden: [] })),
  });
});

/** A value that needs no label: the answer to a yes-or-no field, a rate of tax, or an identifier that its own shape proves and that fits the party. */
function printedAlone(field: Field, index: DocumentIndex): Cap | undefined {
  const answer = answersTo(field, index).find((printed) => printed.answer !== undefined || statementOf(field));
  if (answer) return cap('absence.labelPrinted', `Not present: but "${answer.text}" stands on page ${answer.page}`);
  const heading = headingOf(field, index);
  if (heading) return cap('absence.labelPrinted', `Not present: but the heading "${heading.text}" stands on page ${heading.row.page}`);
  const rate = conceptOf(field) === 'tax_rate' ? percentageOfTax(index) : undefined;
  if (rate) return cap('absence.labelPrinted', `Not present: but "${rate.text}" on page ${rate.page} may be a rate of tax`);
  if (field.path.includes('[]')) return undefined;
  const kind = identifierKind(field);
  const printed = kind ? printedIdentifiers(kind, index) : [];
  const found =
    printed.find(({ span }) => mayBelongTo(field, ownerOf(span, index))) ?? (kind === 'taxId' ? secondOf(printed, index) : undefined);
  if (kind && found) {
    const reason = `Not present: but "${found.text}" on page ${found.span.row.page} is ${identifierNames[kind]}`;
    return { ...cap('absence.valuePrinted', reason), rivals: [found.text] };
  }
  const account = (kind === 'iban' || kind === 'bic') && roleOf(field) !== 'buyer' ? accountLike(kind, index) : undefined;
  if (account)
    return cap(
      'absence.valuePrinted',
      `Not present: but "${account.text}" on page ${account.page} may be ${identifierNames[account.kind]}`,
    );
  const address = addressLineFor(field, index);
  return address && cap('absence.unlikely', `Not present: but "${address.text}" on page ${address.row.page} is of this address`);
}

/** What has the form of an IBAN, though its check digits are wrong; and of a BIC, in the line of an IBAN of its country. */
const accountLike = (kind: 'iban' | 'bic', index: DocumentIndex): Account | undefined =>
  accountsLike(index).find((account) => account.kind === kind);

interface Account {
  readonly kind: 'iban' | 'bic';
  readonly text: string;
  readonly page: number;
}

const accountsLike = memoizeByObject(({ rows }: DocumentIndex): readonly Account[] =>
  rows.flatMap(({ text, page }) => {
    const iban = ibanLike(text);
    if (iban === undefined) return [];
    const bic = text.split(/[\s,;·|]+/).find((word) => bicHolds(word) && word.slice(4, 6) === iban.slice(0, 2));
    return [
      ...(ibanHolds(iban) ? [] : [{ kind: 'iban' as const, text: iban, page }]),
      ...(bic === undefined ? [] : [{ kind: 'bic' as const, text: bic, page }]),
    ];
  }),
);

/** The line with the postal code in the block of a field's party, for a part of an address. A country is often left out of it. */
function addressLineFor(field: Field, index: DocumentIndex): Phrase | undefined {
  const [kind, party] = [placeKind(field), roleOf(field)];
  if (!party || kind === undefined || kind === 'country' || kind === 'region') return undefined;
  return index.phrases.find((part) => hasPostalCode(part.text) && ownerOf(part, index) === party);
}

/** A percentage of a page that names a tax: rates stand in columns and footnotes, too, away from their label. */
function percentageOfTax({ rows }: DocumentIndex): { readonly text: string; readonly page: number } | undefined {
  const isTax = (text: string): boolean =>
    labelsIn(text).some(({ concept }) => concept === 'tax' || concept === 'tax_rate') ||
    columnsIn(text).some(({ name }) => name === 'line_tax_rate');
  const taxed = new Set(rows.filter(({ text }) => isTax(text)).map(({ page }) => page));
  return rows.find(({ text, page }) => taxed.has(page) && text.includes('%'));
}

/** Of several tax numbers in nobody's block the sender's is only one. */
function secondOf(printed: readonly PrintedIdentifier[], index: DocumentIndex): PrintedIdentifier | undefined {
  const free = printed.filter(({ span }) => ownerOf(span, index) === undefined);
  return free.find(({ text }) => squash(text) !== squash(free[0]?.text ?? ''));
}

/** What stands in nobody's block is the sender's. */
function mayBelongTo(field: Field, owner: Role | undefined): boolean {
  const party = roleOf(field);
  return party === undefined || owner === party || (party === 'seller' && owner === undefined);
}

const besideLabel = ({ label, text, page }: LabelledText): Cap => ({
  ...cap('absence.labelPrinted', `Not present: but "${label}" stands beside "${text}" on page ${page}`),
  rivals: [text],
});

const noTextLayer = cap('absence.unseen', 'Not present: no words can be read in the document');

/** What OCR did not find may still be printed, and what was not read may state it. */
function cappedByUnread(given: Cap, { pages, document }: DocumentIndex): Cap {
  if (document.leftOut && given.value > maybeLeftOut.value) return maybeLeftOut;
  return pages.some(({ page }) => page.textLayer === 'ocr' || page.figures === 'large') && given.value > maybeInPicture.value
    ? maybeInPicture
    : given;
}

const maybeLeftOut = cap('absence.unseen', 'Not present: yet a part of the file was not read');
const maybeCovered = cap('absence.unseen', 'Not present: yet something covers words of the page that may be it');
const maybeInPicture = cap('absence.unseen', 'Not present: yet a picture may show what was not read');

/** Every invoice and receipt states these. EN 16931 makes BT-2, BT-5, BT-27 and BT-112 mandatory, and at least one line (BG-25). */
const alwaysStated = new Set(['issue_date', 'currency', 'seller_name', 'total']);
/** What the receipt of a till may do without: BT-1 and BT-44. Directive 2006/112/EC, articles 226 (2), 226 (5) and 226b. */
const statedButOnReceipts = new Set(['invoice_number', 'buyer_name']);
const isStatedBy = (concept: string | undefined, index: DocumentIndex): boolean =>
  alwaysStated.has(concept ?? '') || (statedButOnReceipts.has(concept ?? '') && !isReceipt(index));

function unlabelledAbsence(field: Field, index: DocumentIndex): Cap {
  const [named] = field.path.includes('[]') ? [] : answersTo(field, index);
  if (named) return cap('absence.unlikely', `Not present: but "${named.quote}" on page ${named.page} says something about it`);
  const concept = conceptOf(field);
  const addressee = concept === 'buyer_name' ? unheadedParties(index).find(({ sign }) => showsRecipient(sign)) : undefined;
  if (addressee) {
    const place = addressee.sign === 'form of address' ? 'under a form of address' : 'in the address window';
    return cap('absence.unlikely', `Not present: but "${addressee.text}" stands ${place}`);
  }
  return isStatedBy(concept, index)
    ? cap('absence.unlikely', 'Not present: yet every invoice states it')
    : cap('absence.notPresent', 'Not present');
}

/**
 * Judges an empty array as a null: rows are missing where the page prints a table, a tax, or rows that come to a printed sum. For rows of
 * no known kind, that is any table which no other array of the result holds.
 */
export function judgeEmptyArray(fields: readonly Field[], index: DocumentIndex, cells: readonly Grounded[] = []): Cap {
  if (index.silent) return noTextLayer;
  const [rate] = fields.some(taxPartOf) ? printedRates(index) : [];
  if (rate) return cap('absence.labelPrinted', `Not present: but ${rate.text} on page ${rate.row.page} is a rate of tax`);
  const [tax] = fields.some(taxPartOf) ? printedUnder('tax', index) : [];
  if (tax) return cap('absence.labelPrinted', `Not present: but "${tax.label}" stands beside ${tax.amount}`);
  const [plain] = fields.filter(({ path }) => isPlainRow(path));
  const neighbour = plain && labelledNeighbour(plain, index);
  if (neighbour) return besideLabel(neighbour);
  if (!fields.some((field) => conceptOf(field)?.startsWith('line_'))) return withoutTable(fields, index, cells);
  const header = index.rows.find(isTableHeader);
  if (header) return cap('absence.labelPrinted', `Not present: but a table "${header.text}" begins on page ${header.page}`);
  const { amounts: [first, ...others] = [], sum } = rowsThatAddUp(index) ?? {};
  if (!first) return cap('absence.unlikely', 'Not present: yet every invoice lists what it charges');
  const { text, page } = first.row;
  return cap('absence.labelPrinted', `Not present: but ${others.length + 1} rows from "${text}" on page ${page} come to ${sum}`);
}

function withoutTable(fields: readonly Field[], index: DocumentIndex, cells: readonly Grounded[]): Cap {
  const table = fields.every(({ path }) => isPlainRow(path)) ? undefined : unclaimedTable(cells, index);
  return table
    ? cap(
        'absence.tablePrinted',
        `Not present: but a table "${table.header.text}" begins on page ${table.header.page}, and nothing holds it`,
      )
    : cap('absence.notPresent', 'Not present');
}

function labelledNeighbour(field: Field, index: DocumentIndex): LabelledText | undefined {
  const isAmount = field.type === 'number' || field.type === 'integer';
  const first =
    isAmount || isDate(field) ? valuesUnder(field, index)[0] : (identifierUnder(field, index) ?? numberAfterTitle(field, index));
  if (first) return { label: first.label, text: first.text, page: first.span.row.page };
  const text = field.type === 'string' && !isDate(field) ? (textFor(field, index) ?? nameUnder(field, index)) : undefined;
  return text && !isOtherCaption(text.text) ? text : undefined;
}

/** The text under the field's label; words without a digit are no number of a party: `Customer: Beta Ltd`. */
function textFor(field: Field, index: DocumentIndex): LabelledText | undefined {
  const found = textUnder(field, index);
  return numbersOfParties.has(conceptOf(field)) && !/\d/.test(found?.text ?? '') ? undefined : found;
}
const numbersOfParties = new Set<Concept | undefined>(['customer_number', 'tax_id', 'seller_tax_id', 'buyer_tax_id']);

/** The identifier under the field's label that looks like one of its kind and may belong to its party. */
function identifierUnder(field: Field, index: DocumentIndex): LabelledValue | undefined {
  const kind = identifierKind(field);
  const found = identifiersUnder(field, index);
  if (kind === undefined) return found[0] ?? numberOfParty(field, index);
  const possible = found.filter(({ text }) => hasShapeOf[kind](text));
  return (
    possible.find(({ span }) => mayBelongTo(field, ownerOf(span, index))) ?? (kind === 'taxId' ? secondUnder(possible, index) : undefined)
  );
}

/** Of two tax numbers under one label in nobody's block the sender's is only one. */
function secondUnder(found: readonly LabelledValue[], index: DocumentIndex): LabelledValue | undefined {
  const [first, ...others] = found.filter(({ span }) => ownerOf(span, index) === undefined);
  return others.find(
    ({ label, text }) => first && squash(label) === squash(first.label) && bareTaxNumber(text) !== bareTaxNumber(first.text),
  );
}

/** A number right after the heading of the party that it counts: `Customer: 1234567-8`. */
function numberOfParty(field: Field, index: DocumentIndex): LabelledValue | undefined {
  if (conceptOf(field) !== 'customer_number') return undefined;
  for (const part of index.phrases) {
    const [role, ...others] = rolesIn(part.text);
    const value = role?.name === 'buyer' && others.length === 0 ? /^\s*:\s*(\S*\d{3}\S*)$/u.exec(part.text.slice(role.to))?.[1] : undefined;
    if (role && role.from === 0 && value)
      return { value, values: [value], text: value, label: role.phrase, strength: 0, decimals: 0, span: { ...part, from: part.to - 1 } };
  }
  return undefined;
}

/** The name under a party's heading, also where the headings stand side by side. */
function nameUnder(field: Field, index: DocumentIndex): LabelledText | undefined {
  const party = partyOf(field);
  if (!party || conceptOf(field) !== `${party}_name`) return undefined;
  const [headed] = [...headedNames(party, index), ...fullNamesUnder(party, index)];
  return headed && { label: headed.heading, text: headed.block[0], page: headed.page };
}
