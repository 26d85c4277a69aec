import type { Concept } from '../../../contracts/concept.js';
import { memoizeByObject } from '../../../values/memoize.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { type Span, textOf } from '../../page/span.js';
import { bicHolds, ibanHolds, isCountryCode, vatIdShape } from '../../print/identifiers.js';
import { squash } from '../../print/normalise.js';
import type { IdentifierKind } from '../concepts/identifier-kind.js';
import { labelsIn } from '../labels.js';

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
  taxId: { maxWords: 5, opens: /^(?:[A-Z]{2}|CHE|ATU)/, holds: isVatId },
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

const allIn = memoizeByObject(
  (index: DocumentIndex): ReadonlyMap<IdentifierKind, readonly PrintedIdentifier[]> =>
    new Map(
      (['iban', 'bic', 'taxId', 'email'] as const).map((kind) => [
        kind,
        index.rows.flatMap((row, order) =>
          row.words.flatMap((_, from) => identifierAt({ row, order, from, to: from }, provenShapes[kind]) ?? []),
        ),
      ]),
    ),
);

/** The longest run of words from here that is such an identifier; a label may cling to its first word: `IBAN:DE89`. */
function identifierAt({ row, order, from }: Span, { maxWords, opens, holds, label }: ProvenShape): PrintedIdentifier | undefined {
  const first = cleaned(row.words[from]?.text ?? '');
  if (!opens.test(first) || (label && !isLabelled({ row, order, from, to: from }, label))) return undefined;
  for (let to = Math.min(row.words.length, from + maxWords); to > from; to -= 1) {
    const text = cleaned(textOf({ row, order, from, to }));
    if (holds(text)) return { text, span: { row, order, from, to } };
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

/** Words without a digit are no groups of an account number, except the four letters of a bank that may come first. */
function isIban(text: string): boolean {
  const [, second = '', ...groups] = text.replace(/^([A-Z]{2}) /, '$1').split(' ');
  const grouped = groups.every((group) => /\d/.test(group)) && /^$|\d|^[A-Z]{4}$/.test(second);
  return grouped && isCountryCode(text.slice(0, 2)) && ibanHolds(text);
}

/** `NO 123456789` and `RO 12` may be a numbered thing in capitals; in Norway's VAT numbers MVA says what they are. */
function isVatId(text: string): boolean {
  const id = squash(text).toUpperCase();
  return vatIdShape(id) === 'valid-shape' && !/^NO\d+$|^RO\d{1,5}$/.test(id);
}
