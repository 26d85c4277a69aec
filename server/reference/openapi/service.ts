import { wireSchemas } from '../../wire/schemas.js';
import { getPath, json, textual } from './get-path.js';
import { withHeaders } from './headers.js';
import { common, refusal } from './refusals.js';
import type { PathItem } from './types.js';

const tags = ['Service'];
const timestamp = '2026-03-12T09:30:00.000Z';
const outage = 'The service cannot reach its state or write it. What needs it is refused until it can.';
const retry = ['Retry-After'] as const;

/** The endpoints about the service itself. */
export const servicePaths: Readonly<Record<string, PathItem>> = {
  '/health': getPath('/health', {
    operationId: 'health',
    tags,
    summary: 'Health check',
    description: 'Whether the state answers and the parsers start. No provider is asked. What is found counts for a second.',
    responses: {
      200: json('Healthy', wireSchemas.health, { status: 'healthy', timestamp }),
      503: {
        ...json('A temporary outage', wireSchemas.unhealthy, { status: 'unhealthy', timestamp, detail: outage }),
        headers: withHeaders(...retry),
      },
    },
  }),
  '/livez': getPath('/livez', {
    operationId: 'live',
    tags,
    summary: 'Whether the process runs',
    description: 'Asks nothing else, since a restart mends nothing else.',
    responses: { 200: json('It does', wireSchemas.alive, { status: 'alive' }) },
  }),
  '/readyz': getPath('/readyz', {
    operationId: 'ready',
    tags,
    summary: 'Whether requests should be sent here',
    description:
      'The same as `/health` in the words of a probe. From a SIGTERM on they should not. With `jobs` this process leaves jobs in the queue: no provider takes work for now.',
    responses: {
      200: json('They should', wireSchemas.ready, { status: 'ready' }),
      503: refusal({ when: 'Not now', details: { 'About to end': 'The service is shutting down.', 'No state': outage }, headers: retry }),
    },
  }),
  '/': getPath('/', {
    operationId: 'about',
    tags,
    summary: 'What this service is',
    description: 'Its name and version, and where it is documented.',
    responses: { 200: json('About the service', wireSchemas.info) },
  }),
};

/** Served only where the server has a token for it. */
export const metricsPaths: Readonly<Record<string, PathItem>> = {
  '/metrics': getPath(
    '/metrics',
    {
      operationId: 'metrics',
      tags,
      summary: 'Counts for Prometheus',
      description: 'For who has the token `VOUCH_METRICS_TOKEN`. No label is a key or an address.',
      security: [{ metricsToken: [] }],
      responses: {
        ...common(404),
        200: textual('The counts', 'text/plain'),
        401: refusal({
          when: 'The token is invalid or missing',
          details: { 'No token': 'The token is invalid or missing. Send it as "Authorization: Bearer ...".' },
          headers: ['WWW-Authenticate'],
        }),
      },
    },
    ['Authorization: Bearer $VOUCH_METRICS_TOKEN'],
  ),
};
