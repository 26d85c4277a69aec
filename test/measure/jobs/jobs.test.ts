import { expect, it } from 'vitest';
import { intake } from './trials/intake.js';
import { kills } from './trials/survival.js';

it('a trial finds that all is well with two jobs while a server is killed', async () => {
  const lines = await kills.run({ jobs: 2, kills: 1, everyMs: 10 }, 'sqlite');
  expect(lines.map(({ what, met }) => [what.split(' ')[0], met])).toEqual([
    ['2', true],
    ['credits', true],
    ['webhooks', true],
  ]);
});

it('a trial says what taking a job in costs beside an extraction', async () => {
  const [line] = await intake.run({ jobs: 3 }, 'sqlite');
  expect(line?.measured).toMatch(/^\d+\.\d ms beside \d+\.\d ms: \d+\.\d\d ×$/);
});
