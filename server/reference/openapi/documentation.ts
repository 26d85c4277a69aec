import { got, json, textual } from './got.js';
import { withHeaders } from './headers.js';
import { common } from './refusals.js';
import type { PathItem } from './types.js';

const tags = ['Documentation'];
const page = (description: string) => textual(description, 'text/html', withHeaders('Content-Security-Policy', 'Referrer-Policy'));

/** What is written about the service, this document included. */
export const documentationPaths: Readonly<Record<string, PathItem>> = {
  '/openapi.json': got('/openapi.json', {
    operationId: 'openapiJson',
    tags,
    summary: 'This reference as OpenAPI',
    description: 'OpenAPI 3.1, made from the schemas that the answers are tested against.',
    responses: { 200: json('The document', { type: 'object', required: ['openapi', 'info', 'paths', 'components'] }) },
  }),
  '/openapi.yaml': got('/openapi.yaml', {
    operationId: 'openapiYaml',
    tags,
    summary: 'The same as YAML',
    description: 'The same document.',
    responses: { 200: textual('The document', 'application/yaml') },
  }),
  '/docs': got('/docs', {
    operationId: 'reference',
    tags,
    summary: 'This reference as a page',
    description: 'It loads nothing, so it can be kept and read offline.',
    responses: { 200: page('The page') },
  }),
  '/docs/guide': got('/docs/guide', {
    operationId: 'guideIndex',
    tags,
    summary: 'Where the guide begins',
    description: 'Leads to its index.',
    responses: { 302: { description: 'The index', headers: withHeaders('Location') } },
  }),
  '/docs/guide/{page}': got('/docs/guide/getting-started', {
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
