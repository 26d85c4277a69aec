import type { DocumentFacts } from './documents.js';

/** A leaf of a caller's schema and the fact it means, which the callers of all schemas agree on. */
export interface SchemaLeaf {
  readonly fact: string;
  /** How the caller defines it. */
  readonly definition: Readonly<Record<string, unknown>>;
}

/** A caller's schema in short: leaves, objects, and arrays of the rows of one kind. */
export type Shape = { readonly [name: string]: SchemaLeaf | Shape | readonly [Shape] };

const text = (fact: keyof DocumentFacts | keyof DocumentFacts['lines'][number]): SchemaLeaf => ({ fact, definition: { type: 'string' } });
const number = (fact: keyof DocumentFacts | keyof DocumentFacts['lines'][number]): SchemaLeaf => ({ fact, definition: { type: 'number' } });
const date = (fact: keyof DocumentFacts): SchemaLeaf => ({ fact, definition: { type: 'string', format: 'date' } });

/** What a leaf may mean. */
export const is = {
  number: text('number'),
  issueDate: date('issueDate'),
  dueDate: date('dueDate'),
  orderNumber: text('orderNumber'),
  customerNumber: text('customerNumber'),
  currency: text('currency'),
  seller: text('seller'),
  buyer: text('buyer'),
  sellerTaxId: text('sellerTaxId'),
  iban: text('iban'),
  bic: text('bic'),
  net: number('net'),
  tax: number('tax'),
  taxRate: number('taxRate'),
  total: number('total'),
  due: number('total'),
  description: text('description'),
  quantity: number('quantity'),
  unit: text('unit'),
  unitPrice: number('unitPrice'),
  lineTaxRate: number('lineTaxRate'),
  amount: number('amount'),
} as const satisfies Readonly<Record<string, SchemaLeaf>>;

/** The same leaf with a description. */
export const described = (
  { fact, definition }: SchemaLeaf,
  description: string,
  more: Readonly<Record<string, unknown>> = {},
): SchemaLeaf => ({
  fact,
  definition: { ...definition, description, ...more },
});

/** The same leaf, defined by other means of JSON Schema. */
export const as = (
  { fact, definition }: SchemaLeaf,
  define: (definition: SchemaLeaf['definition']) => SchemaLeaf['definition'],
): SchemaLeaf => ({
  fact,
  definition: define(definition),
});

const isLeaf = (value: SchemaLeaf | Shape | readonly [Shape]): value is SchemaLeaf => 'fact' in value && 'definition' in value;
const isRows = (value: SchemaLeaf | Shape | readonly [Shape]): value is readonly [Shape] => Array.isArray(value);

/** The properties as JSON Schema. */
export const propertiesOf = (shape: Shape): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(shape).map(([name, value]) => [
      name,
      isRows(value) ? { type: 'array', items: objectOf(value[0]) } : isLeaf(value) ? value.definition : objectOf(value),
    ]),
  );

const objectOf = (shape: Shape) => ({ type: 'object', properties: propertiesOf(shape) });

/** The answer of a document to it. */
export const answerOf = (shape: Shape, facts: DocumentFacts): unknown => answer(shape, { ...facts }, facts.lines);

function answer(shape: Shape, facts: Readonly<Record<string, unknown>>, lines: DocumentFacts['lines']): unknown {
  return Object.fromEntries(
    Object.entries(shape).map(([name, value]) => [
      name,
      isRows(value)
        ? lines.map((line) => answer(value[0], { ...line }, lines))
        : isLeaf(value)
          ? (facts[value.fact] ?? null)
          : answer(value, facts, lines),
    ]),
  );
}
