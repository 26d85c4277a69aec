import { eventTypes, messageStatuses, subscribableTypes } from '../state/webhook-store.js';
import { about, type BodyOf, closed, count, flag, idOf, list, maybe, nextPage, oneOf, orNull, string, text, time } from './schema-parts.js';
import { Type } from './typed-schema.js';

/** The bodies of `/v1/webhooks`, and of what is sent to them. */

const eventType = oneOf(...subscribableTypes);
const sentType = oneOf(...eventTypes);

const members = {
  id: idOf('wh'),
  url: about('Where messages are sent; null where the secret of the workers was changed', orNull(string)),
  description: string,
  events: about('What it is told', list(eventType)),
  enabled: flag,
  disabled_at: orNull(time),
  disabled_why: about('Why it is switched off, as a sentence', orNull(string)),
  failing_since: about('Since when each delivery has failed; null where the last one succeeded', orNull(time)),
  created_at: time,
};

export const webhook = closed(members);
export const newWebhook = closed({
  ...members,
  secret: about('With which messages are signed; shown once', Type.String({ pattern: '^whsec_' })),
});
export const webhooks = closed({ webhooks: list(webhook) });

export const attempt = closed({
  at: time,
  status: about('The HTTP status of the receiver; null where it did not answer', orNull(Type.Integer())),
  ms: count,
  error: about('What went wrong, as a sentence; null where nothing did', orNull(string)),
});

export const webhookMessage = closed({
  id: about('The same at each attempt, in the header `webhook-id`', idOf('msg')),
  type: sentType,
  about: about('The id of the job or batch', text),
  status: oneOf(...messageStatuses),
  created_at: time,
  next_attempt_at: orNull(time),
  attempts: list(attempt),
});

export const webhookMessages = closed({ messages: list(webhookMessage), next: nextPage });
export const webhookTest = closed({ message: about('The id of the message', text) });
export const webhookReplay = closed({ replayed: about('How many messages are sent again', count) });

/** What a receiver gets. */
export const webhookEvent = closed({
  type: sentType,
  timestamp: about('When it happened', time),
  data: closed({
    id: about('The id of the job, the batch or the webhook', text),
    status: maybe('How the job ended', string),
  }),
});

/** An endpoint as its caller sees it. Its secret is shown once, when it is made. */
export type WebhookBody = BodyOf<typeof webhook>;
export type NewWebhookBody = BodyOf<typeof newWebhook>;
/** A message of the delivery log. */
export type MessageBody = BodyOf<typeof webhookMessage>;
export type MessagesBody = BodyOf<typeof webhookMessages>;
