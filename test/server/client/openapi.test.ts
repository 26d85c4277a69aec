import { describe, expect, expectTypeOf, it } from 'vitest';
import { engineDefaults } from '../../../core/index.js';
import { refusalCodes } from '../../../server/client/errors.js';
import type {
  AnsweredPart,
  AnsweredUsage,
  AnsweredVerification,
  DeliveredMessage,
  ExtractAnswer,
  FieldEvidence,
  KeptFile,
  ListedBatch,
  ListedJob,
  NewWebhook,
  ShownBatch,
  ShownJob,
} from '../../../server/client/index.js';
import { defaultThreshold, givenTexts, wishes } from '../../../server/client/wishes.js';
import { buildApp, type ExtractionBody, type PartBody } from '../../../server/index.js';
import type * as extraction from '../../../server/wire/extraction.js';
import type * as jobs from '../../../server/wire/jobs.js';
import type { BodyOf } from '../../../server/wire/schema-parts.js';
import type * as webhooks from '../../../server/wire/webhooks.js';
import { key } from '../support/door.js';
import { fakeEngine } from '../support/fake-engine.js';

const app = await buildApp({ engine: fakeEngine(), keys: [key], playgroundOrigins: [] });
const { paths, components } = (await app.inject('/openapi.json')).json();
await app.close();

describe('the client and the OpenAPI document', () => {
  it('send and take the same fields of forms and queries', () => {
    const fields = (path: string) => Object.keys(paths[path].post.requestBody.content['multipart/form-data'].schema.properties);
    const extraction = ['file', 'schema', 'output_schema', 'confidence_threshold', 'enable_verification', 'review', 'include'];
    const given = Object.keys(givenTexts({ data: {}, quotes: {}, pages: {}, reader: 'a' }));
    expect([fields('/v1/extract'), fields('/v1/playground')]).toEqual([extraction, [...extraction, ...given]]);
    expect(fields('/v1/score').toSorted()).toEqual([...extraction, ...given].toSorted());
    expect(fields('/v1/jobs')).toEqual([...extraction, 'metadata', 'priority', 'webhook', 'keep', 'expires', ...given]);
    expect(fields('/v1/batches').toSorted()).toEqual([
      'expires',
      'file',
      'files',
      'jobs',
      'keep',
      'metadata',
      'output_schema',
      'schema',
      'webhook',
    ]);
    expect([fields('/v1/files'), fields('/v1/classify')]).toEqual([['file'], ['file']]);
    const members = (path: string, method: string) =>
      Object.keys(paths[path][method].requestBody.content['application/json'].schema.properties);
    const terms = ['url', 'events', 'description'];
    expect([members('/v1/webhooks', 'post'), members('/v1/webhooks/{id}', 'patch')]).toEqual([terms, [...terms, 'enabled']]);
    expect(members('/v1/webhooks/{id}/replay', 'post')).toEqual(['message', 'since']);
    const { include, confidence_threshold } = paths['/v1/extract'].post.requestBody.content['multipart/form-data'].schema.properties;
    expect(include.enum).toContain(wishes.join(','));
    expect([confidence_threshold.default, engineDefaults.threshold]).toEqual([defaultThreshold, defaultThreshold]);
    const queries = (operation: { parameters: { in: string; name: string }[] }) =>
      operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name);
    expect([queries(paths['/v1/jobs'].get), queries(paths['/v1/jobs/{id}'].get)]).toEqual([
      ['status', 'batch', 'cursor', 'limit'],
      ['wait'],
    ]);
    expect([queries(paths['/v1/batches'].get), queries(paths['/v1/webhooks/{id}/messages'].get).toSorted()]).toEqual([
      ['cursor', 'limit'],
      ['cursor', 'limit', 'status'],
    ]);
  });

  it('know the same statuses of refusals; that of the paths that are none, and 410 of a job, stand beside', () => {
    const operations = Object.values(paths as Record<string, Record<string, { responses: object }>>).flatMap((path) => Object.values(path));
    const documented = operations.flatMap(({ responses }) => Object.keys(responses)).filter((status) => Number(status) >= 400);
    const anywhere = Object.keys(components.responses).map((name) => name.replace('Refused', ''));
    expect(Object.keys(refusalCodes)).toEqual([...new Set([...documented, ...anywhere, '410'])].toSorted());
  });

  it('have an operation of the client for each of the API', () => {
    const versioned = Object.entries(paths as Record<string, object>).filter(([path]) => path.startsWith('/v1/'));
    expect(versioned.flatMap(([path, item]) => Object.keys(item).map((method) => `${method} ${path}`)).toSorted()).toEqual([
      'delete /v1/batches/{id}',
      'delete /v1/files/{id}',
      'delete /v1/jobs/{id}',
      'delete /v1/webhooks/{id}',
      'get /v1/batches',
      'get /v1/batches/{id}',
      'get /v1/batches/{id}/errors',
      'get /v1/batches/{id}/results',
      'get /v1/files',
      'get /v1/files/{id}',
      'get /v1/jobs',
      'get /v1/jobs/{id}',
      'get /v1/runs',
      'get /v1/runs/{id}',
      'get /v1/runs/{id}/document',
      'get /v1/runs/{id}/export',
      'get /v1/webhooks',
      'get /v1/webhooks/{id}',
      'get /v1/webhooks/{id}/messages',
      'options /v1/playground',
      'patch /v1/webhooks/{id}',
      'post /v1/batches',
      'post /v1/classify',
      'post /v1/extract',
      'post /v1/files',
      'post /v1/jobs',
      'post /v1/playground',
      'post /v1/runs/{id}/claim',
      'post /v1/runs/{id}/verdicts',
      'post /v1/score',
      'post /v1/webhooks',
      'post /v1/webhooks/{id}/replay',
      'post /v1/webhooks/{id}/secret',
      'post /v1/webhooks/{id}/test',
    ]);
  });

  it('what the client publishes as interfaces are the types of the schemas, says the compiler', () => {
    expectTypeOf<[ListedJob, Omit<ShownJob, 'result'>]>().branded.toEqualTypeOf<
      [BodyOf<typeof jobs.job>, Omit<BodyOf<typeof jobs.endedJob>, 'result'>]
    >();
    expectTypeOf<[KeptFile, ListedBatch, ShownBatch]>().branded.toEqualTypeOf<
      [BodyOf<typeof jobs.file>, BodyOf<typeof jobs.listedBatch>, BodyOf<typeof jobs.batch>]
    >();
    expectTypeOf<[NewWebhook, DeliveredMessage]>().branded.toEqualTypeOf<
      [BodyOf<typeof webhooks.newWebhook>, BodyOf<typeof webhooks.webhookMessage>]
    >();
    expectTypeOf<[FieldEvidence, AnsweredVerification]>().branded.toEqualTypeOf<
      [BodyOf<typeof extraction.fieldConfidence>, BodyOf<typeof extraction.verification>]
    >();
    expectTypeOf<AnsweredUsage>().branded.toEqualTypeOf<BodyOf<typeof extraction.usage>>();
    expectTypeOf<Omit<ExtractionBody, 'object' | 'documents'>>().branded.toEqualTypeOf<Omit<ExtractAnswer, 'object' | 'documents'>>();
    expectTypeOf<Omit<PartBody, 'object'>>().branded.toEqualTypeOf<Omit<AnsweredPart, 'object'>>();
  });
});
