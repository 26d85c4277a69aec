/** Any JSON value. An object keeps the order of its keys; an unknown value is null. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export type LeafType = 'string' | 'number' | 'integer' | 'boolean';

/** The bounds that a caller's schema sets for a number, or in characters for a text. */
export interface ValueBounds {
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** The bounds that it sets for the rows of an array. */
export interface RowBounds {
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** A leaf of the caller's schema: one value to read, or, under an array, one value a row. */
export interface Field {
  /** `$.total`, `$.seller.name`, `$.line_items[].amount`, `$.tags[]`. */
  readonly path: string;
  /** The names on the way, without array marks: ['line_items', 'amount']. */
  readonly names: readonly string[];
  readonly type: LeafType;
  /** The caller's words; '' when none. Untrusted. */
  readonly description: string;
  readonly format?: string;
  readonly enum?: readonly Json[];
  /** The regular expression that a text should match, as the caller wrote it. Untrusted: `matchesPattern` tries it. */
  readonly pattern?: string;
  /** Each only where the caller gave it. */
  readonly bounds?: ValueBounds;
  /** Further constraints as words for a reader: 'at least 0', 'matches ^[A-Z]+$'. */
  readonly hints: readonly string[];
  /** True when every step from the root is listed in its parent's `required`. */
  readonly required: boolean;
  /** Set where its own object, which every document or row has, lists it in `required`, and its type has no null: the caller expects a value. */
  readonly expected?: true;
  /** The names of all properties of the object it belongs to; absent for a shadow field. */
  readonly beside?: readonly string[];
  /** The names of all arrays of objects in the schema; absent for a shadow field. */
  readonly tables?: readonly string[];
  /** True for a field that only the checks need; it is never returned. */
  readonly shadow: boolean;
}

/** The caller's schema as a tree. Properties keep their order; a name may be anything, `__proto__` too. */
export type SchemaNode = LeafNode | ArrayNode | ObjectNode;
export interface LeafNode {
  readonly kind: 'leaf';
  readonly path: string;
  readonly required: boolean;
  readonly field: Field;
}
export interface ArrayNode {
  readonly kind: 'array';
  readonly path: string;
  readonly required: boolean;
  readonly items: LeafNode | ObjectNode;
  /** Each only where the caller gave it. */
  readonly bounds?: RowBounds;
}
export interface ObjectNode {
  readonly kind: 'object';
  readonly path: string;
  readonly required: boolean;
  /** True when the caller wrote a `required` list here, an empty one included. */
  readonly listsRequired: boolean;
  readonly properties: readonly (readonly [name: string, node: SchemaNode])[];
}

export interface Schema {
  readonly root: ObjectNode;
  /** Every leaf, in document order of the schema. */
  readonly fields: readonly Field[];
  /** What most likely does something else than was meant: what is misspelt, doubled, or cannot be kept to. */
  readonly mistakes: readonly FieldNote[];
}

/** Something said of one field. */
export interface FieldNote {
  /** `$.total` */
  readonly path: string;
  readonly text: string;
}
