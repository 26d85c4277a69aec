import { type Classification, type SchemaChoice, withoutByteOrderMark } from '../../../core/index.js';
import type { SchemaNameBody } from '../../wire/extraction.js';
import { badRequest } from '../refusal.js';

/** What a request asks for: the text of a schema, and which it is where it is one of the host's. */
export interface AskedSchema {
  /** Null for `schema=auto`: the schema is that which the document belongs to. */
  readonly text: string | null;
  readonly schema?: SchemaNameBody;
}

/** The schema of a form, or of a line of a batch; undefined where there is none. @throws Refusal 400 for one that is named and not known, or for two */
export function askedSchema(texts: ReadonlyMap<string, string>, schemas: readonly SchemaChoice[]): AskedSchema | undefined {
  const [asked, own] = [texts.get('schema'), texts.get('output_schema')];
  if (asked === undefined) return own === undefined ? undefined : { text: withoutByteOrderMark(own) };
  if (own !== undefined) throw badRequest('schema names a schema of this server: leave out output_schema, or schema');
  if (asked === 'auto' && schemas.length > 0) return { text: null };
  return named(schemaNamed(schemas, asked) ?? refuseName(schemas));
}

/** `invoice`, or `invoice/2` with its version. */
export const schemaNamed = (schemas: readonly SchemaChoice[], asked: string): SchemaChoice | undefined =>
  schemas.find(({ name, version }) => asked === name || asked === `${name}/${version}`);

/** Why no schema is taken where none is it for certain. */
export function unknownSchema({ candidates }: Classification): string {
  const scores = candidates.slice(0, 3).map(({ name, score }) => `${name} ${score.toFixed(2)}`);
  return `The document belongs to none of the schemas for certain (${scores.join(', ')}): name one, or send a schema of your own`;
}

export const named = ({ name, version, text }: SchemaChoice) => ({ text, schema: { name, version } });

function refuseName(schemas: readonly SchemaChoice[]): never {
  const names = schemas.map(({ name, version }) => `${name}/${version}`);
  throw badRequest(
    names.length > 0
      ? `schema must be auto or one of ${names.join(', ')}`
      : 'schema: this server names no schemas; send an output_schema, or name shipped ones in its configuration, as in schemas: {receipt: {}}',
  );
}
