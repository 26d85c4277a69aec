import { hasContactDetails, hasPostalCode, type Role, vatIdShape } from '../../../../core/text.js';
import type { Find } from '../find.js';
import type { PhraseBlock } from '../page/blocks.js';
import { bottom, type DocumentLayout, type Phrase } from '../page/layout.js';
import { best, type Paired, pairs } from '../page/pairing.js';
import { takeTaxId } from '../values/contacts.js';
import { isNumber } from './names.js';
import type { Headed } from './party-headings.js';
import { isStreet } from './places.js';

/** The names of the parties and where they stand. */
export interface PartyNames {
  readonly seller?: Headed;
  readonly buyer?: Headed;
}

/**
 * The tax number of a party: under its own label or below its name. A number that belongs to nobody else is the seller's, and one with the
 * shape of a VAT number goes before another.
 */
export function taxIdOf(layout: DocumentLayout, role: 'seller' | 'buyer', names: PartyNames): Find | undefined {
  const found = pairs(layout, { concepts: ['tax_id', 'seller_tax_id', 'buyer_tax_id'], take: takeTaxId });
  const owned = found.map((paired) => ({ paired, owner: ownerOf(paired, names) }));
  const own = owned.filter(({ owner }) => owner === role);
  const free = role === 'seller' ? owned.filter(({ owner }) => owner === undefined) : [];
  const mine = (own.length > 0 ? own : free).map(({ paired }) => paired);
  const proven = mine.filter(({ taken }) => vatIdShape(taken.value) === 'valid-shape');
  return best(proven.length > 0 ? proven : mine);
}

/** A tax number belongs to a name at most this many heights above it. */
const maxHeightsBelowName = 12;
/** It starts at most this many heights to the left or right of the name. */
const maxHeightsAside = 3;

function ownerOf({ label, labelLine }: Paired, names: PartyNames): Role | undefined {
  if (label.concept === 'seller_tax_id') return 'seller';
  if (label.concept === 'buyer_tax_id') return 'buyer';
  const first = labelLine.words[label.from];
  const above = (['seller', 'buyer'] as const).flatMap((role) => {
    const name = names[role];
    if (!name || !first || name.line.page !== labelLine.page) return [];
    const down = first.box.y - bottom(name.phrase.box);
    const near =
      down >= -first.box.height &&
      down <= maxHeightsBelowName * first.box.height &&
      Math.abs(first.box.x - name.phrase.box.x) <= maxHeightsAside * first.box.height;
    return near ? [{ role, down }] : [];
  });
  return above.sort((a, b) => a.down - b.down)[0]?.role;
}

const maxAddressLines = 5;

/** The address under a name: the lines of its block up to the first contact detail. At least one holds a street or a postal code. */
export function addressOf(blocks: readonly PhraseBlock[], name: Headed | undefined): Find | undefined {
  const block = blocks.find((placed) => placed.some(({ phrase }) => phrase === name?.phrase)) ?? [];
  const under = block.slice(block.findIndex(({ phrase }) => phrase === name?.phrase) + 1);
  const end = under.findIndex(({ phrase }) => hasContactDetails(phrase.text) || phrase.labels.length > 0 || isNumber(phrase.text));
  const lines = (end < 0 ? under : under.slice(0, end)).slice(0, maxAddressLines).map(({ phrase }) => phrase);
  if (!name || !lines.some(isPlace)) return undefined;
  const value = lines.map(({ text }) => text).join(' ');
  return {
    value,
    page: name.line.page,
    quote: value,
    confidence: name.find.confidence === 'certain' ? 'likely' : 'unsure',
    reason: name.find.reason,
  };
}

const isPlace = ({ text }: Phrase): boolean => hasPostalCode(text) || isStreet(text);
