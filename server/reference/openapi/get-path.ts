import type { JsonSchema } from '../../wire/schemas.js';
import { withHeaders } from './headers.js';
import { requestId } from './parameters.js';
import { common } from './refusals.js';
import { schemaOf } from './schemas.js';
import type { Operation, PathItem, ResponseObject } from './types.js';

type FetchedOperation = Pick<Operation, 'operationId' | 'tags' | 'summary' | 'description' | 'responses'> & Partial<Operation>;

/** A path that is fetched, with a request that can be copied, and what any path may answer. `HEAD` is as everywhere: the same without a body. */
export const getPath = (
  address: string,
  { responses, parameters = [], ...told }: FetchedOperation,
  headers: readonly string[] = [],
): PathItem => ({
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

/** A request to copy. Address and key are the shell's: `VOUCH_BASE_URL` and `VOUCH_API_KEY`. */
export function curl(path: string, headers: readonly string[] = [], fields: Readonly<Record<string, string>> = {}, method = ''): string {
  const lines = [
    `curl -s ${method && `-X ${method} `}"$VOUCH_BASE_URL${path}"`,
    ...headers.map((header) => `-H "${header}"`),
    ...Object.entries(fields).map(([name, value]) => `-F ${quoted(`${name}=${value}`)}`),
  ];
  return lines.join(' \\\n  ');
}

const quoted = (text: string): string => (/^[\w@.=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
