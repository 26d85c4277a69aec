import {
  bottom,
  hasContactDetails,
  hasPostalCode,
  misalignment,
  type Phrase,
  type PlaceKind,
  type Role,
  squash,
  vatIdShape,
} from '../../../../core/text.js';
import { doubtful, type Find, quoteOf } from '../find.js';
import type { PlacedValue } from '../label-places.js';
import { boxOf, type DocumentLayout } from '../layout.js';
import { best, type Paired } from '../pairing.js';
import { emailsOn, taxIds } from '../values/contacts.js';
import type { PhraseBlock, PlacedPhrase } from './blocks.js';
import { isNumber } from './names.js';
import type { Headed } from './party-headings.js';
import { isStreet, stateIn, streetIn, townIn } from './places.js';

export interface PartyNames {
  readonly seller?: Headed;
  readonly buyer?: Headed;
}

/**
 * The tax number of a party: under its own label or below its name. A number that belongs to nobody else is the seller's, and one with the
 * shape of a VAT number goes before another.
 */
export function taxIdOf(layout: DocumentLayout, role: 'seller' | 'buyer', names: PartyNames): Find | undefined {
  const found = taxIds(layout, ['tax_id', 'seller_tax_id', 'buyer_tax_id']);
  const owned = found.map((paired) => ({ paired, owner: ownerOf(paired, names) }));
  const own = owned.filter(({ owner }) => owner === role);
  const free = role === 'seller' ? owned.filter(({ owner }) => owner === undefined) : [];
  const likeliest = [own.filter(isVat), free.filter(isVat), own, free].find(({ length }) => length > 0) ?? [];
  const find = best(likeliest.map(({ paired }) => paired));
  const mayBeBuyers = role === 'seller' && own.length === 0 && names.seller === undefined && names.buyer !== undefined;
  return find && mayBeBuyers ? { ...find, confidence: 'guess', reason: 'header' } : find;
}

const isVat = ({ paired: { taken } }: { readonly paired: Paired }): boolean => vatIdShape(taken.value) === 'valid-shape';

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

/** The lines of an address under a name, with its contacts between. */
const maxLinesUnderName = 8;

/** A part of a party's address: from the lines under its name, or from the line that its name begins. Doubtful where it has several. */
export function addressPartOf(
  blocks: readonly PhraseBlock[],
  kind: PlaceKind,
  { party, names }: { readonly party: 'seller' | 'buyer'; readonly names: PartyNames },
): Find | undefined {
  const read = readers[kind];
  const name = names[party];
  const other = names[party === 'seller' ? 'buyer' : 'seller'];
  if (!read || !name) return undefined;
  const finds = addressesOf(name, other, blocks).flatMap((lines) => firstIn(lines, read, name) ?? []);
  const [first, ...more] = finds;
  return first && more.some(({ value }) => squash(value) !== squash(first.value)) ? doubtful(first) : first;
}

type PartReader = (text: string) => { readonly value: string; readonly rank: number } | undefined;

const readers: Partial<Record<PlaceKind, PartReader>> = {
  city: (text) => ofTown(text, 'town'),
  postalCode: (text) => ofTown(text, 'code'),
  street: (text) => plain(streetIn(text)),
  region: (text) => plain(stateIn(text)),
};

const plain = (value: string | undefined): ReturnType<PartReader> => (value === undefined ? undefined : { value, rank: 0 });

function ofTown(text: string, part: 'town' | 'code'): ReturnType<PartReader> {
  const found = townIn(text);
  const value = found?.[part];
  return found && value !== undefined ? { value, rank: found.rank } : undefined;
}

/** The lines that begin with a party's name and go on down to the next party. */
function addressesOf({ phrase, name }: Headed, other: Headed | undefined, blocks: readonly PhraseBlock[]): readonly PhraseBlock[] {
  const begins = (placed: PlacedPhrase): boolean => placed.phrase === phrase || squash(placed.phrase.text).startsWith(squash(name));
  const all = blocks.flatMap((block) => {
    const from = block.findIndex(begins);
    if (from < 0) return [];
    const end = block.findIndex((placed, at) => at > from && placed.phrase === other?.phrase);
    return [block.slice(from, end < 0 ? undefined : end).slice(0, maxLinesUnderName)];
  });
  return all.toSorted(
    (a, b) => Number(b.some((placed) => placed.phrase === phrase)) - Number(a.some((placed) => placed.phrase === phrase)),
  );
}

