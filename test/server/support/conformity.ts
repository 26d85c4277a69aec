import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { buildApp, openMetrics } from '../../../server/index.js';
import type { OpenApi, OpenApiHeader, OpenApiReference, Operation, ResponseObject } from '../../../server/reference/types.js';
import { fakeEngine } from './fake-engine.js';

/** An answer with its body as text. */
export interface ReceivedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** The request line; without a method where the request was not valid HTTP. */
export interface AskedRequest {
  readonly method: string | undefined;
  readonly path: string;
}

/** The document as a server with everything sends it. */
const app = await buildApp({ engine: fakeEngine(), metrics: openMetrics(), metricsToken: 'the token of nobody' });
export const document: OpenApi = (await app.inject('/openapi.json')).json();
await app.close();

/**
 * The differences of an answer from the OpenAPI document: the operation must list its status, the headers must be the documented ones, and
 * the body must have the documented type and schema.
 */
export function unconformities(received: ReceivedAnswer, asked: AskedRequest): readonly unknown[] {
  const { pointer, answer } = documented(asked, received.status);
  if (!answer) return [`${asked.method} ${asked.path} answered ${received.status}, which is not documented`];
  return [...headerFaults(received.headers, answer), ...bodyFaults(received, asked, `${pointer}/content`, answer)];
}

interface Documented {
  readonly pointer: string;
  readonly answer: ResponseObject | undefined;
}

/** The documented answer of the operation, or of every path where there is no operation. */
function documented({ method, path }: AskedRequest, status: number): Documented {
  const template = templateOf(path);
  const verb = method === 'HEAD' ? 'get' : method?.toLowerCase();
  const operation = template && (document.paths[template] as Readonly<Record<string, Operation>>)[verb ?? ''];
  if (!operation) return resolved({ $ref: `#/components/responses/Refused${status}` });
  const found = operation.responses[status];
  if (!found || '$ref' in found) return found ? resolved(found) : { pointer: '', answer: undefined };
  return { pointer: `#/paths/${escaped(template)}/${verb}/responses/${status}`, answer: found };
}

/** The path template of the document that matches the path of a request. */
export const templateOf = (path: string): string | undefined =>
  Object.keys(document.paths).find((known) =>
    new RegExp(`^${known.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path.replace(/\?.*$/s, '')),
  );

const resolved = ({ $ref }: OpenApiReference): Documented => ({
  pointer: $ref,
  answer: document.components.responses[$ref.replace('#/components/responses/', '')],
});

const escaped = (text: string): string => text.replaceAll('~', '~0').replaceAll('/', '~1');

/** Headers of HTTP itself; `Content-Type` is checked against the documented content types. */
const ofTransport = ['content-type', 'content-length', 'transfer-encoding', 'connection', 'keep-alive', 'date'];

function headerFaults(headers: ReceivedAnswer['headers'], answer: ResponseObject): readonly string[] {
  const known = new Map(
    Object.entries(answer.headers).map(([name, header]) => [name.toLowerCase(), '$ref' in header ? headerAt(header.$ref) : header]),
  );
  const foreign = Object.keys(headers).filter((name) => !known.has(name) && !ofTransport.includes(name));
  const wrong = [...known].filter(([name, header]) => {
    const value = headers[name];
    return value === undefined ? header.required : !fits(header, String(value));
  });
  return [...foreign.map((name) => `${name} is not documented`), ...wrong.map(([name]) => `${name}: ${headers[name]}`)];
}

function headerAt(pointer: string): OpenApiHeader {
  const header = document.components.headers[pointer.replace('#/components/headers/', '')];
  if (!header) throw new Error(`the document has no header ${pointer}`);
  return header;
}

const fits = (header: OpenApiHeader, value: string): boolean =>
  validator(header.schema)(header.schema['type'] === 'integer' && /^\d+$/.test(value) ? Number(value) : value);

function bodyFaults(
  { status, headers, text }: ReceivedAnswer,
  { method }: AskedRequest,
  pointer: string,
  { content }: ResponseObject,
): readonly unknown[] {
  const type = String(headers['content-type'] ?? '').replace(/;.*$/, '');
  if (method === 'HEAD' || !content) return text === '' ? [] : ['there is a body'];
  if (!content[type]) return [`the type ${type} is not documented for ${status}`];
  const validate = validator({ $ref: `openapi${pointer}/${escaped(type)}/schema` });
  return validate(type === 'application/json' ? JSON.parse(text) : text) ? [] : (validate.errors ?? []);
}

const ajv = new Ajv2020({
  allErrors: true,
  strict: false,
  formats: {
    'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
    uri: (text: string) => URL.canParse(text),
  },
}).addSchema(document, 'openapi');

/** The validation errors of a value by a schema of the document. */
export function faultsOf(schema: object, value: unknown): readonly unknown[] {
  const inDocument = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')) as object;
  const validate = validator(inDocument);
  return validate(value) ? [] : (validate.errors ?? []);
}

const validators = new Map<string, ValidateFunction>();
function validator(schema: object): ValidateFunction {
  const name = JSON.stringify(schema);
  const validate = validators.get(name) ?? ajv.compile(schema);
  validators.set(name, validate);
  return validate;
}
