import { readFileSync } from 'node:fs';
import { ConfigError, InputError } from '../../core/index.js';
import type { ExtractionBody } from '../wire/extraction.js';
import { type Digests, digestOf } from './digest.js';
import { seal, signingKey } from './envelope.js';
import { type ReceiptRequest, statement } from './statement.js';

/** What made an answer, beside the document and the schema, as plain data without secrets. */
export interface Ingredients {
  readonly configuration: unknown;
  readonly models: unknown;
  readonly rules: unknown;
  readonly tables: unknown;
}

/** Signs answers. */
export interface ReceiptSigner {
  /** The answer with its `receipt`. */
  signed(body: ExtractionBody, request: ReceiptRequest): ExtractionBody;
}

/** @throws InputError where the PEM holds no private Ed25519 key */
export function receiptSigner(pem: string, ingredients: Ingredients): ReceiptSigner {
  const key = signingKey(pem);
  const made = digestsOfIngredients(ingredients);
  return { signed: (body, request) => ({ ...body, receipt: seal(statement(body, request, made), key) }) };
}

/** The signer of a file with a key; undefined where none is named. @throws ConfigError where it holds none */
export function openReceipts(file: string, ingredients: Ingredients | undefined): ReceiptSigner | undefined {
  if (file === '' || !ingredients) return undefined;
  return receiptSigner(readKey(file, signingKey), ingredients);
}

/** The PEM in a file. @throws ConfigError that names the file */
export function readKey(file: string, check: (pem: string) => unknown): string {
  try {
    const pem = readFileSync(file, 'utf8');
    check(pem);
    return pem;
  } catch (cause) {
    const why = cause instanceof InputError ? cause.message : 'it cannot be read';
    throw new ConfigError(`The receipt key ${file} cannot be used: ${why}`, ['server', 'receipt_key'], { cause });
  }
}

export const digestsOfIngredients = (ingredients: Ingredients): Digests =>
  Object.fromEntries(Object.entries(ingredients).map(([name, value]) => [name, digestOf(value)]));
