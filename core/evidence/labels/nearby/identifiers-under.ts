import type { Concept } from '../../../contracts/concept.js';
import type { Field } from '../../../contracts/schema.js';
import { memoizeByObject, memoizeByPair } from '../../../values/memoize.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { type Phrase } from '../../page/lines.js';
import { type Row, type Span, textOf } from '../../page/page-index.js';
import { neighbour } from '../../page/surroundings.js';
import { datesIn } from '../../print/dates.js';
import { bicHolds, ibanHolds, isCountryCode, vatIdShape } from '../../print/identifiers.js';
import { squash } from '../../print/normalise.js';
import type { IdentifierKind } from '../concepts/concept-kind.js';
import { ownLabels } from '../concepts/own-labels.js';
import { type LabelMatch, labelIn, labelsIn, marksIn, type OwnLabels, rolesIn } from '../labels.js';
import { isNumberSign } from './label-beside.js';
import type { LabelledValue } from './values-under.js';

const identifiers = new Set([
  'invoice_number',
  'order_number',
  'customer_number',
  'iban',
  'bic',
  'seller_tax_id',
  'buyer_tax_id',
  'tax_id',
]);

/**
 * Identifiers right after a field's label in the row, or under it where labels stand side by side: words with a digit, in document order.
 * Empty for a field that is not an identifier.
 */
export const identifiersUnder = memoizeByPair((field: Field, index: DocumentIndex): readonly LabelledValue[] => {
  const own = ownLabels(field);
  return identifiers.has(own.concept ?? '') ? labelledBy(own, index) : [];
});

/** Whether a number stands under the label of the order or of the customer. */
export const isNumberOfOther = (value: string, index: DocumentIndex): boolean => numbersOfOthers(index).has(value);
const numbersOfOthers = memoizeByObject((index: DocumentIndex): ReadonlySet<string> => {
  const others = (['order_number', 'customer_number'] as const).flatMap((concept) => labelledBy({ concept, words: [] }, index));
  return new Set(others.map(({ value }) => value));
});

function labelledBy(own: OwnLabels, index: DocumentIndex): readonly LabelledValue[] {
  return index.rows.flatMap((row, order) => {
    const labels = labelsIn(row.text, own);
    if (!labels.some((match) => names(match, own))) return [];
    const found = afterLabel({ row, order, text: row.text }, own);
    return found ? [found] : (index.lines[order]?.phrases ?? []).flatMap((part) => besideLabel(part, own, index) ?? []);
  });
}

/** The number right after the document's title, `Receipt 1828964`, when no label names it. */
export function numberAfterTitle(field: Field, index: DocumentIndex): LabelledValue | undefined {
  if (ownLabels(field).concept !== 'invoice_number') return undefined;
  return index.phrases.flatMap((part) => {
    const title = marksIn(part.text).find(({ name, from }) => name !== 'carry-over' && from === 0);
    return title ? (valueIn(part, part.text.slice(title.to), { label: title.phrase, strength: 0 }) ?? []) : [];
  })[0];
}

type IdentifierPlace = Pick<Phrase, 'order' | 'text'> & { readonly row: Row };

function afterLabel(place: IdentifierPlace, own: OwnLabels): LabelledValue | undefined {
  const label = ownLabelIn(place.text, own);
  if (!label || !names(label, own)) return undefined;
  return valueIn(place, place.text.slice(label.to), { label: label.label, strength: strengthOf(label, own) });
}

/** Looks after the label in its own part, then in the next part of the row, or below the label if the next part is a heading or absent. */
function besideLabel(part: Phrase, own: OwnLabels, index: DocumentIndex): LabelledValue | undefined {
  const label = ownLabelIn(part.text, own);
  if (!label || !names(label, own)) return undefined;
  const named = { label: label.label, strength: strengthOf(label, own) };
  const rest = part.text.slice(label.to);
  if (/[\p{L}\p{N}]/u.test(rest)) return valueIn(part, rest, named);
  const next = index.lines[part.order]?.phrases.find(({ from }) => from === part.to);
  const place = next && !isHeading(next.text) ? next : neighbour(part, 'below', index);
  return place && !isHeading(place.text) ? valueIn(place, place.text, named) : undefined;
}

