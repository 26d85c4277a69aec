import type { Schema } from './schema.js';

/** A schema of a host among which documents are classified. */
export interface SchemaChoice {
  readonly name: string;
  /** As the host counts them; answers carry it. */
  readonly version: string;
  /** What documents that it describes are called: the schema's `title`, else its name in words. */
  readonly title: string;
  /** Words of the host that only such documents print; empty for none. */
  readonly words: readonly string[];
  readonly schema: Schema;
  /** The schema as it was written, a JSON Schema as text. */
  readonly text: string;
}

/** How well a schema suits a document. */
export interface SchemaCandidate {
  readonly name: string;
  readonly version: string;
  /** 0 to 1; those of all candidates add up to 1 with that of none of them. */
  readonly score: number;
  /** What speaks for it, the strongest first: 'titled "Invoice" on page 1'. */
  readonly signs: readonly string[];
}

/** To which of the schemas a document belongs. */
export interface Classification {
  /** Undefined where nothing says surely enough which: it is never guessed. */
  readonly schema: SchemaChoice | undefined;
  /** All of them, the likeliest first. */
  readonly candidates: readonly SchemaCandidate[];
}
