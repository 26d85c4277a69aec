import { type HeaderField, headerFields, type LineField, lineFields, type Stated, type TruthFile } from '../corpus/truth-file.js';
import { agrees, familyOf } from '../scoring/agrees.js';
import type { EvalLeaf } from '../scoring/judge.js';

export const causes = ['wrong label', 'wrong block', 'OCR error', 'typing', 'capped though right', 'not found'] as const;

/** Why a value is not there, not right, or right but not sure; and what the answered value really is, or what held it down. */
export interface Diagnosis {
  readonly cause: (typeof causes)[number];
  readonly really: string;
}

/**
 * Whether a wrong value is what the truth states somewhere else: of the same block (the header's fields; one row) the label was mistaken, of
 * another the block, and so it was for one party's name instead of the other's. The nearest place counts.
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
  /** Of the truth's rows; null in the header. */
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

/** Nobody says of what family an extra field is, so that only its type is asked. */
const holds = ({ family, stated: { value } }: StatedPlace, leaf: EvalLeaf): boolean =>
  (family === null ? typeof value === typeof leaf.value : family === familyOf(leaf.field)) && agrees(leaf.field, value, leaf.value);

/** Its own block first, then the header, then the rows, the same column before the others. */
const distance = (place: StatedPlace, { row, field }: EvalLeaf): number => {
  if (place.row === row) return 0;
  if (place.row === null) return 1;
  return place.field === field ? 2 : 3;
};
