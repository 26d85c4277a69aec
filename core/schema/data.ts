import { InputError } from '../contracts/errors.js';
import type { Field, Json, JsonObject, ObjectNode, Schema, SchemaNode } from '../contracts/schema.js';
import { isList, isPlain, withoutEcho } from '../values/json.js';
import { decimal } from '../values/money.js';
import { nearest } from '../values/nearest.js';
import { withoutByteOrderMark } from '../values/utf8.js';
import { parseSchema } from './parse.js';
import { child } from './path.js';

/** One value of data that follow a schema. */
export interface DataLeaf {
  /** `$.total`, `$.line_items[2].amount` */
  readonly path: string;
  readonly field: Field;
  readonly value: null | boolean | number | string;
}

/** The object that a text says. @throws InputError whose message begins with `Invalid data:` */
export function parseObject(text: string): JsonObject {
  const data = parsed(withoutByteOrderMark(text));
  if (typeof data !== 'object' || data === null || Array.isArray(data)) throw invalidData('it must be an object such as {"total": 119}');
  return data as JsonObject;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    requireWhole(text, { depth: Number.POSITIVE_INFINITY, onRounded: () => {} });
    throw invalidData(withoutEcho(cause), { cause });
  }
}

/** An object or a list around a token of JSON. */
interface Surrounding {
  readonly path: string;
  /** Those that came; undefined in a list. */
  readonly names: Set<string> | undefined;
  /** Whether a name comes next. */
  isBeforeName: boolean;
  index: number;
  /** The path of the value that comes next. */
  at: string;
}

const inside = (path: string, isObject: boolean): Surrounding => ({
  path,
  names: isObject ? new Set() : undefined,
  isBeforeName: isObject,
  index: 0,
  at: isObject ? path : `${path}[0]`,
});

/** What is required of JSON beside being well-formed. */
interface WholeTerms {
  readonly depth: number;
  /** Called for a number of more digits than fit, which JSON rounds. */
  onRounded(rounded: number, path: string): void;
}

/**
 * What JSON would lose in silence is refused or told: a name that stands twice in an object, and numbers of too many digits. So is what only other languages
 * write, such as NaN, whose place JSON.parse does not say.
 * @throws InputError that names the place
 */
export function requireWhole(text: string, { depth, onRounded }: WholeTerms): void {
  const open: Surrounding[] = [];
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],]|[^\s"{}[\],:]+/g)) {
    const around = open.at(-1);
    const path = around?.at ?? '$';
    if (token === '{' || token === '[') {
      if (open.length >= depth) throw invalidData(`${path} is nested deeper than ${depth} levels`);
      open.push(inside(path, token === '{'));
    } else if (token === '}' || token === ']') open.pop();
    else if (token === ',' && around) next(around);
    else if (around?.isBeforeName && around.names) requireNew(nameIn(token, path), around, around.names);
    else if (number.test(token)) {
      if (!decimal(token).eq(Number(token))) onRounded(Number(token), path);
    } else if (!token.startsWith('"') && !literals.includes(token)) throw noValue(token, path, text.slice(0, index).split('\n'));
  }
}

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const literals = ['true', 'false', 'null'];

function nameIn(token: string, path: string): string {
  if (!token.startsWith('"')) throw invalidData(`a name in ${path} has no double quotes around it`);
  try {
    return JSON.parse(token);
  } catch {
    return token; // JSON.parse of the whole text has failed for it, and says so.
  }
}

/** What JavaScript and Python write where JSON has another word, or none. */
const otherLanguages = ['NaN', 'Infinity', '-Infinity', 'undefined', 'None', 'True', 'False'];

function noValue(token: string, path: string, before: readonly string[]): InputError {
  const place = `line ${before.length} column ${(before.at(-1) ?? '').length + 1}`;
  return invalidData(`${path} is ${otherLanguages.includes(token) ? `${token}, which is ` : ''}no value of JSON (${place})`);
}

function next(around: Surrounding): void {
  around.isBeforeName = around.names !== undefined;
  around.index += 1;
  if (!around.names) around.at = `${around.path}[${around.index}]`;
}

function requireNew(name: string, around: Surrounding, names: Set<string>): void {
  around.isBeforeName = false;
  around.at = child(around.path, name);
  if (names.has(name)) throw invalidData(`${around.at} stands twice in its object`);
  names.add(name);
}

/** Whether a value that has no parts can stand for a field. */
export type LeafTest = (value: NonNullable<DataLeaf['value']>, field: Field) => boolean;

const isOfType: LeafTest = (value, { type }) => (type === 'integer' ? Number.isInteger(value) : typeof value === type);

