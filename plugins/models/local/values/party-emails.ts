import { squash } from '../../../../core/text.js';
import { doubtful, type Find, quoteOf } from '../find.js';
import { bottom, boxOf, type DocumentLayout, middle, type Phrase, right } from '../page/layout.js';
import type { PartyNames } from '../parties/party-details.js';
import { type ContactPlace, emailsOn } from './contacts.js';

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

function ownerByDomain({ taken }: ContactPlace, names: PartyNames): Party | undefined {
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
const maxHeightsAside = 3;

/** The party at whose name a block begins that reaches down to the mailbox. Amounts end a block. */
function ownerOfBlock({ line, taken }: ContactPlace, names: PartyNames, { lines }: DocumentLayout): Party | undefined {
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
const isInColumn = (a: Phrase['box'], b: Phrase['box']): boolean =>
  [a.x - b.x, right(a) - right(b), middle(a) - middle(b)].some((aside) => Math.abs(aside) <= maxHeightsAside * a.height);
