import { wireSchemas } from '../../../wire/schemas.js';
import { type KnownBy, refusals } from '../extraction.js';
import { curl, getPath, json } from '../get-path.js';
import { withHeaders } from '../headers.js';
import { authorization, secured } from '../jobs/jobs.js';
import { requestId } from '../parameters.js';
import { common, type DocumentedRefusal } from '../refusals.js';
import { ofAuthentication, ofCallers } from '../refused-uploads.js';
import type { Operation, Parameter, PathItem } from '../types.js';

const tags = ['Webhooks'];

/** `/v1/webhooks`. */
export const webhookPaths = (knownBy: KnownBy): Readonly<Record<string, PathItem>> => ({
  '/v1/webhooks': { post: registerOperation(knownBy), ...listPath(knownBy) },
  '/v1/webhooks/{id}': { ...showPath(knownBy), patch: changeOperation(knownBy), delete: removeOperation(knownBy) },
  '/v1/webhooks/{id}/secret': { post: rotateOperation(knownBy) },
  '/v1/webhooks/{id}/test': { post: testOperation(knownBy) },
  '/v1/webhooks/{id}/replay': { post: replayOperation(knownBy) },
  '/v1/webhooks/{id}/messages': messagesPath(knownBy),
});

const shown = {
  id: 'wh_01KB8Y3Q7ZC9V5R1WXM2T4D6E8',
  url: 'https://example.com/vouch',
  description: '',
  events: ['job.done', 'job.failed'],
  enabled: true,
  disabled_at: null,
  disabled_why: null,
  failing_since: null,
  created_at: '2026-11-23T20:00:00.000Z',
};
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';
const message = {
  id: 'msg_01KB8Y3Q7ZC9V5R1WXM2T4D6E8',
  type: 'job.done',
  about: 'job_01KB8Y3Q7ZC9V5R1WXM2T4D6E8',
  status: 'delivered',
  created_at: '2026-11-23T20:00:03.000Z',
  next_attempt_at: null,
  attempts: [{ at: '2026-11-23T20:00:03.000Z', status: 204, ms: 81, error: null }],
};

const id: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of the webhook',
  schema: { type: 'string' },
  example: shown.id,
};

const unknown = {
  when: 'There is no such webhook',
  details: { Unknown: 'There is no such webhook: its id is wrong, or it belongs to another caller' },
};

const members = {
  url: { type: 'string', format: 'uri', description: 'Where messages are sent: https, and a public address' },
  events: {
    type: 'array',
    items: { enum: ['job.done', 'job.failed', 'job.cancelled', 'job.expired', 'batch.done'] },
    description: 'What it is told; everything when absent',
  },
  description: { type: 'string', maxLength: 200, description: 'For people' },
};

const bodyOf = (properties: object, required: readonly string[] = [], example: object = {}): NonNullable<Operation['requestBody']> => ({
  required: true,
  content: {
    'application/json': {
      schema: { type: 'object', properties, required, additionalProperties: false },
      examples: { shown: { summary: 'A request', value: example } },
    },
  },
});

const badBody: DocumentedRefusal = {
  when: 'The body cannot be used; or the request is not valid HTTP',
  details: {
    'No JSON': 'The body is not valid JSON',
    'No URL': 'url is required: where the messages are sent',
    'Without TLS': 'url must begin with https://',
    'A private address': 'url leads to an address that is not public, which this server does not call',
  },
};
const notJson = { when: 'The body is no JSON', details: { 'A form': 'The request must be application/json' } };
const tooLarge = { when: 'The body is too large', details: { Large: 'The request is too large' } };
const tooOften: DocumentedRefusal = {
  ...ofCallers[429],
  when: 'Too many requests from one address or by one caller',
  details: { 'Too often': ofCallers[429].details['Too often'] },
};
const isOff = {
  when: 'It is switched off',
  details: {
    Off: 'This webhook is switched off, and its "disabled_why" says why. Switch it on first: PATCH it with {"enabled": true}',
  },
};

