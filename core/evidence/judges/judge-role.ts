import { cap, reasonText } from '../caps.js';
import { headerAbove } from '../labels/label-beside.js';
import { roleIn } from '../labels/labels.js';
import type { DocumentIndex } from '../page/document-index.js';
import type { Span } from '../page/span.js';
import type { LabelVerdict } from './judge-label.js';

/** A party is who the heading over its block says, else the seller in the letterhead. */
export function judgeRole(party: 'seller' | 'buyer', occurrences: readonly Span[], index: DocumentIndex): LabelVerdict {
  const roles = occurrences.map((span) => roleOf(span, index));
  const match = roles.find((role) => role?.role === party);
  if (match) return { cap: cap('label.match', reasonText.exact), label: match.heading };
  if (roles.length > 0 && roles.every((role) => role !== undefined && role.heading !== letterhead)) {
    return { cap: cap('label.wrongPlace', `Label conflict: printed under "${roles[0]?.heading}"`) };
  }
  return { cap: cap('label.unknownRole', `${reasonText.header}: no heading says that this is the ${party}`) };
}

/** Where a letter begins: who stands there is likely the seller, yet a heading outweighs it and nobody is excluded by it. */
export const letterhead = 'letterhead';

interface Role {
  readonly role: string;
  readonly heading: string;
}

/** The nearest heading: in the same row, else in the rows above in the same column; the top of the first page is the seller's. */
function roleOf(span: Span, index: DocumentIndex): Role | undefined {
  const left = span.row.words
    .slice(0, span.from)
    .map((word) => word.text)
    .join(' ');
  const beside = roleIn(left);
  if (beside) return { role: beside, heading: left };
  const above = headingOver(span, index);
  return above ?? (inLetterhead(span, index) ? { role: 'seller', heading: letterhead } : undefined);
}

/** How many texts above a name are looked through for the heading of its block. */
const blockReach = 8;

function headingOver(span: Span, index: DocumentIndex): Role | undefined {
  let current = span;
  for (let steps = 0; steps < blockReach; steps += 1) {
    const above = headerAbove(current, index);
    if (!above) return undefined;
    const role = roleIn(above.text);
    if (role) return { role, heading: above.text };
    current = { ...span, row: { ...span.row }, order: index.rows.indexOf(above.row) };
  }
  return undefined;
}

const inLetterhead = ({ row }: Span, index: DocumentIndex): boolean =>
  row.page === 1 && row.box.y < (index.pages[0]?.page.height ?? 0) * 0.15;
