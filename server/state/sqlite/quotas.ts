import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { Allowance, Hold, QuotaStore } from '../store.js';
import type { AnswersWithin } from './answers.js';
import type { SqliteConnection } from './migrate.js';

const dayMs = 86_400_000;
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Credits as part of another transaction. `time` is that of the transaction. */
export interface CreditsWithin {
  reserve(hold: Hold, limit: number, time: number): boolean;
  /** Counts credits as held whose holds are added after it. The day of them; undefined where the limit does not allow them. */
  reserveTotal(held: Pick<Hold, 'client' | 'credits'>, limit: number, time: number): string | undefined;
  /** Adds holds of one credit each. */
  addHolds(holds: { readonly client: string; readonly day: string; readonly until: number }, ids: readonly string[]): void;
  settle(id: string, credits: number): void;
}

export function sqliteQuotas(
  { database, now, write }: SqliteConnection,
  answers: AnswersWithin,
): QuotaStore & { sweep(): void; readonly within: CreditsWithin } {
  const run = statements(database);
  const allowance = (client: string, limit: number, time: number): Allowance => {
    const spent = Number(run.spent.get({ $client: client, $day: dayOf(time) })?.['spent'] ?? 0);
    return { left: Math.max(0, limit - spent), resetsInMs: dayMs - (time % dayMs) };
  };
  const giveBackExpired = (time: number): void => {
    for (const row of run.expired.all({ $now: time })) run.charge.run(chargeOf(row, 0));
  };
  const within: CreditsWithin = {
    reserve(hold, limit, time) {
      giveBackExpired(time);
      return run.known.get({ $id: hold.id }) !== undefined || grant(hold, limit, time);
    },
    reserveTotal({ client, credits }, limit, time) {
      giveBackExpired(time);
      if (credits > allowance(client, limit, time).left) return undefined;
      const day = dayOf(time);
      run.hold.run({ $client: client, $day: day, $credits: credits });
      return day;
    },
    addHolds({ client, day, until }, ids) {
      for (const id of ids) run.add.run({ $client: client, $day: day, $id: id, $credits: 1, $until: until });
    },
    settle(id, credits) {
      const hold = run.end.get({ $id: id });
      if (hold) run.charge.run(chargeOf(hold, credits));
    },
  };
  return {
    within,
    async allowance(client, limit) {
      return allowance(client, limit, now());
    },
    async reserve(hold, limit) {
      return write((time) => {
        const granted = within.reserve(hold, limit, time);
        return { granted, ...allowance(hold.client, limit, time) };
      });
    },
    async settle(id, credits, made) {
      write((time) => {
        within.settle(id, credits);
        if (made) answers.keep(made, time);
      });
    },
    sweep() {
      write((time) => {
        giveBackExpired(time);
        run.forget.run({ $day: dayOf(time - dayMs) });
      });
    },
  };

  function grant(hold: Hold, limit: number, time: number): boolean {
    if (hold.credits > allowance(hold.client, limit, time).left) return false;
    const owner = { $client: hold.client, $day: dayOf(time), $credits: hold.credits };
    run.add.run({ ...owner, $id: hold.id, $until: time + hold.leaseMs });
    run.hold.run(owner);
    return true;
  }
}

const statements = (database: DatabaseSync) => ({
  spent: database.prepare('SELECT used + held AS spent FROM quota WHERE client = $client AND day = $day'),
  known: database.prepare('SELECT 1 FROM hold WHERE id = $id'),
  add: database.prepare('INSERT INTO hold VALUES ($id, $client, $day, $credits, $until)'),
  hold: database.prepare(
    'INSERT INTO quota VALUES ($client, $day, 0, $credits) ON CONFLICT(client, day) DO UPDATE SET held = held + excluded.held',
  ),
  end: database.prepare('DELETE FROM hold WHERE id = $id RETURNING client, day, credits'),
  expired: database.prepare('DELETE FROM hold WHERE lease_until < $now RETURNING client, day, credits'),
  charge: database.prepare('UPDATE quota SET held = held - $held, used = used + $used WHERE client = $client AND day = $day'),
  forget: database.prepare('DELETE FROM quota WHERE day < $day AND held = 0'),
});

/** The parameters that replace a hold by what was really used. */
const chargeOf = (hold: Readonly<Record<string, SQLOutputValue>>, used: number) => ({
  $client: hold['client'] ?? null,
  $day: hold['day'] ?? null,
  $held: hold['credits'] ?? 0,
  $used: used,
});
