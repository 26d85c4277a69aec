import { isObject } from './is-object.js';

/** A JSON Schema as the form edits it: what it does not know it leaves as it is. */
export type Definition = Readonly<Record<string, unknown>>;

/** The names and, for the rows of an array, '[]' that lead from the root to an object. */
export type Place = readonly string[];

export const types = ['string', 'number', 'integer', 'boolean', 'object', 'array'] as const;
export type Type = (typeof types)[number];

export interface Row {
  readonly name: string;
  readonly definition: Definition;
  readonly type: Type;
  readonly required: boolean;
}

/** The text as a schema that the form can show; undefined while it is none. */
export function definitionOf(text: string): Definition | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return isObject(parsed) && isObject(parsed['properties']) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

export const rowsOf = (definition: Definition): readonly Row[] =>
  Object.entries(propertiesOf(definition)).map(([name, property]) => {
    const own = isObject(property) ? property : {};
    return { name, definition: own, type: typeOf(own), required: requiredOf(definition).includes(name) };
  });

/** The object whose fields are shown under a field: itself, or the rows of an array. */
export function innerOf({ type, definition }: Row): { readonly step: Place; readonly definition: Definition } | undefined {
  if (type === 'object') return { step: [], definition };
  const items = definition['items'];
  return type === 'array' && isObject(items) && typeOf(items) === 'object' ? { step: ['[]'], definition: items } : undefined;
}

export const propertiesOf = (definition: Definition): Definition => (isObject(definition['properties']) ? definition['properties'] : {});
const requiredOf = (definition: Definition): readonly unknown[] => (Array.isArray(definition['required']) ? definition['required'] : []);

function typeOf(definition: Definition): Type {
  const stated = [definition['type']].flat().find((type) => type !== 'null');
  return types.find((type) => type === stated) ?? (definition['properties'] ? 'object' : definition['items'] ? 'array' : 'string');
}

export type Change = (object: Definition) => Definition;

/** The schema with one of its objects changed; everything else keeps its place and its keywords. */
export function changeAt(definition: Definition, place: Place, change: Change): Definition {
  const [step, ...rest] = place;
  if (step === undefined) return change(definition);
  if (step === '[]') return { ...definition, items: changeAt(asDefinition(definition['items']), rest, change) };
  const properties = propertiesOf(definition);
  return { ...definition, properties: { ...properties, [step]: changeAt(asDefinition(properties[step]), rest, change) } };
}

export const rename =
  (name: string, to: string): Change =>
  (object) => ({
    ...object,
    properties: Object.fromEntries(Object.entries(propertiesOf(object)).map(([key, value]) => [key === name ? to : key, value])),
    ...withRequired(
      object,
      requiredOf(object).map((key) => (key === name ? to : key)),
    ),
  });

export const remove =
  (name: string): Change =>
  (object) => ({
    ...object,
    properties: Object.fromEntries(Object.entries(propertiesOf(object)).filter(([key]) => key !== name)),
    ...withRequired(
      object,
      requiredOf(object).filter((key) => key !== name),
    ),
  });

export const require =
  (name: string, required: boolean): Change =>
  (object) => {
    const others = requiredOf(object).filter((key) => key !== name);
    return { ...object, required: required ? [...others, name] : others };
  };

export const describe =
  (name: string, description: string): Change =>
  (object) =>
    changeAt(object, [name], ({ description: _, ...rest }) => (description === '' ? rest : { ...rest, description }));

/** A new type keeps the description; what only the old type had is dropped. */
export const retype =
  (name: string, type: Type): Change =>
  (object) =>
    changeAt(object, [name], ({ description }) => ({ type, ...(description !== undefined && { description }), ...insides[type] }));

const field = { properties: { value: { type: 'string' } } };
const insides: Partial<Record<Type, Definition>> = { object: field, array: { items: { type: 'object', ...field } } };

/** Adds a text field with a name that is free. */
export const add: Change = (object) => ({ ...object, properties: { ...propertiesOf(object), [freeName(object)]: { type: 'string' } } });

export function freeName(object: Definition): string {
  const taken = Object.keys(propertiesOf(object));
  let number = taken.length + 1;
  while (taken.includes(`field_${number}`)) number += 1;
  return `field_${number}`;
}

const withRequired = (object: Definition, required: readonly unknown[]): Definition =>
  Array.isArray(object['required']) ? { required } : {};
const asDefinition = (value: unknown): Definition => (isObject(value) ? value : {});
