import { cap, reasonText } from '../caps.js';
import { headerAbove, textLeft } from '../labels/label-beside.js';
import { markIn, type Role } from '../labels/labels.js';
import { isName, namesParty } from '../labels/names-under.js';
import { headingRole, roleBefore } from '../labels/role-heading.js';
import type { DocumentIndex } from '../page/document-index.js';
import { neighbour, type Part, partsByRow } from '../page/parts.js';
import type { Span } from '../page/span.js';
import { squash } from '../print/normalise.js';
import type { LabelVerdict } from './judge-label.js';
import { type RoleSign, roleSign, strengthOf } from './role-signs.js';

/**
 * A party is who the heading over its block says. Without a heading the issuer is known by the signs of a sender, where nobody else shows any
 * as strong; the recipient stands in the address window, and nowhere shows the signs of a sender.
 */
export function judgeRole(party: 'seller' | 'buyer', occurrences: readonly Span[], index: DocumentIndex): LabelVerdict {
  const headings = occurrences.map((span) => headingOf(span, index));
  const match = headings.find((heading) => heading?.role === party);
  if (match) return { cap: cap('label.match', reasonText.exact), label: match.text };
  if (headings.length > 0 && headings.every((heading) => heading !== undefined)) {
    return { cap: cap('label.wrongPlace', `Label conflict: printed under "${headings[0]?.text}"`) };
  }
  const unheaded = occurrences.filter((_, place) => headings[place] === undefined);
  const sign = signOf(
    party,
    unheaded.map((span) => roleSign(span, index)),
    strongestRival(unheaded, index),
  );
  if (sign) return { cap: cap('label.match', reasonText.exact), label: sign };
  return { cap: cap('label.unknownRole', `${reasonText.header}: nothing says that this is the ${party}`) };
}

/** The sign that shows a party: of a sender, where no other name shows as strong a one; those of a sender speak against a recipient. */
function signOf(party: 'seller' | 'buyer', signs: readonly (RoleSign | undefined)[], rival: number): RoleSign | undefined {
  const [strongest] = signs.toSorted((a, b) => strengthOf(b) - strengthOf(a));
  if (party === 'seller') return strengthOf(strongest) > rival ? strongest : undefined;
  return strengthOf(strongest) === 0 ? signs.find((sign) => sign === 'address window') : undefined;
}

/** How strong a sign of a sender any other party of the first page shows that no heading names. */
function strongestRival(spans: readonly Span[], index: DocumentIndex): number {
  const names = spans.map(({ row, from, to }) =>
    squash(
      row.words
        .slice(from, to)
        .map(({ text }) => text)
        .join(' '),
    ),
  );
  const isMine = (text: string): boolean => names.some((name) => squash(text).includes(name) || name.includes(squash(text)));
  return Math.max(0, ...senders(index).flatMap(({ text, strength }) => (isMine(text) ? [] : [strength])));
}

interface Sender {
  readonly text: string;
  readonly strength: number;
}
const known = new WeakMap<DocumentIndex, readonly Sender[]>();

/** The companies and addressees of the first page that no heading names, with the strength of their signs. */
function senders(index: DocumentIndex): readonly Sender[] {
  const made =
    known.get(index) ??
    partsByRow(index)
      .flat()
      .filter((part) => part.row.page === 1 && opensBlock(part, index) && namesParty(part, index) && !headingOf(part, index))
      .map((part) => ({ text: part.text, strength: strengthOf(roleSign(part, index)) }));
  known.set(index, made);
  return made;
}

/** A name stands over its address; a street, a title or a label is none. */
const opensBlock = (part: Part, index: DocumentIndex): boolean =>
  isName(part.text) && markIn(part.text) === undefined && neighbour(part, 'above', index) === undefined;

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
