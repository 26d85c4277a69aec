import type { Json, JsonObject, Outcome } from '../../../../core/index.js';

/** Every leaf of an answer in its order, an array without rows as one; what the service adds is none. */
export function placesOf(value: Json, path = '$'): readonly string[] {
  if (Array.isArray(value)) return value.length === 0 ? [path] : value.flatMap((row, index) => placesOf(row, `${path}[${index}]`));
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([name, inner]) => (name === '_meta' ? [] : placesOf(inner, `${path}.${name}`)));
}

/** What stands at a path of an answer. */
export const valueAt = ({ object }: Pick<Outcome, 'object'>, path: string): Json | undefined =>
  path
    .split(/[.[\]]+/)
    .slice(1)
    .filter(Boolean)
    .reduce<Json | undefined>((value, step) => (value as JsonObject | null | undefined)?.[step], object ?? undefined);

/** A value, and not a null or an array without rows. */
export const isStated = (value: Json | undefined): boolean => value !== undefined && value !== null && !Array.isArray(value);
