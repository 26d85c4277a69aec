import type { Decimal } from '../contracts/amount.js';
import type { Field } from '../contracts/schema.js';
import { absent, type Grounded, isUnrefuted, scoreSoFar } from '../evidence/grounded.js';
import { judgeTaxes } from '../evidence/judges/amounts/judge-taxes.js';
import { judgeCompleteness } from '../evidence/judges/rows/judge-completeness.js';
import { currencyOf } from '../evidence/judges/values/currency-of.js';
import { judgeAbsence } from '../evidence/judges/values/judge-absence.js';
import { doubtful } from '../evidence/scoring/caps.js';
import { eventLoopYielder } from '../flow/event-loop.js';
import { minorUnit } from '../values/money.js';
import type { Grounding } from './ground.js';
import type { ExtractionContext } from './prepare.js';
import { counterpart } from './settling/counterpart.js';
import { type Candidate, candidateOf, decide } from './settling/decide.js';

/** One value for each leaf after all readers were heard, and what their agreement is worth. */
export interface Settled {
  /** Every leaf of the schema and every shadow operand, in the order of the fields, each with its rows. */
  readonly cells: readonly Grounded[];
  /** The smallest amount of the document's currency, in major units. */
  readonly unit: Decimal;
  readonly notes: readonly string[];
}

/** Lets the tiers' readings compete field by field, the later one winning a tie, and weighs the others as agreement or contradiction. */
export async function settle(
  tiers: readonly Grounding[],
  witnesses: readonly Grounding[],
  { task, index }: ExtractionContext,
): Promise<Settled> {
  const heard = tiers.filter((tier) => tier.answered);
  const leadOf = leaders(heard);
  const yieldToEventLoop = eventLoopYielder();
  const decided: Grounded[] = [];
  for (const field of task.fields) {
    const base = leadOf(field);
    await yieldToEventLoop();
    if (base) for (const cell of base.of(field)) decided.push(decidedOf(cell, base));
    else if (!field.path.includes('[]')) decided.push(absent(field.path, field, [judgeAbsence(field, index)]));
  }
  await yieldToEventLoop();
  const cells = judgeTaxes(judgeCompleteness(decided, index), index);
  await yieldToEventLoop();
  return { cells, unit: minorUnit(currencyOf(cells, index)), notes: [...tiers, ...witnesses].flatMap((grounding) => grounding.notes) };

  function decidedOf(cell: Grounded, base: Grounding): Grounded {
    return { ...decide([candidateOf(cell, base, true), ...rivals(cell, base)]), path: cell.path };
  }
  function rivals(cell: Grounded, base: Grounding): readonly Candidate[] {
    return [...heard, ...witnesses].flatMap((other) => {
      const said = other === base ? undefined : counterpart(cell, base, other);
      return said ? [candidateOf(said, other, heard.includes(other))] : [];
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
    const proven = tier.cells.filter((cell) => cell.field.path.startsWith(array) && isUnrefuted(cell));
    return proven.length + proven.filter((cell) => scoreSoFar(cell) >= doubtful).length / (proven.length + 1);
  };
  return heard.reduce<Grounding | undefined>((best, tier) => (best && worth(best) > worth(tier) ? best : tier), undefined);
}
