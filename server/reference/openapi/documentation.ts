import { getPath, json, textual } from './get-path.js';
import { withHeaders } from './headers.js';
import { common } from './refusals.js';
import type { PathItem } from './types.js';

const tags = ['Documentation'];
const page = (description: string) => textual(description, 'text/html', withHeaders('Content-Security-Policy', 'Referrer-Policy'));

/** The pages and files that document the service, including this document. */
export const documentationPaths: Readonly<Record<string, PathItem>> = {
  '/openapi.json': getPath('/openapi.json', {
    operationId: 'openapiJson',
    tags,
    summary: 'This reference as OpenAPI',
    description: 'OpenAPI 3.1, made from the schemas that the answers are tested against.',
    responses: { 200: json('The document', { type: 'object', required: ['openapi', 'info', 'paths', 'components'] }) },
  }),
  '/openapi.yaml': getPath('/openapi.yaml', {
    operationId: 'openapiYaml',
    tags,
    summary: 'The same as YAML',
    description: 'The same document.',
    responses: { 200: textual('The document', 'application/yaml') },
  }),
  '/docs': getPath('/docs', {
    operationId: 'reference',
    tags,
    summary: 'This reference as a page',
    description: 'It loads nothing, so it can be kept and read offline.',
    responses: { 200: page('The page') },
  }),
  '/docs/guide': getPath('/docs/guide', {
    operationId: 'guideIndex',
    tags,
    summary: 'Where the guide begins',
    description: 'Leads to its index.',
    responses: { 302: { description: 'The index', headers: withHeaders('Location') } },
  }),
  '/docs/guide/{page}': getPath('/docs/guide/getting-started', {
    operationId: 'guide',
    tags,
    summary: 'A page of the guide',
    description: 'Words for people.',
    parameters: [
      { name: 'page', in: 'path', required: true, description: 'Its name', schema: { type: 'string' }, example: 'getting-started' },
    ],
    responses: { 200: page('The page'), ...common(404, 414) },
  }),
};

const count = { type: 'integer', minimum: 0 };
const names = { type: 'array', items: { type: 'string' } };
const closed = (properties: Readonly<Record<string, object>>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** The playground page, and the state that it requests before a run. */
export const playgroundPaths: Readonly<Record<string, PathItem>> = {
  '/playground': getPath('/playground', {
    operationId: 'playgroundPage',
    tags,
    summary: 'A page to try it with',
    description: 'A sample, a form for the schema, and every value beside the words that prove it. All its files stand below this path.',
    responses: { 200: textual('The page', 'text/html', withHeaders('Content-Security-Policy', 'Referrer-Policy')), ...common(404) },
  }),
  '/playground/state': getPath('/playground/state', {
    operationId: 'playgroundState',
    tags,
    summary: 'What a visitor may still do today',
    description: 'Version, prices and credits, as the page shows them. Asking costs nothing.',
    responses: {
      200: json(
        'Today, for this address',
        closed({
          version: { type: 'string' },
          file_bytes: count,
          reads: closed({ formats: names, extensions: names, media_types: names }),
          price: closed({ page: { type: 'number' }, fallback_page: { type: 'number' } }),
          credits: closed({ left: { type: 'number' }, a_day: count, resets_in_ms: { type: 'number' } }),
        }),
      ),
    },
  }),
};
