import { randomInt } from 'node:crypto';
import type { ReviewPolicy } from '../../config/settings.js';
import type { AppraisedField, Draft } from '../../core/index.js';
import type { ReviewBody, ReviewFieldBody, WeighedValueBody } from '../wire/review.js';

/** Values that nothing doubts, of which a person is to look at some all the same: how often these are wrong, no doubted value can tell. */
export interface Draw {
  readonly fields: readonly AppraisedField[];
  /** How likely each of the accepted values was to be drawn, 0..1. */
  readonly chance: number;
}

/** So many values of a document are drawn at most, that it costs little to look at it. */
const mostDrawn = 3;

/** Draws from the values that are accepted, of this share of all documents. */
export function drawOf(accepted: readonly AppraisedField[], { sample = 0 }: ReviewPolicy): Draw {
  const count = Math.min(mostDrawn, accepted.length);
  const chance = accepted.length === 0 ? 0 : (sample * count) / accepted.length;
  if (randomInt(1_000_000) >= sample * 1_000_000) return { fields: [], chance };
  const left = [...accepted];
  return { fields: Array.from({ length: count }, () => left.splice(randomInt(left.length), 1)).flat(), chance };
}

/** What somebody sees who must not know which values are doubted: neither scores nor reasons, in the order of the answer. */
export const blindly = (fields: readonly ReviewFieldBody[], draft: Draft): readonly ReviewFieldBody[] => {
  const place = new Map(draft.fields.map(({ path }, at) => [path, at]));
  return fields
    .toSorted((a, b) => (place.get(a.path) ?? 0) - (place.get(b.path) ?? 0))
    .map(({ score: _, ...field }) => ({ ...field, why: [], checks: [] }));
};

export const isBlind = ({ rules }: Pick<ReviewBody, 'rules'>): boolean => rules.includes('blind');

/** The doubt of some value under the threshold: a document of which values are only drawn stands in the queue where a doubted one might. */
export const doubtLike = (threshold: number): number => 1 - (threshold * randomInt(1_000)) / 1_000;

/** The values as they were first weighed, and how they come to a person: kept sealed with the answer, to learn from once there are verdicts. */
export function weighedLeaves(draft: Draft, held: readonly ReviewFieldBody[], { fields, chance }: Draw): readonly WeighedValueBody[] {
  const drawn = new Set(fields.map(({ path }) => path));
  const doubted = new Set(held.map(({ path }) => path));
  return draft.fields.map(({ path, family, reader, score, caps, value }) => ({
    path,
    document: draft.family,
    field: family,
    reader: reader ?? null,
    score,
    caps: caps.map(({ name, limitedTo }) => ({ name, ...(limitedTo !== undefined && { limitedTo }) })),
    empty: value === null || Array.isArray(value),
    ...(doubted.has(path) ? { how: 'held' as const } : drawn.has(path) && { how: 'blind' as const }),
    ...(!doubted.has(path) && chance > 0 && { chance }),
  }));
}
