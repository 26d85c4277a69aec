import { type Cell, type Field, isPlainRow, once } from '../../../core/index.js';
import { conceptKind, conceptOf, hasPostalCode, identifierKind, type PageLine, type Phrase, squash } from '../../../core/text.js';
import { amountsOn, labelledAmounts } from './amounts/labelled-amounts.js';
import type { DocumentFindings } from './findings.js';
import type { DocumentLayout } from './layout.js';
import { explainedDates } from './values/dates.js';

/**
 * Whether the document prints a value of the form that a field asks for and that no known label and no cell explains: its label may be one
 * that nobody knows. So it is where not even the total, or the day, is found that every document has.
 */
export function unexplained(cells: readonly Cell[], findings: DocumentFindings): (field: Field) => boolean {
  const { layout } = findings;
  const claimed = once(
    () => new Set([...cells.map(({ value }) => value), ...read.map((concept) => findings.of(concept)?.value)].map(keyOf)),
  );
  const isFree = (text: string): boolean => !claimed().has(keyOf(text));
  const isLeft = {
    amount: once(() => isUnread('total', layout, findings) || amountsLeft(layout).some(isFree)),
    date: once(() => isUnread('issue_date', layout, findings) || datesLeft(layout).some(isFree)),
    phone: once(() => phonesLeft(layout).some(isFree)),
    number: once(() => numbersLeft(layout).some(isFree)),
  };
  return (field) => {
    const form = formOf(field);
    return form !== undefined && isLeft[form]();
  };
}

/** Whether a document prints values of a form, and the one of them that each has is not found. */
function isUnread(concept: 'total' | 'issue_date', { lines }: DocumentLayout, findings: DocumentFindings): boolean {
  const prints = lines.some(({ numbers, dates }) =>
    concept === 'total' ? numbers.some(({ value }) => value.decimals === 2 || value.currency !== undefined) : dates.length > 0,
  );
  return prints && findings.of(concept) === undefined;
}

/** Less sure nulls where a value that may be theirs is printed. */
export function doubtNulls(cells: readonly Cell[], fields: readonly Field[], isLeft: (field: Field) => boolean): readonly Cell[] {
  const byPath = new Map(fields.map((field) => [field.path, field]));
  return cells.map((given) => {
    const field = given.value === null && given.confidence === 'likely' ? byPath.get(given.path) : undefined;
    return field && isLeft(field) ? { ...given, confidence: 'unsure' } : given;
  });
}

/** Amounts are compared without their currency, which may stand apart. */
const keyOf = (text: string | null | undefined): string => squash(text ?? '').replace(/^\D+(?=\d+$)/, '');

/** Forms of values by which they can be told, whatever their label. */
type ValueForm = 'amount' | 'date' | 'phone' | 'number';

/** What the reader knows of a document, asked for or not. */
const read = ['issue_date', 'subtotal', 'tax', 'total', 'amount_due', 'invoice_number', 'seller_tax_id', 'buyer_tax_id', 'phone'] as const;

function formOf(field: Field): ValueForm | undefined {
  const kind = identifierKind(field);
  if (kind === 'phone') return 'phone';
  const concept = conceptOf(field);
  if (concept === undefined || (field.path.includes('[]') && !isPlainRow(field.path))) return undefined;
  if (kind === 'taxId') return 'number';
  if (kind !== undefined || concept === 'tax_rate') return undefined;
  const asked = conceptKind(concept);
  return asked === 'identifier' ? 'number' : asked === 'text' ? undefined : asked;
}

function amountsLeft(layout: DocumentLayout): readonly string[] {
  const { style } = layout.index;
  const explained = new Set(labelledAmounts(layout, style).map(({ token }) => token));
  const amounts = outsideRows(layout).flatMap((line) => amountsOn(line, style));
  return amounts.flatMap(({ token, value }) => (explained.has(token) || value.isZero() ? [] : [token.text]));
}

function datesLeft(layout: DocumentLayout): readonly string[] {
  const explained = explainedDates(layout);
  return outsideRows(layout).flatMap(({ number, dates }) =>
    dates.flatMap(({ text, from }) => (explained.has(`${number} ${from}`) ? [] : [text])),
  );
}

const phonesLeft = ({ lines }: DocumentLayout): readonly string[] =>
  lines.flatMap((line) => unlabelled(line, phoneForm)).filter((text) => isPhone(text));

const numbersLeft = (layout: DocumentLayout): readonly string[] => outsideRows(layout).flatMap((line) => unlabelled(line, numberForm));

const outsideRows = ({ lines, heads, body }: DocumentLayout): readonly PageLine[] =>
  lines.filter(({ number }) => !heads.has(number) && !body.has(number));

/** Digits in groups, as telephone numbers are printed. */
const phoneForm = /(?<![\p{L}\p{N}.,/@:-])(?:\+|\(|\d)[\d ()./-]{6,22}\d(?![\p{L}\p{N}.,/-])/gu;
const minPhoneDigits = 8;
const maxPhoneDigits = 15;

function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '').length;
  return digits >= minPhoneDigits && digits <= maxPhoneDigits;
}

/** A word of digits, perhaps with letters, as numbers of documents and parties are printed. */
const numberForm = /(?<!\S)(?=(?:\S*\d){6})[\p{Lu}\d][\p{Lu}\d./-]{6,19}(?!\S)/gu;

/** The texts of a form in a line that stand behind no known label, in no date, no amount and no address. */
function unlabelled({ phrases, dates, numbers }: PageLine, form: RegExp): readonly string[] {
  if (dates.length > 0 || numbers.some(({ value }) => value.decimals === 2 || value.currency !== undefined)) return [];
  return phrases.flatMap(({ text, labels }, at) =>
    labels.length > 0 || endsInLabel(phrases[at - 1]) || hasPostalCode(text) ? [] : [...text.matchAll(form)].map(([found]) => found),
  );
}

const endsInLabel = (phrase: Phrase | undefined): boolean =>
  phrase?.labels.some(({ end }) => !/[\p{L}\p{N}]/u.test(phrase.text.slice(end))) ?? false;