/** The values of data by a schema, rows in their order; what is missing in an object is null. @throws InputError where data do not follow it */
export function leavesOf(data: JsonObject, schema: Schema, fits: LeafTest = isOfType): readonly DataLeaf[] {
  const leaves: DataLeaf[] = [];
  object(data, schema.root, '$');
  return leaves;

  function object(value: Json, node: ObjectNode, path: string): void {
    const members = value ?? {};
    if (typeof members !== 'object' || Array.isArray(members)) throw otherType(path, 'an object', value);
    const names = node.properties.map(([name]) => name);
    const stranger = Object.keys(members).find((name) => !names.includes(name));
    if (stranger !== undefined) throw unknownName(path, stranger, names);
    for (const [name, property] of node.properties) {
      const own = Object.hasOwn(members, name) ? (members as JsonObject)[name] : null;
      visit(own ?? null, property, child(path, name));
    }
  }
  function visit(value: Json, node: SchemaNode, path: string): void {
    if (node.kind === 'object') object(value, node, path);
    else if (node.kind === 'array') for (const [index, row] of rowsIn(value, path).entries()) visit(row, node.items, `${path}[${index}]`);
    else leaves.push({ path, field: node.field, value: leafOf(value, node.field, { path, fits }) });
  }
}

function rowsIn(value: Json, path: string): readonly Json[] {
  const rows = value ?? [];
  if (!Array.isArray(rows)) throw otherType(path, 'an array', value);
  if (rows.length > maxRows) throw invalidData(`${path} has ${rows.length} rows; ${maxRows} are the most`);
  return rows;
}

/** A table never has more rows than this; a reader that repeats itself may. */
export const maxRows = 10_000;

/** Of one value, and of one quote: each is looked for on the page as a whole. */
export const mostCharacters = 10_000;

function leafOf(value: Json, field: Field, { path, fits }: { readonly path: string; readonly fits: LeafTest }): DataLeaf['value'] {
  if (typeof value === 'string' && value.length > mostCharacters) throw invalidData(`${path} is longer than ${mostCharacters} characters`);
  if (isPlain(value) && (value === null || fits(value, field))) return value;
  throw otherType(path, `${field.type === 'integer' ? 'an' : 'a'} ${field.type}`, value);
}

/**
 * A schema that all these data follow, as text: types and formats from the values, and their meaning, as in any schema, from the names.
 * @throws InputError where no schema describes them
 */
export function schemaOfData(...data: readonly JsonObject[]): string {
  const schema = JSON.stringify(definitionOf(data, '$'));
  try {
    parseSchema(schema);
  } catch (cause) {
    if (!(cause instanceof InputError)) throw cause;
    throw invalidData(`without an output_schema they cannot be taken: ${cause.message.replace(/^Invalid JSON schema: /, '')}`, { cause });
  }
  return schema;
}

/** What describes all these values, the rows of one column for example. */
function definitionOf(values: readonly Json[], path: string): object {
  const stated = values.filter((value) => value !== null);
  const kinds = [...new Set(stated.map((value) => (Array.isArray(value) ? 'array' : typeof value)))];
  if (kinds.length > 1) throw invalidData(`${path} is ${kinds.join(' and ')}; without an output_schema all its values need one type`);
  const [kind = 'string'] = kinds;
  if (kind === 'array') return { type: 'array', items: definitionOf((stated as Json[][]).flat(), `${path}[]`) };
  if (kind !== 'object') return { type: [kind, 'null'], ...formatOf(stated) };
  const columns = Map.groupBy(
    (stated as JsonObject[]).flatMap((row) => Object.entries(row)),
    ([name]) => name,
  );
  if (columns.size === 0) throw invalidData(`${path} has no values`);
  const properties = [...columns].map(([name, cells]) => {
    const column = cells.map(([, value]) => value);
    return [name, definitionOf(column, child(path, name))] as const;
  });
  return { type: 'object', properties: Object.fromEntries(properties) };
}

/** Days, or days with a time of day, that all values are. Source: ISO 8601. */
function formatOf(values: readonly Json[]): { readonly format?: string } {
  const isEach = (form: RegExp): boolean => values.length > 0 && values.every((value) => typeof value === 'string' && form.test(value));
  if (isEach(/^\d{4}-\d{2}-\d{2}$/)) return { format: 'date' };
  return isEach(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?$/) ? { format: 'date-time' } : {};
}

const otherType = (path: string, wanted: string, value: Json): InputError =>
  invalidData(
    `${path} is ${value === null ? 'null' : Array.isArray(value) ? 'an array' : `of type ${typeof value}`}; the schema asks for ${wanted}`,
  );

function unknownName(path: string, name: string, names: readonly string[]): InputError {
  const meant = nearest(name, names);
  return invalidData(`${child(path, name)} is not in the schema${meant === undefined ? '' : `; ${child(path, meant)} is`}`);
}

/** The refusal of a number that JSON rounds. */
export const tooManyDigits = (path: string): InputError =>
  invalidData(`${path} has more digits than a JSON number can hold; send it as a string`);

/** The refusal of data that cannot be scored. */
export const invalidData = (reason: string, options?: ErrorOptions): InputError => new InputError(`Invalid data: ${reason}`, options);

/** Data with another value at a concrete path; the same data where nothing is there. */
export const replaceAt = (data: JsonObject, path: string, change: (value: Json) => Json): JsonObject =>
  replacedIn(data, '$', { path, change }) as JsonObject;

interface Replacement {
  readonly path: string;
  change(value: Json): Json;
}

function replacedIn(value: Json, here: string, to: Replacement): Json {
  if (here === to.path) return to.change(value);
  if (!to.path.startsWith(here) || isPlain(value)) return value;
  if (isList(value)) return value.map((item, index) => replacedIn(item, `${here}[${index}]`, to));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replacedIn(member, child(here, name), to)]));
}
