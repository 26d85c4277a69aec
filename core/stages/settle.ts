import type { Cap } from '../contracts/draft.js';
import { type CapName, cap, lowest, reasonText, startValues } from '../evidence/caps.js';
import { absent, type Grounded, isProven } from '../evidence/grounded.js';
import { currencyOf } from '../evidence/judges/currency-of.js';
import { judgeAbsence } from '../evidence/judges/judge-absence.js';
import { type Decimal, minorUnit } from '../money.js';
import type { Field } from '../schema/schema.js';
import { counterpart } from './counterpart.js';
import type { Grounding } from './ground.js';
import type { Subject } from './prepare.js';
import type { Reader } from './read.js';

/** One value for each leaf after all readers were heard, and what their agreement is worth. */
export interface Settled {
  /** Every leaf of the schema and every shadow operand, in the order of the fields, each with its rows. */
  readonly cells: readonly Grounded[];
  /** The smallest amount of the document's currency, in major units. */
  readonly unit: Decimal;
  readonly notes: readonly string[];
}

/** What another reader says to the same leaf. */
interface Rival {
  readonly reader: Reader;
  readonly cell: Grounded;
  readonly tier: boolean;
}

/** Lets the tiers' readings compete field by field, the later one winning a tie, and weighs the others as agreement or contradiction. */
export function settle(tiers: readonly Grounding[], witnesses: readonly Grounding[], { task, index }: Subject): Settled {
  const heard = tiers.filter((tier) => tier.answered);
  const leadOf = leaders(heard);
  const cells = task.fields.flatMap((field) => {
    const base = leadOf(field);
    if (!base) return field.path.includes('[]') ? [] : [absent(field.path, field, [judgeAbsence(field, index)])];
    return base
      .of(field)
      .map((cell) => ({ ...decide([{ reader: base.reader, cell, tier: true }, ...rivals(cell, base)]), path: cell.path }));
  });
  return { cells, unit: minorUnit(currencyOf(cells, index)), notes: [...tiers, ...witnesses].flatMap((grounding) => grounding.notes) };

  function rivals(cell: Grounded, base: Grounding): readonly Rival[] {
    return [...heard, ...witnesses].flatMap((other) => {
      const said = other === base ? undefined : counterpart(cell, base, other);
      return said ? [{ reader: other.reader, cell: said, tier: heard.includes(other) }] : [];
    });
  }
}

/**
 * The tier whose cells are the ground for a field: of an array the one that proved more cells in it, then the one that is surer of them, the
 * same for all its columns, so that rows stay whole; of a single value, and on a tie, the last.
 */
function leaders(heard: readonly Grounding[]): (field: Field) => Grounding | undefined {
  const byArray = new Map<string, Grounding | undefined>();
  return (field) => {
    const end = field.path.indexOf('[]');
    if (end < 0) return heard.at(-1);
    const array = field.path.slice(0, end + 2);
    if (!byArray.has(array)) byArray.set(array, leading(heard, array));
    return byArray.get(array);
  };
}

function leading(heard: readonly Grounding[], array: string): Grounding | undefined {
  const worth = (tier: Grounding): number => {
    const proven = tier.cells.filter((cell) => cell.field.path.startsWith(array) && isProven(cell));
    return proven.length + proven.filter((cell) => scoreOf(cell) >= doubtful).length / (proven.length + 1);
  };
  return heard.reduce<Grounding | undefined>((best, tier) => (best && worth(best) > worth(tier) ? best : tier), undefined);
}

/** Just under the default threshold: a value that nothing names. */
const doubtful = startValues['label.unknownValue'];
const scoreOf = (cell: Grounded): number => lowest(cell.caps)?.value ?? 1;

/** The best tier's cell, held down by what the other readers say. */
function decide(said: readonly Rival[]): Grounded {
  const winner = said.filter((candidate) => candidate.tier).reduce((best, candidate) => (better(candidate, best) ? candidate : best));
  const others = said.filter((candidate) => candidate !== winner);
  if (winner.cell.value === null) {
    const seen = others.find((other) => isProven(other.cell));
    return seen ? held(winner.cell, cap('absence.labelPrinted', `Not present: but ${seen.reader.label} read a value`)) : winner.cell;
  }
  return held(winner.cell, agreement(winner, others));
}

/** A proven value beats a null whatever the null's score; else the score decides, and on a tie the later tier. */
function better(candidate: Rival, best: Rival): boolean {
  const rank = ({ cell }: Rival): number => (isProven(cell) ? 1 : 0);
  if (rank(candidate) !== rank(best)) return rank(candidate) > rank(best);
  const difference = scoreOf(candidate.cell) - scoreOf(best.cell);
  return difference > 0 || (difference === 0 && candidate.reader.position > best.reader.position);
}

/** Only readers of another kind corroborate; readers of any kind contradict, unless they were not sure themselves. */
function agreement(winner: Rival, others: readonly Rival[]): Cap {
  const against = others.find((other) => contradicts(other.cell, winner.cell));
  if (against) {
    const both = `${reasonText.multiple}: ${winner.reader.label} read ${shown(winner.cell)}, ${against.reader.label} read ${shown(against.cell)}`;
    return cap(weightAgainst(winner.cell, against.cell), both);
  }
  const ally = others.find((other) => other.cell.key === winner.cell.key && other.reader.family !== winner.reader.family);
  if (ally) return cap('agreement.independent', `${reasonText.exact}: ${ally.reader.label} reads the same`);
  return cap('agreement.single', reasonText.exact);
}

/** Two texts of which one holds the other, such as a name with and without its legal form, neither agree nor contradict; digits make ids. */
function contradicts(other: Grounded, winner: Grounded): boolean {
  if (other.key === undefined || winner.key === undefined || other.key === winner.key) return false;
  const holds = other.key.includes(winner.key) || winner.key.includes(other.key);
  if (holds && other.field.type === 'string' && !/\d/.test(other.key + winner.key)) return false;
  return !other.caps.some((given) => given.name === 'model.unsure' || given.name === 'model.guess');
}

function weightAgainst(winner: Grounded, against: Grounded): CapName {
  const printed = (cell: Grounded) => isProven(cell) || cell.occurrences.length > 0;
  if (!printed(winner)) return 'agreement.outvoted';
  return printed(against) ? 'agreement.disputed' : 'agreement.contradicted';
}

const shown = (cell: Grounded): string => JSON.stringify(cell.value);
const held = (cell: Grounded, given: Cap): Grounded => ({ ...cell, caps: [...cell.caps, given] });
