import { cap, reasonText } from '../caps.js';
import { partyHeading } from '../labels/party-heading.js';
import type { DocumentIndex } from '../page/document-index.js';
import { type Span, textOf } from '../page/span.js';
import { squash } from '../print/normalise.js';
import type { LabelVerdict } from './judge-label.js';
import { type RoleSign, roleSign, strengthOf } from './role-signs.js';
import { unheadedParties } from './unheaded-parties.js';

/**
 * A party is who the heading over its block says. Without a heading the issuer is known by the signs of a sender, where nobody else shows any
 * as strong; the recipient stands in the address window, and nowhere shows the signs of a sender.
 */
export function judgeRole(party: 'seller' | 'buyer', occurrences: readonly Span[], index: DocumentIndex): LabelVerdict {
  const headings = occurrences.map((span) => partyHeading(span, index));
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
  const names = spans.map((span) => squash(textOf(span)));
  const isMine = (text: string): boolean => names.some((name) => squash(text).includes(name) || name.includes(squash(text)));
  return Math.max(0, ...unheadedParties(index).flatMap(({ text, sign }) => (isMine(text) ? [] : [strengthOf(sign)])));
}
