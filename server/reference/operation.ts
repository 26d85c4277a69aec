import type { FileTypes } from '../../core/index.js';
import type { Limits } from '../http/limits.js';
import { maybe } from '../wire/schema-parts.js';
import { type Members, type ObjectSchema, Type, type TypedSchema } from '../wire/typed-schema.js';
import { type AnswerHeader, withHeaders } from './headers.js';
import { type DocumentedRefusal, type KnownBy, ofAuthentication, refusal, refusedAnywhere } from './refusals.js';
import type { OpenApiContent, OperationSchema, ResponseObject } from './types.js';

/** What the descriptions depend on: what this server takes, and who knows callers. */
export interface ServerTerms {
  readonly limits: Limits;
  /** The kinds of file that the converters accept. */
  readonly reads: FileTypes;
  readonly knownBy: KnownBy;
}

/** An operation as it is written down. What all operations have in common is added to it. */
interface WrittenOperation {
  readonly tag: string;
  /** What a caller's key needs; absent where nobody has to say who they are. */
  readonly scope?: 'extract' | 'jobs' | 'review';
  readonly summary: string;
  readonly description: string;
  readonly params?: ObjectSchema;
  readonly querystring?: ObjectSchema;
  readonly headers?: ObjectSchema;
  readonly body?: OpenApiContent;
  readonly answers: Readonly<Record<number, ResponseObject>>;
  readonly refused?: Readonly<Record<number, DocumentedRefusal>>;
  /** Refusals that do not depend on the path, beyond those of every operation. */
  readonly alsoRefused?: readonly number[];
  readonly refusedHeaders?: readonly AnswerHeader[];
  readonly security?: OperationSchema['security'];
  /** The requests to copy, or the one there is; its label is the summary when absent. */
  readonly sample: (Partial<SampleRequest> & { readonly path: string; readonly label?: string }) | OperationSchema['x-codeSamples'];
}

type Shared = Pick<WrittenOperation, 'tag' | 'scope'>;
type Written = Omit<WrittenOperation, 'tag'>;

/** The `schema` of each route: its operation as it stands in the OpenAPI document, with Fastify's names for the parts of a request. Its name is its id. */
export const operations =
  ({ knownBy }: Pick<ServerTerms, 'knownBy'>, shared: Shared) =>
  <Name extends string>(written: Readonly<Record<Name, Written>>) =>
    Object.fromEntries(
      Object.entries<Written>(written).map(([id, one]) => [id, operation(id, knownBy, { ...shared, ...one })]),
    ) as Readonly<Record<Name, OperationSchema>>;

function operation(operationId: string, knownBy: KnownBy, written: WrittenOperation): OperationSchema {
  const { tag, scope, summary, description, params, querystring, headers, body, answers, sample, alsoRefused } = written;
  const refused: Readonly<Record<string, DocumentedRefusal>> = { ...written.refused, ...(scope && ofAuthentication[knownBy]) };
  const refusedHeaders: readonly AnswerHeader[] = written.refusedHeaders ?? (scope ? ['Server-Timing'] : []);
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    ...(scope && knownBy === 'keys' && { security: [{ key: [scope] }] }),
    ...(params && { params }),
    ...(querystring && { querystring }),
    headers: Type.Object({ ...headers?.properties, ...requestId }),
    ...(body && { body: { content: body } }),
    response: {
      ...refusedAnywhere(alsoRefused),
      ...answers,
      ...Object.fromEntries(Object.entries(refused).map(([status, one]) => [status, refusal(one, refusedHeaders)])),
    },
    'x-codeSamples': 'path' in sample ? [sampleOf({ label: summary, headers: scope ? authorization(knownBy) : [], ...sample })] : sample,
    ...(written.security && { security: written.security }),
  };
}

const requestId = {
  'X-Request-Id': maybe('An id of your own for the log; it comes back in the answer', Type.String({ pattern: '^[\\w.:-]{1,128}$' })),
};

export const idempotencyKey = {
  'Idempotency-Key': maybe(
    'Of your own making: for 24 hours the same request under it gets the same answer, and the work is done once',
    Type.String({ pattern: '^[!-~]{1,255}$' }),
  ),
};

export const idOf = (what: string, example: string) => Type.Object({ id: Type.String({ description: `The id of the ${what}`, example }) });

export const bodyOf = (properties: Members, example: object): OpenApiContent => ({
  'application/json': {
    schema: Type.Object(properties, { additionalProperties: false }),
    examples: { shown: { summary: 'A request', value: example } },
  },
});

interface AnswerDetails {
  readonly example?: unknown;
  readonly headers?: readonly AnswerHeader[];
}

export const json = (description: string, schema: TypedSchema, { example, headers = [] }: AnswerDetails = {}): ResponseObject => ({
  description,
  headers: withHeaders(...headers),
  content: {
    'application/json': { schema, ...(example !== undefined && { examples: { shown: { summary: description, value: example } } }) },
  },
});

export const textual = (description: string, type: string, ...headers: readonly AnswerHeader[]): ResponseObject => ({
  description,
  headers: withHeaders(...headers),
  content: { [type]: { schema: Type.String() } },
});

export const sampleOf = ({ label, ...request }: SampleRequest & { readonly label: string }) =>
  ({ lang: 'Shell', label, source: curl(request) }) as const;

interface SampleRequest {
  readonly path: string;
  readonly headers: readonly string[];
  readonly method?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** A curl command to copy. It takes address and key from the shell variables `VOUCH_BASE_URL` and `VOUCH_API_KEY`. */
export function curl({ path, headers, method = '', fields = {}, body }: SampleRequest): string {
  const lines = [
    `curl -s ${method && `-X ${method} `}"$VOUCH_BASE_URL${path}"`,
    ...headers.map((header) => `-H "${header}"`),
    ...Object.entries(fields).map(([name, value]) => `-F ${quoted(`${name}=${value}`)}`),
    ...(body ? [`-H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`] : []),
  ];
  return lines.join(' \\\n  ');
}

const quoted = (text: string): string => (/^[\w@.=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

export const authorization = (knownBy: KnownBy): readonly string[] => (knownBy === 'keys' ? ['Authorization: Bearer $VOUCH_API_KEY'] : []);
