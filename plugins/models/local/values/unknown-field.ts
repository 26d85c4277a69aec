import type { CellConfidence, Field } from '../../../../core/index.js';
import {
  fieldLabels,
  hasShapeOf,
  type IdentifierKind,
  identifierKind,
  matchesPattern,
  nameParts,
  type PageLine,
  right,
  roleIn,
  squash,
  wholeLabels,
  yesOrNoIn,
} from '../../../../core/text.js';
import type { Find, WordRange } from '../find.js';
import type { TakenValue } from '../label-places.js';
import { boxOf, type DocumentLayout, linesBelow } from '../layout.js';
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
  const said = find ? { ...find, confidence: surenessOf(layout, field, { find, pair: found[0] }) } : findCaptioned(layout, field, take);
  return said?.confidence === 'certain' && asksForLess(field) ? { ...said, confidence: 'likely' } : said;
}

/** A find in the one cell of a whole label is certain; any other of words that nobody knows is likely at most. */
function surenessOf(layout: DocumentLayout, field: Field, { find, pair }: { find: Find; pair: Paired | undefined }): CellConfidence {
  if (find.confidence === 'unsure' || !pair) return find.confidence;
  const isWhole = wholeLabels(field).some((words) => squash(words) === squash(pair.label.text));
  const { line, taken, labelLine, label } = pair;
  const value = { line, from: taken.from, to: taken.to };
  const isSure = isWhole && !goesOnBelow(layout, field, value);
  return isSure && isWholeCell(layout, field, { value, label: { line: labelLine, from: label.from, to: label.to } }) ? 'certain' : 'likely';
}

/** Whether a field asks for the family name beside one for the given name: a page mostly prints both in one. */
const asksForLess = ({ names, beside = [] }: Field): boolean => isName(names.at(-1) ?? '') && beside.some((name) => givenName.test(name));
const isName = (name: string): boolean => nameParts(name).atoms.has('name') || familyName.test(name);
const familyName = /^(?:last_?name|surname|apellidos?|cognome|achternaam|efternamn|efternavn|nazwisko|prijmeni|sobrenome)$/i;
const givenName = /^(?:first_?name|given_?names?|forename|vorname|prenom|voornaam|fornamn|fornavn|imie|jmeno)$/i;

/** Whether an address has more lines under the one that was found. */
function goesOnBelow(layout: DocumentLayout, { names }: Field, { line, from, to }: WordRange & { readonly line: PageLine }): boolean {
  if (!nameParts(names.at(-1) ?? '').atoms.has('address')) return false;
  const box = boxOf(line, from, to);
  const [below] = linesBelow(layout, line, box, maxHeightsToNext);
  return below?.phrases.some((phrase) => Math.abs(phrase.box.x - box.x) <= box.height / 2) ?? false;
}
const maxHeightsToNext = 0.8;

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
  return identifierName(field.names.at(-1) ?? '') ? takeIdentifier : takeText;
}

const identifierName = (name: string): boolean =>
  /(?:number|nummer|_no|nr|id|code|ref|account|konto)$/i.test(name) || numberFirst.test(name);
/** In Romance languages the number comes first: `idFiscal`, `numero_dossier`. */
const numberFirst = /^(?:id|num|numero)(?=_|\p{Lu})/u;

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
