import type { AnswerClaim, AnswerStore, MadeAnswer } from '../answer-store.js';
import type { SqliteConnection } from './migrate.js';

/** Answers as part of another transaction: what was done and its answer are kept together, or neither is. */
export interface AnswersWithin {
  /** Whether the claim still belongs to its owner. */
  isOurs(claim: AnswerClaim): boolean;
  keep(made: MadeAnswer, time: number): void;
}

export function sqliteAnswers({ database, write }: SqliteConnection): AnswerStore & { sweep(): void; readonly within: AnswersWithin } {
  const expire = database.prepare('DELETE FROM answer WHERE until <= $now');
  const find = database.prepare('SELECT request, answer FROM answer WHERE name = $name AND until > $now');
  const claim = database.prepare('INSERT OR REPLACE INTO answer VALUES ($name, $owner, $request, NULL, $until)');
  const keep = database.prepare(
    'UPDATE answer SET answer = $answer, until = $until WHERE name = $name AND owner = $owner AND answer IS NULL',
  );
  const running = database.prepare('SELECT 1 FROM answer WHERE name = $name AND owner = $owner AND answer IS NULL');
  const within: AnswersWithin = {
    isOurs: ({ name, owner }) => running.get({ $name: name, $owner: owner }) !== undefined,
    keep({ claim: { name, owner }, answer, keepMs }, time) {
      keep.run({ $name: name, $owner: owner, $answer: answer, $until: time + keepMs });
    },
  };
  const release = database.prepare('DELETE FROM answer WHERE name = $name AND owner = $owner AND answer IS NULL');
  return {
    within,
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
    async keep(made) {
      write((now) => within.keep(made, now));
    },
    async release({ name, owner }) {
      write(() => release.run({ $name: name, $owner: owner }));
    },
    sweep() {
      write((now) => expire.run({ $now: now }));
    },
  };
}
