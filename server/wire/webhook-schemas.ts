import { about, closed, flag, text, time, timeOrNull, type WireSchema } from './schema-parts.js';

const eventType = (...more: readonly string[]): WireSchema => ({
  enum: ['job.done', 'job.failed', 'job.cancelled', 'job.expired', 'batch.done', ...more],
});

const properties: Readonly<Record<string, WireSchema>> = {
  id: { type: 'string', pattern: '^wh_[0-9A-Z]{26}$' },
  url: about('Where messages are sent; null where the secret of the workers was changed', { type: ['string', 'null'] }),
  description: { type: 'string' },
  events: about('What it is told', { type: 'array', items: eventType() }),
  enabled: flag,
  disabled_at: timeOrNull,
  disabled_why: about('Why it is switched off, as a sentence', { type: ['string', 'null'] }),
  failing_since: about('Since when each delivery has failed; null where the last one succeeded', timeOrNull),
  created_at: time,
};

const webhook = closed(properties);

const attempt = closed({
  at: time,
  status: about('The HTTP status of the receiver; null where it did not answer', { type: ['integer', 'null'] }),
  ms: { type: 'integer', minimum: 0 },
  error: about('What went wrong, as a sentence; null where nothing did', { type: ['string', 'null'] }),
});

export const webhookMessage = closed({
  id: about('The same at each attempt, in the header `webhook-id`', { type: 'string', pattern: '^msg_[0-9A-Z]{26}$' }),
  type: eventType('webhook.test'),
  about: about('The id of the job or batch', text),
  status: { enum: ['pending', 'delivered', 'failed'] },
  created_at: time,
  next_attempt_at: timeOrNull,
  attempts: { type: 'array', items: attempt },
});

/** The bodies of `/v1/webhooks`, and of what is sent. */
export const webhookSchemas = {
  webhook,
  newWebhook: closed({
    ...properties,
    secret: about('With which messages are signed; shown once', { type: 'string', pattern: '^whsec_' }),
  }),
  webhooks: closed({ webhooks: { type: 'array', items: webhook } }),
  webhookMessages: closed({
    messages: { type: 'array', items: webhookMessage },
    next: about('The `cursor` of the next page; null on the last', { type: ['string', 'null'] }),
  }),
  webhookTest: closed({ message: about('The id of the message', text) }),
  webhookReplay: closed({ replayed: about('How many messages are sent again', { type: 'integer', minimum: 0 }) }),
  webhookEvent: closed({
    type: eventType('webhook.test'),
    timestamp: about('When it happened', time),
    data: closed(
      { id: about('The id of the job, the batch or the webhook', text), status: about('How the job ended', { type: 'string' }) },
      ['status'],
    ),
  }),
} as const;
