import { got, json, textual } from './got.js';
import { withHeaders } from './headers.js';
import { common } from './refusals.js';
import type { PathItem } from './types.js';

const tags = ['Documentation'];
const count = { type: 'integer', minimum: 0 };
const closed = (properties: Readonly<Record<string, object>>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** The page to try the service with, and what it asks before a run. */
export const playgroundPaths: Readonly<Record<string, PathItem>> = {
  '/playground': got('/playground', {
    operationId: 'playgroundPage',
    tags,
    summary: 'A page to try it with',
    description: 'A sample, a form for the schema, and every value beside the words that prove it. All its files stand below this path.',
    responses: { 200: textual('The page', 'text/html', withHeaders('Content-Security-Policy', 'Referrer-Policy')), ...common(404) },
  }),
  '/playground/state': got('/playground/state', {
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
          price: closed({ page: { type: 'number' }, fallback_page: { type: 'number' } }),
          credits: closed({ left: { type: 'number' }, a_day: count, resets_in_ms: { type: 'number' } }),
        }),
      ),
    },
  }),
};
