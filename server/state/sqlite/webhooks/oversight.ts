import type { WebhookOversight } from '../../webhook-store.js';
import type { SqliteConnection } from '../migrate.js';
import { endpointOf } from './rows.js';

/** What an operator sees of endpoints. */
export function webhookOversight({ database }: SqliteConnection): WebhookOversight {
  const survey = database.prepare(`
    SELECT w.*, (SELECT count(*) FROM webhook_message m WHERE m.endpoint = w.id AND m.status = 'pending') AS pending,
           (SELECT count(*) FROM webhook_message m WHERE m.endpoint = w.id AND m.status = 'failed') AS failed
      FROM webhook w
     WHERE ($id IS NULL OR w.id = $id) AND ($owner IS NULL OR w.owner = $owner) AND ($disabled IS NULL OR (w.disabled IS NOT NULL) = $disabled)
     ORDER BY w.id DESC LIMIT $limit`);
  return {
    async survey({ id, owner, disabled, limit }) {
      const asked = { $id: id ?? null, $owner: owner ?? null, $disabled: disabled === undefined ? null : Number(disabled), $limit: limit };
      return survey.all(asked).map((row) => {
        const { sealed: _, ...endpoint } = endpointOf(row);
        return { ...endpoint, pending: Number(row['pending']), failed: Number(row['failed']) };
      });
    },
  };
}
