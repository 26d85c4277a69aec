import { subscribableTypes } from '../state/webhook-store.js';
import { messagesQuery } from '../wire/queries.js';
import { flag, list, maybe, oneOf, string, time } from '../wire/schema-parts.js';
import { Type } from '../wire/typed-schema.js';
import {
  type MessageBody,
  webhookMessages as messagePage,
  newWebhook,
  type WebhookBody,
  webhook,
  webhookEvent,
  webhookReplay,
  webhooks,
  webhookTest,
} from '../wire/webhooks.js';
import { bodyOf, idOf, json, operations, type ServerTerms } from './operation.js';
import { badQuery, ofCallers } from './refusals.js';
import type { Parameter, WebhookItem } from './types.js';

const shown: WebhookBody = {
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
const shownNew = { ...shown, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=' };
const message: MessageBody = {
  id: 'msg_01KB8Y3Q7ZC9V5R1WXM2T4D6E8',
  type: 'job.done',
  about: 'job_01KB8Y3Q7ZC9V5R1WXM2T4D6E8',
  status: 'delivered',
  created_at: '2026-11-23T20:00:03.000Z',
  next_attempt_at: null,
  attempts: [{ at: '2026-11-23T20:00:03.000Z', status: 204, ms: 81, error: null }],
};

export function webhookOperations(terms: ServerTerms) {
  const params = idOf('webhook', shown.id);
  const headers = ['Server-Timing'] as const;
  const one = (what: string) => ({ 200: json(what, webhook, { example: shown, headers }) });
  const address = { url: shown.url };
  const since = { since: '2026-11-23T20:00:00Z' };
  return operations(terms, { tag: 'Webhooks', scope: 'jobs' })({
    registerWebhook: {
      summary: 'Register where you are told how jobs ended',
      description: 'Messages follow [Standard Webhooks](https://www.standardwebhooks.com). A job names a webhook in its field `webhook`.',
      body: bodyOf({ url, ...mayFollow }, address),
      answers: { 201: json('It is registered', newWebhook, { example: shownNew, headers }) },
      refused: { ...badBodies, 409: tooMany, 429: tooOften },
      sample: { path: '/v1/webhooks', label: 'Register a webhook', method: 'POST', body: address },
    },
    webhooks: {
      summary: 'Your webhooks',
      description: 'Without their secrets.',
      answers: { 200: json('All of them', webhooks, { example: { webhooks: [shown] }, headers }) },
      sample: { path: '/v1/webhooks' },
    },
    webhook: {
      params,
      summary: 'A webhook',
      description: 'Whether it works, and why it was switched off.',
      answers: one('The webhook'),
      refused: { 404: unknown },
      sample: { path: '/v1/webhooks/$WEBHOOK' },
    },
    changeWebhook: {
      params,
      summary: 'Change a webhook, or switch it on or off',
      description: 'What is left out stays.',
      body: bodyOf({ url: Type.Optional(url), ...mayFollow, enabled: Type.Optional(flag) }, { enabled: true }),
      answers: one('The webhook as it is now'),
      refused: { ...badBodies, 404: unknown, 409: unreadable },
      sample: { path: '/v1/webhooks/$WEBHOOK', label: 'Switch a webhook on', method: 'PATCH', body: { enabled: true } },
    },
    removeWebhook: {
      params,
      summary: 'Delete a webhook',
      description: 'With its messages. Jobs that name it tell nobody.',
      answers: one('The webhook as it was'),
      refused: { 404: unknown },
      sample: { path: '/v1/webhooks/$WEBHOOK', method: 'DELETE' },
    },
    rotateWebhookSecret: {
      params,
      summary: 'Give a webhook a new secret',
      description: 'For a day messages are signed with both, so that receivers can change over.',
      answers: { 200: json('The webhook, with its new secret', newWebhook, { example: shownNew, headers }) },
      refused: { 404: unknown, 409: unreadable, 429: tooOften },
      sample: { path: '/v1/webhooks/$WEBHOOK/secret', label: 'Rotate a secret', method: 'POST' },
    },
    testWebhook: {
      params,
      summary: 'Send a test message',
      description: 'Of the type `webhook.test`, as all others are sent.',
      answers: { 202: json('It will be sent', webhookTest, { example: { message: message.id }, headers }) },
      refused: { 404: unknown, 409: isOff, 429: tooOften },
      sample: { path: '/v1/webhooks/$WEBHOOK/test', label: 'Test a webhook', method: 'POST' },
    },
    replayWebhook: {
      params,
      summary: 'Send messages again',
      description: 'One by its id, or all that were given up since a time; under the same ids.',
      body: bodyOf({ message: maybe('The id of a message', string), since: Type.Optional(time) }, since),
      answers: { 202: json('They will be sent', webhookReplay, { example: { replayed: 17 }, headers }) },
      refused: { ...badBodies, 404: unknownMessage, 409: isOff, 429: tooOften },
      sample: { path: '/v1/webhooks/$WEBHOOK/replay', label: 'Send again', method: 'POST', body: since },
    },
    webhookMessages: {
      params,
      summary: 'What was sent, and what became of it',
      description: 'Newest first, each with its attempts; for 30 days.',
      querystring: messagesQuery,
      answers: { 200: json('A page of them', messagePage, { example: { messages: [message], next: null }, headers }) },
      refused: { 400: badQuery(messagesQuery, 'status'), 404: unknown },
      sample: { path: '/v1/webhooks/$WEBHOOK/messages' },
    },
  });
}

const url = Type.String({ format: 'uri', description: 'Where messages are sent: https, and a public address' });
const mayFollow = {
  events: maybe('What it is told; everything when absent', list(oneOf(...subscribableTypes))),
  description: maybe('For people', Type.String({ maxLength: 200 })),
};

const badBodies = {
  400: {
    when: 'The body cannot be used; or the request is not valid HTTP',
    details: {
      'No JSON': 'The body is not valid JSON',
      'No URL': 'url is required: where the messages are sent',
      'Without TLS': 'url must begin with https://',
      'A private address':
        'url leads to an address that is not public, which this server does not call unless its operator allows the network (VOUCH_WEBHOOK_NETWORKS)',
    },
  },
  413: { when: 'The body is too large', details: { Large: 'The request is too large' } },
  415: { when: 'The body is no JSON', details: { 'A form': 'The request must be application/json' } },
};
const tooOften = {
  ...ofCallers[429],
  when: 'Too many requests from one address or by one caller',
  details: { 'Too often': ofCallers[429].details['Too often'] },
};
const tooMany = {
  when: 'There are too many',
  details: { 'Twenty of them': 'There are 20 webhooks already, which is the most: delete one that is no longer needed' },
};
const isOff = {
  when: 'It is switched off',
  details: {
    Off: 'This webhook is switched off, and its "disabled_why" says why. Switch it on first: PATCH it with {"enabled": true}',
  },
};
const unreadable = {
  when: 'It was sealed with another secret of the workers',
  details: {
    'Another secret': 'This webhook was sealed with another secret of the workers and cannot be read: delete it, and register it again',
  },
};
const unknown = {
  when: 'There is no such webhook',
  details: { Unknown: 'There is no such webhook: its id is wrong, or it belongs to another caller' },
};
const unknownMessage = {
  when: 'There is no such webhook, or message',
  details: { ...unknown.details, 'No message': 'There is no such message of this webhook: messages are kept for 30 days' },
};

const header = (name: string, description: string, example: string): Parameter => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
});

