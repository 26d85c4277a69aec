import type { Schema } from './schema.js';

/**
 * Reads the caller's `output_schema`.
 * @throws InputError whose message begins with `Invalid JSON schema:` or names the JSON path and what is allowed.
 */
export declare function parseSchema(text: string): Schema;
