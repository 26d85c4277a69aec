import type { MessageRecord, SurveyedWebhook } from '../../state/webhook-store.js';
import { columns } from '../output/text.js';

/** A line for each webhook. */
export const webhookLines = (webhooks: readonly SurveyedWebhook[]): readonly string[] =>
  columns(
    webhooks.map((webhook) => [
      webhook.id,
      stateOf(webhook),
      webhook.owner,
      `${webhook.pending} waiting`,
      `${webhook.failed} given up`,
      webhook.disabledWhy ?? '',
    ]),
    0,
  );

/** Everything about one webhook, a line for each property. */
export const webhookDetails = (webhook: SurveyedWebhook): readonly string[] =>
  columns(
    [
      ['id', webhook.id],
      ['state', stateOf(webhook)],
      ['owner', webhook.owner],
      ['events', webhook.events.join(', ')],
      ['registered', webhook.createdAt.toISOString()],
      ['failing since', webhook.failingSince?.toISOString() ?? 'it is not failing'],
      ...(webhook.disabledAt
        ? [['off since', webhook.disabledAt.toISOString()] as const, ['why', webhook.disabledWhy ?? ''] as const]
        : []),
      ['waiting', String(webhook.pending)],
      ['given up', String(webhook.failed)],
    ],
    0,
  );

/** A line for each message, with what became of its last attempt. */
export const messageLines = (messages: readonly MessageRecord[]): readonly string[] =>
  columns(
    messages.map(({ id, type, about, status, attempts, createdAt }) => {
      const last = attempts.at(-1);
      return [id, type, about, status, createdAt.toISOString(), tries(attempts.length), last?.error ?? ''];
    }),
    0,
  );

const stateOf = ({ disabledAt, failingSince }: SurveyedWebhook): string => (disabledAt ? 'off' : failingSince ? 'failing' : 'on');

const tries = (count: number): string => (count === 1 ? '1 attempt' : `${count} attempts`);
