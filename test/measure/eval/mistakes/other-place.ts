import { agrees, familyOf } from '../../../kit/agrees.js';
import { type HeaderField, headerFields, type LineField, lineFields, type Stated, type TruthFile } from '../../../kit/truth-file.js';
import type { EvalLeaf } from '../scoring/judge.js';

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
export function otherPlace(leaf: EvalLeaf, truth: TruthFile): Diagnosis | undefined {
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