/** Refusals of endpoints that say how long they took. */
const timed = (refused: Readonly<Record<number, DocumentedRefusal>>): Operation['responses'] => refusals(refused, ['Server-Timing']);

const jsonRefusals = (knownBy: KnownBy) => ({
  ...timed({ 400: badBody, 413: tooLarge, 415: notJson, ...ofAuthentication[knownBy] }),
});

/** A request to copy, with a body of JSON. */
const sample = (label: string, knownBy: KnownBy, path: string, method: string, body?: object): Operation['x-codeSamples'] => {
  const sent = body ? ` \\\n  -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'` : '';
  return [{ lang: 'Shell', label, source: `${curl(path, authorization(knownBy), {}, method)}${sent}` }];
};

const tooMany = {
  when: 'There are too many',
  details: { 'Twenty of them': 'There are 20 webhooks already, which is the most: delete one that is no longer needed' },
};

const registerOperation = (knownBy: KnownBy): Operation => ({
  operationId: 'registerWebhook',
  tags,
  summary: 'Register where you are told how jobs ended',
  description: 'Messages follow [Standard Webhooks](https://www.standardwebhooks.com). A job names a webhook in its field `webhook`.',
  ...secured(knownBy),
  parameters: [requestId],
  requestBody: bodyOf(members, ['url'], { url: shown.url }),
  responses: {
    ...common(),
    201: { ...json('It is registered', wireSchemas.newWebhook, { ...shown, secret }), headers: withHeaders('Server-Timing') },
    ...jsonRefusals(knownBy),
    ...timed({ 409: tooMany, 429: tooOften }),
  },
  'x-codeSamples': sample('Register a webhook', knownBy, '/v1/webhooks', 'POST', { url: shown.url }),
});

const answers = (knownBy: KnownBy, what: string): Operation['responses'] => ({
  200: { ...json(what, wireSchemas.webhook, shown), headers: withHeaders('Server-Timing') },
  ...timed({ 404: unknown, ...ofAuthentication[knownBy] }),
});

const listPath = (knownBy: KnownBy): PathItem =>
  getPath(
    '/v1/webhooks',
    {
      operationId: 'webhooks',
      tags,
      summary: 'Your webhooks',
      description: 'Without their secrets.',
      ...secured(knownBy),
      responses: {
        200: { ...json('All of them', wireSchemas.webhooks, { webhooks: [shown] }), headers: withHeaders('Server-Timing') },
        ...timed(ofAuthentication[knownBy]),
      },
    },
    authorization(knownBy),
  );

const showPath = (knownBy: KnownBy): PathItem =>
  getPath(
    '/v1/webhooks/$WEBHOOK',
    {
      operationId: 'webhook',
      tags,
      summary: 'A webhook',
      description: 'Whether it works, and why it was switched off.',
      ...secured(knownBy),
      parameters: [id],
      responses: answers(knownBy, 'The webhook'),
    },
    authorization(knownBy),
  );

const changeOperation = (knownBy: KnownBy): Operation => ({
  operationId: 'changeWebhook',
  tags,
  summary: 'Change a webhook, or switch it on or off',
  description: 'What is left out stays.',
  ...secured(knownBy),
  parameters: [id, requestId],
  requestBody: bodyOf({ ...members, enabled: { type: 'boolean' } }, [], { enabled: true }),
  responses: { ...common(), ...answers(knownBy, 'The webhook as it is now'), ...jsonRefusals(knownBy), ...timed({ 409: unreadable }) },
  'x-codeSamples': sample('Switch a webhook on', knownBy, '/v1/webhooks/$WEBHOOK', 'PATCH', { enabled: true }),
});

const unreadable = {
  when: 'It was sealed with another secret of the workers',
  details: {
    'Another secret': 'This webhook was sealed with another secret of the workers and cannot be read: delete it, and register it again',
  },
};

const removeOperation = (knownBy: KnownBy): Operation => ({
  operationId: 'removeWebhook',
  tags,
  summary: 'Delete a webhook',
  description: 'With its messages. Jobs that name it tell nobody.',
  ...secured(knownBy),
  parameters: [id, requestId],
  responses: { ...common(), ...answers(knownBy, 'The webhook as it was') },
  'x-codeSamples': sample('Delete a webhook', knownBy, '/v1/webhooks/$WEBHOOK', 'DELETE'),
});

