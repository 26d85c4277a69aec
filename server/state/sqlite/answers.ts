import type { AnswerStore } from '../store.js';
import type { SqliteConnection } from './migrate.js';

export function sqliteAnswers({ database, write }: SqliteConnection): AnswerStore & { sweep(): void } {
  const expire = database.prepare('DELETE FROM answer WHERE until <= $now');
  const find = database.prepare('SELECT request, answer FROM answer WHERE name = $name AND until > $now');
  const claim = database.prepare('INSERT OR REPLACE INTO answer VALUES ($name, $owner, $request, NULL, $until)');
  const keep = database.prepare(
    'UPDATE answer SET answer = $answer, until = $until WHERE name = $name AND owner = $owner AND answer IS NULL',
  );
  const release = database.prepare('DELETE FROM answer WHERE name = $name AND owner = $owner AND answer IS NULL');
  return {
    async claim({ name, owner, request }, leaseMs) {
      return write((now) => {
        const known = find.get({ $name: name, $now: now });
        if (!known) {
          claim.run({ $name: name, $owner: owner, $request: request, $until: now + leaseMs });
          return { kind: 'yours' };
        }
        if (known['request'] !== request) return { kind: 'other' };
        return known['answer'] instanceof Uint8Array ? { kind: 'kept', answer: known['answer'] } : { kind: 'running' };
      });
    },
    async keep({ name, owner }, answer, keepMs) {
      write((now) => keep.run({ $name: name, $owner: owner, $answer: answer, $until: now + keepMs }));
    },
    async release({ name, owner }) {
      write(() => release.run({ $name: name, $owner: owner }));
    },
    sweep() {
      write((now) => expire.run({ $now: now }));
    },
  };
}
