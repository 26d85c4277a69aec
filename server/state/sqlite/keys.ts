import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { type CallerLimits, scopesIn } from '../grant.js';
import { endOf, keptMs, touchMs } from '../key-times.js';
import type { FormerSecret, FoundKey, KeyRecord, KeyStore } from '../store.js';
import type { SqliteConnection } from './migrate.js';

type SqliteRow = Readonly<Record<string, SQLOutputValue>>;

export function sqliteKeys({ database, now, write }: SqliteConnection): KeyStore & { sweep(): void } {
  const run = statements(database);
  const recordOf = (row: SqliteRow, time: number): KeyRecord => ({
    ...ownRecordOf(row),
    formerSecrets: run.formers.all({ $id: row['id'] ?? null, $now: time }).map(formerOf),
  });
  const byId = (id: string, time: number): KeyRecord | undefined => {
    const row = run.byId.get({ $id: id });
    return row && recordOf(row, time);
  };
  return {
    async pepper() {
      return bytes(run.pepper.get(), 'value');
    },
    async add(added, hash) {
      const { id, display, label, scopes, limits } = added;
      const times = {
        $created: added.createdAt.getTime(),
        $expires: time(added.expiresAt),
        $revoked: time(added.revokedAt),
        $used: time(added.lastUsedAt),
      };
      const grant = { $scopes: scopes.join(' '), $limits: JSON.stringify(limits) };
      write(() => run.add.run({ $id: id, $hash: hash, $display: display, $label: label, ...grant, ...times }));
    },
    async find(hash) {
      const instant = now();
      const row = run.find.get({ $hash: hash }) ?? run.findFormer.get({ $hash: hash });
      return row && foundOf(row, instant);
    },
    async list() {
      const instant = now();
      return run.list.all().map((row) => recordOf(row, instant));
    },
    async revoke(id) {
      return write((instant) => Number(run.revoke.run({ $id: id, $now: instant }).changes) === 1);
    },
    async change(id, { label = null, scopes, limits = {}, expiresAt }) {
      const expiry = { $keepExpiry: expiresAt === undefined ? 1 : 0, $expires: time(expiresAt ?? null) };
      return write((instant) => {
        const changed = run.change.run({
          $id: id,
          $label: label,
          $scopes: scopes?.join(' ') ?? null,
          $limits: JSON.stringify(limits),
          ...expiry,
        });
        return Number(changed.changes) === 1 ? byId(id, instant) : undefined;
      });
    },
    async rotate(id, { hash, display, carried }, overlapMs) {
      return write((instant) => {
        if (!run.live.get({ $id: id, $now: instant })) return undefined;
        const until = instant + overlapMs;
        run.shorten.run({ $id: id, $until: until });
        run.replace.run({ $id: id, $until: until });
        run.renew.run({ $id: id, $hash: hash, $display: display, $carried: carried });
        return byId(id, instant);
      });
    },
    async touch(id) {
      write((instant) => run.touch.run({ $id: id, $now: instant, $before: instant - touchMs }));
    },
    sweep() {
      write((instant) => run.forget.run({ $before: instant - keptMs }));
    },
  };
}

const live = 'revoked IS NULL AND (expires IS NULL OR expires > $now)';

const statements = (database: DatabaseSync) => ({
  pepper: database.prepare("SELECT value FROM secret WHERE name = 'pepper'"),
  add: database.prepare(
    `INSERT INTO key(id, hash, display, label, created, expires, revoked, scopes, limits, used)
     VALUES ($id, $hash, $display, $label, $created, $expires, $revoked, $scopes, $limits, $used)`,
  ),
  find: database.prepare('SELECT key.*, hash AS found, carried AS along, NULL AS until FROM key WHERE hash = $hash AND revoked IS NULL'),
  findFormer: database.prepare(
    `SELECT key.*, former.hash AS found, former.carried AS along, former.until AS until
       FROM former_secret AS former JOIN key ON key.id = former.key WHERE former.hash = $hash AND revoked IS NULL`,
  ),
  formers: database.prepare('SELECT display, until FROM former_secret WHERE key = $id AND until > $now ORDER BY until DESC, hash'),
  byId: database.prepare('SELECT * FROM key WHERE id = $id'),
  list: database.prepare('SELECT * FROM key ORDER BY created, id'),
  revoke: database.prepare(`UPDATE key SET revoked = $now WHERE id = $id AND ${live}`),
  change: database.prepare(
    `UPDATE key SET label = coalesce($label, label), scopes = coalesce($scopes, scopes), limits = json_patch(limits, $limits),
            expires = CASE WHEN $keepExpiry THEN expires ELSE $expires END
      WHERE id = $id AND revoked IS NULL`,
  ),
  live: database.prepare(`SELECT 1 FROM key WHERE id = $id AND ${live}`),
  shorten: database.prepare('UPDATE former_secret SET until = min(until, $until) WHERE key = $id'),
  replace: database.prepare('INSERT INTO former_secret SELECT hash, id, display, $until, carried FROM key WHERE id = $id'),
  renew: database.prepare('UPDATE key SET hash = $hash, display = $display, carried = $carried WHERE id = $id'),
  touch: database.prepare('UPDATE key SET used = $now WHERE id = $id AND (used IS NULL OR used <= $before OR used > $now)'),
  forget: database.prepare('DELETE FROM former_secret WHERE until < $before'),
});

const time = (date: Date | null): number | null => date?.getTime() ?? null;
const date = (value: SQLOutputValue | undefined): Date | null => (typeof value === 'number' ? new Date(value) : null);

const ownRecordOf = (row: SqliteRow): FoundKey['record'] => ({
  id: String(row['id']),
  display: String(row['display']),
  label: String(row['label']),
  scopes: scopesIn(String(row['scopes'])),
  limits: JSON.parse(String(row['limits'])) as CallerLimits,
  createdAt: new Date(Number(row['created'])),
  expiresAt: date(row['expires']),
  revokedAt: date(row['revoked']),
  lastUsedAt: date(row['used']),
});

const formerOf = (row: SqliteRow): FormerSecret => ({ display: String(row['display']), validUntil: new Date(Number(row['until'])) });

const foundOf = (row: SqliteRow, instant: number): FoundKey => ({
  record: ownRecordOf(row),
  hash: bytes(row, 'found'),
  carried: row['along'] instanceof Uint8Array ? row['along'] : null,
  ...endOf({ expiresAt: date(row['expires']), replacedAt: date(row['until']), now: instant }),
});

function bytes(row: SqliteRow | undefined, column: string): Uint8Array {
  const value = row?.[column];
  if (!(value instanceof Uint8Array)) throw new Error(`The store has lost its ${column}`);
  return value;
}
