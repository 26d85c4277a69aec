import type { Classification, SchemaChoice, SourceFile } from '../../../core/index.js';
import type { SchemaNameBody } from '../../wire/extraction.js';
import { badRequest, Refusal } from '../refusal.js';

/** The schemas of the host, and how a document is classified among them; not where the document is not in memory. */
export interface SchemaTerms {
  readonly schemas: readonly SchemaChoice[];
  readonly classify?: (file: SourceFile) => Promise<Classification>;
}

/** What a request asks for: the text of a schema, and which it is where it is one of the host's. */
export interface AskedSchema {
  readonly text: string;
  readonly schema?: SchemaNameBody;
}

/** The schema of a form, or of a line of a batch; undefined where there is none. @throws Refusal 400 for one that is named and not known, or for two */
export function askedSchema(texts: ReadonlyMap<string, string>, schemas: readonly SchemaChoice[]): AskedSchema | undefined {
  const [asked, own] = [texts.get('schema'), texts.get('output_schema')];
  if (asked === undefined) return own === undefined ? undefined : { text: own };
  if (own !== undefined) throw badRequest('schema names a schema of this server: leave out output_schema, or schema');
  if (asked === 'auto') throw badRequest('schema can be auto for POST /v1/extract only: ask POST /v1/classify first');
  return named(schemas.find(({ name, version }) => asked === name || asked === `${name}/${version}`) ?? refuseName(schemas));
}

/** The same, or by `schema=auto` the one that the document belongs to. @throws as `askedSchema`, and Refusal 422 where nobody can tell */
export async function schemaFor(
  file: unknown,
  texts: ReadonlyMap<string, string>,
  { schemas, classify }: SchemaTerms,
): Promise<AskedSchema | undefined> {
  if (!classify || texts.get('schema') !== 'auto' || texts.has('output_schema')) return askedSchema(texts, schemas);
  const { schema, candidates } = await classify(file as SourceFile);
  if (schema) return named(schema);
  const scores = candidates.slice(0, 3).map(({ name, score }) => `${name} ${score.toFixed(2)}`);
  throw new Refusal(
    'SCHEMA_UNKNOWN',
    `The document belongs to none of the schemas for certain (${scores.join(', ')}): name one with schema, or send an output_schema`,
  );
}

const named = ({ name, version, text }: SchemaChoice): AskedSchema => ({ text, schema: { name, version } });

function refuseName(schemas: readonly SchemaChoice[]): never {
  const names = schemas.map(({ name, version }) => `${name}/${version}`);
  throw badRequest(
    names.length > 0
      ? `schema must be auto or one of ${names.join(', ')}`
      : 'schema: this server has no schemas of its own; send an output_schema',
  );
}
