import { withHeaders } from './headers.js';
import { requestId } from './parameters.js';
import { common } from './refusals.js';
import { schemaOf } from './schemas.js';
import type { Operation, PathItem, ResponseObject } from './types.js';

type FetchedOperation = Pick<Operation, 'operationId' | 'tags' | 'summary' | 'description' | 'responses'> & Partial<Operation>;

/** A path with a GET operation, a request to copy, and the answers that every path can give. `HEAD` is not described separately. */
export const getPath = (
  address: string,
  { responses, parameters = [], ...rest }: FetchedOperation,
  headers: readonly string[] = [],
): PathItem => ({
  get: {
    ...rest,
    parameters: [...parameters, requestId],
    responses: { ...common(), ...responses },
    'x-codeSamples': [{ lang: 'Shell', label: rest.summary, source: curl(address, headers) }],
  },
});

/** A JSON answer, with an example where there is one. */
export const json = (description: string, schema: object, value?: unknown): ResponseObject => ({
  description,
  headers: withHeaders(),
  content: {
    'application/json': {
      schema: schemaOf(schema),
      ...(value !== undefined && { examples: { shown: { summary: description, value } } }),
    },
  },
});

/** A text answer of the given content type. */
export const textual = (description: string, type: string, headers = withHeaders()): ResponseObject => ({
  description,
  headers,
  content: { [type]: { schema: { type: 'string' } } },
});

/** A curl command to copy. It takes address and key from the shell variables `VOUCH_BASE_URL` and `VOUCH_API_KEY`. */
export function curl(path: string, headers: readonly string[] = [], fields: Readonly<Record<string, string>> = {}, method = ''): string {
  const lines = [
    `curl -s ${method && `-X ${method} `}"$VOUCH_BASE_URL${path}"`,
    ...headers.map((header) => `-H "${header}"`),
    ...Object.entries(fields).map(([name, value]) => `-F ${quoted(`${name}=${value}`)}`),
  ];
  return lines.join(' \\\n  ');
}

const quoted = (text: string): string => (/^[\w@.=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
