import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, posix, resolve } from 'node:path';
import { ConfigError } from '../../core/index.js';

/** A schema (XSD) of the host, as plain data for the child: it has no files of its own. */
export interface HostSchema {
  /** The same for the same files. */
  readonly hash: string;
  readonly main: string;
  /** All that it may include, by their paths from its folder. Each character is a byte. */
  readonly files: Readonly<Record<string, string>>;
}

/** By the name of the root that they describe. */
export type HostSchemas = Readonly<Record<string, HostSchema>>;

/** The names of syntaxes in a configuration. */
const roots = { cii: 'CrossIndustryInvoice', ubl: 'Invoice', ubl_credit_note: 'CreditNote' } as const;

export const xsdOption = {
  type: 'object',
  description: 'schema files (XSD) by syntax, which may include files below their folder; install `libxml2-wasm` beside Vouch',
  properties: { cii: { type: 'string' }, ubl: { type: 'string' }, ubl_credit_note: { type: 'string' } },
  additionalProperties: false,
} as const;

type SchemaFiles = Readonly<Partial<Record<keyof typeof roots, string>>>;

/** Reads the schemas that a host names. @throws ConfigError where a file or the package that validates is missing */
export function readHostSchemas(named: SchemaFiles, folder = process.cwd()): HostSchemas {
  const entries = Object.entries(named) as readonly (readonly [keyof typeof roots, string])[];
  if (entries.length > 0) requireValidator();
  return Object.fromEntries(entries.map(([syntax, file]) => [roots[syntax], readSchema(resolve(folder, file))]));
}

function requireValidator(): void {
  try {
    createRequire(import.meta.url).resolve('libxml2-wasm');
  } catch (cause) {
    throw new ConfigError('Plugin "en16931" needs a package for its xsd: npm install libxml2-wasm@^0.7.2', [], { cause });
  }
}

function readSchema(file: string): HostSchema {
  try {
    const [folder, main] = [dirname(file), basename(file)];
    const files = filesFrom(folder, main);
    return { hash: createHash('sha256').update(JSON.stringify(files)).digest('hex'), main, files };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigError(`Plugin "en16931" cannot read its xsd ${file}: ${why}`, [], { cause });
  }
}

/** A schema, and what it and its parts include or import below its folder. */
function filesFrom(folder: string, main: string): HostSchema['files'] {
  const files: Record<string, string> = {};
  const names = [main];
  for (const name of names) {
    if (files[name] !== undefined) continue;
    const text = readFileSync(join(folder, name), 'latin1');
    files[name] = text;
    for (const [, location = ''] of text.matchAll(/schemaLocation\s*=\s*["']([^"']+)/g)) {
      const next = posix.join(posix.dirname(name), location);
      if (!next.startsWith('../') && existsSync(join(folder, next))) names.push(next);
    }
  }
  return files;
}
