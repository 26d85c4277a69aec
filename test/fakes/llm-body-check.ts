import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Ajv, type ValidateFunction } from 'ajv';
import { at } from '../../core/values/at.js';

/** The bodies that have a schema, generated from the types of the SDKs. */
export type BodyType =
  | 'openai-request'
  | 'openai-answer'
  | 'openai-chat-request'
  | 'openai-chat-answer'
  | 'anthropic-request'
  | 'anthropic-answer';

/** Found through the package, because `dist/` has only code. */
const schemas = new URL(import.meta.resolve('vouch/package.json').replace(/package\.json$/, 'test/plugins/models/llm/schemas/'));
const validators = new Map<BodyType, ValidateFunction>();

/** The problems of a body, none if the provider would accept it. The first check of a type takes 0.2 to 0.6 s to compile its schema. */
export function bodyProblems(type: BodyType, body: unknown): readonly string[] {
  const validate = validators.get(type) ?? compile(type);
  validate(withoutStream(body));
  const errors = (validate.errors ?? []).map((error) => `${error.instancePath || '/'} ${error.message} ${JSON.stringify(error.params)}`);
  return errors.length > 0 ? errors.slice(0, 20) : (providerRules[type]?.(body) ?? []);
}

/** The schemas are those of requests for a whole answer, which differ by this member alone. */
const withoutStream = (body: unknown): unknown => (at(body, 'stream') === true ? { ...Object(body), stream: false } : body);

function compile(type: BodyType): ValidateFunction {
  const text = gunzipSync(readFileSync(new URL(`${type}.json.gz`, schemas))).toString('utf8');
  const validate = new Ajv({ strict: false, logger: false }).compile(JSON.parse(text));
  validators.set(type, validate);
  return validate;
}

/** Rules of the providers that the types cannot express. */
const providerRules: Partial<Record<BodyType, (body: unknown) => readonly string[]>> = {
  'openai-request': (body) => [
    ...unless(textAt(body, 'model') !== '', 'model is missing'),
    ...unless(at(body, 'store') === false, 'store must be false'),
    ...partsOf(at(body, 'input'), 'input_file').flatMap(fileProblems),
    ...formatProblems(at(body, 'text', 'format')),
  ],
  'openai-chat-request': (body) => [
    ...unless(textAt(body, 'model') !== '', 'model is missing'),
    ...unless(at(body, 'store') === false, 'store must be false'),
    ...partsOf(at(body, 'messages'), 'file').flatMap((part) => fileProblems(at(part, 'file'))),
    ...formatProblems(at(body, 'response_format', 'json_schema')),
  ],
  'anthropic-request': (body) => [
    ...unless(
      at(list(at(body, 'messages')).at(-1), 'role') === 'user',
      'the last message must be of the user: a prefilled answer is refused',
    ),
    ...unless(documentsLead(list(at(body, 'messages', 0, 'content'))), 'the document must stand before the text'),
    ...partsOf(at(body, 'messages'), 'document').flatMap((part) => sourceProblems(at(part, 'source'))),
    ...strictProblems(at(body, 'output_config', 'format', 'schema'), 'schema'),
  ],
};

const unless = (holds: boolean, problem: string): readonly string[] => (holds ? [] : [problem]);

const textAt = (value: unknown, ...names: readonly (string | number)[]): string => String(at(value, ...names) ?? '');
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const partsOf = (messages: unknown, type: string): readonly unknown[] =>
  list(messages)
    .flatMap((message) => list(at(message, 'content')))
    .filter((part) => at(part, 'type') === type);

const fileProblems = (file: unknown): readonly string[] => [
  ...unless(textAt(file, 'filename') !== '', "Missing required parameter: 'filename'"),
  ...unless(/^data:application\/pdf;base64,[A-Za-z0-9+/]+=*$/.test(textAt(file, 'file_data')), 'file_data must be a data URL with base64'),
  ...unless(at(file, 'file_url') === undefined, 'file_url lets the provider load an address'),
];

const sourceProblems = (source: unknown): readonly string[] => [
  ...unless(at(source, 'type') !== 'url', 'a url source lets the provider load an address'),
  ...unless(at(source, 'type') !== 'base64' || /^[A-Za-z0-9+/]+=*$/.test(textAt(source, 'data')), 'data must be bare base64'),
];

function documentsLead(parts: readonly unknown[]): boolean {
  const types = parts.map((part) => at(part, 'type'));
  return types.lastIndexOf('document') <= types.indexOf('text');
}

const formatProblems = (format: unknown): readonly string[] =>
  at(format, 'schema') === undefined
    ? []
    : [
        ...unless(/^[a-zA-Z0-9_-]{1,64}$/.test(textAt(format, 'name')), 'the name of the format is not one'),
        ...(at(format, 'strict') === true ? strictProblems(at(format, 'schema'), 'schema') : []),
      ];

const strictKeywords = [
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'anyOf',
  '$defs',
  '$ref',
  'description',
  'title',
];

/** The strict subset of structured output: every property required, nothing else allowed, no keyword outside it. */
export function strictProblems(schema: unknown, path: string): readonly string[] {
  if (schema === undefined) return [];
  const properties = Object.entries(at(schema, 'properties') ?? {});
  return [
    ...Object.keys(schema ?? {}).flatMap((word) => unless(strictKeywords.includes(word), `${path}: ${word} is outside the strict subset`)),
    ...unless(properties.length === 0 || at(schema, 'additionalProperties') === false, `${path}: additionalProperties must be false`),
    ...properties.flatMap(([name]) => unless(list(at(schema, 'required')).includes(name), `${path}.${name} must be required`)),
    ...properties.flatMap(([name, inner]) => strictProblems(inner, `${path}.${name}`)),
    ...strictProblems(at(schema, 'items'), `${path}[]`),
  ];
}
