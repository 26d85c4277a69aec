import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { didYouMean, parseSchema, type SchemaChoice, withoutByteOrderMark } from '../core/index.js';
import type { NamedSchema } from './config.js';
import { shippedSchemas, shippedText } from './schemas.js';
import type { Source } from './source.js';

/**
 * Loads the named schemas of a configuration: shipped ones by name, others from files, relative to its folder.
 * @throws ConfigError with the place of one that is not there, or is no schema
 */
export const loadSchemas = (named: Readonly<Record<string, string | NamedSchema>>, source: Source): readonly SchemaChoice[] =>
  Object.entries(named).map(([name, given]) => {
    const refuse = (message: string, cause?: unknown) => source.error(message, ['schemas', name], { of: 'value', cause });
    if (!/^[\w-]{1,64}$/.test(name) || name === 'auto')
      throw refuse('the name of a schema has letters, digits, "_" and "-", at most 64, and is not "auto".');
    const { schema = name, version = '1', words = [] } = typeof given === 'string' ? { schema: given } : given;
    const text = shippedText(schema) ?? fileText(resolve(source.folder, schema), refuse) ?? missing(schema, name, refuse);
    try {
      return {
        name,
        version: String(version),
        title: titleOf(text) ?? name.replaceAll(/[_-]+/g, ' '),
        words,
        schema: parseSchema(text),
        text,
      };
    } catch (cause) {
      throw refuse(cause instanceof Error ? `${cause.message}.` : 'it is no schema.', cause);
    }
  });

type Refuse = (message: string, cause?: unknown) => Error;

function fileText(file: string, refuse: Refuse): string | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return withoutByteOrderMark(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw refuse(`${file} cannot be read as a file: give the path of a JSON Schema.`, cause);
  }
}

function missing(schema: string, name: string, refuse: Refuse): never {
  const names = Object.keys(shippedSchemas);
  const help = schema === name ? ` A name of your own says its schema: ${name}: { schema: ${names[0]} }.` : '';
  throw refuse(`there is no file ${schema}, and shipped are ${names.join(', ')}.${didYouMean(schema, names) || help}`);
}

function titleOf(text: string): string | undefined {
  const { title } = JSON.parse(text) as { readonly title?: unknown };
  return typeof title === 'string' && title.trim() !== '' ? title : undefined;
}
