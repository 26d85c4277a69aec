import { type Decimal, unknown } from '../../contracts/amount.js';
import type { Check } from '../../contracts/rule.js';
import { arrayName, checkName } from '../../evidence/check-name.js';
import { type Grounded, isUnrefuted, takesPart } from '../../evidence/grounded.js';
import { valuesUnder } from '../../evidence/labels/nearby/values-under.js';
import type { DocumentIndex } from '../../evidence/page/document-index.js';
import type { Spot } from '../../evidence/page/span.js';
import type { Settled } from '../settle.js';

/** Runs all checks again with other values than those that were read. */
type RunChecks = (settled: Settled) => Promise<readonly Check[]>;

/**
 * Adds to each check that failed, or that lacks one amount, which single replacement would make every check hold: another amount that is
 * printed on the page. If a failed check has no such replacement, the document itself is probably wrong, and a note says so.
 */
export async function explainFailures(
  checks: readonly Check[],
  settled: Settled,
  index: DocumentIndex,
  ask: RunChecks,
): Promise<readonly Check[]> {
  if (index.silent) return checks;
  return Promise.all(
    checks.map(async (check) => {
      const found = await mending(check, settled, index, ask);
      const blameless = check.status === 'FAILED' && found.length === 0 ? [notMended(check)] : [];
      const suspects = found.map(({ cell }) => cell.path);
      return { ...check, notes: [...check.notes, ...found.map(inWords), ...blameless], suspects };
    }),
  );
}

const notMended = ({ type }: Check): string =>
  `${type}: no single amount on the page would make it hold; the document itself may not add up`;

/** The swaps after which this check holds and none fails. Swaps with an amount under the field's own label come alone if there are any. */
async function mending(check: Check, settled: Settled, index: DocumentIndex, ask: RunChecks): Promise<readonly AmountSwap[]> {
  const found: AmountSwap[] = [];
  for (const exchange of swapsFor(check, settled, index)) {
    const after = await ask(swapped(exchange, settled));
    const holds = after.some(({ type, status }) => type === check.type && status === 'PASSED');
    if (holds && after.every(({ status }) => status !== 'FAILED')) found.push(exchange);
  }
  const labelled = found.filter(({ cell, spot }) => valuesUnder(cell.field, index).some(({ span }) => span === spot));
  return (labelled.length > 0 ? labelled : found).slice(0, maxNamed);
}

/** An amount that was read, and another one on the page that may be the right one. */
interface AmountSwap {
  readonly cell: Grounded;
  readonly amount: Decimal;
  readonly spot: Spot<Decimal>;
}

/** A longer list of explanations would not help a person. */
const maxNamed = 3;
/** Bounds how often the checks run again: a table with thousands of equal rows has as many possible swaps. */
const maxTried = 24;

function swapsFor(check: Check, { cells }: Settled, index: DocumentIndex): readonly AmountSwap[] {
  const parts = cells.filter((cell) => takesPart(cell, check) && cell.amount !== unknown);
  const unproven = parts.filter((cell) => !isUnrefuted(cell));
  const [only] = unproven;
  const ways =
    check.status === 'FAILED'
      ? parts.flatMap((cell) => offBy(check.delta, cell, index))
      : check.status === 'CANNOT_VERIFY' && only && unproven.length === 1
        ? anyAmount(only, index)
        : [];
  return ways.slice(0, maxTried);
}

/** Every part of a sum is added or subtracted, so a misread part is wrong by exactly the check's delta. */
function offBy(delta: Check['delta'], cell: Grounded, index: DocumentIndex): readonly AmountSwap[] {
  const { amount } = cell;
  if (delta === unknown || amount === unknown) return [];
  const page = arrayName(cell.path) === undefined ? undefined : cell.evidence?.page;
  return [amount.plus(delta), amount.minus(delta)].flatMap((meant) => {
    const [spot] = index.amountsAt(meant, page);
    return spot && !spot.percent ? [{ cell, amount: meant, spot }] : [];
  });
}

/** For an amount that is not on the page: every printed amount, those under the field's label first. */
function anyAmount(cell: Grounded, index: DocumentIndex): readonly AmountSwap[] {
  const own = new Set(valuesUnder(cell.field, index).map(({ span }) => span));
  const spots = index.numbers
    .filter((spot) => !spot.percent && spot.decimals > 0)
    .toSorted((a, b) => Number(own.has(b)) - Number(own.has(a)));
  const seen = new Set<string>();
  return spots.flatMap((spot) => {
    const [amount] = spot.readings;
    if (!amount || seen.has(amount.toString())) return [];
    seen.add(amount.toString());
    return [{ cell, amount, spot }];
  });
}

/** The result as if the other amount had been read and found on the page. */
const swapped = ({ cell, amount }: AmountSwap, settled: Settled): Settled => ({
  ...settled,
  cells: settled.cells.map((other) => (other === cell ? { ...cell, amount, value: amount.toNumber(), caps: [] } : other)),
});

const inWords = ({ cell, spot }: AmountSwap): string =>
  `${cell.field.shadow ? checkName(cell.path) : cell.path}: reads ${cell.value}; ${spot.text} stands on page ${spot.row.page} and would make every check hold`;
