/** The member under these names of an untrusted value; undefined where there is none. Never throws on JSON values. */
export const at = (value: unknown, ...names: readonly (string | number)[]): unknown =>
  names.reduce((inner: unknown, name) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined), value);

/** The member, if it is text. */
export function textAt(value: unknown, ...names: readonly (string | number)[]): string | undefined {
  const found = at(value, ...names);
  return typeof found === 'string' ? found : undefined;
}

/** The member, if it is a number. */
export function numberAt(value: unknown, ...names: readonly (string | number)[]): number | undefined {
  const found = at(value, ...names);
  return typeof found === 'number' ? found : undefined;
}

/** The member, if it is a list; else an empty list. */
export function listAt(value: unknown, ...names: readonly (string | number)[]): readonly unknown[] {
  const found = at(value, ...names);
  return Array.isArray(found) ? found : [];
}
