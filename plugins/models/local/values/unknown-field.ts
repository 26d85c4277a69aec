import type { Field } from '../../../../core/index.js';
import {
  fieldLabels,
  hasShapeOf,
  type IdentifierKind,
  identifierKind,
  letters,
  matchesPattern,
  overlap,
  type PageLine,
  roleIn,
  squash,
  wholeLabels,
  yesOrNoIn,
} from '../../../../core/text.js';
import type { Find } from '../find.js';
import type { TakenValue } from '../label-places.js';
import { boxOf, type DocumentLayout, linesBelow, phraseAt, textOf, wordLetters } from '../layout.js';
import { best, type Paired, pairs, wholeText } from '../pairing.js';
import { headed } from '../parties/party-headings.js';
import { takeTaxId } from './contacts.js';
import { edgeOf, findEdge, takeDate } from './dates.js';
import { takeIdentifier } from './identifiers.js';

/** Finds a field without a known concept: the words of its name and description are its labels. */
export function findOwn(layout: DocumentLayout, field: Field): Find | undefined {
  if (namesReceiver(field)) return receiver(layout);
  const edge = edgeOf(field);
  if (edge) return findEdge(layout, edge);
  const words = fieldLabels(field);
  const take = takerFor(field);
  const found = pairs(layout, { concepts: ['own'], own: { words }, take, ...(take === takeText ? { free: true } : {}) });
  const find = best(found);
  return find && find.confidence === 'certain' && !isPlain(layout, field, found[0]) ? { ...find, confidence: 'likely' } : find;
}

/**
 * Whether nothing but a value follows nothing but the whole label of a field: `Contract no.: C-4711`. Words need a colon between, because a
 * label may go on.
 */
function isPlain(layout: DocumentLayout, field: Field, pair: Paired | undefined): boolean {
  if (!pair || pair.line !== pair.labelLine || (pair.place !== 'beside' && pair.place !== 'right')) return false;
  const { line, label, taken } = pair;
  const own = phraseAt(line, label.from);
  const last = phraseAt(line, taken.to - 1);
  const isWhole = wholeLabels(field).some((words) => squash(words) === squash(label.text));
  if (!own || !last || !isWhole || letters(own.text.slice(0, label.start)) > 0) return false;
  const between = textOf(line, label.from, taken.from).slice(label.text.length);
  const after = textOf(line, taken.to, last.to);
  if (/[\p{L}\p{N}]/u.test(between) || wordLetters(after) > 0) return false;
  if (field.type !== 'string' || field.enum || takerFor(field) === takeDate) return true;
  const isCode = /^\S*\d\S*$/u.test(taken.value) && taken.value.length >= minCodeLength;
  const isShort = taken.value.split(' ').length <= maxTextWords && !/[.;!?]\s/.test(taken.value);
  return isCode || (isShort && /:/.test(between) && (pair.place === 'beside' || !isHeading(layout, pair)));
}

/** Whether words stand right under a label that may be its value: then the label need not be that of the words beside it. */
function isHeading(layout: DocumentLayout, { line, label }: Paired): boolean {
  const box = boxOf(line, label.from, label.to);
  return linesBelow(layout, line, box, maxHeightsToValue).some(({ phrases }) =>
    phrases.some((other) => overlap(other.box, box) > 0 && !other.text.includes(':')),
  );
}
const maxHeightsToValue = 1;
const minCodeLength = 4;
const maxTextWords = 5;

/** Whether a field such as `ship_to.name` asks for the name under the delivery heading. */
function namesReceiver({ names, type }: Field): boolean {
  const [parent = '', leaf = ''] = names.slice(-2);
  return type === 'string' && leaf.toLowerCase() === 'name' && roleIn(parent.replaceAll('_', ' ')) === 'delivery';
}

/** The name under the delivery heading; less sure where its line says more. */
function receiver(layout: DocumentLayout): Find | undefined {
  const found = headed(layout, 'delivery');
  return found && { ...found.find, confidence: found.phrase.text.endsWith(found.name) ? found.find.confidence : 'likely' };
}

