import type { AnswerClaim, AnswerStore, MadeAnswer } from '../answer-store.js';
import type { PostgresConnection, Query } from './connection.js';

/** Answers as part of another transaction: what was done and its answer are kept together, or neither is. */
export interface AnswersInTransaction {
  /** Whether the claim still belongs to its owner, who has it then until the transaction ends. */
  isOurs(within: Query, claim: AnswerClaim): Promise<boolean>;
  keep(within: Query, made: MadeAnswer): Promise<void>;
}

const running = 'name = $1 AND owner = $2 AND answer IS NULL';

/** Keeps an answer if the claim still belongs to its owner. The parameters from number `first` on: name, owner, answer, time to keep in ms. */
export const keepStatement = ({ schema, now }: Pick<PostgresConnection, 'schema' | 'now'>, first: number): string =>
  `UPDATE ${schema}.answer SET answer = $${first + 2}, until = ${now} + $${first + 3} * interval '1 ms'
    WHERE name = $${first} AND owner = $${first + 1} AND answer IS NULL`;

export const answersInTransaction = ({ schema, now }: Pick<PostgresConnection, 'schema' | 'now'>): AnswersInTransaction => ({
  isOurs: async (within, { name, owner }) =>
    (await within(`SELECT name FROM ${schema}.answer WHERE ${running} FOR UPDATE`, [name, owner])).length === 1,
  async keep(within, { claim: { name, owner }, answer, keepMs }) {
    await within(keepStatement({ schema, now }, 1), [name, owner, answer, keepMs]);
  },
});

export function postgresAnswers({ schema, now, query }: PostgresConnection): AnswerStore & { sweep(): Promise<void> } {
  const claim = `
    INSERT INTO ${schema}.answer AS a VALUES ($1, $2, $3, NULL, ${now} + $4 * interval '1 ms')
    ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, request = excluded.request, answer = NULL, until = excluded.until
     WHERE a.until <= ${now}
    RETURNING name`;
  const { keep } = answersInTransaction({ schema, now });
  return {
    async claim({ name, owner, request }, leaseMs) {
      if ((await query(claim, [name, owner, request, leaseMs])).length === 1) return { kind: 'yours' };
      const [known] = await query(`SELECT request, answer FROM ${schema}.answer WHERE name = $1`, [name]);
      // The name was released between the two statements; the next attempt will get it.
      if (!known) return { kind: 'running' };
      if (known['request'] !== request) return { kind: 'other' };
      return known['answer'] instanceof Uint8Array ? { kind: 'kept', answer: known['answer'] } : { kind: 'running' };
    },
    keep: (made) => keep(query, made),
    async release({ name, owner }) {
      await query(`DELETE FROM ${schema}.answer WHERE ${running}`, [name, owner]);
    },
    async sweep() {
      await query(`DELETE FROM ${schema}.answer WHERE until <= (SELECT ${now})`);
    },
  };
}