/** The part in the line that shows it most distinctly, and of equal lines in the first: `2558 Michael Mills` above `East Steven, MI 89330`. */
function firstIn(lines: PhraseBlock, read: PartReader, name: Headed): Find | undefined {
  const found = lines.flatMap(({ line, phrase }) => {
    const part = hasContactDetails(phrase.text) && !/\d{4}/.test(phrase.text) ? undefined : read(phrase.text);
    // A name may look like a street: `Acme Ltd. — Warehouse 7`.
    return part ? [{ ...part, rank: part.rank + (phrase === name.phrase ? 0.5 : 0), page: line.page, quote: phrase.text }] : [];
  });
  const [best] = found.toSorted((a, b) => a.rank - b.rank);
  if (!best) return undefined;
  const { value, page, quote } = best;
  return { value, page, quote, confidence: name.find.confidence === 'unsure' ? 'unsure' : 'certain', reason: 'exact' };
}

type Party = 'seller' | 'buyer';
const parties: readonly Party[] = ['seller', 'buyer'];

/** The mailbox of a party: in the domain of its name, or below its name. One that belongs to nobody else is the seller's. */
export function emailOf(layout: DocumentLayout, party: Party, names: PartyNames): Find | undefined {
  const owned = emailsOn(layout).map((place) => ({ place, owner: ownerByDomain(place, names) ?? ownerOfBlock(place, names, layout) }));
  const own = owned.filter(({ owner }) => owner === party);
  const free = party === 'seller' ? owned.filter(({ owner }) => owner === undefined) : [];
  const [first, ...others] = own.length > 0 ? own : free;
  if (!first) return undefined;
  const { line, taken } = first.place;
  const find: Find = { value: taken.value, page: line.page, quote: quoteOf(line, taken), confidence: 'certain', reason: 'exact' };
  return others.some(({ place }) => squash(place.taken.value) !== squash(taken.value)) ? doubtful(find) : find;
}

function ownerByDomain({ taken }: PlacedValue, names: PartyNames): Party | undefined {
  const domain = squash(/@([\p{L}\d-]+)\./u.exec(taken.value)?.[1] ?? '');
  const [only, ...others] = parties.filter((party) => isNamedAs(domain, squash(names[party]?.name ?? '')));
  return others.length === 0 ? only : undefined;
}

/** Shorter names and domains are alike by chance. */
const minAlikeLetters = 4;

const isNamedAs = (domain: string, name: string): boolean =>
  Math.min(domain.length, name.length) >= minAlikeLetters && (name.startsWith(domain) || domain.startsWith(name));

/** Lines of a block are at most this many heights apart. */
const maxGapHeights = 1.7;
/** The block of a sender with all its contacts is at most this many heights long. */
const maxBlockHeights = 14;

/** The party at whose name a block begins that reaches down to the mailbox. Amounts end a block. */
function ownerOfBlock({ line, taken }: PlacedValue, names: PartyNames, { lines }: DocumentLayout): Party | undefined {
  const box = line.phrases.find(({ from, to }) => from <= taken.from && taken.to <= to)?.box ?? boxOf(line, taken.from, taken.to);
  const column = lines
    .filter(({ page }) => page === line.page)
    .flatMap(({ phrases, numbers }) =>
      phrases
        .filter((phrase) => phrase.box.y <= box.y && isInColumn(phrase.box, box))
        .map((phrase) => ({ phrase, isSum: numbers.some(({ value }) => value.decimals === 2) })),
    )
    .toSorted((a, b) => b.phrase.box.y - a.phrase.box.y);
  let top = box;
  for (const { phrase, isSum } of column) {
    const isApart = top.y - bottom(phrase.box) > maxGapHeights * box.height || box.y - phrase.box.y > maxBlockHeights * box.height;
    if (isApart || isSum) return undefined;
    const owner = parties.find((party) => names[party]?.phrase === phrase);
    if (owner) return owner;
    top = phrase.box;
  }
  return undefined;
}

/** Whether two lines of a block share an edge or their middle. */
const isInColumn = (a: Phrase['box'], b: Phrase['box']): boolean => misalignment(a, b) <= maxHeightsAside * a.height;
