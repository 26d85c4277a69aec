import type { RateStore } from '../store.js';
import type { SqliteConnection } from './migrate.js';

/**
 * The generic cell rate algorithm in one statement. `tat` is the time at which the client is exactly on its pace again.
 * A `tat` further ahead than any allowed call can set means that the clock was set back, and the client starts anew.
 */
const takeOne = `
  INSERT INTO rate VALUES ($client, $now + $every)
  ON CONFLICT(client) DO UPDATE SET tat = CASE WHEN tat > $now + $slack + $every THEN $now ELSE max(tat, $now) END + $every
   WHERE tat <= $now + $slack OR tat > $now + $slack + $every
  RETURNING tat`;

export function sqliteRates({ database, write }: SqliteConnection): RateStore & { sweep(): void } {
  const take = database.prepare(takeOne);
  const sweep = database.prepare('DELETE FROM rate WHERE tat < $now');
  return {
    async take(client, { everyMs, slackMs }) {
      return write((now) => take.get({ $client: client, $now: now, $every: everyMs, $slack: slackMs }) !== undefined);
    },
    sweep() {
      write((now) => sweep.run({ $now: now }));
    },
  };
}
