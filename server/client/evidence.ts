import type { FieldEvidence } from './answer.js';
import type { JsonValue } from './schema/types.js';

/** The evidence in the shape of the data: where the data has a value, this has what proves it. */
export type EvidenceOf<Data> = JsonValue extends Data
  ? EvidenceTree
  : NonNullable<Data> extends readonly (infer Item)[]
    ? EvidenceRows<EvidenceOf<Item>>
    : NonNullable<Data> extends object
      ? { readonly [Name in keyof Data]: EvidenceOf<Data[Name]> }
      : FieldEvidence;

/** The evidence of a list, row by row; of an empty one, `none` says why there are no rows. */
export type EvidenceRows<Row> = readonly Row[] & { readonly none?: FieldEvidence };

/** The evidence where the types do not say what a schema asks for. */
export type EvidenceTree = FieldEvidence | EvidenceRows<unknown> | { readonly [name: string]: EvidenceTree };

/** Arranges the entries like the data. A value without an entry, as an injector of the host's own may leave it, is one that nothing proves. */
export function evidenceTree(data: JsonValue, entries: readonly FieldEvidence[]): EvidenceTree {
  const byPlace = new Map(entries.map((entry) => [JSON.stringify(stepsOf(entry.field)), entry]));
  return visit(data, []);

  function visit(value: JsonValue, steps: readonly (string | number)[]): EvidenceTree {
    if (Array.isArray(value)) return rows(value, steps);
    if (typeof value !== 'object' || value === null) return at(steps) ?? unproven(steps);
    return record(Object.entries(value).map(([name, inner]) => [name, visit(inner, [...steps, name])]));
  }
  function rows(values: readonly JsonValue[], steps: readonly (string | number)[]): EvidenceTree {
    const none = values.length === 0 ? at(steps) : undefined;
    return Object.assign(
      values.map((value, index) => visit(value, [...steps, index])),
      none && { none },
    );
  }
  function at(steps: readonly (string | number)[]): FieldEvidence | undefined {
    return byPlace.get(JSON.stringify(steps));
  }
}

const unproven = (steps: readonly (string | number)[]): FieldEvidence => ({
  field: `$${steps.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')}`,
  score: 0,
  reason: 'The answer says nothing about this field',
});

/**
 * `$.items[0]['net (EUR)']` → ['items', 0, 'net (EUR)']; the `[]` of a schema's path is 0. Inside quotes a backslash escapes the next character, or is
 * `\u005b`.
 */
export const stepsOf = (path: string): readonly (string | number)[] =>
  [...path.matchAll(/\.([^.[\]]+)|\['((?:[^'\\]|\\.)*)'\]|\[(\d*)\]/g)].map(
    ([, plain, quoted, index]) => plain ?? (quoted === undefined ? Number(index) : unescaped(quoted)),
  );

/** The value at a path such as `$.items[0].amount` or `$['net (EUR)']`; undefined where there is none. */
export const valueAt = <Value>(object: { readonly [name: string]: Value } | null, path: string): Value | undefined =>
  stepsOf(path).reduce<unknown>(
    (value, step) => (typeof value === 'object' && value !== null && Object.hasOwn(value, step) ? Reflect.get(value, step) : undefined),
    object,
  ) as Value | undefined;

const unescaped = (quoted: string): string =>
  quoted.replace(/\\(?:u([0-9a-f]{4})|(.))/g, (_, code: string | undefined, character: string) =>
    code === undefined ? character : String.fromCharCode(Number.parseInt(code, 16)),
  );

/** Properties are defined rather than assigned, because a field may be called `__proto__`. */
export function record<Value>(entries: readonly (readonly [string, Value])[]): { readonly [name: string]: Value } {
  const object = {};
  for (const [name, value] of entries) Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
  return object;
}

/** Whether a value is what this path names, or in it. */
export const isAt = (path: string, root: string): boolean => path === root || path.startsWith(`${root}[`) || path.startsWith(`${root}.`);
