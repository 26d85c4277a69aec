import { cap, reasonText } from '../caps.js';
import { headerAbove, textLeft } from '../labels/label-beside.js';
import type { Role } from '../labels/labels.js';
import { headingRole, roleBefore } from '../labels/role-heading.js';
import type { DocumentIndex } from '../page/document-index.js';
import type { Span } from '../page/span.js';
import type { LabelVerdict } from './judge-label.js';
import { type RoleSign, roleSign } from './role-signs.js';

/**
 * A party is who the heading over its block says. Without a heading the issuer is known by the signs of a sender; the recipient stands in
 * the address window, and nowhere shows the signs of a sender.
 */
export function judgeRole(party: 'seller' | 'buyer', occurrences: readonly Span[], index: DocumentIndex): LabelVerdict {
  const headings = occurrences.map((span) => headingOf(span, index));
  const match = headings.find((heading) => heading?.role === party);
  if (match) return { cap: cap('label.match', reasonText.exact), label: match.text };
  if (headings.length > 0 && headings.every((heading) => heading !== undefined)) {
    return { cap: cap('label.wrongPlace', `Label conflict: printed under "${headings[0]?.text}"`) };
  }
  const sign = signOf(
    party,
    occurrences.filter((_, place) => headings[place] === undefined).map((span) => roleSign(span, index)),
  );
  if (sign) return { cap: cap('label.match', reasonText.exact), label: sign };
  return { cap: cap('label.unknownRole', `${reasonText.header}: nothing says that this is the ${party}`) };
}

/** The sign that shows a party; those of a sender speak against a recipient. */
function signOf(party: 'seller' | 'buyer', signs: readonly (RoleSign | undefined)[]): RoleSign | undefined {
  const senders = signs.filter((sign) => sign !== undefined && sign !== 'address window');
  if (party === 'seller') return senders[0];
  return senders.length === 0 ? signs.find((sign) => sign === 'address window') : undefined;
}

interface Heading {
  readonly role: Role;
  readonly text: string;
}

/** Headings as short as `To` and `An`. */
const fewestLetters = 2;
/** How many texts above a name are looked through for the heading of its block. */
const blockReach = 8;

/** The nearest heading: right before the name, else over it in the same column. */
function headingOf(span: Span, index: DocumentIndex): Heading | undefined {
  const left = textLeft(span);
  const before = roleBefore(left);
  if (before) return { role: before, text: left };
  let current = span;
  for (let steps = 0; steps < blockReach; steps += 1) {
    const above = headerAbove(current, index, fewestLetters);
    if (!above) return undefined;
    const role = headingRole(above.text);
    if (role) return { role, text: above.text };
    current = { ...span, row: { ...span.row }, order: index.rows.indexOf(above.row) };
  }
  return undefined;
}
