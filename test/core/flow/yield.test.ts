import { expect, it } from 'vitest';
import { Breath } from '../../../core/flow/yield.js';

/** Keeps the event loop to itself. */
const work = (ms: number) => {
  for (const end = performance.now() + ms; performance.now() < end; );
};

it('gives others their turn when long work has had its own', async () => {
  const turns: string[] = [];
  setImmediate(() => turns.push('other'));
  const breath = new Breath(new AbortController().signal);
  await breath.take();
  turns.push('first step');
  work(60);
  await breath.take();
  turns.push('second step');
  expect(turns).toEqual(['first step', 'other', 'second step']);
});

it('ends the work at the deadline that fired while it was busy', async () => {
  const breath = new Breath(AbortSignal.timeout(20));
  work(60);
  await expect(breath.take()).rejects.toThrow('timeout');
});

it('does to its end what no signal ends', async () => {
  const breath = new Breath();
  work(60);
  await expect(breath.take()).resolves.toBeUndefined();
});

it('begins nothing when nobody waits any longer', async () => {
  await expect(new Breath(AbortSignal.abort(new Error('gone'))).take()).rejects.toThrow('gone');
});
