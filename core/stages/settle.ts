import type { Decimal } from '../contracts/amount.js';
import type { UnreadRows } from '../contracts/model.js';
import type { Field } from '../contracts/schema.js';
import { absent, type Grounded, isUnrefuted, scoreSoFar } from '../evidence/grounded.js';
import { judgeTaxes } from '../evidence/judges/amounts/judge-taxes.js';
import { judgeSeveral, severalDocuments } from '../evidence/judges/document/judge-several.js';
import { judgeCompleteness } from '../evidence/judges/rows/judge-completeness.js';
import { currencyOf } from '../evidence/judges/values/currency-of.js';
import { judgeAbsence } from '../evidence/judges/values/judge-absence.js';
import { judgeCurrencies } from '../evidence/judges/values/judge-currency.js';
import { judgePeriods } from '../evidence/judges/values/judge-periods.js';
import { doubtful } from '../evidence/scoring/caps.js';
import { documentFamily } from '../evidence/scoring/families.js';
import { eventLoopYielder } from '../flow/event-loop.js';
import { template } from '../schema/path.js';
import { minorUnit } from '../values/money.js';
import type { Grounding } from './ground.js';
import type { ExtractionContext } from './prepare.js';
import { counterpart } from './settling/counterpart.js';
import { type Candidate, candidateOf, decide } from './settling/decide.js';

/** One value for each leaf after all readers have answered, with caps for their agreement. */
export interface Settled {
  /** Every leaf of the schema and every shadow operand, in the order of the fields, each with its rows. */
  readonly cells: readonly Grounded[];
  /** The smallest amount of the document's currency, in major units. */
  readonly unit: Decimal;
  readonly notes: readonly string[];
  /** Pages whose rows the tier that an array's values are from has not read. */
  readonly gaps: readonly UnreadRows[];
}

/** Chooses the best tier's value field by field, the later tier on a tie. The other readers count as agreement or contradiction. */
export async function settle(
  tiers: readonly Grounding[],
  witnesses: readonly Grounding[],
  { task, index }: ExtractionContext,
): Promise<Settled> {
  const answering = tiers.filter((tier) => tier.answered);
  const leadOf = leaders(answering);
  const family = documentFamily(task.document.pages);
  const yieldToEventLoop = eventLoopYielder();
  const decided: Grounded[] = [];
  for (const field of task.fields) {
    const base = field.shadow ? askedFor(field) : leadOf(field);
    await yieldToEventLoop();
    if (base) for (const cell of base.of(field)) decided.push(decidedOf(cell, base));
    else if (!field.path.includes('[]')) decided.push(absent(field.path, field, [judgeAbsence(field, index)]));
  }
  await yieldToEventLoop();
  const cells = judgeSeveral(judgePeriods(judgeCurrencies(judgeTaxes(judgeCompleteness(decided, index), index), index)), index);
  await yieldToEventLoop();
  const several = severalDocuments(index);
  const notes = [...(several ? [several.reason] : []), ...[...tiers, ...witnesses].flatMap((grounding) => grounding.notes)];
  const gaps = answering.flatMap((tier) => tier.gaps.filter(({ array }) => task.fields.some((field) => leadsIn(field, array) === tier)));
  return { cells, unit: minorUnit(currencyOf(cells, index)), notes, gaps };

  function leadsIn(field: Field, array: string): Grounding | undefined {
    return field.path.startsWith(`${template(array)}[]`) ? leadOf(field) : undefined;
  }

  /** An operand that is never returned is taken from a witness, too, where no tier was asked for it. */
  function askedFor(field: Field): Grounding | undefined {
    const lead = leadOf(field);
    return [lead, ...answering.toReversed(), ...witnesses].find((reading) => reading && reading.of(field).length > 0) ?? lead;
  }
  function decidedOf(cell: Grounded, base: Grounding): Grounded {
    return { ...decide([candidateOf(cell, base, { tier: true, family }), ...otherCandidates(cell, base)]), path: cell.path };
  }
  function otherCandidates(cell: Grounded, base: Grounding): readonly Candidate[] {
    return [...answering, ...witnesses].flatMap((other) => {
      const said = other === base ? undefined : counterpart(cell, base, other);
      return said ? [candidateOf(said, other, { tier: answering.includes(other), family })] : [];
    });
  }
}

/**
 * The tier whose cells a field starts from. For an array it is the tier with more proven cells, then with more sure ones: one tier for all
 * columns, so that rows stay whole. For a single value, and on a tie, it is the last tier.
 */
function leaders(answering: readonly Grounding[]): (field: Field) => Grounding | undefined {
  const byArray = new Map<string, Grounding | undefined>();
  return (field) => {
    const end = field.path.indexOf('[]');
    if (end < 0) return answering.at(-1);
    const array = field.path.slice(0, end + 2);
    if (!byArray.has(array)) byArray.set(array, leading(answering, array));
    return byArray.get(array);
  };
}

function leading(answering: readonly Grounding[], array: string): Grounding | undefined {
  const worth = (tier: Grounding): number => {
    const proven = tier.cells.filter((cell) => cell.field.path.startsWith(array) && isUnrefuted(cell));
    return proven.length + proven.filter((cell) => scoreSoFar(cell) >= doubtful).length / (proven.length + 1);
  };
  return answering.reduce<Grounding | undefined>((best, tier) => (best && worth(best) > worth(tier) ? best : tier), undefined);
}
