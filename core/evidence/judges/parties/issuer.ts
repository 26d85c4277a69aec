import type { Field } from '../../../contracts/schema.js';
import { memoizeByObject } from '../../../values/memoize.js';
import { partyOf } from '../../labels/concepts/concept-kind.js';
import { roleOf } from '../../labels/concepts/concepts.js';
import { spelt } from '../../labels/concepts/name-words.js';
import { isFormOfAddress } from '../../labels/nearby/party-headings.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { type Span, textOf } from '../../page/page-index.js';
import { withoutAccents } from '../../print/normalise.js';
import { isPrintedLabel } from '../../scoring/caps.js';
import { judgeRole } from './judge-role.js';
import { roleSign, showsRecipient } from './role-signs.js';

/**
 * Whether a name stands as its issuer's does, and the field asks for whom such documents are issued by: the insurer of a policy, the bank of a statement,
 * the employer of a payslip. Where the schema asks for a seller, or for two of them, none of these is known to be the issuer.
 */
export function isIssuer(field: Field, places: readonly Span[], fields: readonly Field[], index: DocumentIndex): boolean {
  if (!asksForIssuer(field) || fields.some((other) => other !== field && (asksForIssuer(other) || isSeller(other)))) return false;
  if (places.some((place) => isFormOfAddress(textOf({ ...place, to: place.from + 1 })) || showsRecipient(roleSign(place, index))))
    return false;
  const { cap } = judgeRole('seller', places, index);
  return isPrintedLabel(cap) || cap.name === 'label.place';
}

const isSeller = (field: Field): boolean => partyOf(field) === 'seller' || roleOf(field) === 'seller';

const asksForIssuer = memoizeByObject(({ names, type }: Field): boolean => {
  const [parent = '', last = ''] = names.slice(-2).map((name) => withoutAccents(spelt(name)));
  const own = names.length > 1 ? last : parent;
  return type === 'string' && (issuers.test(own) || (/^(?:legal )?(?:name|nome|nombre|nom|naam)$/.test(own) && issuers.test(parent)));
});

/** Who issues documents that are no invoices, in the names that schemas give. */
const issuers =
  /^(?:(?:name |nom |nome |nombre )?(?:of |de |del |della |da )?(?:the )?)?(?:issuer|issuing (?:bank|authority|company)|insurer|insurance (?:company|carrier)|underwriter|bank|banco|banque|banca|financial institution|institution|lender|lessor|utility|utility (?:company|provider)|energy (?:supplier|provider)|provider|employer|company|brokerage|brokerage firm|broker firm|fund (?:company|manager)|health plan|plan administrator|tax (?:authority|office)|authority|municipality|versicherer|versicherung|versicherungsgesellschaft|kreditinstitut|arbeitgeber|vermieter|hausverwaltung|versorger|energieversorger|leasinggeber|assureur|employeur|bailleur|fournisseur|preteur|aseguradora|entidad|entidad bancaria|empleador|empresa|comercializadora|arrendador|compagnia|assicuratore|datore di lavoro|fornitore|verzekeraar|werkgever|geldverstrekker|leverancier|seguradora|empregador|entidade|forsakringsbolag|arbetsgivare|banken?|arbejdsgiver|ubezpieczyciel|pracodawca)(?: name| nome| legal name)?$/;
