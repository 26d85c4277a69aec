import type { Cap } from '../../../contracts/cap.js';
import type { Field } from '../../../contracts/schema.js';
import { conceptOf } from '../../labels/concepts/concepts.js';
import { labelsBeside } from '../../labels/nearby/label-beside.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { Span } from '../../page/page-index.js';
import { cap, reasonText } from '../../scoring/caps.js';

/** Shares of the page height: the footer, and the part in which a letter has its date. */
const footShare = 0.1;
const headShare = 0.4;

/**
 * An issue date that stands only in page footers may be a print stamp: `Date: 30.10.2024 Time: 04:59 Page: 1`. It is doubted if another
 * date stands near the top without a label of another meaning.
 */
export function judgeFootDate(field: Field, occurrences: readonly Span[], index: DocumentIndex): readonly Cap[] {
  if (conceptOf(field) !== 'issue_date' || occurrences.length === 0) return [];
  if (!occurrences.every((span) => shareOf(span, index) > 1 - footShare)) return [];
  const rival = index.dates.find(
    (spot) => spot.row.page === index.firstPage && shareOf(spot, index) < headShare && isUnexplained(spot, index),
  );
  return rival ? [cap('uniqueness.several', `${reasonText.multiple}: the date in the foot of the page, and ${rival.text} at its top`)] : [];
}

const isUnexplained = (spot: Span, index: DocumentIndex): boolean =>
  labelsBeside(spot, index, { kind: 'date' }).labels.every(({ concept }) => concept === 'issue_date');

function shareOf({ row }: Span, index: DocumentIndex): number {
  const height = index.heightOf(row.page);
  return height > 0 ? (row.box.y + row.box.height / 2) / height : 0;
}