/** The longest label of a text; an account keeps its own one behind the name of its bank or of a way to pay: `Bank transfer: IBAN`. */
function ownLabelIn(text: string, own: OwnLabels): LabelMatch | undefined {
  const account = own.concept === 'iban' || own.concept === 'bic' ? labelsIn(text, own).find((match) => names(match, own)) : undefined;
  return account ?? labelIn(text, own);
}

/** Whether a label names the field. One that fits either party names each party's tax number. */
const names = ({ concept }: LabelMatch, own: OwnLabels): boolean =>
  concept === own.concept || (concept === 'tax_id' && (own.concept === 'seller_tax_id' || own.concept === 'buyer_tax_id'));

const isHeading = (text: string): boolean => labelsIn(text).length > 0 || rolesIn(text).length > 0;

/** A field's own name outweighs its other labels: the invoice number wins over a receipt number where both are printed. */
const strengthOf = ({ label, from, to }: LabelMatch, own: OwnLabels): number =>
  to - from + (own.words.some((words) => squash(words) === squash(label)) ? 100 : 0);

/** The number sign and the code of the document's type (UNTDID 1001, `(380)`) that may stand between a label and its identifier. */
const isBetween = (word: string): boolean => isNumberSign(word) || /^\(\d{3}\)$/.test(word);

