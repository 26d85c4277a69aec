import { createHash } from 'node:crypto';
import { type Decimal, type Unknown, unknown } from '../contracts/amount.js';
import type { Concept } from '../contracts/concept.js';
import type { SourceFile } from '../contracts/document.js';
import type { Checkable, NamedValue, Operand, RuleValue } from '../contracts/rule.js';
import { caveatsOf } from '../evidence/caveats/caveats.js';
import { arrayName, checkName, columnName } from '../evidence/check-name.js';
import { type Grounded, isAmbiguous, isUnrefuted } from '../evidence/grounded.js';
import { currencyOf } from '../evidence/judges/judge-currency.js';
import { currencyNamedBy } from '../evidence/labels/concepts/concept-kind.js';
import { conceptOf } from '../evidence/labels/concepts/concepts.js';
import { labelsBeside, textLeft } from '../evidence/labels/nearby/label-beside.js';
import { printedUnder } from '../evidence/labels/nearby/values-under.js';
import type { DocumentIndex } from '../evidence/page/document-index.js';
import { isPrinted } from '../evidence/page/is-printed.js';
import { printedBetween } from '../evidence/page/printed-between.js';
import { datesIn } from '../evidence/print/dates.js';
import { isPlainRow, rowOf, template } from '../schema/path.js';
import { memoizeByObject, memoizeByPair } from '../values/memoize.js';
import { isAmount, tolerance } from '../values/money.js';
import { assemble } from './assemble.js';
import type { ExtractionContext } from './prepare.js';
import type { Settled } from './settle.js';

/** A view that remembers which values it was asked for, so that a check can show what it rests on. */
export interface CheckableRecord extends Checkable {
  /** The values that were asked for so far, each once. */
  operands(): readonly NamedValue[];
}

/** The view of a result that one rule gets: typed data and amounts, without values that the page refutes. */
export function checkable(settled: Settled, context: ExtractionContext): CheckableRecord {
  const asked = new Set(context.schema.fields.map(conceptOf));
  const { unit } = settled;
  const seen = new Map<string, readonly NamedValue[]>();
  const remembered: Remember = (key, values) => {
    seen.set(key, values);
    return values;
  };
  return {
    get data() {
      return dataOf(settled, context);
    },
    schema: context.schema,
    get fingerprint() {
      return fingerprintOf(context.task.document.file);
    },
    attachments: context.task.document.attachments,
    unit,
    get caveats() {
      return caveatsOf(context.index, context.schema);
    },
    get traces() {
      return context.index.pages.flatMap(({ page }) => (page.traces ?? []).map((trace) => ({ ...trace, page: page.number })));
    },
    asked: (concept) => asked.has(concept),
    shadow: (concept) => remembered(`amounts of ${concept}`, operands(concept, settled, context)),
    ...valuesByName(settled, remembered),
    prints: (value) => isPrinted(value, context.index),
    between: (from, to) => (from === unknown || to === unknown ? undefined : steps(from, to, settled, context)),
    agree: (expected, actual, terms = 1) =>
      expected !== unknown && actual !== unknown && expected.minus(actual).abs().lte(tolerance(terms, unit)),
    operands: () => [...seen.values()].flat(),
  };
}

type Remember = <V extends NamedValue>(key: string, values: readonly V[]) => readonly V[];

/** What a rule asks of fields by their names or concepts. */
function valuesByName(settled: Settled, remembered: Remember): Pick<Checkable, 'values' | 'page' | 'text' | 'date' | 'number'> {
  const values = (name: string): readonly NamedValue[] => {
    const cells = cellsCalled(name, settled);
    return remembered(cells[0] ? template(cells[0].path) : name, cells.map(namedValue));
  };
  const first = (name: string): RuleValue | Unknown => values(name)[0]?.value ?? unknown;
  return {
    values,
    page: (name) => cellsCalled(name, settled)[0]?.evidence?.page,
    text(name) {
      const value = first(name);
      return value === unknown ? unknown : String(value);
    },
    date(name) {
      const value = first(name);
      return typeof value === 'string' ? dayIn(value) : unknown;
    },
    number(name) {
      const value = first(name);
      return isAmount(value) ? value : unknown;
    },
  };
}

/** Put together once for all rules, and only if one asks for it. */
const dataOf = memoizeByPair((settled: Settled, context: ExtractionContext) =>
  assemble(
    context.schema,
    settled.cells.map((cell) => (isUnrefuted(cell) ? cell : { ...cell, value: null })),
  ),
);

const fingerprintOf = memoizeByObject(({ bytes }: SourceFile): string => createHash('sha256').update(bytes).digest('hex'));

/** The cells that a name means: those that are called so, else those whose concept it is. */
function cellsCalled(name: string, { cells }: Settled): readonly Grounded[] {
  const called = cells.filter(({ path }) => [path, template(path), checkName(path), columnName(path)].includes(name));
  return called.length > 0 ? called : cells.filter(({ field }) => conceptOf(field) === name);
}

