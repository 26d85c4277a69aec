export const webhookEventNames = ['job.done', 'job.failed', 'job.cancelled', 'job.expired', 'batch.done'] as const;
export type WebhookEvent = (typeof webhookEventNames)[number];
export const messageStatusNames = ['pending', 'delivered', 'failed'] as const;

/** An address of yours that is told how jobs and batches ended. Times are of RFC 3339. */
export interface ShownWebhook {
  readonly id: string;
  /** Null where the secret of the workers was changed: register it again. */
  readonly url: string | null;
  readonly description: string;
  readonly events: readonly WebhookEvent[];
  readonly enabled: boolean;
  readonly disabled_at: string | null;
  /** Why it is switched off, as a sentence. */
  readonly disabled_why: string | null;
  /** Since when each delivery has failed; null where the last one succeeded. */
  readonly failing_since: string | null;
  readonly created_at: string;
}

/** A webhook with a secret that is shown this once: keep it for `verifyWebhook`. */
export interface NewWebhook extends ShownWebhook {
  readonly secret: string;
}

export interface DeliveryAttempt {
  readonly at: string;
  /** The HTTP status of the receiver; null where it did not answer. */
  readonly status: number | null;
  readonly ms: number;
  /** What went wrong, as a sentence; null where nothing did. */
  readonly error: string | null;
}

/** A message of the delivery log. */
export interface DeliveredMessage {
  /** The `webhook-id` that it has at each attempt. */
  readonly id: string;
  readonly type: WebhookEvent | 'webhook.test';
  /** The id of the job, the batch or the webhook. */
  readonly about: string;
  readonly status: (typeof messageStatusNames)[number];
  readonly created_at: string;
  readonly next_attempt_at: string | null;
  readonly attempts: readonly DeliveryAttempt[];
}

export interface MessagesPage {
  readonly messages: readonly DeliveredMessage[];
  /** The `cursor` of the next page; null on the last. */
  readonly next: string | null;
}
