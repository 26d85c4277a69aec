/** A JSON Schema, or a part of one, as the form edits it. Keywords that the form does not know are kept. */
export type EditedSchema = Readonly<Record<string, unknown>>;

/** The field names that lead from the root to an object, with '[]' for the items of an array. */
export type ObjectPath = readonly string[];

export const types = ['string', 'number', 'integer', 'boolean', 'object', 'array'] as const;
export type FieldType = (typeof types)[number];

export interface SchemaField {
  readonly name: string;
  readonly definition: EditedSchema;
  readonly type: FieldType;
  readonly required: boolean;
}

/** The text as a schema that the form can show; undefined while it is not one. */
export function definitionOf(text: string): EditedSchema | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return isObject(parsed) && isObject(parsed['properties']) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

export const fieldsOf = (definition: EditedSchema): readonly SchemaField[] =>
  Object.entries(propertiesOf(definition)).map(([name, property]) => {
    const own = isObject(property) ? property : {};
    return { name, definition: own, type: typeOf(own), required: requiredOf(definition).includes(name) };
  });

/** The object whose fields are shown below a field: the field itself, or the items of an array. */
export function innerOf({ type, definition }: SchemaField): { readonly step: ObjectPath; readonly definition: EditedSchema } | undefined {
  if (type === 'object') return { step: [], definition };
  const items = definition['items'];
  return type === 'array' && isObject(items) && typeOf(items) === 'object' ? { step: ['[]'], definition: items } : undefined;
}

export const propertiesOf = (definition: EditedSchema): EditedSchema =>
  isObject(definition['properties']) ? definition['properties'] : {};
const requiredOf = (definition: EditedSchema): readonly unknown[] => (Array.isArray(definition['required']) ? definition['required'] : []);

function typeOf(definition: EditedSchema): FieldType {
  const stated = [definition['type']].flat().find((type) => type !== 'null');
  return types.find((type) => type === stated) ?? (definition['properties'] ? 'object' : definition['items'] ? 'array' : 'string');
}

export type Change = (object: EditedSchema) => EditedSchema;

/** The schema with the object at this path changed; everything else keeps its order and its keywords. */
export function changeAt(definition: EditedSchema, path: ObjectPath, change: Change): EditedSchema {
  const [step, ...rest] = path;
  if (step === undefined) return change(definition);
  if (step === '[]') return { ...definition, items: changeAt(asSchema(definition['items']), rest, change) };
  const properties = propertiesOf(definition);
  return { ...definition, properties: { ...properties, [step]: changeAt(asSchema(properties[step]), rest, change) } };
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

/** Gives a field a new type. The description is kept; keywords of the old type are dropped. */
export const retype =
  (name: string, type: FieldType): Change =>
  (object) =>
    changeAt(object, [name], ({ description }) => ({ type, ...(description !== undefined && { description }), ...contentOf[type] }));

const oneField = { properties: { value: { type: 'string' } } };
const contentOf: Partial<Record<FieldType, EditedSchema>> = { object: oneField, array: { items: { type: 'object', ...oneField } } };

/** Adds a text field with a name that is not taken. */
export const add: Change = (object) => ({ ...object, properties: { ...propertiesOf(object), [freeName(object)]: { type: 'string' } } });

export function freeName(object: EditedSchema): string {
  const taken = Object.keys(propertiesOf(object));
  let number = taken.length + 1;
  while (taken.includes(`field_${number}`)) number += 1;
  return `field_${number}`;
}

const withRequired = (object: EditedSchema, required: readonly unknown[]): EditedSchema =>
  Array.isArray(object['required']) ? { required } : {};
const asSchema = (value: unknown): EditedSchema => (isObject(value) ? value : {});

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
