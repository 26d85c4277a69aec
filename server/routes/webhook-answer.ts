import { openEndpoint } from '../jobs/webhooks/endpoint.js';
import type { EndpointRecord, MessageRecord } from '../state/webhook-store.js';
import type { MessageBody, WebhookBody } from '../wire/webhooks.js';

export function webhookBody(key: Uint8Array, endpoint: EndpointRecord): WebhookBody {
  const { url, description } = configOf(key, endpoint);
  return {
    id: endpoint.id,
    url,
    description,
    events: endpoint.events.filter((type) => type !== 'webhook.test'),
    enabled: endpoint.disabledAt === null,
    disabled_at: endpoint.disabledAt?.toISOString() ?? null,
    disabled_why: endpoint.disabledWhy,
    failing_since: endpoint.failingSince?.toISOString() ?? null,
    created_at: endpoint.createdAt.toISOString(),
  };
}

function configOf(key: Uint8Array, { id, sealed }: EndpointRecord): { readonly url: string | null; readonly description: string } {
  try {
    return openEndpoint(key, id, sealed);
  } catch {
    return { url: null, description: '' };
  }
}

export const messageBody = ({ id, type, about, status, createdAt, dueAt, attempts }: MessageRecord): MessageBody => ({
  id,
  type,
  about,
  status,
  created_at: createdAt.toISOString(),
  next_attempt_at: dueAt?.toISOString() ?? null,
  attempts: attempts.map(({ at, ...attempt }) => ({ at: at.toISOString(), ...attempt })),
});
