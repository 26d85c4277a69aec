import type { RouteOptions } from 'fastify';
import { about } from '../http/about.js';
import { namedSchemas } from '../wire/schemas.js';
import type { ObjectSchema } from '../wire/typed-schema.js';
import { headers } from './headers.js';
import { commonResponses, type KnownBy } from './refusals.js';
import type { OpenApi, Operation, OperationSchema, Parameter, PathItem, WireSchema } from './types.js';
import { webhookMessages } from './webhooks.js';

/** A route as Fastify tells of it. */
export type DescribedRoute = Pick<RouteOptions, 'method' | 'url' | 'schema'>;

interface ServedDocument {
  /** The routes of the endpoints; those without an operation are not described. */
  readonly routes: readonly DescribedRoute[];
  /** The path prefix of the endpoints in a host's app; empty for none. */
  readonly prefix: string;
  readonly knownBy: KnownBy;
}

/** Everything that the server answers, as an OpenAPI 3.1 document, from the schemas of the routes. The tests validate their answers against it. */
export function openapiDocument({ routes, prefix, knownBy }: ServedDocument): OpenApi {
  const { name, version, description } = about();
  const described = describedPaths(routes, prefix);
  const paths: OpenApi['paths'] = Object.fromEntries(
    [...described].map(([path, served]) => [path.replaceAll(/:(\w+)/g, '{$1}'), itemOf(served)]),
  );
  const used = new Set(Object.values(paths).flatMap((item) => Object.values(item).flatMap(({ tags }) => tags)));
  const document: OpenApi = {
    openapi: '3.1.0',
    info: { title: name, version, description },
    servers: [{ url: prefix === '' ? '/' : prefix }],
    tags: tags.filter((tag) => used.has(tag.name)),
    paths,
    ...(used.has('Webhooks') && { webhooks: webhookMessages() }),
    components: {
      schemas: {},
      headers,
      responses: commonResponses([...described.keys()]),
      securitySchemes: {
        ...(knownBy === 'keys' && { key: { ...bearer, description: keyDescription } }),
        ...('/metrics' in paths && { metricsToken: { ...bearer, description: 'The token of the metrics' } }),
      },
    },
  };
  const schemas = Object.fromEntries(Object.entries(namedSchemas).map(([schema, named]) => [schema, inside(named)]));
  return { ...(referring(document) as OpenApi), components: { ...(referring(document.components) as OpenApi['components']), schemas } };
}

const tags: OpenApi['tags'] = [
  { name: 'Extraction', description: 'Documents in, vouched values out' },
  { name: 'Jobs', description: 'Extractions that may take their time' },
  { name: 'Review', description: 'Answers that people look at' },
  { name: 'Webhooks', description: 'Who is told how they ended' },
  { name: 'Service', description: 'How the service is' },
  { name: 'Documentation', description: 'What is written about it' },
];
const bearer = { type: 'http', scheme: 'bearer' };
const keyDescription = 'An API key, `pk_…`, from `vouch key create`, with the scope that the operation names';

type RouteWithOperation = DescribedRoute & { readonly schema: OperationSchema };

/** The routes that have an operation, by their paths below the prefix. The start page of endpoints under a prefix is `/prefix/`. */
export const describedPaths = (routes: readonly DescribedRoute[], prefix: string): ReadonlyMap<string, readonly RouteWithOperation[]> =>
  Map.groupBy(routes.filter(hasOperation), ({ url }) => url.slice(prefix.length) || '/');

const hasOperation = (route: DescribedRoute): route is RouteWithOperation => route.schema !== undefined && 'operationId' in route.schema;

/** `HEAD` is not described separately. */
const itemOf = (routes: readonly RouteWithOperation[]): PathItem =>
  Object.fromEntries(
    routes.flatMap(({ method, schema }) => (method === 'HEAD' ? [] : [[String(method).toLowerCase(), documented(schema)]])),
  );

/** The operation with OpenAPI's names for the parts of a request. */
function documented({ hide: _, params, querystring, headers: sent, body, response, ...described }: OperationSchema): Operation {
  return {
    ...described,
    parameters: [...parametersIn('path', params), ...parametersIn('query', querystring), ...parametersIn('header', sent)],
    ...(body && { requestBody: { required: true, content: body.content } }),
    responses: response,
  };
}

const parametersIn = (where: Parameter['in'], parameters?: ObjectSchema): readonly Parameter[] =>
  Object.entries<object>(parameters?.properties ?? {}).map(([name, property]) => {
    const { description = '', example, ...schema } = property as WireSchema & Partial<Pick<Parameter, 'description' | 'example'>>;
    const required = (parameters?.required as readonly string[] | undefined)?.includes(name);
    return { name, in: where, description, schema, ...(required && { required }), ...(example !== undefined && { example }) };
  });

const names = new Map<object, string>(Object.entries(namedSchemas).map(([name, schema]) => [schema, name]));

/** With references in place of the schemas that have a name. */
function referring(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(referring);
  if (typeof value !== 'object' || value === null) return value;
  const name = names.get(value);
  return name === undefined ? inside(value) : { $ref: `#/components/schemas/${name}` };
}

const inside = (value: object): WireSchema => Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, referring(inner)]));
