import { createHash } from 'node:crypto';
import { child, decimal, isObject, type Json } from '../../core/index.js';

/** SHA-256 of things by their names, as hexadecimal digits. */
export type Digests = Readonly<Record<string, string>>;

/** SHA-256 of bytes as hexadecimal digits. */
export const digestOfBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** SHA-256 of JSON in its canonical form, in which neither the order of names nor the space between them counts. Source: RFC 8785. */
export const digestOf = (value: unknown): string => digestOfBytes(Buffer.from(JSON.stringify(value, ordered) ?? 'null'));

const ordered = (_name: string, value: Json): Json =>
  isObject(value) ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))) : value;

/**
 * The digests of the parts of a value by their paths, two levels of objects deep: `$.object.total`, `$.metadata.credits`. By them a receipt
 * says where an answer was changed.
 */
export function digestsOfParts(value: Json, path = '$', levels = 3): Digests {
  if (!isObject(value) || levels === 0 || Object.keys(value).length === 0) return { [path]: digestOf(value) };
  return Object.assign({}, ...Object.entries(value).map(([name, part]) => digestsOfParts(part, child(path, name), levels - 1)));
}

/**
 * Parses JSON so that two different texts of a number are never the same: a number that a computer would round, which Vouch never writes,
 * stays a text. @throws SyntaxError
 */
export const parseExactly = (text: string): Json =>
  JSON.parse(text, (_name: string, value: Json, context?: { readonly source?: string }) =>
    typeof value === 'number' && context?.source !== undefined && !decimal(context.source).eq(decimal(value)) ? context.source : value,
  );
