import { Ajv } from 'ajv';
import type { FastifySchemaCompiler } from 'fastify';
import type { ObjectSchema } from '../wire/typed-schema.js';
import { badRequest } from './refusal.js';

/** Compiles the schema of a parameter when it is first sent, without checking it against the meta-schema. Fastify loads Ajv in any case. */
const ajv = new Ajv({ strict: false, validateSchema: false });

export type CheckedQuery = ObjectSchema & { readonly sentences?: Readonly<Record<string, string>> };

/**
 * Checks the query parameters of a route by its schema, and refuses in the sentences that stand there. Numbers become numbers, and what is
 * absent gets its default. Everything else of a request is documented by the schemas, and checked where it is read.
 */
export const checkQuery: FastifySchemaCompiler<CheckedQuery> = ({ schema, httpPart }) => {
  if (httpPart !== 'querystring') return () => true;
  return (query: Readonly<Record<string, unknown>>) => {
    const value: Record<string, unknown> = {};
    for (const [name, property] of Object.entries(schema.properties)) {
      const sent = query[name];
      value[name] = sent === undefined ? property.default : property.type === 'integer' ? numberIn(sent) : sent;
      if (value[name] !== undefined && !ajv.validate(property, value[name]))
        return { error: badRequest(`${name} ${schema.sentences?.[name]}`) };
    }
    return { value };
  };
};

/** A whole number as it is usually written: neither `1e1` nor `010`. */
const numberIn = (sent: unknown): unknown => (typeof sent === 'string' && /^(?:0|[1-9]\d*)$/.test(sent) ? Number(sent) : sent);
