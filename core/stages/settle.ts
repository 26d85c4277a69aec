import type { Decimal } from '../contracts/amount.js';
import type { EmptyArray, UnreadRows } from '../contracts/model.js';
import type { Field } from '../contracts/schema.js';
import { absent, type Grounded, isUnrefuted, scoreSoFar } from '../evidence/grounded.js';
import { judgeSeveral, severalDocuments } from '../evidence/judges/document-starts.js';
import { judgeAbsence, judgeExpected } from '../evidence/judges/judge-absence.js';
import { currencyOf, judgeCurrencies } from '../evidence/judges/judge-currency.js';
import { judgeParts } from '../evidence/judges/judge-naming.js';
import { judgePeriods } from '../evidence/judges/judge-periods.js';
import { judgeTaxes } from '../evidence/judges/judge-taxes.js';
import { judgeCompleteness } from '../evidence/judges/rows/judge-completeness.js';
import { assignRows } from '../evidence/judges/rows/place-items.js';
import { isPartyName, partyOf } from '../evidence/labels/concepts/concept-kind.js';
import { doubtful } from '../evidence/scoring/caps.js';
import { documentFamily } from '../evidence/scoring/families.js';
import { eventLoopYielder } from '../flow/event-loop.js';
import { rowOf, template } from '../schema/path.js';
import { memoizeByObject } from '../values/memoize.js';
import { minorUnit } from '../values/money.js';
import { type Candidate, candidateOf, decide, type PartyExchange } from './decide.js';
import type { Grounding } from './ground.js';
import type { ExtractionContext } from './prepare.js';

/** One value for each leaf after all readers have answered, with caps for their agreement. */
export interface Settled {
  /** Every leaf of the schema and every shadow operand, in the order of the fields, each with its rows. */
  readonly cells: readonly Grounded[];
  /** The smallest amount of the document's currency, in major units. */
  readonly unit: Decimal;
  readonly notes: readonly string[];
  /** Pages whose rows the tier that an array's values are from has not read. */
  readonly gaps: readonly UnreadRows[];
  /** Arrays of which that tier has found no rows and is not certain. */
  readonly empty: readonly EmptyArray[];
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
    if (base)
      for (const cell of base.of(field)) {
        await yieldToEventLoop();
        decided.push(decidedOf(cell, base));
      }
    else if (!field.path.includes('[]')) decided.push(absent(field.path, field, [judgeAbsence(field, index), ...judgeExpected(field)]));
  }
  await yieldToEventLoop();
  const complete = judgeCompleteness(judgeParts(decided, index), index);
  await yieldToEventLoop();
  const taxed = judgeTaxes(complete, index);
  await yieldToEventLoop();
  const judged = judgePeriods(judgeCurrencies(taxed, index));
  await yieldToEventLoop();
  const cells = judgeSeveral(judged, index);
  await yieldToEventLoop();
  const several = severalDocuments(index);
  const notes = [...(several ? [several.reason] : []), ...[...tiers, ...witnesses].flatMap((grounding) => grounding.notes)];
  const gaps = answering.flatMap((tier) => tier.gaps.filter(({ array }) => leads(tier, array)));
  const empty = answering.flatMap((tier) => tier.empty.filter(({ array }) => leads(tier, array)));
  return { cells, unit: minorUnit(currencyOf(cells, index)), notes, gaps, empty };

  function leads(tier: Grounding, array: string): boolean {
    return task.fields.some((field) => field.path.startsWith(`${template(array)}[]`) && leadOf(field) === tier);
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
      if (other === base) return [];
      const standing = { tier: answering.includes(other), family };
      if (isPartyName(cell.field))
        return namesFrom(other, cell, base).map(([name, exchange]) =>
          candidateOf(name, other, { ...standing, tier: standing.tier && name.path === cell.path, exchange }),
        );
      const match = counterpart(cell, base, other);
      return match ? [candidateOf(match, other, standing)] : [];
    });
  }
}

/** What another reader has for the name of a party, and where it has this name for the other party, that one. */
function namesFrom(reader: Grounding, cell: Grounded, base: Grounding): readonly (readonly [Grounded, PartyExchange])[] {
  const opposite = nameOfOther(cell, base);
  const match = counterpart(cell, base, reader);
  const crossed = nameOfOther(cell, reader);
  const isTaken = opposite !== undefined && match !== undefined && match.key === opposite.key && match.key !== crossed?.key;
  const isGiven = crossed !== undefined && crossed.key === cell.key && crossed.key !== match?.key;
  return [
    ...(match ? [[match, isTaken ? 'shown' : opposite ? 'none' : 'possible'] as const] : []),
    ...(isGiven ? [[crossed, 'shown'] as const] : []),
  ];
}

/** What a reading has for the name of the other party. */
const nameOfOther = ({ field }: Grounded, { cells }: Grounding): Grounded | undefined =>
  cells.find((own) => own.value !== null && isPartyName(own.field) && partyOf(own.field) !== partyOf(field));

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

/** Another reader's cell for the same leaf: by path; in arrays by the row on the page, or by index if both found as many rows. */
function counterpart(cell: Grounded, mine: Grounding, theirs: Grounding): Grounded | undefined {
  const other = lookup(theirs);
  const found = rowOf(cell.path);
  if (!found) return other.byPath.get(cell.path);
  const { row, array } = found;
  const leaf = cell.path.slice(row.length);
  const place = lookup(mine).placeOfRow.get(row);
  const sameplace = place === undefined ? undefined : other.rowAtPlace.get(`${array} ${place}`);
  if (sameplace !== undefined) return other.byPath.get(sameplace + leaf);
  return other.rowsOfArray.get(array) === lookup(mine).rowsOfArray.get(array) ? other.byPath.get(cell.path) : undefined;
}

interface Lookup {
  readonly byPath: ReadonlyMap<string, Grounded>;
  /** The row on the page that belongs to one item alone; items with the same description each have their own. */
  readonly placeOfRow: ReadonlyMap<string, number>;
  readonly rowAtPlace: ReadonlyMap<string, string>;
  readonly rowsOfArray: ReadonlyMap<string, number>;
}

const lookup = memoizeByObject((grounding: Grounding): Lookup => {
  const rows = Map.groupBy(
    grounding.cells.filter((cell) => rowOf(cell.path) !== undefined),
    (cell) => rowOf(cell.path)?.row ?? '',
  );
  const placeOfRow = new Map([...Map.groupBy(rows, ([row]) => arrayOf(row)).values()].flatMap(placed));
  return {
    byPath: new Map(grounding.cells.map((cell) => [cell.path, cell])),
    placeOfRow,
    rowAtPlace: new Map([...placeOfRow].map(([row, place]) => [`${arrayOf(row)} ${place}`, row])),
    rowsOfArray: new Map([...Map.groupBy(rows.keys(), arrayOf)].map(([array, found]) => [array, found.length])),
  };
});

function placed(items: readonly (readonly [row: string, cells: readonly Grounded[]])[]): readonly (readonly [string, number])[] {
  const places = assignRows(items.map(([, cells]) => cells));
  return items.flatMap(([row], position) => {
    const place = places[position];
    return place === undefined ? [] : [[row, place] as const];
  });
}

const arrayOf = (row: string): string => rowOf(row)?.array ?? row;
