import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ConfigPath, pathText } from '../checks/config-path.js';
import { isPlugin } from '../plugins/plugin.js';
import { fromText } from './from-text.js';
import type { Source } from './source.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A configuration whose variables are filled in, and the places of the texts that held one. */
export interface FilledConfig {
  readonly data: unknown;
  /** `tiers[0].api_key` → what was written there. */
  readonly variableTexts: ReadonlyMap<string, string>;
}

/**
 * Fills `${NAME}`, `${NAME:-default}` and `${file:/path}` into every text of a configuration; `$${` stands for `${`. An empty variable counts
 * as missing. A text that is nothing but one variable becomes the number, truth value or list that the schema wants there.
 * @throws ConfigError naming the place for a variable that is missing, a file that cannot be read, or data that contains itself.
 */
export function fillVariables(source: Source, env: Environment, schema: object): FilledConfig {
  const variableTexts = new Map<string, string>();
  const around = new Set<object>();
  const walk = (value: unknown, place: ConfigPath, wanted: unknown): unknown => {
    if (typeof value === 'string') {
      const text = fillText(value, place, { source, env });
      if (text !== value) variableTexts.set(pathText(place), value);
      return text === value ? value : fromText(text, typeAt(wanted));
    }
    if (typeof value !== 'object' || value === null || isPlugin(value)) return value;
    if (around.has(value)) throw source.error('contains itself.', place, { of: 'value' });
    around.add(value);
    const filled = inside(value, place, wanted);
    around.delete(value);
    return filled;
  };
  const inside = (value: object, place: ConfigPath, wanted: unknown): unknown => {
    if (Array.isArray(value)) return value.map((item, index) => walk(item, [...place, index], below(wanted, 'items')));
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, walk(item, [...place, key], below(below(wanted, 'properties'), key))]),
    );
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
      throw source.error(`${grammar}; write $\${ for the characters themselves.`, place, { of: 'value' });
    const value = env[name] || fallback;
    if (value === undefined) throw source.error(missing(name, name in env), place, { of: 'value' });
    return value;
  });
}

const grammar = `a variable is written \${NAME}, \${NAME:-default} or \${file:/path}`;

const missing = (name: string, empty: boolean): string =>
  `the environment variable ${name} is ${empty ? 'empty' : 'not set'}. Set it, or give a default: \${${name}:-default}.`;

/** A line break at the end is the editor's, not the secret's. */
function readSecret(path: string, place: ConfigPath, source: Source): string {
  const file = resolve(source.folder, path);
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
    throw source.error(`the file ${file} cannot be read (${code}).`, place, { of: 'value', cause });
  }
}

const below = (schema: unknown, key: string): unknown =>
  typeof schema === 'object' && schema !== null ? Reflect.get(schema, key) : undefined;
const typeAt = (schema: unknown): unknown => below(schema, 'type');
