import type { Cap } from '../../../contracts/cap.js';
import type { Field } from '../../../contracts/schema.js';
import { partyOf } from '../../labels/concepts/concept-kind.js';
import { roleOf } from '../../labels/concepts/concepts.js';
import { identifierKind } from '../../labels/concepts/identifier-kind.js';
import { placeKind } from '../../labels/concepts/place-kind.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { Span } from '../../page/span.js';
import { cap, reasonText } from '../../scoring/caps.js';
import { ownerOf } from './owner-of.js';

/**
 * Whether a contact, an address or an account that a schema asks of one party is that party's: `seller.email` must not stand in the buyer's
 * block. What nobody's block holds is the sender's, who prints the page; for a buyer it is doubtful.
 */
export function judgeOwner(field: Field, spans: readonly Span[], index: DocumentIndex): readonly Cap[] {
  const party = attributedTo(field);
  if (!party || spans.length === 0) return [];
  const owners = spans.map((span) => ownerOf(span, index));
  if (owners.some((owner) => owner === party || (party === 'buyer' && owner === 'delivery'))) return [];
  const other = owners.find((owner) => owner !== undefined);
  if (other && owners.every((owner) => owner !== undefined))
    return [cap('label.otherParty', `Label conflict: it belongs to the ${other}, not to the ${party}`)];
  return party === 'buyer' ? [cap('label.unknownOwner', `${reasonText.header}: nothing says that it belongs to the buyer`)] : [];
}

/** The party whose contact, address or account a field is. Fields with a concept of their party are judged by its role. */
export function attributedTo(field: Field): 'seller' | 'buyer' | undefined {
  if (field.type !== 'string' || field.path.includes('[]') || partyOf(field)) return undefined;
  return placeKind(field) || identifierKind(field) !== undefined ? roleOf(field) : undefined;
}
