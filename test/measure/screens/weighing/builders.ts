import type { FieldEvidence } from '../../../../server/client/index.js';

/** An entry of an answer, with evidence made by hand. */
export const entryOf = (score: number, evidence: NonNullable<FieldEvidence['evidence']>): FieldEvidence => ({
  field: '$.seller.name',
  score,
  reason: 'Exact match: quote on page 1',
  text: 'Fern & Co',
  evidence,
});

const quote = { name: 'evidence.exact', weight: 1.5, says: 'Exact match: quote on page 1' };
const likely = { name: 'model.likely', weight: -1, says: 'Inferred from header: the reader was not certain (likely)' };
const once = { name: 'uniqueness.once', weight: 0.1, says: 'Exact match: printed in 1 place' };
const match = { name: 'label.match', weight: 0.05, says: 'Exact match' };
const failed = { name: 'arithmetic.failed', weight: 0, says: 'Check failed: it should give 650.4, not 670.4', at_most: 0.6 };

export const accepted = entryOf(0.93, { prior: 2, findings: [likely, once, quote, match] });
export const held = entryOf(0.27, { prior: 0, findings: [likely] });
export const vetoed = entryOf(0.6, { prior: 2, findings: [failed, quote] });
