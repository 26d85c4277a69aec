import { hasContactDetails, type PlaceKind, squash } from '../../../../core/text.js';
import { doubtful, type Find } from '../find.js';
import type { PhraseBlock, PlacedPhrase } from '../page/blocks.js';
import type { PartyNames } from './party-details.js';
import type { Headed } from './party-headings.js';
import { streetIn, townIn } from './towns.js';

/** The lines of an address under a name, with its contacts between. */
const maxAddressLines = 8;

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

const readers: Partial<Record<PlaceKind, (text: string) => string | undefined>> = {
  city: (text) => townIn(text)?.town,
  postalCode: (text) => townIn(text)?.code,
  street: streetIn,
};

/** The lines that begin with a party's name and go on down to the next party. */
function addressesOf({ phrase, name }: Headed, other: Headed | undefined, blocks: readonly PhraseBlock[]): readonly PhraseBlock[] {
  const begins = (placed: PlacedPhrase): boolean => placed.phrase === phrase || squash(placed.phrase.text).startsWith(squash(name));
  const all = blocks.flatMap((block) => {
    const from = block.findIndex(begins);
    if (from < 0) return [];
    const end = block.findIndex((placed, at) => at > from && placed.phrase === other?.phrase);
    return [block.slice(from, end < 0 ? undefined : end).slice(0, maxAddressLines)];
  });
  return all.toSorted(
    (a, b) => Number(b.some((placed) => placed.phrase === phrase)) - Number(a.some((placed) => placed.phrase === phrase)),
  );
}

function firstIn(lines: PhraseBlock, read: (text: string) => string | undefined, name: Headed): Find | undefined {
  for (const { line, phrase } of lines) {
    const value = hasContactDetails(phrase.text) && !/\d{4}/.test(phrase.text) ? undefined : read(phrase.text);
    if (value !== undefined)
      return {
        value,
        page: line.page,
        quote: phrase.text,
        confidence: name.find.confidence === 'unsure' ? 'unsure' : 'certain',
        reason: 'exact',
      };
  }
  return undefined;
}
