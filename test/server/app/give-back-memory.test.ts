import { createServer } from 'node:http';
import { getHeapSpaceStatistics } from 'node:v8';
import { afterEach, expect, it, vi } from 'vitest';
import { giveBackMemory } from '../../../server/app/serve.js';

const server = createServer();
afterEach(() => {
  vi.useRealTimers();
  server.removeAllListeners();
});

/** Bytes that the young generation keeps, whether or not anything is in them. */
const young = (): number => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.physical_space_size ?? 0;
/** Needs memory for a short time, as a document does. */
function burst(): number {
  let kept: readonly object[] = [];
  for (let round = 0; round < 300; round += 1) kept = Array.from({ length: 20_000 }, (_, index) => ({ index, round }));
  return kept.length;
}

/** A response of which only the end is of interest. */
function response() {
  const ends: (() => void)[] = [];
  const close = (): void => {
    for (const end of ends) end();
  };
  return { once: (_name: string, end: () => void) => ends.push(end), close };
}

it('memory is given back once no document has been read for a minute', () => {
  vi.useFakeTimers();
  giveBackMemory(server);
  const reading = response();
  server.emit('request', { method: 'POST' }, reading);
  burst();
  const most = young();
  expect(most).toBeGreaterThan(4_000_000);
  vi.advanceTimersByTime(10_000);
  expect(young()).toBe(most);
  reading.close();
  vi.advanceTimersByTime(59_900);
  expect(young()).toBe(most);
  vi.advanceTimersByTime(200);
  expect(young()).toBeLessThan(most / 2);
});

it('memory is given back three seconds after the start, and a probe neither counts as work nor puts that off', () => {
  vi.useFakeTimers();
  giveBackMemory(server);
  burst();
  const most = young();
  vi.advanceTimersByTime(2_000);
  const probe = response();
  server.emit('request', { method: 'GET' }, probe);
  vi.advanceTimersByTime(1_100);
  expect(young()).toBeLessThan(most / 2);
});
