import type { Json } from '../../../core/contracts/schema.js';
import { stepsOf, valueAt } from '../../client/evidence.js';
import type { FieldEvidence } from '../../client/index.js';
import { labelOf, plural } from '../parts/format.js';
import { isObject, propertiesOf } from '../schema/edit.js';
import type { PlaygroundResult } from '../service.js';

/** One value of a result with everything that the service reported about it. */
export interface FieldEntry extends FieldEvidence {
  /** '$.line_items[2].amount' */
  readonly path: string;
  /** 'Line items 3, amount' */
  readonly label: string;
  readonly value: Json;
  readonly type: string;
  /** The array that the value belongs to, with its row and column there. */
  readonly row?: { readonly array: string; readonly index: number; readonly column: string };
}

const cache = new WeakMap<PlaygroundResult, readonly FieldEntry[]>();

/** Every leaf of a result, in the order of the answer. */
export function entriesOf(result: PlaygroundResult): readonly FieldEntry[] {
  const known = cache.get(result);
  if (known) return known;
  const schema: unknown = JSON.parse(result.schema);
  const entries = result.meta.fields.map((confidence) => entryOf(confidence, result, schema));
  cache.set(result, entries);
  return entries;
}

export const isDoubtful = ({ score }: { readonly score: number }, threshold: number): boolean => score < threshold;

export const firstDoubtful = (result: PlaygroundResult, threshold: number): FieldEntry | undefined =>
  entriesOf(result).find((entry) => isDoubtful(entry, threshold));

/** Entries below the threshold first, each group in the order of the answer. */
export const doubtfulFirst = (entries: readonly FieldEntry[], threshold: number): readonly FieldEntry[] => [
  ...entries.filter((entry) => isDoubtful(entry, threshold)),
  ...entries.filter((entry) => !isDoubtful(entry, threshold)),
];

/** The entries of lists, by their list. */
export const tablesOf = (entries: readonly FieldEntry[]): ReadonlyMap<string, readonly FieldEntry[]> =>
  Map.groupBy(
    entries.filter(({ row }) => row),
    ({ row }) => row?.array ?? '',
  );

function entryOf(confidence: FieldEvidence, { body }: PlaygroundResult, schema: unknown): FieldEntry {
  const steps = stepsOf(confidence.field);
  const index = steps.findIndex((step) => typeof step === 'number');
  const row = index > 0 ? { row: rowOf(steps, index) } : {};
  return {
    ...confidence,
    path: confidence.field,
    label: labelFor(steps),
    value: valueAt(body.object, confidence.field) ?? null,
    type: typeOf(schema, steps),
    ...row,
  };
}

const rowOf = (steps: readonly (string | number)[], at: number) => ({
  array: steps.slice(0, at).join('.'),
  index: Number(steps[at]),
  column: steps.slice(at + 1).join('.') || 'value',
});

function labelFor(steps: readonly (string | number)[]): string {
  const words = steps.map((step) => (typeof step === 'number' ? String(step + 1) : step));
  const [first = '', ...rest] = words;
  const tail = rest.map((word, index) =>
    /^\d+$/.test(word) && typeof steps[index + 1] === 'number' ? ` ${word}` : `, ${labelOf(word).toLowerCase()}`,
  );
  return labelOf(first) + tail.join('');
}

function typeOf(schema: unknown, steps: readonly (string | number)[]): string {
  const leaf = steps.reduce<unknown>((inner, step) => {
    if (!isObject(inner)) return undefined;
    return typeof step === 'number' ? inner['items'] : propertiesOf(inner)[step];
  }, schema);
  if (!isObject(leaf)) return 'string';
  const type = [leaf['type']].flat().find((one) => one !== 'null');
  return typeof leaf['format'] === 'string' && type === 'string' ? leaf['format'] : typeof type === 'string' ? type : 'string';
}

/** '12 fields, 2 doubtful' */
export function countsOf(result: PlaygroundResult, threshold: number): string {
  const entries = entriesOf(result);
  const doubtful = entries.filter((entry) => isDoubtful(entry, threshold)).length;
  return `${plural(entries.length, 'field')}, ${doubtful === 0 ? 'none' : doubtful} doubtful`;
}
