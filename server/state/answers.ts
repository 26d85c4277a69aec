import sql, { type Sql } from 'sql-template-tag';
import type { AnswerClaim, AnswerStore, MadeAnswer } from './answer-store.js';
import { type Database, type Query, usualBytes, withLarge } from './database.js';

/** Answers as part of a transaction: what was done and its answer are kept together, or neither is. */
export interface AnswersWithin {
  /** Whether the claim still belongs to its owner, who has it then until the transaction ends. */
  isOurs(query: Query, claim: AnswerClaim): Promise<boolean>;
  keep(query: Query, made: MadeAnswer): Promise<void>;
  keepStatement(made: MadeAnswer): Sql;
}

export function answersWithin({ tables: { answer: table }, now, ms, forUpdate }: Database): AnswersWithin {
  const keepStatement = ({ claim, answer, keepMs }: MadeAnswer): Sql =>
    sql`UPDATE ${table} SET answer = ${answer}, until = ${now} + ${ms(keepMs)} WHERE ${running(claim)}`;
  return {
    isOurs: async (query, claim) => (await query(sql`SELECT name FROM ${table} WHERE ${running(claim)}${forUpdate}`)).length === 1,
    async keep(query, made) {
      await query(keepStatement(made));
    },
    keepStatement,
  };
}

const running = ({ name, owner }: AnswerClaim): Sql => sql`name = ${name} AND owner = ${owner} AND answer IS NULL`;

interface AnswerRow {
  readonly request: string;
  readonly answer: Uint8Array | null;
}

export function answerStore(database: Database): AnswerStore & { sweep(): Promise<void> } {
  const { now, ms, query, longQuery } = database;
  const table = database.tables.answer;
  const { keep } = answersWithin(database);
  return {
    async claim({ name, owner, request }, leaseMs) {
      const claimed = await query(sql`
        INSERT INTO ${table} AS a VALUES (${name}, ${owner}, ${request}, NULL, ${now} + ${ms(leaseMs)})
        ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, request = excluded.request, answer = NULL, until = excluded.until
         WHERE a.until <= ${now}
        RETURNING name`);
      if (claimed.length === 1) return { kind: 'yours' };
      const select = (kept: Sql): Sql => sql`SELECT request, ${kept} FROM ${table} WHERE name = ${name}`;
      const [known] = await withLarge<AnswerRow>(database, { name: 'answer', of: 'answer' }, select);
      // The name was released between the two statements; the next attempt will get it.
      if (!known) return { kind: 'running' };
      if (known.request !== request) return { kind: 'other' };
      return known.answer ? { kind: 'kept', answer: known.answer } : { kind: 'running' };
    },
    keep: (made) => keep(made.answer.length <= usualBytes ? query : longQuery, made),
    async release(claim) {
      await query(sql`DELETE FROM ${table} WHERE ${running(claim)}`);
    },
    async sweep() {
      await query(sql`DELETE FROM ${table} WHERE until <= (SELECT ${now})`);
    },
  };
}
