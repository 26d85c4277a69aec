import type { Classification, SchemaChoice, SourceFile } from '../../../core/index.js';
import { badRequest, Refusal } from '../refusal.js';

/** The schemas of the host, and how a document is classified among them; not where the document is not in memory. */
export interface SchemaTerms {
  readonly schemas: readonly SchemaChoice[];
  readonly classify?: (file: SourceFile) => Promise<Classification>;
}

/** The schema that a request names: `invoice`, `invoice/2`, or `auto` for the one that the document belongs to. @throws Refusal 400, and 422 where nobody can tell */
export async function namedSchema(asked: string, { schemas, classify }: SchemaTerms, file: unknown): Promise<SchemaChoice> {
  if (asked !== 'auto') return schemas.find(({ name, version }) => asked === name || asked === `${name}/${version}`) ?? refuseName(schemas);
  if (!classify) throw badRequest('schema can be auto for POST /v1/extract only: ask POST /v1/classify first');
  const { schema, candidates } = await classify(file as SourceFile);
  if (schema) return schema;
  const scores = candidates.slice(0, 3).map(({ name, score }) => `${name} ${score.toFixed(2)}`);
  throw new Refusal(
    'SCHEMA_UNKNOWN',
    `The document belongs to none of the schemas for certain (${scores.join(', ')}): name one with schema, or send an output_schema`,
  );
}

function refuseName(schemas: readonly SchemaChoice[]): never {
  const names = schemas.map(({ name, version }) => `${name}/${version}`);
  throw badRequest(
    names.length > 0
      ? `schema must be auto or one of ${names.join(', ')}`
      : 'schema: this server has no schemas of its own; send an output_schema',
  );
}
