import {
  type Cell,
  type Document,
  eventLoopYielder,
  type Field,
  isPlainRow,
  once,
  type Reading,
  type ReadTask,
} from '../../../core/index.js';
import {
  asksForCarriage,
  choiceIn,
  conceptKind,
  conceptOf,
  hasPostalCode,
  identifierKind,
  indexDocument,
  isOfficeNumber,
  isPrintedAsMoney,
  isTimeName,
  letters,
  nameParts,
  namesCarriage,
  type PageLine,
  type Phrase,
  placeKind,
  roleIn,
  roleOf,
  spelt,
  squash,
  statementOf,
  taxNumberAsked,
  vatIdShape,
} from '../../../core/text.js';
import { amountsOn, labelledAmounts } from './amounts/labelled-amounts.js';
import { emptyArrays, plainCells, rowCells, taxCells, withOwnRows } from './array-cells.js';
import { cell, doubtful, type Find } from './find.js';
import { type DocumentFindings, findingsOf } from './findings.js';
import { type DocumentLayout, digitsIn, type SearchEffort } from './layout.js';
import { type FieldFind, withoutShared } from './shared-places.js';
import { headersOf } from './table/header.js';
import { findCaptioned } from './values/captioned.js';
import { officeNumber } from './values/contacts.js';
import { inCurrency } from './values/currency.js';
import { explainedDates } from './values/dates.js';
import { findStatement } from './values/statements.js';
import { findOwn, takerFor } from './values/unknown-field.js';

/**
 * Reads a document by its words alone: what is printed, where it stands, and how sure that place makes the value.
 * @throws the signal's reason when it fires in between.
 */
export async function readPages({ document, fields, signal }: ReadTask, effort: SearchEffort): Promise<Reading> {
  const yieldToEventLoop = eventLoopYielder(signal);
  const layout = await layoutOf(document, effort, yieldToEventLoop);
  const findings = findingsOf(layout, await headersOf(layout, layout.index.style, yieldToEventLoop));
  await yieldToEventLoop();
  const found: FieldFind[] = [];
  for (const field of fields.filter(({ path }) => !path.includes('[]'))) {
    await yieldToEventLoop();
    found.push({ field, find: findFor(field, layout, findings) });
  }
  const cells = withoutShared(found, (field) => captioned(field, layout)).map(({ field, find, isDropped }): Cell => {
    const answer = cell(field, find);
    return isDropped ? { ...answer, confidence: 'unsure' } : answer;
  });
  await yieldToEventLoop();
  const known = [...rowCells(fields, findings, layout), ...taxCells(fields, findings), ...plainCells(fields, findings)];
  const rows = withOwnRows(known, fields, layout);
  const isLeft = unexplained([...cells, ...rows], findings);
  return { cells: [...doubtNulls(cells, fields, isLeft), ...rows], empty: emptyArrays(fields, rows, isLeft) };
}

/** The lines of a document, with the labels and amounts on them, before tables are known. */
export async function layoutOf(document: Document, effort: SearchEffort, yieldToEventLoop: () => Promise<void>): Promise<DocumentLayout> {
  const index = indexDocument(document);
  for (const line of index.lines) {
    await yieldToEventLoop();
    // Labels are found once a phrase, and amounts once a line; here, so that other requests run in between.
    for (const { labels } of line.phrases) void labels;
    amountsOn(line, index.style);
  }
  return { index, lines: index.lines, effort, heads: new Set<number>(), body: new Set<number>() };
}

function findFor(field: Field, layout: DocumentLayout, findings: DocumentFindings): Find | undefined {
  if (statementOf(field)) return findStatement(layout, field) ?? findOwn(layout, field);
  const party = identifierKind(field) === 'email' ? roleOf(field) : undefined;
  if (party) return findings.email(party);
  const concept = conceptOf(field);
  const place = concept === undefined ? placeKind(field) : undefined;
  const owner = place && (roleOf(field) ?? (isOfDelivery(field) ? 'delivery' : undefined));
  if (place && owner) return findings.place(place, owner) ?? findOwn(layout, field);
  const kind = identifierKind(field);
  if (!concept) return (kind === 'iban' || kind === 'bic' ? findings.of(kind) : undefined) ?? findOwn(layout, field);
  const find = asNumberOfTax(field, inCurrency(field, findings.of(concept), layout), layout);
  if (concept === 'currency') return find;
  if (concept.endsWith('_date') && asksForTime(field) && !/\d[:h]\d\d/.test(find?.value ?? '')) return undefined;
  if (concept === 'charge' && asksForCarriage(field) && !namesCarriage(find?.quote ?? '')) return undefined;
  const choice = asChoice(field, find) ?? (concept === 'payment_method' && field.enum ? choiceAlone(layout, field) : undefined);
  return choice ?? (conceptKind(concept) === 'text' ? undefined : captioned(field, layout));
}

/** What stands in the one cell of a caption in the words of a field, though nobody knows them as its label. An amount is no number of anything, nor are words. */
function captioned(field: Field, layout: DocumentLayout): Find | undefined {
  const find = field.enum ? undefined : findCaptioned(layout, field, takerFor(field));
  const isAmount = field.type === 'string' && /^\P{L}*\d[.,]\d+$/u.test(find?.value ?? '');
  const concept = conceptOf(field);
  const isWords = concept !== undefined && conceptKind(concept) === 'identifier' && !/\d/.test(find?.value ?? '');
  return find?.confidence === 'certain' && !isAmount && !isWords ? { ...find, confidence: 'likely' } : undefined;
}

