import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { type DeliveryOutcome, messageKeepMs, type TakenMessage, type WebhookDeliveries } from '../../webhook-store.js';
import type { SqliteConnection } from '../migrate.js';
import { eventOf, type WebhookRow } from './rows.js';

/** What senders do with messages. */
export function webhookDeliveries({ database, now, write }: SqliteConnection): Omit<WebhookDeliveries, 'sweep'> & { sweep(): void } {
  const run = statements(database);
  return {
    async take(most, leaseMs) {
      if (run.any.get({ $now: now() }) === undefined) return [];
      return write((time) => {
        run.rest.run({ $now: time });
        return run.next.all({ $now: time, $most: most }).map((row) => begin(row, time, leaseMs));
      });
    },
    async conclude({ id, message }, { status, ms, error }, outcome) {
      return write((time) => {
        const taken = run.running.get({ $run: id, $message: message });
        if (!taken) return false;
        run.note.run({ $message: message, $now: time, $status: status, $ms: Math.round(ms), $error: error });
        follow({ $message: message, $now: time }, String(taken['endpoint']), outcome);
        return true;
      });
    },
    async backlog() {
      const { pending, oldest, disabled } = run.backlog.get() ?? {};
      const oldestMs = typeof oldest === 'number' ? Math.max(0, now() - oldest) : null;
      return { pending: Number(pending), oldestMs, disabled: Number(disabled) };
    },
    sweep() {
      write((time) => {
        run.forgetAttempts.run({ $before: time - messageKeepMs });
        run.forget.run({ $before: time - messageKeepMs });
      });
    },
  };

  function begin(row: WebhookRow, time: number, leaseMs: number): TakenMessage {
    const [message, id] = [String(row['id']), randomUUID()];
    run.begin.run({ $message: message, $run: id, $until: time + leaseMs });
    return {
      run: { id, message },
      event: eventOf(row),
      endpoint: {
        id: String(row['endpoint']),
        owner: String(row['owner']),
        sealed: row['sealed'] instanceof Uint8Array ? row['sealed'] : new Uint8Array(),
      },
      failingMs: typeof row['failing'] === 'number' ? time - row['failing'] : null,
      attempts: Number(row['attempts']),
      cause: row['request'] instanceof Uint8Array ? { id: String(row['cause']), request: row['request'] } : null,
    };
  }

  function follow(of: { readonly $message: string; readonly $now: number }, endpoint: string, outcome: DeliveryOutcome): void {
    const { $message, $now } = of;
    const at = { $endpoint: endpoint };
    switch (outcome.kind) {
      case 'delivered':
        run.end.run({ $message, $status: 'delivered' });
        return void run.recover.run(at);
      case 'again':
        run.again.run({ $message, $due: Math.round($now + outcome.afterMs) });
        return void run.fail.run({ ...at, $now, $until: Math.round($now + outcome.restMs) });
      case 'given up':
        run.end.run({ $message, $status: 'failed' });
        return void run.fail.run({ ...at, $now, $until: Math.round($now + outcome.restMs) });
      case 'switched off':
        run.end.run({ $message, $status: 'failed' });
        run.switchOff.run({ ...at, $now, $why: outcome.why });
        return void run.giveUpAll.run(at);
    }
  }
}

const statements = (database: DatabaseSync) => ({
  any: database.prepare("SELECT 1 FROM webhook_message WHERE status = 'pending' AND due <= $now LIMIT 1"),
  /** What is due while its endpoint rests waits as long as that. */
  rest: database.prepare(`
    UPDATE webhook_message SET due = w.rests FROM webhook w
     WHERE webhook_message.status = 'pending' AND due <= $now AND w.id = endpoint AND w.rests > $now`),
  next: database.prepare(`
    SELECT m.*, w.owner, w.sealed, w.failing, job.id AS cause, job.request FROM webhook_message m JOIN webhook w ON w.id = m.endpoint
      LEFT JOIN job ON job.id = iif(m.type = 'batch.done', (SELECT min(id) FROM job WHERE batch = m.about), m.about)
     WHERE m.status = 'pending' AND m.due <= $now ORDER BY m.due, m.id LIMIT $most`),
  /** While it is under way it is due when the lease ends. */
  begin: database.prepare('UPDATE webhook_message SET run = $run, attempts = attempts + 1, due = $until WHERE id = $message'),
  running: database.prepare("SELECT endpoint FROM webhook_message WHERE id = $message AND run = $run AND status = 'pending'"),
  note: database.prepare('INSERT INTO webhook_attempt VALUES ($message, $now, $status, $ms, $error)'),
  end: database.prepare('UPDATE webhook_message SET status = $status, due = NULL, run = NULL WHERE id = $message'),
  again: database.prepare('UPDATE webhook_message SET due = $due, run = NULL WHERE id = $message'),
  recover: database.prepare('UPDATE webhook SET failing = NULL, rests = NULL WHERE id = $endpoint AND failing IS NOT NULL'),
  fail: database.prepare(
    'UPDATE webhook SET failing = coalesce(failing, $now), rests = max(coalesce(rests, 0), $until) WHERE id = $endpoint',
  ),
  switchOff: database.prepare('UPDATE webhook SET disabled = $now, why = $why WHERE id = $endpoint AND disabled IS NULL'),
  giveUpAll: database.prepare(
    "UPDATE webhook_message SET status = 'failed', due = NULL, run = NULL WHERE endpoint = $endpoint AND status = 'pending'",
  ),
  backlog: database.prepare(`
    SELECT (SELECT count(*) FROM webhook_message WHERE status = 'pending') AS pending,
           (SELECT min(created) FROM webhook_message WHERE status = 'pending') AS oldest,
           (SELECT count(*) FROM webhook WHERE disabled IS NOT NULL) AS disabled`),
  forgetAttempts: database.prepare('DELETE FROM webhook_attempt WHERE message IN (SELECT id FROM webhook_message WHERE created < $before)'),
  forget: database.prepare('DELETE FROM webhook_message WHERE created < $before'),
});
