import { openEndpoint } from '../jobs/webhooks/endpoint.js';
import type { EndpointRecord, MessageRecord } from '../state/webhook-store.js';

/** An endpoint as its caller sees it. Its secret is shown once, when it is made. */
export interface WebhookBody {
  readonly id: string;
  /** Null where the workers' secret was changed: the endpoint must be registered again. */
  readonly url: string | null;
  readonly description: string;
  readonly events: readonly string[];
  readonly enabled: boolean;
  readonly disabled_at: string | null;
  readonly disabled_why: string | null;
  readonly failing_since: string | null;
  readonly created_at: string;
}

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

/** A message of the delivery log. */
export interface MessageBody {
  readonly id: string;
  readonly type: string;
  readonly about: string;
  readonly status: MessageRecord['status'];
  readonly created_at: string;
  readonly next_attempt_at: string | null;
  readonly attempts: readonly { readonly at: string; readonly status: number | null; readonly ms: number; readonly error: string | null }[];
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
