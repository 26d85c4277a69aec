import type { RateStore } from '../store.js';
import type { PostgresConnection } from './connection.js';

/** The algorithm of `../sqlite/rates.ts`. The time is read again in each place, after the wait for the row lock, so it never runs backwards. */
export function postgresRates({ schema, now, query }: PostgresConnection): RateStore & { sweep(): Promise<void> } {
  const takeOne = `
    INSERT INTO ${schema}.rate AS r VALUES ($1, ${now} + $2 * interval '1 ms')
    ON CONFLICT (client) DO UPDATE
       SET tat = CASE WHEN r.tat > ${now} + ($2 + $3) * interval '1 ms' THEN ${now} ELSE greatest(r.tat, ${now}) END + $2 * interval '1 ms'
     WHERE r.tat <= ${now} + $3 * interval '1 ms' OR r.tat > ${now} + ($2 + $3) * interval '1 ms'
    RETURNING tat`;
  return {
    async take(client, { everyMs, slackMs }) {
      return (await query(takeOne, [client, everyMs, slackMs])).length === 1;
    },
    async sweep() {
      await query(`DELETE FROM ${schema}.rate WHERE tat < (SELECT ${now})`);
    },
  };
}
