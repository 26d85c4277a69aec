import { type Decimal, unknown } from '../../contracts/amount.js';
import type { Concept } from '../../contracts/concept.js';
import type { Checkable, Operand } from '../../contracts/rule.js';
import { checkName } from '../../evidence/check-name.js';
import { type Grounded, isUnrefuted } from '../../evidence/grounded.js';
import { rowNames, summable } from '../../evidence/judges/amounts/summable.js';
import { currencyOf } from '../../evidence/judges/values/currency-of.js';
import { conceptOf } from '../../evidence/labels/concepts/concepts.js';
import { labelsBeside } from '../../evidence/labels/nearby/label-beside.js';
import { printedUnder } from '../../evidence/labels/nearby/values-under.js';
import type { DocumentIndex } from '../../evidence/page/document-index.js';
import { printedBetween } from '../../evidence/page/printed-between.js';
import { isPlainRow, rowOf } from '../../schema/path.js';
import { tolerance } from '../../values/money.js';
import { assemble } from '../appraising/assemble.js';
import type { ExtractionContext } from '../prepare.js';
import type { Settled } from '../settle.js';

/** The view of a result that rules get: typed data and amounts, without values that the page refutes. */
export function checkable(settled: Settled, context: ExtractionContext): Checkable {
  const asked = new Set(context.schema.fields.map(conceptOf));
  const { unit } = settled;
  return {
    data: assemble(
      context.schema,
      settled.cells.map((cell) => (isUnrefuted(cell) ? cell : { ...cell, value: null })),
    ),
    schema: context.schema,
    unit,
    asked: (concept) => asked.has(concept),
    shadow: (concept) => operands(concept, settled, context),
    between: (from, to) => (from === unknown || to === unknown ? undefined : steps(from, to, settled, context)),
    agree: (expected, actual, terms = 1) =>
      expected !== unknown && actual !== unknown && expected.minus(actual).abs().lte(tolerance(terms, unit)),
  };
}

/** Amounts that documents print between subtotal and total, even if the schema does not ask for them. */
const adjustments = new Set<Concept>(['discount', 'charge', 'tip', 'rounding', 'withholding', 'prepaid']);

function operands(concept: Concept, { cells }: Settled, { index }: ExtractionContext): readonly Operand[] {
  const all = cells.filter((cell) => conceptOf(cell.field) === concept && cell.field.type !== 'string' && !isPlainRow(cell.path));
  const read = summable(all, currencyOf(cells, index));
  const nameOf = rowNames(all);
  const operandOf = (cell: Grounded): Operand => operand(cell, nameOf(cell.path) ?? checkName(cell.path));
  const stated = read.filter((cell) => cell.value !== null).map(operandOf);
  if (adjustments.has(concept)) return stated.length > 0 ? stated : printed(concept, index);
  const perRate = concept === 'tax' && stated.length === 0 ? printed(concept, index) : [];
  return perRate.length > 1 ? perRate : read.map(operandOf);
}

/** Amounts printed under a label of the concept: adjustments, and the taxes of several rates where their sum is not stated. */
const printed = (concept: Concept, index: DocumentIndex): readonly Operand[] =>
  printedUnder(concept, index).map(({ amount, label }) => ({ field: concept, value: amount, origin: 'printed', label }));

/** The printed amounts that lead from one sum to the next. A labelled step is named for the concept of its label. */
function steps(from: Decimal, to: Decimal, { cells }: Settled, { index }: ExtractionContext): readonly Operand[] | undefined {
  const items = new Set(cells.filter((cell) => rowOf(cell.path)).flatMap((cell) => cell.evidence?.spans.map((span) => span.order) ?? []));
  return printedBetween(from, to, index, (order) => items.has(order))?.map((spot) => {
    const [label] = labelsBeside(spot, index, { kind: 'amount' }).labels;
    return {
      field: label?.concept ?? spot.text,
      value: spot.readings[0] ?? unknown,
      origin: 'printed',
      ...(label && { label: label.label }),
    };
  });
}

function operand(cell: Grounded, field: string): Operand {
  return {
    field,
    value: isUnrefuted(cell) ? cell.amount : unknown,
    origin: cell.field.shadow ? 'shadow' : 'schema',
    ...(cell.label !== undefined && { label: cell.label }),
  };
}