const headers: readonly Parameter[] = [
  header('webhook-id', 'The id of the message, the same at each attempt: do what it asks once', 'msg_01KB8Y3Q7ZC9V5R1WXM2T4D6E8'),
  header('webhook-timestamp', 'When it was sent, in whole seconds since 1970; refuse what is older than five minutes', '1795464003'),
  header(
    'webhook-signature',
    'Signatures with each secret that is valid, by Standard Webhooks: `v1,` and base64, separated by spaces',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];

/** What is sent because of each event. */
const events: Readonly<Record<string, { readonly when: string; readonly id: string }>> = {
  'job.done': { when: 'A job is done: its result can be fetched', id: 'job_01KB8Y3Q7ZC9V5R1WXM2T4D6E8' },
  'job.failed': { when: 'A job has failed: its `error` says why', id: 'job_01KB8Y3Q7ZC9V5R1WXM2T4D6E8' },
  'job.cancelled': { when: 'A job was cancelled', id: 'job_01KB8Y3Q7ZC9V5R1WXM2T4D6E8' },
  'job.expired': { when: 'A job has waited too long for a worker', id: 'job_01KB8Y3Q7ZC9V5R1WXM2T4D6E8' },
  'batch.done': { when: 'The last job of a batch has ended, however it did', id: 'batch_01KB8Y3Q7ZC9V5R1WXM2T4D6E8' },
  'run.needs_review': { when: 'A person is to look at an answer', id: 'job_01KB8Y3Q7ZC9V5R1WXM2T4D6E8' },
  'run.reviewed': { when: 'A person has confirmed or rejected an answer', id: 'job_01KB8Y3Q7ZC9V5R1WXM2T4D6E8' },
  'webhook.test': { when: 'Somebody has asked for a test', id: 'wh_01KB8Y3Q7ZC9V5R1WXM2T4D6E8' },
};

/** The requests that this service makes: what the receivers of webhooks get. */
export const webhookMessages = (): Readonly<Record<string, WebhookItem>> =>
  Object.fromEntries(Object.entries(events).map(([event, { when, id }]) => [event, { post: messageOf(event, when, id) }]));

function messageOf(event: string, when: string, id: string): WebhookItem['post'] {
  const [kind, status] = event.split('.');
  const value = { type: event, timestamp: '2026-11-23T20:00:03.000Z', data: { id, ...(kind !== 'webhook' && { status }) } };
  return {
    operationId: `on${event.replaceAll(/(?:^|\.)(.)/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: ['Webhooks'],
    summary: when,
    description:
      'Sent to each webhook that wants it until it is received, at most ten times in three days. It says what happened to what, and nothing of a document.',
    parameters: headers,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: webhookEvent, examples: { shown: { summary: when, value } } } },
    },
    responses: {
      '2XX': { description: 'It is received, and not sent again' },
      '410': { description: 'Nothing more is wanted: the webhook is switched off' },
      default: { description: 'It is sent again later. Redirects are not followed' },
    },
  };
}
