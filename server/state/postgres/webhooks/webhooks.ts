import type { WebhookStore } from '../../webhook-store.js';
import type { PostgresConnection } from '../connection.js';
import type { MessageQueue } from '../queues.js';
import type { AnnounceInTransaction } from './announce.js';
import { webhookDeliveries } from './deliveries.js';
import { webhookEntrance } from './entrance.js';
import { webhookOversight } from './oversight.js';

/** Endpoints and messages in tables of ours, handed to senders by a queue of pg-boss. */
export const postgresWebhooks = (connection: PostgresConnection, queue: MessageQueue, announce: AnnounceInTransaction): WebhookStore => ({
  ...webhookEntrance(connection, queue, announce),
  ...webhookDeliveries(connection, queue),
  ...webhookOversight(connection),
});
