import type { PgBoss } from 'pg-boss';
import { StoreError } from '../store.js';
import { within } from '../within.js';
import type { PostgresConnection, Query } from './connection.js';

/**
 * A queue of pg-boss: it decides what is next and lets one worker have it. What callers see of a job, its lease included, stands in its own row, so
 * that a run learns in one place whether it still has its job; a message of the queue is only the hand-over.
 */
export interface MessageQueue {
  /** Sends a message as part of a transaction. */
  send(query: Query, message: QueueMessage): Promise<void>;
  /** Sends many at once. */
  sendAll(query: Query, messages: readonly QueueMessage[]): Promise<void>;
  /** Takes the next messages; one that is not done within a minute comes again. */
  fetch(most: number): Promise<readonly string[]>;
  /** Ends messages that were taken. */
  done(messages: readonly string[]): Promise<void>;
  /** Removes a message that waits, as part of a transaction. */
  remove(query: Query, message: string): Promise<void>;
  removeAll(query: Query, messages: readonly string[]): Promise<void>;
}

/** The queues of a store: one for jobs, one for what is to be told about them. */
export interface Queues {
  readonly jobs: MessageQueue;
  readonly webhooks: MessageQueue;
  close(): Promise<void>;
}

export interface QueueMessage {
  /** A UUID. */
  readonly id: string;
  /** The lowest is next; 0 when absent. */
  readonly turn?: number;
  readonly afterMs?: number;
}

const names = ['vouch-jobs', 'vouch-webhooks'] as const;
/** How long a worker may take from having a message to having what it is about. */
const handOverSeconds = 60;

/** Opens the queues on their first use, with two connections of their own. Their tables are made beside ours. */
export function postgresQueues({ url, schemaName }: Pick<PostgresConnection, 'url' | 'schemaName'>): Queues {
  let opening: Promise<PgBoss> | undefined;
  const boss = (): Promise<PgBoss> => {
    opening ??= within(openingMs, open(url, schemaName)).catch((cause) => {
      opening = undefined;
      throw new StoreError(cause instanceof Error ? cause.message : String(cause), { cause });
    });
    return opening;
  };
  const [jobs, webhooks] = names;
  return {
    jobs: queueOf(boss, jobs),
    webhooks: queueOf(boss, webhooks),
    async close() {
      const closed = opening?.then((opened) => opened.stop({ graceful: false, close: true }));
      // A server that is silent would keep the process for ever.
      if (closed) await within(closingMs, closed).catch(() => undefined);
    },
  };
}

function queueOf(boss: () => Promise<PgBoss>, name: (typeof names)[number]): MessageQueue {
  /** What is asked of a silent server is given up. Messages that it hands over nevertheless come again, as those of a worker that has died. */
  const asked = async <T>(ask: (opened: PgBoss) => Promise<T>): Promise<T> => {
    const opened = await boss();
    return within(answerMs, ask(opened)).catch((cause) => {
      throw new StoreError(cause instanceof Error ? cause.message : String(cause), { cause });
    });
  };
  return {
    async send(query, message) {
      await (await boss()).send(name, null, { ...sendOptions(message), db: inside(query) });
    },
    async sendAll(query, messages) {
      if (messages.length > 0) await (await boss()).insert(name, messages.map(sendOptions), { db: inside(query) });
    },
    async fetch(most) {
      return (await asked((opened) => opened.fetch(name, { batchSize: most }))).map(({ id }) => id);
    },
    async done(messages) {
      if (messages.length > 0) await asked((opened) => opened.complete(name, [...messages]));
    },
    async remove(query, message) {
      await (await boss()).deleteJob(name, message, { db: inside(query) });
    },
    async removeAll(query, messages) {
      if (messages.length > 0) await (await boss()).deleteJob(name, [...messages], { db: inside(query) });
    },
  };
}

const sendOptions = ({ id, turn = 0, afterMs = 0 }: QueueMessage) => ({
  id,
  priority: -turn,
  ...(afterMs > 0 && { startAfter: Math.ceil(afterMs / 1_000) }),
});

/** A server that does not answer is one that cannot be used, as for the other tables. */
const settings = {
  max: 2,
  schedule: false,
  application_name: 'vouch jobs',
  connectionTimeoutMillis: 2_000,
  options: '-c statement_timeout=10000',
  // Its spans are one for each question whether there is work, several a second and process, and repeat messages of errors. Ours tell of jobs.
  openTelemetry: { enabled: false },
};
/** How long the queue has to open, which makes its tables the first time. */
const openingMs = 20_000;
/** How long a question to the queue may take. */
const answerMs = 2_000;
/** How long the queue has to close. */
const closingMs = 2_000;

/** Loaded only when needed: it takes a tenth of the time of a start. */
async function open(connectionString: string, schema: string): Promise<PgBoss> {
  const { PgBoss: Boss } = await import('pg-boss');
  const boss = new Boss({ connectionString, schema, createSchema: false, ...settings });
  // Each call tells its own failure; what the upkeep in the background misses, it does the next time.
  boss.on('error', () => undefined);
  await boss.start();
  const terms = { expireInSeconds: handOverSeconds, retryLimit: 1_000, deleteAfterSeconds: 60, retentionSeconds: retained };
  for (const name of names) await boss.createQueue(name, terms);
  return boss;
}

/** Longer than any job may wait: what has expired we remove ourselves. */
const retained = 400 * 86_400;

/** Where pg-boss runs the statements of a call. */
type QueueDatabase = NonNullable<NonNullable<Parameters<PgBoss['touch']>[2]>['db']>;

const inside = (query: Query): QueueDatabase => ({
  executeSql: async (text: string, values: readonly unknown[] = []) => ({ rows: [...(await query(text, values))] }),
});
