import { expect, it } from 'vitest';
import { lastUse } from '../../../server/guards/authenticate-by-key.js';

/** Collects what is noted, at a time that the test sets. */
function notes({ fails = false } = {}) {
  const [touched, warned]: [string[], string[]] = [[], []];
  const clock = { now: 1 };
  const touch = async (id: string) => {
    touched.push(id);
    if (fails) throw new Error('disk I/O error');
  };
  const log = { warn: (_details: unknown, message: string) => warned.push(message) } as unknown as Parameters<
    ReturnType<typeof lastUse>
  >[1];
  const note = lastUse({ touch }, () => clock.now);
  return { touched, warned, clock, use: (id: string) => note(id, log) };
}

it('a key is noted at its first use and then once a minute, however often it is used', () => {
  const { touched, clock, use } = notes();
  for (const now of [1, 2, 30_000, 60_000, 60_001, 60_002, 120_000]) {
    clock.now = now;
    use('a');
  }
  expect(touched).toEqual(['a', 'a']);
});

it('each key is noted for itself', () => {
  const { touched, use } = notes();
  for (const id of ['a', 'b', 'a', 'b']) use(id);
  expect(touched).toEqual(['a', 'b']);
});

it('a store that cannot note it is asked again in a minute, and the log says so', async () => {
  const { touched, warned, clock, use } = notes({ fails: true });
  use('a');
  use('a');
  await Promise.resolve();
  clock.now = 60_002;
  use('a');
  await Promise.resolve();
  expect([touched, warned]).toEqual([['a', 'a'], Array(2).fill('the last use of a key could not be noted')]);
});
