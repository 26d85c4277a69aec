/**
 * Writes the types of answers that the client publishes into `dist`: those of `answer.ts` as interfaces, with what the schemas say of each member,
 * so that they need neither the schemas nor the library of these. Plain JavaScript, as it runs before and without everything else.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const inDist = (path) => new URL(`../../../dist/server/${path}`, import.meta.url);
const source = readFileSync(new URL('../answer.ts', import.meta.url), 'utf8');
const body = /export type (\w+) = BodyOf<typeof (\w+)\.(\w+)>;/g;

const schemas = new Map();
for (const [, name, file, schema] of source.matchAll(body)) schemas.set(name, (await import(inDist(`wire/${file}.js`)))[schema]);

/** A schema with another description is the same type. */
const partsOf = ({ properties, anyOf }) => properties ?? anyOf;
const names = new Map([...schemas].map(([name, schema]) => [partsOf(schema), name]));
/** The schema of a result is empty, because the document of the API has it elsewhere. */
const undescribed = { result: 'ExtractAnswer' };
const primitives = { string: 'string', boolean: 'boolean', number: 'number', integer: 'number', null: 'null' };

function typeOf(schema, name, indent) {
  const { type, items, anyOf, properties, enum: words } = schema;
  const known = names.get(partsOf(schema));
  if (known) return known;
  if ('const' in schema || words) return (words ?? [schema.const]).map((word) => JSON.stringify(word).replaceAll('"', "'")).join(' | ');
  if (anyOf?.some(({ type: one }) => one === 'null')) return anyOf.map((one) => typeOf(one, name, indent)).join(' | ');
  if (anyOf || properties) return objectOf(schema, indent);
  if (type === 'array') return `readonly ${bracketed(typeOf(items, name, indent))}[]`;
  if (type === undefined) return undescribed[name] ?? 'unknown';
  return [type]
    .flat()
    .map((one) => (one === 'object' ? '{ readonly [name: string]: JsonValue }' : primitives[one]))
    .join(' | ');
}

const bracketed = (type) => (type.includes(' | ') && !type.startsWith('{') ? `(${type})` : type);

function objectOf(schema, indent = '') {
  const members = membersOf(schema, `${indent}  `);
  const isOpen = schema.additionalProperties && [...members.values()].map(({ type }) => type);
  const lines = [...members].map(
    ([name, { type, isOptional, description }]) =>
      `${description ? `${indent}  /** ${description} */\n` : ''}${indent}  readonly ${name}${isOptional ? '?' : ''}: ${type};\n`,
  );
  return `{\n${lines.join('')}${isOpen ? `${indent}  readonly [name: string]: ${['JsonValue', ...isOpen].join(' | ')};\n` : ''}${indent}}`;
}

/** The members of an object, or of all the objects that it may be: what not each of them has may be missing. */
function membersOf({ properties, required = [], anyOf }, indent) {
  if (!anyOf)
    return new Map(
      Object.entries(properties).map(([name, schema]) => [
        name,
        { type: typeOf(schema, name, indent), isOptional: !required.includes(name), description: schema.description },
      ]),
    );
  const choices = anyOf.map((choice) => membersOf(choice, indent));
  return new Map(
    [...new Set(choices.flatMap((choice) => [...choice.keys()]))].map((name) => {
      const found = choices.flatMap((choice) => choice.get(name) ?? []);
      const isOptional = found.length < choices.length || found.some((one) => one.isOptional);
      const types = [...new Set(found.map(({ type }) => type))];
      const type = types.length === 1 ? types[0] : [...new Set(types.flatMap((one) => one.split(' | ')))].join(' | ');
      return [name, { type, isOptional, description: found.find((one) => one.description)?.description }];
    }),
  );
}

const written = source
  .replaceAll(/^(?:import|\/\/) .*\n+/gm, '')
  .replaceAll(body, (_, name) => `export interface ${name} ${objectOf(schemas.get(name))}`);
writeFileSync(inDist('client/answer.d.ts'), `import type { JsonValue } from './schema/types.js';\n\n${written}`);
