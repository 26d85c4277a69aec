import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { didYouMean, shippedSchemas } from '../../config/index.js';
import { ConfigError } from '../../core/index.js';

/** The text of a JSON Schema: a shipped one by its name, else a file. @throws ConfigError when it is neither. */
export function chooseSchema(name: string, cwd: string): string {
  const shipped = Object.entries(shippedSchemas).find(([candidate]) => candidate === name);
  if (shipped) return JSON.stringify(shipped[1]);
  const file = resolve(cwd, name);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const names = Object.keys(shippedSchemas);
  throw new ConfigError(`There is no schema "${name}": no such file, and shipped are ${names.join(', ')}.${didYouMean(name, names)}`);
}
