import { squash } from '../../../../core/internal.js';
import { currencyCodeOf } from '../../../../core/text.js';
import { nameIn } from '../parties/names.js';
import type { Block } from './blocks.js';
import { headingOf } from './headings.js';
import { bottom, type Sheet } from './layout.js';
import { type Candidate, letterOf, weightOf } from './letter.js';
import { senderIn } from './sender-line.js';

/** Fewer points than this, and nobody can say. */
const ENOUGH = 3;
/** The issuer is likely with this many signs and points, and so far ahead of the next. */
const SURE = { signs: 3, points: 3, lead: 1.5 };

/** The names that headings give to others than the issuer, and to who is paid. */
export interface HeadedNames {
  readonly buyer: string | undefined;
  readonly receiver: string | undefined;
  readonly payee: string | undefined;
}

/** The issuer by the signs of a letterhead. */
export function letterhead(
  sheet: Sheet,
  blocks: readonly Block[],
  { buyer, receiver, payee }: HeadedNames,
): (Candidate & { readonly sure: boolean }) | undefined {
  const others = [buyer, receiver].flatMap((name) => (name === undefined ? [] : squash(name)));
  const letter = letterOf(sheet, blocks, { onlyBuyer: buyer !== undefined && payee === undefined, others });
  const candidates = [...blocks.flatMap((block) => onTop(block, sheet)), ...blocks.flatMap((block) => senders(block, sheet))];
  const [first, ...rest] = [...Map.groupBy(candidates, ({ name }) => squash(name)).entries()]
    .filter(([key]) => !others.includes(key))
    .flatMap(([key, same]) => same.slice(0, 1).map((candidate) => ({ key, candidate, ...weightOf(same, letter) })))
    .sort((a, b) => b.points - a.points);
  if (!first || first.points < ENOUGH) return undefined;
  const second = rest.find(({ key }) => !first.key.includes(key));
  const ahead = first.points - (second?.points ?? 0) >= SURE.lead || (first.alone && !second?.alone);
  return { ...first.candidate, sure: first.signs >= SURE.signs && first.points >= SURE.points && ahead };
}

/** The part of a page where letterheads stand, from its top. */
const SHARE = 0.3;

function onTop(block: Block, sheet: Sheet): readonly Candidate[] {
  const [first, second] = block;
  if (!first || bottom(first.phrase.box) > (sheet.heights[first.line.page - 1] ?? 0) * SHARE) return [];
  if (headingOf(first.phrase, 'buyer') || headingOf(first.phrase, 'delivery')) return [];
  const placed = nameIn(first.phrase.text) === undefined ? second : first;
  const name = placed && nameIn(placed.phrase.text);
  return !placed || name === undefined || currencyCodeOf(name) ? [] : [{ ...placed, name, block, sender: false }];
}

const senders = (block: Block, sheet: Sheet): readonly Candidate[] =>
  block.flatMap((placed) => {
    const name = senderIn(placed, sheet);
    return name === undefined ? [] : [{ ...placed, name, block, sender: true }];
  });