/** A number of a tax office answers no field that asks for a VAT number, and a VAT number none that asks for that of the office, where it is printed. */
function asNumberOfTax(field: Field, find: Find | undefined, layout: DocumentLayout): Find | undefined {
  if (!find) return undefined;
  const asked = taxNumberAsked(field);
  if (asked === 'vat') return isOfficeNumber(find.value) ? undefined : find;
  const isVat = asked === 'office' && roleOf(field) !== 'buyer' && vatIdShape(find.value) === 'valid-shape';
  return (isVat ? officeNumber(layout) : undefined) ?? find;
}

/** Whether a field asks for the time of a day alone: `issued_time`, but not `date_time`. */
function asksForTime({ names }: Field): boolean {
  const name = names.at(-1) ?? '';
  return isTimeName(spelt(name).split(' ').at(-1) ?? '') && !nameParts(name).atoms.has('date');
}

/** Whether a container's name is a heading of who gets the goods: `ship_to`. */
const isOfDelivery = ({ names }: Field): boolean => roleIn((names.at(-2) ?? '').replace(/(\p{Ll})(\p{Lu})|_/gu, '$1 $2')) === 'delivery';

/**
 * Turns a find into the choice of the field that its words mean. A find that means no choice is dropped; fields without choices keep
 * theirs.
 */
export function asChoice(field: Field, find: Find | undefined): Find | undefined {
  const choices = field.enum?.filter((choice) => typeof choice === 'string');
  if (!choices || !find) return find;
  const same = choices.find((choice) => choice.toLowerCase() === find.value.toLowerCase());
  const value = same ?? choiceIn(find.value, choices);
  return value === undefined ? undefined : { ...find, value };
}

/** A choice that stands alone in a phrase anywhere, such as `Kartenzahlung`. Doubtful where the document names several. */
export function choiceAlone(layout: DocumentLayout, { enum: given = [] }: Field): Find | undefined {
  const choices = given.filter((choice) => typeof choice === 'string');
  const found = layout.lines.flatMap((line) =>
    line.phrases.flatMap(({ text }): readonly Find[] => {
      const value = letters(text) <= maxLetters ? choiceIn(text, choices) : undefined;
      return value === undefined ? [] : [{ value, page: line.page, quote: text, confidence: 'unsure', reason: 'header' }];
    }),
  );
  const [first] = found;
  return first && found.some(({ value }) => value !== first.value) ? doubtful(first) : first;
}

/** Longer phrases are sentences, which may merely offer ways to pay. */
const maxLetters = 20;

/**
 * Whether the document prints a value of the form that a field asks for and that no known label and no cell explains: its label may be one
 * that nobody knows. So it is where not even the total, or the day, is found that every document has. What is due may be the
 * total, without being called so.
 */
function unexplained(cells: readonly Cell[], findings: DocumentFindings): (field: Field) => boolean {
  const { layout } = findings;
  const claimed = once(
    () => new Set([...cells, ...read.flatMap((concept) => labelledOnly(findings.of(concept)))].map(({ value }) => keyOf(value))),
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
    return form !== undefined && (isLeft[form]() || (conceptOf(field) === 'amount_due' && findings.of('total') !== undefined));
  };
}

/** What only its place names may be another field's: the one day of a letter, for `delivered_on`. */
const labelledOnly = (find: Find | undefined): readonly Find[] => (find && find.reason !== 'header' ? [find] : []);

/** Whether a document prints values of a form, and the one of them that each has is not found. */
function isUnread(concept: 'total' | 'issue_date', { lines }: DocumentLayout, findings: DocumentFindings): boolean {
  const prints = lines.some(({ numbers, dates }) =>
    concept === 'total' ? numbers.some(({ value }) => isPrintedAsMoney(value)) : dates.length > 0,
  );
  return prints && findings.of(concept) === undefined;
}

/** Less sure nulls where a value that may be theirs is printed. */
function doubtNulls(cells: readonly Cell[], fields: readonly Field[], isLeft: (field: Field) => boolean): readonly Cell[] {
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
  const digits = digitsIn(text);
  return digits >= minPhoneDigits && digits <= maxPhoneDigits;
}

/** A word of digits, perhaps with letters, as numbers of documents and parties are printed. */
const numberForm = /(?<!\S)(?=(?:\S*\d){6})[\p{Lu}\d][\p{Lu}\d./-]{6,19}(?!\S)/gu;

/** The texts of a form in a line that stand behind no known label, in no date, no amount and no address. */
function unlabelled({ phrases, dates, numbers }: PageLine, form: RegExp): readonly string[] {
  if (dates.length > 0 || numbers.some(({ value }) => isPrintedAsMoney(value))) return [];
  return phrases.flatMap(({ text, labels }, at) =>
    labels.length > 0 || endsInLabel(phrases[at - 1]) || hasPostalCode(text) ? [] : [...text.matchAll(form)].map(([found]) => found),
  );
}

const endsInLabel = (phrase: Phrase | undefined): boolean =>
  phrase?.labels.some(({ end }) => !/[\p{L}\p{N}]/u.test(phrase.text.slice(end))) ?? false;
