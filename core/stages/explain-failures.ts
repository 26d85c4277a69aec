import type { Check } from '../contracts/check.js';
import { arrayName, checkName } from '../evidence/check-name.js';
import { type Grounded, takesPart } from '../evidence/grounded.js';
import { valuesUnder } from '../evidence/labels/values-under.js';
import type { DocumentIndex } from '../evidence/page/document-index.js';
import type { Spot } from '../evidence/page/span.js';
import { type Decimal, unknown } from '../money.js';
import type { Settled } from './settle.js';

/** The checks again, for other values than those that were read. */
type Ask = (settled: Settled) => Promise<readonly Check[]>;

/**
 * Adds to each failed check what would mend it: the one amount that, replaced by another that is printed on the page, makes every check
 * hold. Where there is none, the reading is hardly to blame: the document may not add up itself.
 */
export async function explainFailures(
  checks: readonly Check[],
  settled: Settled,
  index: DocumentIndex,
  ask: Ask,
): Promise<readonly Check[]> {
  if (index.silent) return checks;
  return Promise.all(
    checks.map(async (check) =>
      check.status === 'FAILED' ? { ...check, notes: [...check.notes, ...(await explanation(check, settled, index, ask))] } : check,
    ),
  );
}

async function explanation(check: Check, settled: Settled, index: DocumentIndex, ask: Ask): Promise<readonly string[]> {
  const mending: Exchange[] = [];
  for (const exchange of exchanges(check, settled, index)) {
    const after = await ask(exchanged(exchange, settled));
    const holds = after.some(({ type, status }) => type === check.type && status === 'PASSED');
    if (holds && after.every(({ status }) => status !== 'FAILED')) mending.push(exchange);
  }
  if (mending.length === 0) return [`${check.type}: no single amount on the page would make it hold; the document itself may not add up`];
  const labelled = mending.filter(({ cell, spot }) => valuesUnder(cell.field, index).some(({ span }) => span === spot));
  return (labelled.length > 0 ? labelled : mending).slice(0, mostNamed).map(inWords);
}

/** An amount that was read, and another on the page that may have been meant. */
interface Exchange {
  readonly cell: Grounded;
  readonly amount: Decimal;
  readonly spot: Spot<Decimal>;
}

/** More explanations than this explain nothing. */
const mostNamed = 3;
/** A check is asked again at most so often: a table of thousands of equal rows has as many ways to be mended. */
const mostTried = 24;

/** In a sum every part enters with the sign + or -, so that the part that was misread is off by exactly what the check is off by. */
function exchanges(check: Check, { cells }: Settled, index: DocumentIndex): readonly Exchange[] {
  const { delta } = check;
  if (delta === unknown) return [];
  return cells
    .filter((cell) => takesPart(cell, check))
    .flatMap((cell) => {
      const { amount } = cell;
      if (amount === unknown) return [];
      const page = arrayName(cell.path) === undefined ? undefined : cell.evidence?.page;
      return [amount.plus(delta), amount.minus(delta)].flatMap((meant) => {
        const [spot] = index.amountsAt(meant, page);
        return spot && !spot.percent ? [{ cell, amount: meant, spot }] : [];
      });
    })
    .slice(0, mostTried);
}

const exchanged = ({ cell, amount }: Exchange, settled: Settled): Settled => ({
  ...settled,
  cells: settled.cells.map((other) => (other === cell ? { ...cell, amount, value: amount.toNumber() } : other)),
});

const inWords = ({ cell, spot }: Exchange): string =>
  `${cell.field.shadow ? checkName(cell.path) : cell.path}: reads ${cell.value}; ${spot.text} stands on page ${spot.row.page} and would make every check hold`;
