import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { didYouMean, shippedSchemas } from '../../../config/index.js';
import { ConfigError } from '../../../core/index.js';

/** The text of a JSON Schema: a shipped one by name, else that of a file. @throws ConfigError when there is neither. */
export function chooseSchema(name: string, cwd: string): string {
  const shipped = Object.entries(shippedSchemas).find(([candidate]) => candidate === name);
  if (shipped) return JSON.stringify(shipped[1]);
  const file = resolve(cwd, name);
  if (existsSync(file)) return read(file, name);
  const names = Object.keys(shippedSchemas);
  throw new ConfigError(`There is no schema "${name}": no such file, and shipped are ${names.join(', ')}.${didYouMean(name, names)}`);
}

function read(file: string, name: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
    throw new ConfigError(`The schema ${name} cannot be read (${code}).`, [], { cause });
  }
}
