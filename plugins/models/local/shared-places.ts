import type { Field } from '../../../core/index.js';
import { type Concept, captionFit, conceptOf, fieldLabels, squash } from '../../../core/text.js';
import { doubtful, type Find } from './find.js';

/** What was found for a field. */
export interface FieldFind {
  readonly field: Field;
  readonly find: Find | undefined;
  /** Set where a value was found that is another field's. */
  readonly isDropped?: true;
}

/**
 * Doubts values that several fields of unknown concepts have found in one place: it answers one of them, `sender.register` or `receiver.register`. Where one
 * field says the words of its label, `ship_date`, one that says others, `delivery_date`, has what `otherwise` finds for it.
 */
export function withoutShared(found: readonly FieldFind[], otherwise: (field: Field) => Find | undefined): readonly FieldFind[] {
  const byPlace = Map.groupBy(found, placeOf);
  const issuers = new Set(found.flatMap(({ field, find }) => (conceptOf(field) === 'seller_tax_id' && find ? [find.value] : [])));
  return found.map((one) => {
    const { field, find } = one;
    // The issuer must print its own number: one that is found for both parties is not the other's.
    if (find && conceptOf(field) === 'buyer_tax_id' && issuers.has(find.value)) return { field, find: undefined, isDropped: true };
    const place = placeOf(one);
    const sharing = place === undefined ? [] : (byPlace.get(place) ?? []);
    if (!find || sharing.length < 2) return one;
    if (isOwn(one)) return sharing.filter(isOwn).length > 1 ? { field, find: doubtful(find) } : one;
    if (!sharing.some((other) => isNamedBetter(other, one))) return one;
    const other = otherwise(field);
    return other && other.value !== find.value ? { field, find: other } : { field, find: undefined, isDropped: true };
  });
}

const placeOf = ({ find }: FieldFind): string | undefined => find && JSON.stringify([find.page, find.value, find.quote]);

const isOwn = ({ field }: FieldFind): boolean => conceptOf(field) === undefined;

/** Whether a field has the words of the label, and another one, of something else than what is the same in most documents, has none of them. */
function isNamedBetter(named: FieldFind, { field, find }: FieldFind): boolean {
  const [label, other] = [named.find?.label ?? find?.label, find?.label];
  if (label === undefined || named.field === field || (other !== undefined && squash(other) !== squash(label))) return false;
  if (areOneMostly([field, named.field])) return false;
  return fitOf(named.field, label) >= wholeFit && fitOf(field, label) < partFit;
}

/** The words that schemas call a field by are its own, whatever else they mean: `Subscriber` for `subscriber_name`. */
const fitOf = (field: Field, label: string): number =>
  fieldLabels(field).some((words) => squash(words) === squash(label)) ? 1 : captionFit(field, label);
const wholeFit = 0.9;
const partFit = 0.5;

/** Concepts of which most documents state one value for both: what is due is the total, unless something is paid, and a tax number the seller's. */
const areOneMostly = (fields: readonly Field[]): boolean =>
  same.some((concepts) => fields.every((field) => concepts.has(conceptOf(field))));
const same: readonly ReadonlySet<Concept | undefined>[] = [new Set(['total', 'amount_due']), new Set(['tax_id', 'seller_tax_id'])];
