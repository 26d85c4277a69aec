import { currencyCodeOf, hasLegalForm, hasPostalCode, isContact, squash } from '../../../core/index.js';
import type { Block, Placed } from './blocks.js';
import { headingOf } from './headings.js';
import { bottom, type Line, type Sheet, textOf } from './layout.js';
import { nameIn } from './names.js';
import { senderIn } from './sender-line.js';

/** A name that may be the issuer's. */
export interface Candidate extends Placed {
  readonly name: string;
  /** The block it stands in. */
  readonly block: Block;
  /** Whether a sender's line begins with it. */
  readonly sender: boolean;
}

/** What the first page says about names. */
interface Head {
  readonly top: Line | undefined;
  readonly tallest: number;
  readonly texts: readonly string[];
  readonly hosts: readonly string[];
}

/** What speaks for a name as the issuer's, and how much: priors, from how letters are laid out. */
const signs: readonly { readonly points: number; holds(candidate: Candidate, head: Head): boolean }[] = [
  { points: 3, holds: ({ sender }) => sender },
  { points: 2.5, holds: ({ name }, { hosts }) => hosts.some((host) => isHostOf(host, name)) },
  { points: 1.5, holds: ({ line }, { top }) => line === top },
  { points: 1.5, holds: ({ name }) => hasLegalForm(name) },
  { points: 1, holds: ({ phrase }, { tallest }) => phrase.box.height >= tallest * 0.95 },
  { points: 1, holds: ({ name }, { texts }) => texts.filter((text) => text.includes(squash(name))).length > 1 },
  { points: 1, holds: ({ block }) => block.slice(1, 8).some(({ phrase }) => isContact(phrase.text)) },
  { points: 0.5, holds: ({ block }) => block.slice(1, 8).some(({ phrase }) => hasPostalCode(phrase.text)) },
];

/** Fewer points than this, and nobody can say. */
const ENOUGH = 3;
/** The issuer is likely with this many signs and points, and so far ahead of the next. */
const SURE = { signs: 3, points: 3.5, lead: 1.5 };

/** The issuer by the signs of a letterhead. @param other a name that is not the issuer's */
export function letterhead(sheet: Sheet, blocks: readonly Block[], other: string): (Candidate & { readonly sure: boolean }) | undefined {
  const head = headOf(sheet);
  const candidates = [...blocks.flatMap((block) => onTop(block, sheet)), ...blocks.flatMap(senders)].filter(
    ({ name }) => squash(name) !== squash(other),
  );
  const [first, second] = [...Map.groupBy(candidates, ({ name }) => squash(name)).values()]
    .flatMap((same) => ranked(same, head))
    .sort((a, b) => b.points - a.points);
  if (!first || first.points < ENOUGH) return undefined;
  const sure = first.signs >= SURE.signs && first.points >= SURE.points && first.points - (second?.points ?? 0) >= SURE.lead;
  return { ...first.candidate, sure };
}

/** A name with all that speaks for it, wherever it stands. */
function ranked(same: readonly Candidate[], head: Head) {
  const held = signs.filter((sign) => same.some((candidate) => sign.holds(candidate, head)));
  const [candidate] = same;
  return candidate ? [{ candidate, signs: held.length, points: held.reduce((sum, { points }) => sum + points, 0) }] : [];
}

/** The part of a page where letterheads stand, from its top. */
const SHARE = 0.3;

function onTop(block: Block, sheet: Sheet): readonly Candidate[] {
  const [first] = block;
  if (!first || bottom(first.phrase.box) > (sheet.heights[first.line.page - 1] ?? 0) * SHARE) return [];
  if (headingOf(first.phrase, 'buyer') || headingOf(first.phrase, 'delivery')) return [];
  const name = nameIn(first.phrase.text);
  return name === undefined || currencyCodeOf(name) ? [] : [{ ...first, name, block, sender: false }];
}

const senders = (block: Block): readonly Candidate[] =>
  block.flatMap((placed) => {
    const name = senderIn(placed);
    return name === undefined ? [] : [{ ...placed, name, block, sender: true }];
  });

function headOf(sheet: Sheet): Head {
  const named = sheet.lines.filter(({ page, phrases }) => page === 1 && phrases.some(({ text }) => nameIn(text) !== undefined));
  const heights = named.flatMap(({ phrases }) => phrases.filter(({ text }) => nameIn(text) !== undefined).map(({ box }) => box.height));
  return {
    top: named[0],
    tallest: Math.max(0, ...heights),
    texts: sheet.lines.map((line) => squash(textOf(line, 0, line.words.length))),
    hosts: hostsOf(sheet),
  };
}

/** The names of hosts in addresses on the net, without what is common to many: `info@kraxi.com` → `kraxi`. */
function hostsOf(sheet: Sheet): readonly string[] {
  const hosts = sheet.lines.flatMap(({ words }) =>
    words.flatMap(({ text }) => /(?:@|www\.|https?:\/\/)([\w.-]{4,80})/i.exec(text)?.[1]?.replace(/^www\./i, '') ?? []),
  );
  const stems = hosts.map((host) => squash(host.split('.').slice(0, -1).at(-1) ?? ''));
  return [...new Set(stems)].filter((stem) => stem.length >= 4 && !common.test(stem));
}

const common =
  /^(?:gmail|googlemail|outlook|hotmail|yahoo|example|email|mail|gmx|web|icloud|protonmail|orange|wanadoo|free|libero|paypal)$/;

function isHostOf(host: string, name: string): boolean {
  const [key, stem] = [squash(name), squash(name.split(/[\s,.]/)[0] ?? '')];
  return key.includes(host) || host.includes(key) || (stem.length >= 4 && host.startsWith(stem));
}
