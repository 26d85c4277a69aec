import type { JsonSchema } from '../../wire/schemas.js';
import { curl } from './curl.js';
import { withHeaders } from './headers.js';
import { requestId } from './parameters.js';
import { common } from './refusals.js';
import { schemaOf } from './schemas.js';
import type { Operation, PathItem, ResponseObject } from './types.js';

type Told = Pick<Operation, 'operationId' | 'tags' | 'summary' | 'description' | 'responses'> & Partial<Operation>;

/** A path that is fetched, with a request that can be copied, and what any path may answer. `HEAD` is as everywhere: the same without a body. */
export const got = (address: string, { responses, parameters = [], ...told }: Told, headers: readonly string[] = []): PathItem => ({
  get: {
    ...told,
    parameters: [...parameters, requestId],
    responses: { ...common(), ...responses },
    'x-codeSamples': [{ lang: 'Shell', label: told.summary, source: curl(address, headers) }],
  },
});

/** An answer of JSON, with what it looks like. */
export const json = (description: string, schema: JsonSchema, value?: unknown): ResponseObject => ({
  description,
  headers: withHeaders(),
  content: {
    'application/json': {
      schema: schemaOf(schema),
      ...(value !== undefined && { examples: { shown: { summary: description, value } } }),
    },
  },
});

/** An answer that is a text of this type. */
export const textual = (description: string, type: string, headers = withHeaders()): ResponseObject => ({
  description,
  headers,
  content: { [type]: { schema: { type: 'string' } } },
});
