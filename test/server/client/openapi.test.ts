import { readFileSync } from 'node:fs';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { engineDefaults } from '../../../core/index.js';
import { checkStatuses, jobPriorityNames, jobStatusNames, operandSources, verificationStatuses } from '../../../server/client/answer.js';
import { batchStatusNames } from '../../../server/client/batches/batch-answer.js';
import { failedCodes, refusalCodes } from '../../../server/client/errors.js';
import type {
  AnsweredPart,
  AnsweredVerification,
  DeliveredMessage,
  ExtractAnswer,
  KeptFile,
  ListedJob,
  ShownBatch,
} from '../../../server/client/index.js';
import { messageStatusNames, webhookEventNames } from '../../../server/client/webhooks/webhook-answer.js';
import { defaultThreshold, wishes } from '../../../server/client/wishes.js';
import { buildApp, type ExtractionBody, type PartBody, type VerificationBody } from '../../../server/index.js';
import type { FileBody, JobBody, WholeBatchBody } from '../../../server/wire/jobs.js';
import { namedSchemas } from '../../../server/wire/schemas.js';
import type { MessageBody } from '../../../server/wire/webhooks.js';
import { key } from '../support/door.js';
import { fakeEngine } from '../support/fake-engine.js';

const app = await buildApp({ engine: fakeEngine(), keys: [key], playgroundOrigins: [] });
const { paths, components } = (await app.inject('/openapi.json')).json();
await app.close();

/** The source of the client's types of answers, in which each interface is looked up by name. */
const source = ['answer.ts', 'batches/batch-answer.ts', 'webhooks/webhook-answer.ts']
  .map((path) => readFileSync(new URL(`../../../server/client/${path}`, import.meta.url), 'utf8'))
  .join('\n');

/** The members of an interface as it is written: `?` after those that may be absent. */
function membersOf(name: string): readonly string[] {
  const [, base, text = ''] = new RegExp(`interface ${name} (?:extends (\\w+) )?\\{\\n(.*?)\\n\\}`, 's').exec(source) ?? [];
  const own = [...text.matchAll(/^ {2}readonly (\w+\??):/gm)].map(([, member = '']) => member);
  return [...(base === undefined ? [] : membersOf(base)), ...own];
}

function propertiesOf({ properties, required = [] }: { readonly properties?: unknown; readonly required?: unknown }): readonly string[] {
  return Object.keys(properties as object).map((name) => ((required as readonly string[]).includes(name) ? name : `${name}?`));
}

const bodies: Readonly<Record<string, string>> = {
  PageBox: 'Box',
  EvidenceFinding: 'Finding',
  FieldEvidence: 'FieldConfidence',
  AnsweredMeta: 'Meta',
  AnsweredVerification: 'Verification',
  AnsweredOperand: 'Operand',
  AnsweredUsage: 'Usage',
  ListedJob: 'Job',
  ShownJob: 'EndedJob',
  JobsPage: 'Jobs',
  KeptFile: 'File',
  ShownBatch: 'Batch',
  BatchesPage: 'Batches',
  ShownWebhook: 'Webhook',
  NewWebhook: 'NewWebhook',
  DeliveredMessage: 'WebhookMessage',
  MessagesPage: 'WebhookMessages',
};

