import sql from 'sql-template-tag';
import type { Database } from './database.js';
import type { RateStore } from './store.js';

/**
 * The generic cell rate algorithm in one statement. `tat` is the time at which the client is exactly on its pace again.
 * A `tat` further ahead than any allowed call can set means that the clock was set back, and the client starts anew.
 * PostgreSQL reads the time again in each place, after the wait for the row lock, so it never runs backwards.
 */
export function rateStore({ tables: { rate }, now, ms, query }: Database): RateStore & { sweep(): Promise<void> } {
  return {
    async take(client, { everyMs, slackMs }) {
      const [every, ahead] = [ms(everyMs), ms(slackMs + everyMs)];
      const taken = await query(sql`
        INSERT INTO ${rate} AS r VALUES (${client}, ${now} + ${every})
        ON CONFLICT (client) DO UPDATE SET tat = CASE WHEN r.tat > ${now} + ${ahead} THEN ${now} ELSE greatest(r.tat, ${now}) END + ${every}
         WHERE r.tat <= ${now} + ${ms(slackMs)} OR r.tat > ${now} + ${ahead}
        RETURNING tat`);
      return taken.length === 1;
    },
    async sweep() {
      await query(sql`DELETE FROM ${rate} WHERE tat < (SELECT ${now})`);
    },
  };
}
