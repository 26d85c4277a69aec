import { type Decimal, unknown } from '../contracts/amount.js';
import type { AmountCheck, Check } from '../contracts/rule.js';
import { arrayName, checkName } from '../evidence/check-name.js';
import { type Grounded, isUnrefuted, takesPart } from '../evidence/grounded.js';
import { valuesUnder } from '../evidence/labels/nearby/values-under.js';
import type { DocumentIndex } from '../evidence/page/document-index.js';
import type { Spot } from '../evidence/page/page-index.js';
import type { Settled } from './settle.js';

/** The rules that can calculate with other values than those that were read. */
interface CalculatingRules {
  readonly types: ReadonlySet<string>;
  run(settled: Settled): readonly Check[];
}

/**
 * Adds to each check that failed, or that lacks one amount, which single replacement would make it hold: the candidate that its rule names,
 * or, for a rule that calculates, another printed amount with which every such check holds. If there is none for a sum that failed, the
 * document itself is probably wrong, and a note says so.
 */
export function explainFailures(
  checks: readonly Check[],
  settled: Settled,
  index: DocumentIndex,
  calculating: CalculatingRules,
): readonly Check[] {
  if (index.silent) return checks;
  return checks.map((check) => {
    if (check.kind !== 'amounts' || !calculating.types.has(check.type)) return withCandidate(check, settled, index);
    const found = mending(check, settled, index, calculating);
    const blameless = check.status === 'FAILED' && found.length === 0 ? [notMended(check)] : [];
    const suspects = found.map(({ cell }) => cell.path);
    return { ...check, notes: [...check.notes, ...found.map(inWords), ...blameless], suspects };
  });
}

/** Names the candidate of a check that failed, if the page prints it. */
function withCandidate(check: Check, { cells }: Settled, index: DocumentIndex): Check {
  const { candidate, type } = check;
  const cell = cells.find(({ path }) => checkName(path) === candidate?.field);
  if (!candidate || !cell || check.status !== 'FAILED') return check;
  const [place] = placesOf(candidate.value, index);
  if (!place) return check;
  const note = `${shownPath(cell)}: reads ${shownRead(cell)}; ${place.text} stands on page ${place.page} and would make ${type} hold`;
  return { ...check, notes: [...check.notes, note], suspects: [cell.path] };
}

function placesOf(value: Decimal | string, index: DocumentIndex): readonly { readonly text: string; readonly page: number }[] {
  const spots = typeof value === 'string' ? index.daysAt(value) : index.amountsAt(value);
  if (spots.length > 0 || typeof value !== 'string') return spots.map(({ text, row }) => ({ text, page: row.page }));
  return index.find(value).map(({ page }) => ({ text: value, page }));
}

const notMended = ({ type }: Check): string =>
  `${type}: no single amount on the page would make it hold; the document itself may not add up`;

/** The swaps after which this check holds and none fails. Swaps with an amount under the field's own label come alone if there are any. */
function mending(check: AmountCheck, settled: Settled, index: DocumentIndex, { run }: CalculatingRules): readonly AmountSwap[] {
  const found = swapsFor(check, settled, index).filter((exchange) => {
    const after = run(swapped(exchange, settled));
    const holds = after.some(({ type, status }) => type === check.type && status === 'PASSED');
    return holds && after.every(({ status }) => status !== 'FAILED');
  });
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

function swapsFor(check: AmountCheck, { cells }: Settled, index: DocumentIndex): readonly AmountSwap[] {
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
function offBy(delta: AmountCheck['delta'], cell: Grounded, index: DocumentIndex): readonly AmountSwap[] {
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
  `${shownPath(cell)}: reads ${cell.value}; ${spot.text} stands on page ${spot.row.page} and would make every check hold`;

const shownPath = ({ field, path }: Grounded): string => (field.shadow ? checkName(path) : path);
const shownRead = ({ value }: Grounded): string => (value === null ? 'nothing' : String(value));
