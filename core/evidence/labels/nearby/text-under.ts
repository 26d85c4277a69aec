import type { Field } from '../../../contracts/schema.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { Row } from '../../page/page-index.js';
import { partyOf } from '../concepts/concept-kind.js';
import { ownLabels } from '../concepts/own-labels.js';
import { labelIn, roleIn } from '../labels.js';

export interface LabelledText {
  readonly label: string;
  readonly text: string;
  readonly page: number;
}

/** The first text with a field's label: after the label and a colon in a row, or under its party's heading. */
export function textUnder(field: Field, index: DocumentIndex): LabelledText | undefined {
  for (const [order, row] of index.rows.entries()) {
    const found = afterColon(field, row) ?? underHeading(field, row, index.rows[order + 1]);
    if (found) return { ...found, page: row.page };
  }
  return undefined;
}

type FoundText = Pick<LabelledText, 'label' | 'text'> | undefined;

/** A colon distinguishes a label from the same word in a sentence. */
function afterColon(field: Field, row: Row): FoundText {
  if (!row.text.includes(':')) return undefined;
  const own = ownLabels(field);
  const label = labelIn(row.text, own);
  if (!label || label.concept !== (own.concept ?? 'own')) return undefined;
  const text = /^\s*:\s*(\S.*)$/.exec(row.text.slice(label.to))?.[1];
  return text === undefined ? undefined : { label: label.label, text };
}

/** A heading stands nearly alone; a row with more words is a sentence. */
const maxHeadingWords = 4;

function underHeading(field: Field, row: Row, below: Row | undefined): FoundText {
  if (row.words.length > maxHeadingWords || below?.page !== row.page) return undefined;
  const party = partyOf(field);
  return party && roleIn(row.text) === party ? { label: row.text, text: below.text } : undefined;
}
