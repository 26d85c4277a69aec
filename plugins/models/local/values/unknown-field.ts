import type { CellConfidence, Field } from '../../../../core/index.js';
import {
  fieldLabels,
  hasShapeOf,
  type IdentifierKind,
  identifierKind,
  matchesPattern,
  type PageLine,
  right,
  roleIn,
  squash,
  wholeLabels,
  yesOrNoIn,
} from '../../../../core/text.js';
import type { Find } from '../find.js';
import type { TakenValue } from '../label-places.js';
import type { DocumentLayout } from '../layout.js';
import { best, type Paired, pairs, wholeText } from '../pairing.js';
import { headed } from '../parties/party-headings.js';
import { findCaptioned } from './captioned.js';
import { isWholeCell } from './cells.js';
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
  if (!find) return findCaptioned(layout, field, take);
  return { ...find, confidence: surenessOf(layout, field, { find, pair: found[0] }) };
}

/** A find in the one cell of a whole label is certain; any other of words that nobody knows is likely at most. */
function surenessOf(layout: DocumentLayout, field: Field, { find, pair }: { find: Find; pair: Paired | undefined }): CellConfidence {
  if (find.confidence === 'unsure' || !pair) return find.confidence;
  const isWhole = wholeLabels(field).some((words) => squash(words) === squash(pair.label.text));
  const { line, taken, labelLine, label } = pair;
  const value = { line, from: taken.from, to: taken.to };
  return isWhole && isWholeCell(layout, field, { value, label: { line: labelLine, from: label.from, to: label.to } })
    ? 'certain'
    : 'likely';
}

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
  const taken = withoutSign(wholeText(line, from, sentenceEnd(line, from, ownEnd(line, from, to))));
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

/** Where a text ends before a sign that parts statements, or before the next caption of its line: `53-1187  Driver: Wes Aragon`. */
function ownEnd({ words }: PageLine, from: number, to: number): number {
  const at = words.findIndex(({ text }, word) => word > from && word < to && (/^[·•|]$/.test(text) || /\p{L}:$/u.test(text)));
  if (at < 0 || !words[at]?.text.endsWith(':')) return at < 0 ? to : at;
  const gapBefore = (word: number): number => {
    const [before, after] = [words[word - 1], words[word]];
    return before && after ? after.box.x - right(before.box) : 0;
  };
  const starts = Array.from({ length: Math.min(at - from, maxWordsOfCaption) }, (_, back) => at - back);
  return starts.reduce((widest, start) => (gapBefore(start) > minTimesWider * gapBefore(widest) ? start : widest), at);
}
const maxWordsOfCaption = 4;
const minTimesWider = 1.5;

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