/** The first word of a text if it may be an identifier: it has a digit and is not a date. */
function valueIn(
  { row, order }: IdentifierPlace,
  rest: string,
  named: Pick<LabelledValue, 'label' | 'strength'>,
): LabelledValue | undefined {
  const words = rest.replace(/^[\s:.#-]+/, '').split(' ');
  const parts = partsOf(words.slice(words.findIndex((word) => !isBetween(word))));
  const text = parts.join(' ');
  const from = row.words.findIndex((_, at) => parts.every((part, nth) => row.words[at + nth]?.text.endsWith(part)));
  if (!/\d/.test(text) || isDate(text) || from < 0) return undefined;
  const value = squash(text);
  return { value, values: [value], text, ...named, decimals: 0, span: { row, order, from, to: from + parts.length } };
}

/** The first word; after the letters of a country the groups of a VAT number, too: `DE 301 446 298`. */
function partsOf([head = '', ...rest]: readonly string[]): readonly string[] {
  if (!countryPrefix.test(head)) return [head];
  const end = rest.findIndex((word) => !/^\d[\d.-]*$/.test(word));
  return [head, ...(end < 0 ? rest : rest.slice(0, end))];
}
const countryPrefix = /^(?:[A-Z]{2}|ATU|CHE)$/;

/** Plain digits may be a document number; digits separated like a date are a date. */
const isDate = (text: string): boolean => /\D/.test(text) && datesIn(text).length > 0;

/** An identifier that its shape or its check digits prove, at its place. */
export interface PrintedIdentifier {
  readonly text: string;
  readonly span: Span;
}

/** Every identifier of a kind that the document prints; only kinds that no other text can be taken for. */
export const printedIdentifiers = (kind: IdentifierKind, index: DocumentIndex): readonly PrintedIdentifier[] =>
  allIn(index).get(kind) ?? [];

const provenShapes = {
  iban: { maxWords: 10, opens: /^[A-Z]{2}(?:\d{2}[A-Z\d-]*)?$/, holds: isIban },
  taxId: { maxWords: 5, opens: /^(?:[A-Z]{2}|CHE|ATU|\d{2}[A-Z]{5}|\d{5,9})/, holds: isTaxId },
  bic: { maxWords: 1, opens: /^[A-Z]{6}/, holds: bicHolds, label: 'bic' },
  email: { maxWords: 1, opens: /@/, holds: (text) => /^[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}$/.test(text) },
} as const satisfies Partial<Record<IdentifierKind, ProvenShape>>;

interface ProvenShape {
  readonly maxWords: number;
  /** What its first word looks like. */
  readonly opens: RegExp;
  holds(text: string): boolean;
  /** What must stand right before it, where other words look like it, too. */
  readonly label?: Concept;
}

const allIn = memoizeByObject((index: DocumentIndex): ReadonlyMap<IdentifierKind, readonly PrintedIdentifier[]> => {
  const found = new Map(shapes.map(([kind]) => [kind, [] as PrintedIdentifier[]]));
  for (const [order, row] of index.rows.entries())
    for (const [from, word] of row.words.entries()) {
      const first = cleaned(word.text);
      for (const [kind, shape] of shapes) {
        const identifier = shape.opens.test(first) ? identifierAt({ row, order, from, to: from }, shape) : undefined;
        if (identifier) found.get(kind)?.push(identifier);
      }
    }
  return found;
});

const shapes = Object.entries(provenShapes) as readonly (readonly [keyof typeof provenShapes, ProvenShape])[];

/** The longest run of words from here that is such an identifier; a label may cling to its first word: `IBAN:DE89`. */
function identifierAt({ row, order, from }: Span, { maxWords, holds, label }: ProvenShape): PrintedIdentifier | undefined {
  if (label && !isLabelled({ row, order, from, to: from }, label)) return undefined;
  for (let to = Math.min(row.words.length, from + maxWords); to > from; to -= 1) {
    const text = cleaned(textOf({ row, order, from, to }));
    // A dash or bracket that stands alone behind it is no part of it.
    if (/[\p{L}\p{N}]/u.test(row.words[to - 1]?.text ?? '') && holds(text)) return { text, span: { row, order, from, to } };
  }
  return undefined;
}

/** Whether the words before a place end with a label of the concept, or the first word begins with it: `BIC:COBADEFF`. */
function isLabelled({ row, order, from }: Span, concept: Concept): boolean {
  const own = /^\p{L}+(?=:\S)/u.exec(row.words[from]?.text ?? '')?.[0] ?? '';
  const before = `${textOf({ row, order, from: Math.max(0, from - maxLabelWords), to: from })} ${own}`;
  const label = labelsIn(before).at(-1);
  return label?.concept === concept && !/[\p{L}\p{N}]/u.test(before.slice(label.to));
}
const maxLabelWords = 4;

const cleaned = (text: string): string => text.replace(/^[^\s:]*:(?=\S)|^[<([]+|[>)\],;.\s-]+$/g, '');

/**
 * Letters and digits in groups, the check digits right behind the country or as a group of their own. Words without a digit are no groups,
 * except the four letters of a bank that may come first.
 */
function isIban(text: string): boolean {
  const [, second = '', ...groups] = text.replace(/^([A-Z]{2}) /, '$1').split(' ');
  const grouped = groups.every((group) => /\d/.test(group)) && /^$|\d|^[A-Z]{4}$/.test(second);
  return grouped && /^[A-Z]{2}(?:\d{2}| \d{2} )[A-Z\d -]+$/.test(text) && isCountryCode(text.slice(0, 2)) && ibanHolds(text);
}

/**
 * `NO 123456789` and `RO 12` may be a numbered thing in capitals; in Norway's VAT numbers MVA says what they are. Canada's and India's numbers of the goods and
 * services tax have letters inside that nothing else has: `12345 6789 RT0001`, `27AAPFU0939F1ZV`. Sources: Canada Revenue Agency, business number; GSTN.
 */
function isTaxId(text: string): boolean {
  const id = squash(text).toUpperCase();
  return (
    (vatIdShape(id) === 'valid-shape' && !/^NO\d+$|^RO\d{1,5}$/.test(id)) ||
    /^\d{9}RT\d{4}$|^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]$/.test(id)
  );
}
