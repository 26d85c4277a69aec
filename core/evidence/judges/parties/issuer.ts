import type { Field } from '../../../contracts/schema.js';
import { memoizeByObject } from '../../../values/memoize.js';
import { partyOf } from '../../labels/concepts/concept-kind.js';
import { conceptOf, roleOf } from '../../labels/concepts/concepts.js';
import { spelt } from '../../labels/concepts/name-words.js';
import { addresseesAsked, issuersAsked } from '../../labels/lexicon.js';
import { isFormOfAddress } from '../../labels/nearby/party-headings.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { type Span, textOf } from '../../page/page-index.js';
import { letters, withoutAccents } from '../../print/normalise.js';
import { isPrintedLabel } from '../../scoring/caps.js';
import { judgeRole } from './judge-role.js';
import { roleSign, showsRecipient } from './role-signs.js';

/**
 * Whether a name stands as that of whom its field asks for: the insurer of a policy, the bank of a statement, the employer of a payslip as their issuer's does,
 * and the holder of an account or who pays a tax as that of whom the document is addressed to. Where the schema asks for such a party by another field as
 * well, neither is known to be it.
 */
export function standsAsParty(
  field: Field,
  places: readonly Span[],
  fields: readonly Field[],
  index: DocumentIndex,
): IssuerOrAddressee | undefined {
  const role = roleAsked(field);
  if (!role || !places.every(isInWords) || fields.some((other) => other !== field && asksFor(other, role))) return undefined;
  const isAddressed = places.some(
    (place) => isFormOfAddress(textOf({ ...place, to: place.from + 1 })) || showsRecipient(roleSign(place, index)),
  );
  if (isAddressed !== (role === 'buyer')) return undefined;
  const { cap } = judgeRole(role, places, index);
  return isPrintedLabel(cap) || cap.name === 'label.place' ? role : undefined;
}

/** Whether a text has more letters than digits, as names have. */
const isInWords = (place: Span): boolean => letters(textOf(place)) > (textOf(place).match(/\d/g)?.length ?? 0);

type IssuerOrAddressee = 'seller' | 'buyer';

/** A second name is that of another issuer; of whom a document is addressed to, its schema may ask for the address and the number as well. */
const asksFor = (field: Field, role: IssuerOrAddressee): boolean =>
  roleAsked(field) === role || (role === 'seller' ? partyOf(field) === role || roleOf(field) === role : conceptOf(field) === 'buyer_name');

const roleAsked = memoizeByObject(({ names, type }: Field): IssuerOrAddressee | undefined => {
  const said = withoutAccents(spelt(names.at(-1) ?? '')).replace(nameWord, '');
  const name = said === '' ? withoutAccents(spelt(names.at(-2) ?? '')) : said;
  if (type !== 'string') return undefined;
  return issuers.has(name) ? 'seller' : addressees.has(name) ? 'buyer' : undefined;
});
const [issuers, addressees] = [new Set(issuersAsked), new Set(addresseesAsked)];
const nameWord =
  /^(?:(?:legal |full )?(?:names?|nome|nombre|nom|naam|navn|namn)\b(?: (?:of|de|del|della|da))?(?: the)? ?)|(?: (?:legal )?(?:names?|nome))$/;