/** A date that can mean two days is unknown: a statement about one of them would say nothing. */
const namedValue = (cell: Grounded): NamedValue => ({
  field: checkName(cell.path),
  value: isUnrefuted(cell) && !(isAmbiguous(cell) && cell.amount === unknown) ? valueIn(cell) : unknown,
  origin: cell.field.shadow ? 'shadow' : 'schema',
  ...(cell.label !== undefined && { label: cell.label }),
});

function valueIn({ amount, value }: Grounded): RuleValue | Unknown {
  if (amount !== unknown) return amount;
  return typeof value === 'string' || typeof value === 'boolean' ? value : unknown;
}

function dayIn(text: string): string | Unknown {
  const [day, ...others] = datesIn(text);
  return day !== undefined && others.length === 0 ? day : unknown;
}

/** Amounts that documents print between subtotal and total, even if the schema does not ask for them. */
const adjustments = new Set<Concept>(['discount', 'charge', 'tip', 'rounding', 'withholding', 'prepaid']);

function operands(concept: Concept, { cells }: Settled, { index }: ExtractionContext): readonly Operand[] {
  const all = cells.filter(
    (cell) => conceptOf(cell.field) === concept && cell.field.type !== 'string' && !isPlainRow(cell.path) && !isOfItem(cell, cells),
  );
  const read = summable(all, currencyOf(cells, index));
  const nameOf = rowNames(all);
  const operandOf = (cell: Grounded): Operand => operand(cell, nameOf(cell.path) ?? checkName(cell.path));
  const stated = read.filter((cell) => cell.value !== null).map(operandOf);
  if (adjustments.has(concept)) return stated.length > 0 ? stated : printed(concept, index);
  const perRate = concept === 'tax' && stated.length === 0 ? printed(concept, index) : [];
  return perRate.length > 1 ? perRate : read.map(operandOf);
}

/** Whether a sum that nobody asked for stands in the line of an item: the price of a `Sewer base charge` is no base. */
const isOfItem = ({ field, path, evidence }: Grounded, cells: readonly Grounded[]): boolean =>
  field.shadow === true &&
  !rowOf(path) &&
  (evidence?.spans.some(({ order }) => (itemLines(cells).get(order) ?? 0) >= minValuesOfItem) ?? false);

/** The lines of a document in which values of items stand, with how many do. */
const itemLines = memoizeByObject((cells: readonly Grounded[]): ReadonlyMap<number, number> => {
  const lines = cells.filter(({ path }) => rowOf(path)).flatMap(({ evidence }) => [...new Set(evidence?.spans.map(({ order }) => order))]);
  return new Map([...Map.groupBy(lines, (order) => order)].map(([order, values]) => [order, values.length]));
});
/** One value of an item may be printed as a sum as well. */
const minValuesOfItem = 2;

/** Amounts printed under a label of the concept: adjustments, and the taxes of several rates where their sum is not stated. */
const printed = (concept: Concept, index: DocumentIndex): readonly Operand[] =>
  printedUnder(concept, index).map(({ amount, label }) => ({ field: concept, value: amount, origin: 'printed', label }));

/** The printed amounts that lead from one sum to the next. A labelled step is named for the concept of its label, another one by its words. */
function steps(from: Decimal, to: Decimal, { cells }: Settled, { index }: ExtractionContext): readonly Operand[] | undefined {
  return printedBetween(from, to, index, (order) => itemLines(cells).has(order))?.map((spot) => {
    const [label] = labelsBeside(spot, index, { kind: 'amount' }).labels;
    return {
      field: label?.concept ?? (textLeft(spot) || spot.text),
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

/**
 * The values of one concept that a sum may use: those of fields in the document's currency, and in each array one column only, because a
 * net column in EUR and one in USD say the same rows twice.
 */
function summable(cells: readonly Grounded[], currency: string | undefined): readonly Grounded[] {
  const named = cells.filter(({ field }) => currencyNamedBy(field) === currency && currency !== undefined);
  const arrays = new Set(named.map(({ path }) => arrayName(path)));
  const inCurrency = cells.filter((cell) => {
    const own = currencyNamedBy(cell.field);
    return own === undefined ? !arrays.has(arrayName(cell.path)) : currency === undefined || own === currency;
  });
  const columns = new Map(inCurrency.map(({ path }) => [arrayName(path), template(path)]).reverse() as [string | undefined, string][]);
  return inCurrency.filter(({ path }) => arrayName(path) === undefined || columns.get(arrayName(path)) === template(path));
}

/** The name of a row's array in checks, or of its column where other columns of the array hold the same concept. */
function rowNames(cells: readonly Grounded[]): (path: string) => string | undefined {
  const columns = new Map(
    [...Map.groupBy(cells, ({ path }) => arrayName(path))].map(([array, members]) => [
      array,
      new Set(members.map(({ path }) => template(path))),
    ]),
  );
  return (path) => {
    const array = arrayName(path);
    return array !== undefined && (columns.get(array)?.size ?? 0) > 1 ? columnName(path) : array;
  };
}
