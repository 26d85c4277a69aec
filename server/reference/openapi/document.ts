import type { FileTypes } from '../../../core/index.js';
import { about } from '../../http/about.js';
import type { Limits } from '../../http/limits.js';
import { documentationPaths, playgroundPaths } from './documentation.js';
import { extractOperation, type KnownBy, playgroundOperation, preflightOperation } from './extraction.js';
import { headers } from './headers.js';
import { batchPaths } from './jobs/batches.js';
import { filePaths } from './jobs/files.js';
import { jobPaths } from './jobs/jobs.js';
import { commonResponses } from './refusals.js';
import { namedSchemasOf } from './schemas.js';
import { metricsPaths, servicePaths } from './service.js';
import type { OpenApi } from './types.js';
import { webhookMessages } from './webhooks/messages.js';
import { webhookPaths } from './webhooks/webhooks.js';

export interface ServedEndpoints {
  readonly limits: Limits;
  /** The kinds of file that the converters accept. */
  readonly reads: FileTypes;
  /** The path prefix of the endpoints in a host's app; empty for none. */
  readonly prefix: string;
  /** Whether `/metrics` exists. */
  readonly metrics: boolean;
  /** Whether the playground is served. */
  readonly playground: boolean;
  /** Whether there are jobs. */
  readonly jobs: boolean;
  /** Whether there are files and batches. */
  readonly batches: boolean;
  /** Whether there are webhooks. */
  readonly webhooks: boolean;
  readonly knownBy: KnownBy;
}

/** Everything that the server answers, as an OpenAPI 3.1 document. The tests validate their answers against it. */
export function openapiDocument(served: ServedEndpoints): OpenApi {
  const { limits, reads, prefix, metrics, playground, jobs, batches, webhooks, knownBy } = served;
  const { name, version, description } = about();
  return {
    openapi: '3.1.0',
    info: { title: name, version, description },
    servers: [{ url: prefix === '' ? '/' : prefix }],
    tags: [
      { name: 'Extraction', description: 'Documents in, vouched values out' },
      ...(jobs ? [{ name: 'Jobs', description: 'Extractions that may take their time' }] : []),
      ...(webhooks ? [{ name: 'Webhooks', description: 'Who is told how they ended' }] : []),
      { name: 'Service', description: 'How the service is' },
      { name: 'Documentation', description: 'What is written about it' },
    ],
    paths: {
      '/v1/extract': { post: extractOperation({ limits, reads }, knownBy) },
      ...(jobs && jobPaths({ limits, reads }, knownBy)),
      ...(batches && { ...batchPaths(knownBy), ...filePaths({ limits, reads }, knownBy) }),
      ...(webhooks && webhookPaths(knownBy)),
      ...(playground && {
        '/v1/playground': { post: playgroundOperation({ limits, reads }), options: preflightOperation(limits) },
        ...playgroundPaths,
      }),
      ...servicePaths,
      ...(metrics && metricsPaths),
      ...documentationPaths,
    },
    ...(webhooks && { webhooks: webhookMessages() }),
    components: {
      schemas: namedSchemasOf(),
      headers,
      responses: commonResponses(),
      securitySchemes: {
        ...(knownBy === 'keys' && {
          key: {
            type: 'http',
            scheme: 'bearer',
            description: 'An API key, `pk_…`, from `vouch key create`, with the scope that the operation names',
          },
        }),
        ...(metrics && { metricsToken: { type: 'http', scheme: 'bearer', description: 'The token of the metrics' } }),
      },
    },
  };
}
