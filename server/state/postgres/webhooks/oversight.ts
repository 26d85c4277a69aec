import type { WebhookOversight } from '../../webhook-store.js';
import type { PostgresConnection } from '../connection.js';
import { type EndpointRow, endpointOf } from './rows.js';

type SurveyedRow = EndpointRow & { readonly pending: number; readonly gave_up: number };

/** What an operator sees of endpoints. */
export function webhookOversight({ schema, query }: PostgresConnection): WebhookOversight {
  const survey = `
    SELECT w.id, w.owner, w.events, w.created, w.failing, w.disabled, w.why,
           (SELECT count(*)::int FROM ${schema}.webhook_message m WHERE m.endpoint = w.id AND m.status = 'pending') AS pending,
           (SELECT count(*)::int FROM ${schema}.webhook_message m WHERE m.endpoint = w.id AND m.status = 'failed') AS gave_up
      FROM ${schema}.webhook w
     WHERE ($1::text IS NULL OR w.id = $1) AND ($2::text IS NULL OR w.owner = $2) AND ($3::boolean IS NULL OR (w.disabled IS NOT NULL) = $3)
     ORDER BY w.id DESC LIMIT $4`;
  return {
    async survey({ id, owner, disabled, limit }) {
      const rows = await query<SurveyedRow>(survey, [id ?? null, owner ?? null, disabled ?? null, limit]);
      return rows.map(({ pending, gave_up: failed, ...row }) => {
        const { sealed: _, ...endpoint } = endpointOf(row);
        return { ...endpoint, pending, failed };
      });
    },
  };
}
