import type { DocumentIndex } from '../../page/document-index.js';
import type { Row } from '../../page/page-index.js';
import type { Span } from '../../page/span.js';
import type { Role } from '../labels.js';
import { textAbove, textLeft } from '../nearby/label-beside.js';
import { headingRole, roleBefore } from './role-heading.js';

/** A heading of a party's block, and whose it is. */
export interface Heading {
  readonly role: Role;
  readonly text: string;
}

/** Headings as short as `To` and `An`. */
const fewestLetters = 2;
/** How many texts above a name are looked through for the heading of its block, and how many heights of empty page end a block. */
const blockReach = 8;
const emptyPage = 4;

/** The nearest heading: right before the name, else over it in the same column. */
export function partyHeading(span: Span, index: DocumentIndex): Heading | undefined {
  const left = textLeft(span);
  const before = roleBefore(left);
  if (before) return { role: before, text: left };
  let { order, row } = span;
  for (let steps = 0; steps < blockReach; steps += 1) {
    const above = textAbove({ ...span, order }, index, fewestLetters);
    if (!above || roomBetween(above.row, row) > emptyPage * span.row.box.height) return undefined;
    const role = headingRole(above.text);
    if (role) return { role, text: above.text };
    ({ row } = above);
    order = index.rows.indexOf(row);
  }
  return undefined;
}

const roomBetween = (upper: Row, lower: Row): number => lower.box.y - upper.box.y - upper.box.height;
