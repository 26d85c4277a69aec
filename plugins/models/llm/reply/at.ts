/** The member under these names of a value that came from outside; undefined where there is none. Never throws on any JSON. */
export const at = (value: unknown, ...names: readonly (string | number)[]): unknown =>
  names.reduce((inner: unknown, name) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined), value);

/** The same, where it is text. */
export function textAt(value: unknown, ...names: readonly (string | number)[]): string | undefined {
  const found = at(value, ...names);
  return typeof found === 'string' ? found : undefined;
}

/** The same, where it is a number. */
export function numberAt(value: unknown, ...names: readonly (string | number)[]): number | undefined {
  const found = at(value, ...names);
  return typeof found === 'number' ? found : undefined;
}

/** The same, where it is a list; none otherwise. */
export function listAt(value: unknown, ...names: readonly (string | number)[]): readonly unknown[] {
  const found = at(value, ...names);
  return Array.isArray(found) ? found : [];
}
