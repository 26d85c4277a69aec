import { memoizeByObject } from '../../../values/memoize.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { squash } from '../../print/normalise.js';
import { labelIn, type OwnLabels } from '../labels.js';
import { reach } from './label-beside.js';

interface RowTexts {
  readonly squashed: readonly string[];
  /** Whether a row holds a label that every document knows. */
  readonly labelled: readonly boolean[];
}

/** Whether a row, or one of those above it in which a label is looked for, holds any label: elsewhere it is not worth asking. */
export function nearLabel(index: DocumentIndex, own?: OwnLabels): (order: number) => boolean {
  const { squashed, labelled } = textsOf(index);
  const words = own?.words.map(squash).filter((word) => word !== '') ?? [];
  const holds = labelled.map((known, order) => known || words.some((word) => squashed[order]?.includes(word)));
  return (order) => holds.slice(Math.max(0, order - reach), order + 1).some(Boolean);
}

const textsOf = memoizeByObject(
  ({ rows }: DocumentIndex): RowTexts => ({
    squashed: rows.map((row) => squash(row.text)),
    labelled: rows.map((row) => labelIn(row.text) !== undefined),
  }),
);
