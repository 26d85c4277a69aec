import { alive, health, info, playgroundState, ready, unhealthy } from '../wire/service.js';
import { Type } from '../wire/typed-schema.js';
import { withHeaders } from './headers.js';
import { json, operations, type ServerTerms, textual } from './operation.js';

const outage = 'The service cannot reach its state or write it. What needs it is refused until it can.';
const timestamp = '2026-03-12T09:30:00.000Z';

/** The endpoints about the service itself. */
export const serviceOperations = (terms: Pick<ServerTerms, 'knownBy'>) =>
  operations(terms, { tag: 'Service' })({
    health: {
      summary: 'Health check',
      description: 'Whether the state answers and the parsers start. No provider is asked. What is found counts for a second.',
      answers: {
        200: json('Healthy', health, { example: { status: 'healthy', timestamp } }),
        503: json('A temporary outage', unhealthy, {
          example: { status: 'unhealthy', timestamp, detail: outage },
          headers: ['Retry-After'],
        }),
      },
      sample: { path: '/health' },
    },
    live: {
      summary: 'Whether the process runs',
      description: 'Asks nothing else, since a restart mends nothing else.',
      answers: { 200: json('It does', alive, { example: { status: 'alive' } }) },
      sample: { path: '/livez' },
    },
    ready: {
      summary: 'Whether requests should be sent here',
      description:
        'The same as `/health` in the words of a probe. From a SIGTERM on they should not. With `jobs` this process leaves jobs in the queue: no provider takes work for now.',
      answers: { 200: json('They should', ready, { example: { status: 'ready' } }) },
      refused: {
        503: {
          when: 'Not now',
          details: { 'About to end': 'The service is shutting down.', 'No state': outage },
          headers: ['Retry-After'],
        },
      },
      sample: { path: '/readyz' },
    },
    about: {
      summary: 'What this service is',
      description: 'Its name and version, and where it is documented.',
      answers: { 200: json('About the service', info) },
      sample: { path: '/' },
    },
    /** Served only where the server has a token for it. */
    metrics: {
      summary: 'Counts for Prometheus',
      description: 'For who has the token `VOUCH_METRICS_TOKEN`. No label is a key or an address.',
      answers: { 200: textual('The counts', 'text/plain') },
      alsoRefused: [404],
      refused: {
        401: {
          when: 'The token is invalid or missing',
          details: { 'No token': 'The token is invalid or missing. Send it as "Authorization: Bearer ...".' },
          headers: ['WWW-Authenticate'],
        },
      },
      sample: { path: '/metrics', headers: ['Authorization: Bearer $VOUCH_METRICS_TOKEN'] },
      security: [{ metricsToken: [] }],
    },
  });

const page = (description: string) => ({ 200: textual(description, 'text/html', 'Content-Security-Policy', 'Referrer-Policy') });

/** The pages and files that document the service, the OpenAPI document among them. */
export const documentationOperations = (terms: Pick<ServerTerms, 'knownBy'>) =>
  operations(terms, { tag: 'Documentation' })({
    openapiJson: {
      summary: 'This reference as OpenAPI',
      description: 'OpenAPI 3.1, made from the schemas that the answers are tested against.',
      answers: {
        200: json(
          'The document',
          Type.Object({ openapi: Type.Unknown(), info: Type.Unknown(), paths: Type.Unknown(), components: Type.Unknown() }),
        ),
      },
      sample: { path: '/openapi.json' },
    },
    openapiYaml: {
      summary: 'The same as YAML',
      description: 'The same document.',
      answers: { 200: textual('The document', 'application/yaml') },
      sample: { path: '/openapi.yaml' },
    },
    reference: {
      summary: 'This reference as a page',
      description: 'It loads nothing, so it can be kept and read offline.',
      answers: page('The page'),
      sample: { path: '/docs' },
    },
    guideIndex: {
      summary: 'Where the guide begins',
      description: 'Leads to its index.',
      answers: { 302: { description: 'The index', headers: withHeaders('Location') } },
      sample: { path: '/docs/guide' },
    },
    guide: {
      summary: 'A page of the guide',
      description: 'Words for people.',
      params: Type.Object({ page: Type.String({ description: 'Its name', example: 'getting-started' }) }),
      answers: page('The page'),
      alsoRefused: [404, 414],
      sample: { path: '/docs/guide/getting-started' },
    },
    playgroundPage: {
      summary: 'A page to try it with',
      description: 'A sample, a form for the schema, and every value beside the words that prove it. All its files stand below this path.',
      answers: page('The page'),
      alsoRefused: [404],
      sample: { path: '/playground' },
    },
    reviewPage: {
      summary: 'A page to review answers on',
      description:
        'The queue, each document with its doubtful words marked, and every decision by keyboard. It asks for a key with the scope `review`.',
      answers: page('The page'),
      sample: { path: '/review' },
    },
    playgroundState: {
      summary: 'What a visitor may still do today',
      description: 'Version, prices and credits, as the page shows them. Asking costs nothing.',
      answers: { 200: json('Today, for this address', playgroundState) },
      sample: { path: '/playground/state' },
    },
  });
