/** JSON Schemas of bodies in few words. What is not named is refused. */
export type Schema = Readonly<Record<string, unknown>>;

export const text: Schema = { type: 'string' };
export const count: Schema = { type: 'integer', minimum: 1 };
export const flag: Schema = { type: 'boolean' };
export const anyOf = (...schemas: readonly Schema[]): Schema => ({ anyOf: schemas });
export const listOf = (items: Schema, most = 1_000): Schema => ({ type: 'array', items, minItems: 1, maxItems: most });
export const oneOf = (...values: readonly string[]): Schema => ({ enum: values });
export const base64: Schema = { type: 'string', pattern: '^[A-Za-z0-9+/]+=*$' };
export const pictureUrl: Schema = { type: 'string', pattern: '^data:image/(png|jpeg);base64,[A-Za-z0-9+/]+=*$' };
export const pdfUrl: Schema = { type: 'string', pattern: '^data:application/pdf;base64,[A-Za-z0-9+/]+=*$' };

/** An object with these members: a name that ends with `?` may be absent. */
export const members = (named: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(named).filter((name) => !name.endsWith('?')),
  properties: Object.fromEntries(Object.entries(named).map(([name, schema]) => [name.replace(/\?$/, ''), schema])),
});
