import { decimal } from '../../../../core/index.js';
import { currencyCodeOf, labelsIn, squash } from '../../../../core/text.js';
import { agrees, editDistance, familyOf } from '../../../kit/agrees.js';
import { type HeaderField, headerFields, type LineField, lineFields, type Stated, type TruthFile } from '../../../kit/truth-file.js';
import type { CorpusDocument } from '../corpus/corpus.js';
import { isNative } from '../figures/groups.js';
import { count } from '../figures/text-table.js';
import type { EvalLeaf } from '../scoring/judge.js';

/** Guesses the cause from truth, answer and printed words, by the surest sign first; undefined when the value is right and accepted. */
export function causeOf(leaf: EvalLeaf, document: CorpusDocument, threshold: number): Diagnosis | undefined {
  const { verdict, score, reason, path, truth } = leaf;
  if (verdict === 'right') return score >= threshold ? undefined : { cause: 'capped though right', really: reason };
  if (verdict === 'null') return { cause: 'not found', really: path === null ? 'its row is missing' : reason };
  const elsewhere = otherPlace(leaf, document.truth);
  if (truth === null) return elsewhere ?? { cause: 'wrong block', really: 'a row that there is not' };
  const wrong = { ...leaf, truth: String(truth), value: String(leaf.value) };
  return mistyped(wrong) ?? elsewhere ?? miscut(wrong) ?? misread(wrong, document) ?? misplaced(wrong, document);
}

type Wrong = Pick<EvalLeaf, 'field' | 'row' | 'words'> & { readonly truth: string; readonly value: string };

/** The printed text is the true value but was typed as another. */
function mistyped({ field, truth, value, words }: Wrong): Diagnosis | undefined {
  const typing = (really: string): Diagnosis => ({ cause: 'typing', really });
  const ambiguous = (word: string): boolean => currencyCodeOf(word.replace(/[\d.,\s]+/g, ''))?.certain === false;
  if (field === 'currency') return words.split(/\s+/).some(ambiguous) ? typing('the sign of several currencies') : undefined;
  const [one, other] = [essence[familyOf(field)](truth), essence[familyOf(field)](value)];
  return one !== '' && one === other ? typing(sameness[familyOf(field)]) : undefined;
}

/** The part of a value that does not depend on its type. A lone digit keeps its magnitude. */
const essence: Readonly<Record<ReturnType<typeof familyOf>, (text: string) => string>> = {
  number: (text) => {
    const size = decimal(text).abs().toFixed();
    const digits = size.replace('.', '').replace(/^0+|0+$/g, '');
    return digits.length > 1 ? digits : size;
  },
  date: (text) => (text.match(/\d\d(?!\d)/g) ?? []).toSorted().join(' '),
  id: squash,
  name: () => '',
};

const sameness: Readonly<Record<ReturnType<typeof familyOf>, string>> = {
  number: 'the same digits',
  date: 'the same numbers in another order',
  id: 'the same letters and digits',
  name: '',
};

/** The value is a part of the right text, or contains it. */
function miscut({ field, truth, value }: Wrong): Diagnosis | undefined {
  if (familyOf(field) !== 'name' && familyOf(field) !== 'id') return undefined;
  const [one, other] = [squash(truth), squash(value)];
  if (other !== '' && one.includes(other)) return { cause: 'wrong block', really: 'a part of it' };
  return one !== '' && other.includes(one) ? { cause: 'wrong block', really: 'it and more' } : undefined;
}

/** A scan with few differing characters: up to one in three of a name, one in eight of other values. */
function misread({ field, truth, value }: Wrong, document: CorpusDocument): Diagnosis | undefined {
  const [one, other] = [characters(field, truth), characters(field, value)];
  if (isNative({ document }) || one.length < 3) return undefined;
  const distance = editDistance(one, other);
  const few = Math.max(1, Math.floor(one.length / (familyOf(field) === 'name' ? 3 : 8)));
  return distance <= few ? { cause: 'OCR error', really: `${count(distance, 'character')} apart` } : undefined;
}

const characters = (field: EvalLeaf['field'], text: string): string =>
  squash(familyOf(field) === 'number' ? decimal(text).toFixed(2) : text);

/** The value comes from elsewhere; the labels among the answered words tell from where. */
function misplaced({ field, row, words }: Wrong, document: CorpusDocument): Diagnosis {
  const really = familyOf(field) === 'name' ? 'another text of the page' : 'another value of the page';
  if (row !== null || familyOf(field) === 'name') return { cause: 'wrong block', really };
  const concepts: readonly string[] = labelsIn(words).map(({ concept }) => concept);
  if (concepts.includes(field)) return { cause: isNative({ document }) ? 'wrong block' : 'OCR error', really: 'at its own label' };
  return { cause: 'wrong label', really: concepts[0] === undefined ? really : `at ${concepts[0]}` };
}

export const causes = ['wrong label', 'wrong block', 'OCR error', 'typing', 'capped though right', 'not found'] as const;

/** Why a value is missing, wrong, or right but in doubt; and what the answered value really is, or which cap limited it. */
export interface Diagnosis {
  readonly cause: (typeof causes)[number];
  readonly really: string;
}

/**
 * Whether the truth states a wrong value somewhere else. In the same block (header or row) the label was mistaken, in another the block, as
 * with the other party's name. The nearest place counts.
 */
function otherPlace(leaf: EvalLeaf, truth: TruthFile): Diagnosis | undefined {
  const isName = familyOf(leaf.field) === 'name';
  const found = places(truth)
    .filter((place) => !(place.field === leaf.field && place.row === leaf.row) && holds(place, leaf))
    .sort((one, other) => distance(one, leaf) - distance(other, leaf))[0];
  if (!found) return undefined;
  const inBlock = found.row === leaf.row && leaf.truth !== null;
  const named = found.row === null || inBlock ? found.field : `line_items[${found.row}].${found.field}`;
  return { cause: inBlock && !isName ? 'wrong label' : 'wrong block', really: named };
}

interface StatedPlace {
  readonly field: string;
  /** Row index in the truth; null in the header. */
  readonly row: number | null;
  readonly family: string | null;
  readonly stated: Stated;
}

function places({ fields, extra_fields, line_items }: TruthFile): readonly StatedPlace[] {
  const place = (field: HeaderField | LineField, row: number | null, stated: Stated | undefined): readonly StatedPlace[] =>
    stated ? [{ field, row, family: familyOf(field), stated }] : [];
  return [
    ...headerFields.flatMap((field) => place(field, null, fields[field])),
    ...Object.entries(extra_fields ?? {}).map(([field, stated]) => ({ field, row: null, family: null, stated })),
    ...(line_items ?? []).flatMap((line, row) => lineFields.flatMap((field) => place(field, row, line[field]))),
  ];
}

/** The family of extra fields is unknown, so only the type is compared. */
const holds = ({ family, stated: { value } }: StatedPlace, leaf: EvalLeaf): boolean =>
  (family === null ? typeof value === typeof leaf.value : family === familyOf(leaf.field)) && agrees(leaf.field, value, leaf.value);

/** Orders places: its own block, then the header, then rows; the same column before others. */
const distance = (place: StatedPlace, { row, field }: EvalLeaf): number => {
  if (place.row === row) return 0;
  if (place.row === null) return 1;
  return place.field === field ? 2 : 3;
};