const rotateOperation = (knownBy: KnownBy): Operation => ({
  operationId: 'rotateWebhookSecret',
  tags,
  summary: 'Give a webhook a new secret',
  description: 'For a day messages are signed with both, so that receivers can change over.',
  ...secured(knownBy),
  parameters: [id, requestId],
  responses: {
    ...common(),
    ...timed({ 404: unknown, 409: unreadable, 429: tooOften, ...ofAuthentication[knownBy] }),
    200: {
      ...json('The webhook, with its new secret', wireSchemas.newWebhook, { ...shown, secret }),
      headers: withHeaders('Server-Timing'),
    },
  },
  'x-codeSamples': sample('Rotate a secret', knownBy, '/v1/webhooks/$WEBHOOK/secret', 'POST'),
});

const testOperation = (knownBy: KnownBy): Operation => ({
  operationId: 'testWebhook',
  tags,
  summary: 'Send a test message',
  description: 'Of the type `webhook.test`, as all others are sent.',
  ...secured(knownBy),
  parameters: [id, requestId],
  responses: {
    ...common(),
    ...timed({ 404: unknown, 409: isOff, 429: tooOften, ...ofAuthentication[knownBy] }),
    202: { ...json('It will be sent', wireSchemas.webhookTest, { message: message.id }), headers: withHeaders('Server-Timing') },
  },
  'x-codeSamples': sample('Test a webhook', knownBy, '/v1/webhooks/$WEBHOOK/test', 'POST'),
});

const unknownMessage = {
  when: 'There is no such webhook, or message',
  details: { ...unknown.details, 'No message': 'There is no such message of this webhook: messages are kept for 30 days' },
};

const replayOperation = (knownBy: KnownBy): Operation => ({
  operationId: 'replayWebhook',
  tags,
  summary: 'Send messages again',
  description: 'One by its id, or all that were given up since a time; under the same ids.',
  ...secured(knownBy),
  parameters: [id, requestId],
  requestBody: bodyOf(
    { message: { type: 'string', description: 'The id of a message' }, since: { type: 'string', format: 'date-time' } },
    [],
    { since: '2026-11-23T20:00:00Z' },
  ),
  responses: {
    ...common(),
    ...jsonRefusals(knownBy),
    ...timed({ 404: unknownMessage, 409: isOff, 429: tooOften }),
    202: { ...json('They will be sent', wireSchemas.webhookReplay, { replayed: 17 }), headers: withHeaders('Server-Timing') },
  },
  'x-codeSamples': sample('Send again', knownBy, '/v1/webhooks/$WEBHOOK/replay', 'POST', { since: '2026-11-23T20:00:00Z' }),
});

const badQuery = {
  when: 'A parameter cannot be used; or the request is not valid HTTP',
  details: { 'A status': 'status must be one of pending, delivered, failed' },
};

const messagesPath = (knownBy: KnownBy): PathItem =>
  getPath(
    '/v1/webhooks/$WEBHOOK/messages',
    {
      operationId: 'webhookMessages',
      tags,
      summary: 'What was sent, and what became of it',
      description: 'Newest first, each with its attempts; for 30 days.',
      ...secured(knownBy),
      parameters: [
        id,
        { name: 'status', in: 'query', description: 'Only those', schema: { enum: ['pending', 'delivered', 'failed'] } },
        { name: 'cursor', in: 'query', description: 'The `next` of the page before', schema: { type: 'string' } },
        { name: 'limit', in: 'query', description: 'How many', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } },
      ],
      responses: {
        200: {
          ...json('A page of them', wireSchemas.webhookMessages, { messages: [message], next: null }),
          headers: withHeaders('Server-Timing'),
        },
        ...timed({ 400: badQuery, 404: unknown, ...ofAuthentication[knownBy] }),
      },
    },
    authorization(knownBy),
  );
