import { RE2JS } from 're2js';
import {
  type Checkable,
  ConfigError,
  type Decimal,
  isAmount,
  type NamedValue,
  type StatedFinding,
  type Unknown,
  unknown,
} from '../../../core/index.js';

/** The first value of a field by its name or concept; unknown under the name itself where nobody asked for it. */
export const firstOf = (result: Checkable, name: string): NamedValue =>
  result.values(name)[0] ?? { field: name, value: unknown, origin: 'shadow' };

/** What should hold of a text, and how that is said after "should be". */
export interface TextTest {
  readonly holds: (text: string) => boolean | null;
  readonly expected: string;
}

/** A statement about each value of these fields: whether a test of its text holds. Values that are not known make no finding. */
export function testEachText(result: Checkable, names: readonly string[], { holds, expected }: TextTest): readonly StatedFinding[] {
  const values = new Map(names.flatMap((name) => result.values(name).map((one) => [one.field, one.value] as const)));
  return [...values].flatMap(([field, value]) =>
    value === unknown ? [] : [{ kind: 'predicate', fields: [field], holds: holds(String(value)), expected, actual: String(value) }],
  );
}

/** The exact number of a value; unknown where it is no number. */
export const exactOf = ({ value }: NamedValue): Decimal | Unknown => (isAmount(value) ? value : unknown);

/** The rows of a table, each with the values of these columns by their concepts; unknown where a row has none. */
export function rowsOf<C extends string>(result: Checkable, columns: readonly C[]): readonly Readonly<Record<C, NamedValue>>[] {
  const cells = columns.flatMap((column) => result.values(column).map((value) => ({ column, value, row: rowIn(value.field) })));
  return [...Map.groupBy(cells, ({ row }) => row)].map(([row, own]) => {
    const at = (column: C): NamedValue =>
      own.find((cell) => cell.column === column)?.value ?? { field: `${row}.${column}`, value: unknown, origin: 'shadow' };
    return Object.fromEntries(columns.map((column) => [column, at(column)])) as Readonly<Record<C, NamedValue>>;
  });
}

/** 'line_items[0].amount' → 'line_items[0]' */
const rowIn = (field: string): string => field.slice(0, field.lastIndexOf(']') + 1);

/** A statement about the day of a field; none where it is not known. */
export function testDay(result: Checkable, name: string, { holds, expected }: TextTest): readonly StatedFinding[] {
  const date = result.date(name);
  return date === unknown ? [] : [{ kind: 'predicate', fields: [firstOf(result, name).field], holds: holds(date), expected, actual: date }];
}

/** A regular expression whose time grows with the length of a text only, whoever wrote the text. */
export interface Pattern {
  readonly source: string;
  /** Whether it is found anywhere in the text; `^` and `$` bind it to the ends. */
  test(text: string): boolean;
}

/**
 * Compiles a regular expression in the syntax of RE2, which has neither lookahead nor backreferences: they are what makes others take for ever.
 * @throws ConfigError for what is none
 */
export function patternOf(source: string): Pattern {
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(source));
    return { source, test: (text) => compiled.test(text) };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.replace(/^error parsing regexp: /, '') : String(cause);
    throw new ConfigError(`${source} is no pattern of RE2, which has no lookahead and no backreferences: ${why}`, [], { cause });
  }
}
