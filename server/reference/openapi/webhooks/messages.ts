import { wireSchemas } from '../../../wire/schemas.js';
import { schemaOf } from '../schemas.js';
import type { Parameter, WebhookItem } from '../types.js';

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
      content: { 'application/json': { schema: schemaOf(wireSchemas.webhookEvent), examples: { shown: { summary: when, value } } } },
    },
    responses: {
      '2XX': { description: 'It is received, and not sent again' },
      '410': { description: 'Nothing more is wanted: the webhook is switched off' },
      default: { description: 'It is sent again later. Redirects are not followed' },
    },
  };
}
