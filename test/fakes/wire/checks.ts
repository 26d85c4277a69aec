import { Ajv2020 } from 'ajv/dist/2020.js';
import { at } from '../../../core/values/at.js';
import { bodyProblems, strictProblems } from '../llm-body-check.js';
import type { LlmRequest, RequestCheck } from '../llm-server.js';
import { chatRequests } from './chat-requests.js';
import { converseRequest } from './converse-request.js';
import { generateRequest } from './generate-request.js';
import type { Schema } from './members.js';

/** A chat server: its own description of a request, at its own path, with its own key or none. */
export function chatCheck(name: string, key: string | undefined, path = '/v1/chat/completions'): RequestCheck {
  const schema = chatRequests[name];
  if (!schema) throw new Error(`No description of requests to ${name}`);
  const problems = problemsBy(schema);
  return (request) => [
    ...called(request, path),
    ...header(request, 'authorization', key === undefined ? undefined : `Bearer ${key}`),
    ...problems(request.body),
    ...(at(request.body, 'response_format', 'json_schema', 'strict') === true
      ? strictProblems(at(request.body, 'response_format', 'json_schema', 'schema'), 'schema')
      : []),
  ];
}

/** Azure's v1 API has OpenAI's requests, under a path and a header of its own. */
export const azureCheck: RequestCheck = (request) => [
  ...called(request, '/openai/v1/responses'),
  ...header(request, 'api-key', 'sk-secret'),
  ...header(request, 'authorization', undefined),
  ...bodyProblems('openai-request', request.body),
];

/** Google's two doors. */
export function generateCheck(path: string, [name, value]: readonly [string, string]): RequestCheck {
  const problems = problemsBy(generateRequest);
  return (request) => [
    ...([`${path}:generateContent`, `${path}:streamGenerateContent?alt=sse`].includes(request.path)
      ? []
      : [`${request.path} is no known call`]),
    ...header(request, name, value),
    ...problems(request.body),
  ];
}

/** Bedrock, with the schema that stands in its request as a text. */
export function converseCheck(authorization: RegExp): RequestCheck {
  const problems = problemsBy(converseRequest);
  return ({ path, headers, body }) => [
    ...(/^\/model\/[\w.%-]+\/converse(-stream)?$/.test(path) ? [] : [`${path} is no known call`]),
    ...(authorization.test(headers.authorization ?? '') ? [] : ['the request is not signed']),
    ...problems(body),
    ...strictProblems(schemaIn(at(body, 'outputConfig', 'textFormat', 'structure', 'jsonSchema', 'schema')), 'schema'),
  ];
}

const schemaIn = (text: unknown): unknown => (typeof text === 'string' ? JSON.parse(text) : undefined);

function problemsBy(schema: Schema): (body: unknown) => readonly string[] {
  const validate = new Ajv2020({ strict: false, logger: false }).compile(schema);
  return (body) =>
    validate(body)
      ? []
      : (validate.errors ?? [])
          .map((error) => `${error.instancePath || '/'} ${error.message} ${JSON.stringify(error.params)}`)
          .slice(0, 20);
}

const called = (request: LlmRequest, path: string): readonly string[] =>
  request.method === 'POST' && request.path === path ? [] : [`${request.method} ${request.path} is no known call`];

const header = ({ headers }: LlmRequest, name: string, value: string | undefined): readonly string[] =>
  headers[name] === value ? [] : [`the header ${name} must be ${value === undefined ? 'absent' : 'the key'}`];
