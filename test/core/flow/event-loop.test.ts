import { expect, it } from 'vitest';
import { eventLoopYielder } from '../../../core/flow/event-loop.js';

/** Keeps the event loop to itself. */
const work = (ms: number) => {
  for (const end = performance.now() + ms; performance.now() < end; );
};

it('long work lets others run between its steps', async () => {
  const ran: string[] = [];
  setImmediate(() => ran.push('other'));
  const yieldToEventLoop = eventLoopYielder(new AbortController().signal);
  await yieldToEventLoop();
  ran.push('first step');
  work(60);
  await yieldToEventLoop();
  ran.push('second step');
  expect(ran).toEqual(['first step', 'other', 'second step']);
});

it('work ends at a deadline that passed while it was busy', async () => {
  const yieldToEventLoop = eventLoopYielder(AbortSignal.timeout(20));
  work(60);
  await expect(yieldToEventLoop()).rejects.toThrow('timeout');
});

it('work without a signal runs to its end', async () => {
  const yieldToEventLoop = eventLoopYielder();
  work(60);
  await expect(yieldToEventLoop()).resolves.toBeUndefined();
});

it('work whose signal has fired does not begin', async () => {
  await expect(eventLoopYielder(AbortSignal.abort(new Error('gone')))()).rejects.toThrow('gone');
});
