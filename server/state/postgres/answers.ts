import type { AnswerStore } from '../store.js';
import type { PostgresConnection } from './connection.js';

export function postgresAnswers({ schema, now, query }: PostgresConnection): AnswerStore & { sweep(): Promise<void> } {
  const claim = `
    INSERT INTO ${schema}.answer AS a VALUES ($1, $2, $3, NULL, ${now} + $4 * interval '1 ms')
    ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, request = excluded.request, answer = NULL, until = excluded.until
     WHERE a.until <= ${now}
    RETURNING name`;
  const running = 'name = $1 AND owner = $2 AND answer IS NULL';
  return {
    async claim({ name, owner, request }, leaseMs) {
      if ((await query(claim, [name, owner, request, leaseMs])).length === 1) return { kind: 'yours' };
      const [known] = await query(`SELECT request, answer FROM ${schema}.answer WHERE name = $1`, [name]);
      // The name was released between the two statements; the next attempt will get it.
      if (!known) return { kind: 'running' };
      if (known['request'] !== request) return { kind: 'other' };
      return known['answer'] instanceof Uint8Array ? { kind: 'kept', answer: known['answer'] } : { kind: 'running' };
    },
    async keep({ name, owner }, answer, keepMs) {
      await query(`UPDATE ${schema}.answer SET answer = $3, until = ${now} + $4 * interval '1 ms' WHERE ${running}`, [
        name,
        owner,
        answer,
        keepMs,
      ]);
    },
    async release({ name, owner }) {
      await query(`DELETE FROM ${schema}.answer WHERE ${running}`, [name, owner]);
    },
    async sweep() {
      await query(`DELETE FROM ${schema}.answer WHERE until <= (SELECT ${now})`);
    },
  };
}
