import type { DocumentIndex } from '../../page/document-index.js';
import type { Row } from '../../page/page-index.js';
import type { Span } from '../../page/span.js';
import type { Role } from '../labels.js';
import { textAbove, textLeft } from '../nearby/label-beside.js';
import { headingRole, roleBefore } from './role-heading.js';

/** The heading of a party's block, and the party's role. */
export interface PartyHeading {
  readonly role: Role;
  readonly text: string;
}

/** Headings can be as short as `To` and `An`. */
const minHeadingLetters = 2;
/** The most texts above a name that are searched for its heading, and the empty space, in line heights, that ends a block. */
const maxTextsAbove = 8;
const maxGapHeights = 4;

/** The nearest heading: right before the name, else above it in the same column. */
export function partyHeading(span: Span, index: DocumentIndex): PartyHeading | undefined {
  const left = textLeft(span);
  const before = roleBefore(left);
  if (before) return { role: before, text: left };
  let { order, row } = span;
  for (let steps = 0; steps < maxTextsAbove; steps += 1) {
    const above = textAbove({ ...span, order }, index, minHeadingLetters);
    if (!above || spaceBetween(above.row, row) > maxGapHeights * span.row.box.height) return undefined;
    const role = headingRole(above.text);
    if (role) return { role, text: above.text };
    ({ row } = above);
    order = index.rows.indexOf(row);
  }
  return undefined;
}

const spaceBetween = (upper: Row, lower: Row): number => lower.box.y - upper.box.y - upper.box.height;
