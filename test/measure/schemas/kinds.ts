import { createHash } from 'node:crypto';
import type { CorpusDocument } from '../eval/corpus/corpus.js';

export type KindHalf = 'learned' | 'held';

/** Documents of one kind: those of one issuer, or of one template. */
export interface SampleKind {
  readonly name: string;
  readonly samples: readonly CorpusDocument[];
}

/** Two samples of each kind, of the kinds of a half of the sources. Templates of one source resemble each other, so that a source is in one half. */
export function kindsIn(documents: readonly CorpusDocument[], half?: KindHalf): readonly SampleKind[] {
  const native = documents.filter(({ textLayer, source }) => textLayer === 'native' && (half === undefined || halfOf(source) === half));
  const kinds = [...Map.groupBy(native, ({ truth, source }) => truth.group ?? truth.template ?? source ?? truth.id)];
  return kinds.filter(([, samples]) => samples.length > 1).map(([name, samples]) => ({ name, samples: samples.slice(0, 2) }));
}

/** Sources are told apart by a hash, so that which half one is in depends on nothing else. */
export const halfOf = (source: string | null): KindHalf =>
  createHash('sha256')
    .update(source ?? '')
    .digest()
    .readUInt8(0) %
    2 ===
  0
    ? 'learned'
    : 'held';
