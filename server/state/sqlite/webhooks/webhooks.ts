import type { WebhookStore } from '../../webhook-store.js';
import type { SqliteConnection } from '../migrate.js';
import type { AnnounceWithin } from './announce.js';
import { webhookDeliveries } from './deliveries.js';
import { webhookEntrance } from './entrance.js';
import { webhookOversight } from './oversight.js';

/** Endpoints and messages in small tables: for the processes of one machine. */
export const sqliteWebhooks = (
  connection: SqliteConnection,
  announce: AnnounceWithin,
): Omit<WebhookStore, 'sweep'> & { sweep(): void } => ({
  ...webhookEntrance(connection, announce),
  ...webhookDeliveries(connection),
  ...webhookOversight(connection),
});