describe('the client and the OpenAPI document', () => {
  it.each(Object.entries(bodies))('name the same members of %s, and the same of them may be absent', (type, schema) => {
    expect(membersOf(type).toSorted()).toEqual(propertiesOf(namedSchemas[schema] ?? {}).toSorted());
  });

  it('name the same members of checks, of sums and of others, and of the answer', () => {
    const [amount, stated] = [namedSchemas['AmountCheck'], namedSchemas['StatedCheck']].map((schema) => propertiesOf(schema ?? {}));
    expect(
      membersOf('AnsweredCheck')
        .map((name) => name.replace('?', ''))
        .toSorted(),
    ).toEqual(amount?.map((name) => name.replace('?', '')).toSorted());
    expect(
      membersOf('AnsweredCheck')
        .filter((name) => name !== 'delta?')
        .toSorted(),
    ).toEqual(stated?.toSorted());
    const known = (type: string): readonly string[] =>
      membersOf(type)
        .map((name) => name.replace('?', ''))
        .toSorted();
    const documented = (...names: readonly string[]): readonly string[] =>
      [...new Set(names.flatMap((name) => propertiesOf(namedSchemas[name] ?? {})).map((name) => name.replace('?', '')))].toSorted();
    expect(known('ExtractAnswer')).toEqual(documented('Extracted', 'NotExtracted', 'SeveralDocuments'));
    expect(known('AnsweredPart')).toEqual(documented('ExtractedPart', 'NotExtractedPart'));
  });

  it('list the same words', () => {
    const words = (schema: string, property: string) =>
      (namedSchemas[schema] as { properties: Record<string, { enum: string[] }> }).properties[property]?.enum;
    expect([words('Verification', 'status'), words('AmountCheck', 'status'), words('Operand', 'from'), words('Error', 'code')]).toEqual([
      [...verificationStatuses],
      [...checkStatuses],
      [...operandSources],
      [...failedCodes],
    ]);
    expect([words('Job', 'status'), words('Job', 'priority')]).toEqual([[...jobStatusNames], [...jobPriorityNames]]);
    expect([words('Batch', 'status'), words('WebhookMessage', 'status')]).toEqual([[...batchStatusNames], [...messageStatusNames]]);
    expect(words('WebhookMessage', 'type')).toEqual([...webhookEventNames, 'webhook.test']);
  });

  it('send and take the same fields of forms and queries', () => {
    const fields = (path: string) => Object.keys(paths[path].post.requestBody.content['multipart/form-data'].schema.properties);
    const extraction = ['file', 'output_schema', 'confidence_threshold', 'enable_verification', 'include'];
    expect([fields('/v1/extract'), fields('/v1/playground')]).toEqual([extraction, extraction]);
    expect(fields('/v1/jobs')).toEqual([...extraction, 'metadata', 'priority', 'webhook', 'keep', 'expires']);
    expect(fields('/v1/batches').toSorted()).toEqual(['expires', 'file', 'files', 'jobs', 'keep', 'metadata', 'output_schema', 'webhook']);
    expect(fields('/v1/files')).toEqual(['file']);
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
      'get /v1/files/{id}',
      'get /v1/jobs',
      'get /v1/jobs/{id}',
      'get /v1/webhooks',
      'get /v1/webhooks/{id}',
      'get /v1/webhooks/{id}/messages',
      'options /v1/playground',
      'patch /v1/webhooks/{id}',
      'post /v1/batches',
      'post /v1/extract',
      'post /v1/files',
      'post /v1/jobs',
      'post /v1/playground',
      'post /v1/webhooks',
      'post /v1/webhooks/{id}/replay',
      'post /v1/webhooks/{id}/secret',
      'post /v1/webhooks/{id}/test',
    ]);
  });

  it('what the server answers is what the client takes, says the compiler', () => {
    expectTypeOf<Omit<ExtractionBody, 'object' | 'documents'>>().toExtend<Omit<ExtractAnswer, 'object' | 'documents'>>();
    expectTypeOf<Omit<PartBody, 'object'>>().toExtend<Omit<AnsweredPart, 'object'>>();
    expectTypeOf<VerificationBody>().toExtend<AnsweredVerification>();
    expectTypeOf<JobBody>().toExtend<ListedJob>();
    expectTypeOf<[FileBody, WholeBatchBody, MessageBody]>().toExtend<
      [KeptFile, ShownBatch, Pick<DeliveredMessage, 'id' | 'status' | 'attempts'>]
    >();
    expectTypeOf<Required<ExtractAnswer>['usage']>().toExtend<Required<ExtractionBody>['usage']>();
  });
});
