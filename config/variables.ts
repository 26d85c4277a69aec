import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ConfigPath, pathText } from './config.js';
import { isPlugin } from './load-plugin.js';
import type { Source } from './source.js';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface FilledConfig {
  readonly data: unknown;
  /** The original texts that held a variable, by their place: `tiers[0].api_key`. */
  readonly variableTexts: ReadonlyMap<string, string>;
}

/**
 * Fills `${NAME}`, `${NAME:-default}` and `${file:/path}` into every text of a configuration; `$${` stands for `${`. An empty variable counts
 * as missing. A text that held a variable becomes the number, boolean or list that the schema asks for there.
 * @throws ConfigError with the place of a missing variable, of a file that cannot be read, or of data that contains itself.
 */
export function fillVariables(source: Source, env: Environment, schema: object): FilledConfig {
  const variableTexts = new Map<string, string>();
  const ancestors = new Set<object>();
  const walk = (value: unknown, place: ConfigPath, wanted: unknown): unknown => {
    if (typeof value === 'string') {
      const text = fillText(value, place, { source, env });
      if (text !== value) variableTexts.set(pathText(place), value);
      return text === value ? value : fromText(text, typeAt(wanted));
    }
    if (typeof value !== 'object' || value === null || isPlugin(value)) return value;
    if (ancestors.has(value)) throw source.error('contains itself.', place, { of: 'value' });
    ancestors.add(value);
    const filled = walkInside(value, place, wanted);
    ancestors.delete(value);
    return filled;
  };
  const walkInside = (value: object, place: ConfigPath, wanted: unknown): unknown => {
    if (Array.isArray(value)) return value.map((item, index) => walk(item, [...place, index], schemaAt(wanted, 'items')));
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item, [...place, key], schemaOfKey(wanted, key))]));
  };
  return { data: walk(source.data, [], schema), variableTexts };
}

function fillText(text: string, place: ConfigPath, { source, env }: { readonly source: Source; readonly env: Environment }): string {
  if (/\{\{\s*env\./.test(text)) throw source.error(`a variable is written \${NAME}, not {{ env.NAME }}.`, place, { of: 'value' });
  return text.replaceAll(/\$(\$?)\{([^}]*)(\}?)/g, (whole, escaped: string, inside: string, end: string) => {
    if (escaped !== '') return whole.slice(1);
    if (inside.startsWith('file:') && end !== '') return readSecret(inside.slice('file:'.length), place, source);
    const [, name, fallback] = /^([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?$/s.exec(inside) ?? [];
    if (name === undefined || end === '')
      throw source.error(`${variableForms}; write $\${ for the characters themselves.`, place, { of: 'value' });
    const value = env[name] || fallback;
    if (value === undefined) throw source.error(missingVariableMessage(name, name in env), place, { of: 'value' });
    return value;
  });
}

const variableForms = `a variable is written \${NAME}, \${NAME:-default} or \${file:/path}`;

const missingVariableMessage = (name: string, empty: boolean): string =>
  `the environment variable ${name} is ${empty ? 'empty' : 'not set'}. Set it, or give a default: \${${name}:-default}.`;

/** Cuts one line break at the end, because editors add it and it is no part of the secret. */
function readSecret(path: string, place: ConfigPath, source: Source): string {
  const file = resolve(source.folder, path);
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
    throw source.error(`the file ${file} cannot be read (${code}).`, place, { of: 'value', cause });
  }
}

const schemaAt = (schema: unknown, key: string): unknown =>
  typeof schema === 'object' && schema !== null ? Reflect.get(schema, key) : undefined;
/** In a map whose keys are the user's own, all have the same schema. */
const schemaOfKey = (schema: unknown, key: string): unknown =>
  schemaAt(schemaAt(schema, 'properties'), key) ?? schemaAt(schema, 'additionalProperties');
const typeAt = (schema: unknown): unknown => schemaAt(schema, 'type');

/** Reads a text as a value of a JSON Schema type; lists have commas. Returns the text itself when it is no such value. */
export function fromText(text: string, type: unknown): unknown {
  if (type === 'integer' || type === 'number') return /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (type !== 'array') return text;
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
