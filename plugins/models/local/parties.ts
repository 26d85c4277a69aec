import { currencyCodeOf, squash } from '../../../core/index.js';
import { type Block, blocksOf, type Placed } from './blocks.js';
import type { Find } from './find.js';
import { type Headed, headed, headingOf } from './headings.js';
import { bottom, type Sheet } from './layout.js';
import { hasLegalForm, hasPostalCode, isContact, nameIn } from './names.js';

export interface Parties {
  readonly seller?: Find;
  readonly buyer?: Find;
}

/** Who sells and who buys: by headings, else by where letters name them. */
export function findParties(sheet: Sheet): Parties {
  const blocks = blocksOf(sheet, 1);
  const buyerHeading = headed(sheet, 'buyer');
  const seller = headed(sheet, 'seller') ?? letterhead(sheet, blocks, buyerHeading);
  const buyer = buyerHeading ?? addressee(blocks, seller);
  return { ...(seller ? { seller: seller.find } : {}), ...(buyer && buyer.name !== seller?.name ? { buyer: buyer.find } : {}) };
}

/** A name that may be the issuer's, with the points it has. */
interface Candidate extends Placed {
  readonly name: string;
  readonly points: number;
}

/** Fewer points than this, or less of a lead, and nobody can say. */
const ENOUGH = 2.5;
const SURE = 4;

/** The issuer by the signs of a letterhead: the first line, the largest type, a legal form, the domain of the address on the net. */
function letterhead(sheet: Sheet, blocks: readonly Block[], buyer: Headed | undefined): Headed | undefined {
  const domains = domainsOf(sheet);
  const candidates = [...blocks.flatMap((block) => inBlock(block, sheet)), ...senderLines(blocks)]
    .filter(({ name }) => squash(name) !== squash(buyer?.name ?? ''))
    .map((candidate) => ({ ...candidate, points: candidate.points + pointsOf(candidate.name, sheet, domains) }))
    .sort((a, b) => b.points - a.points);
  const [first] = candidates;
  if (!first || first.points < ENOUGH) return undefined;
  const rival = candidates.find(({ name }) => squash(name) !== squash(first.name));
  const sure = first.points >= SURE && first.points - (rival?.points ?? 0) >= 1;
  return headedBy(first, sure ? 'likely' : 'unsure');
}

const headedBy = ({ line, phrase, name }: Placed & { readonly name: string }, confidence: Find['confidence']): Headed => ({
  line,
  phrase,
  name,
  find: { value: name, page: line.page, quote: phrase.text, confidence, reason: 'header' },
});

/** The part of a page where letterheads stand, from its top. */
const HEAD = 0.3;

function inBlock(block: Block, sheet: Sheet): readonly Candidate[] {
  const [first] = block;
  if (!first || !isHigh(first, sheet, HEAD) || first.phrase.labels.length > 0 || opensParty(first)) return [];
  const name = nameIn(first.phrase.text);
  if (name === undefined) return [];
  const rest = block.slice(1, 8).map(({ phrase }) => phrase.text);
  const tallest = Math.max(
    ...sheet.lines
      .filter(({ page }) => page === 1)
      .flatMap(({ phrases }) => phrases.filter(({ text }) => nameIn(text)).map(({ box }) => box.height)),
  );
  const top = sheet.lines.find(({ page, phrases }) => page === 1 && phrases.some(({ text }) => nameIn(text) !== undefined));
  const points =
    (top === first.line ? 1.5 : 0) +
    (first.phrase.box.height >= tallest * 0.95 ? 1 : 0) +
    (rest.some(hasPostalCode) ? 0.5 : 0) +
    (rest.some(isContact) ? 1 : 0);
  return [{ ...first, name, points }];
}

const opensParty = ({ phrase }: Placed): boolean => (['buyer', 'delivery'] as const).some((role) => headingOf(phrase, role));

/** The small line over an address window: `Kraxi GmbH · Street 1 · 12345 Town`. */
function senderLines(blocks: readonly Block[]): readonly Candidate[] {
  return blocks.flat().flatMap(({ line, phrase }) => {
    const parts = phrase.text.split(/\s*[·•|]\s*|\s+[–—-]\s+|,\s+/);
    const name = parts.length >= 3 && parts.slice(1).some(hasPostalCode) ? nameIn(parts[0] ?? '') : undefined;
    return name === undefined ? [] : [{ line, phrase, name, points: 2.5 }];
  });
}

function pointsOf(name: string, sheet: Sheet, domains: readonly string[]): number {
  const key = squash(name);
  const stem = squash(name.split(/[\s,]/)[0] ?? '');
  const again = sheet.lines.filter(({ words }) => squash(words.map(({ text }) => text).join(' ')).includes(key)).length;
  const domain = domains.some((host) => key.includes(host) || host.includes(key) || (stem.length >= 4 && host.includes(stem)));
  return (hasLegalForm(name) ? 2 : 0) + (domain ? 2 : 0) + (again > 1 ? 1 : 0) - (currencyCodeOf(name) ? 5 : 0);
}

/** The names of hosts in addresses on the net, without what is common to many: `info@kraxi.com` → `kraxi`. */
function domainsOf(sheet: Sheet): readonly string[] {
  const hosts = sheet.lines.flatMap(({ words }) =>
    words.flatMap(({ text }) => /(?:@|www\.|https?:\/\/)([\w.-]{4,80})/i.exec(text)?.[1]?.replace(/^www\./i, '') ?? []),
  );
  const stems = hosts.map((host) => squash(host.split('.').slice(0, -1).at(-1) ?? ''));
  return [...new Set(stems)].filter(
    (stem) => stem.length >= 4 && !/^(?:gmail|outlook|hotmail|yahoo|example|email|gmx|icloud|mail)$/.test(stem),
  );
}

/** The name in the address window: the block with a postal code that is not the issuer's. */
function addressee(blocks: readonly Block[], seller: Headed | undefined): Headed | undefined {
  const windows = blocks.flatMap((block) => {
    const lines = block.filter(({ phrase }) => phrase.text.split(/[·•|]/).length < 3);
    const [first] = lines;
    const name = first && nameIn(first.phrase.text);
    if (!first || name === undefined || lines.length < 3 || lines.length > 8 || block.some((placed) => placed.phrase === seller?.phrase))
      return [];
    if (squash(name) === squash(seller?.name ?? '') || !lines.slice(1).some(({ phrase }) => hasPostalCode(phrase.text))) return [];
    return [{ ...first, name, contact: lines.some(({ phrase }) => isContact(phrase.text)) }];
  });
  const [first, second] = windows.filter(({ contact }) => !contact);
  return first && headedBy(first, second || !hasLegalForm(first.name) ? 'unsure' : 'likely');
}

const isHigh = ({ phrase, line }: Placed, sheet: Sheet, share: number): boolean => {
  const last = sheet.lines.findLast(({ page }) => page === line.page);
  return bottom(phrase.box) <= (last ? bottom(last.box) : 0) * share;
};