/** The function that reads a field's value after its label, by type and name. */
export function takerFor(field: Field): (line: PageLine, from: number, to: number) => TakenValue | undefined {
  if (field.enum) return takeLiteral(field.enum.filter((literal) => typeof literal === 'string'));
  if (field.pattern !== undefined && matchesPattern('', field) === false) return takeMatch(field);
  if (field.type === 'boolean') return takeTruth;
  if (field.type !== 'string') return takeNumber(isRate(field));
  const kind = identifierKind(field);
  if (kind && kind !== 'date' && kind !== 'iban' && kind !== 'bic') return takeOfKind(kind);
  if (field.format?.startsWith('date') || /date|datum|fecha/i.test(field.names.at(-1) ?? '')) return takeDate;
  return /(?:number|nummer|_no|nr|id|code|ref|account|konto)$/i.test(field.names.at(-1) ?? '') ? takeIdentifier : takeText;
}

/** Takes any words but a caption. An id with a single letter, such as `A-17`, is too short for text but still an id. */
export const takeText = (line: PageLine, from: number, to: number): TakenValue | undefined => {
  const taken = withoutSign(wholeText(line, from, sentenceEnd(line, from, to)));
  if (taken && /:$/.test(line.words[taken.to - 1]?.text ?? '')) return undefined;
  return taken ?? takeIdentifier(line, from, to);
};

/** A code without the number sign that clings to it: `No.4711`. */
function withoutSign(taken: TakenValue | undefined): TakenValue | undefined {
  const code = taken && /^(?:no|nr|n[°º]|#)[.:°º]*(?=\S*\d)(\S+)$/iu.exec(taken.value)?.[1];
  return taken && code !== undefined && /\d/.test(code) ? { ...taken, value: code } : taken;
}

/** Takes the text, or the first word in it, that the pattern of a field matches. */
const takeMatch =
  (field: Field) =>
  (line: PageLine, from: number, to: number): TakenValue | undefined => {
    const whole = takeText(line, from, to);
    if (whole && matchesPattern(whole.value, field)) return whole;
    const at = line.words.findIndex(
      ({ text }, word) => word >= from && word < Math.min(to, from + maxWordsToMatch) && matchesPattern(text, field),
    );
    const text = line.words[at]?.text;
    return text === undefined ? undefined : { value: text, from: at, to: at + 1 };
  };
const maxWordsToMatch = 3;

/** Takes an identifier if it can be one of its kind: an amount beside `VAT` is no VAT number. */
const takeOfKind =
  (kind: IdentifierKind) =>
  (line: PageLine, from: number, to: number): TakenValue | undefined => {
    const taken = kind === 'taxId' ? takeTaxId(line, from, to) : takeText(line, from, to);
    return taken && hasShapeOf[kind](taken.value) ? taken : undefined;
  };

/** Where the last whole sentence ends, if a label in the next one ended the text: `Reason: wrong size. The amount will be refunded.` */
function sentenceEnd(line: PageLine, from: number, to: number): number {
  const isCut = line.phrases.some((phrase) => phrase.from <= from && from < phrase.to && to < phrase.to);
  const end = isCut ? line.words.slice(from, to).findLastIndex(({ text }) => /\p{Ll}{2}[.!?]$/u.test(text)) : -1;
  return end < 0 ? to : from + end + 1;
}

/** The first number, near the label. A percentage is only taken for a rate: `Fee 10 %  20.05`. */
const takeNumber =
  (rate: boolean) =>
  (line: PageLine, from: number, to: number): TakenValue | undefined => {
    const token = line.numbers.find((number) => number.from >= from && (rate || !number.value.percent));
    return token && token.to <= to && token.from <= from + 2 ? { value: token.text, from: token.from, to: token.to } : undefined;
  };

const isRate = ({ names, description }: Field): boolean =>
  /rate|perc|pct|%|satz|taux|tipo|aliquot|tarif|discount|rabatt|remise|sconto/i.test(`${names.at(-1)} ${description}`);

/** The printed literal, in the spelling of the schema. */
const takeLiteral =
  (literals: readonly string[]) =>
  (line: PageLine, from: number, to: number): TakenValue | undefined => {
    const found = wholeText(line, from, to);
    const literal = found && literals.find((other) => other.toLowerCase() === found.value.toLowerCase());
    return found && literal !== undefined ? { ...found, value: literal } : undefined;
  };

function takeTruth(line: PageLine, from: number, to: number): TakenValue | undefined {
  const answer = from < to ? yesOrNoIn(line.words[from]?.text ?? '') : undefined;
  return answer === undefined ? undefined : { value: String(answer), from, to: from + 1 };
}
