import { goodCall, send } from './call.js';
import { goodput, type TimedAnswer } from './traffic.js';

/** Enough to keep two cores and the parser children busy, and few enough that nobody is turned away. */
const clients = 8;

/** The most that a server does: extractions a second for clients that send the next document when they have the answer to the last (closed loop). */
export async function mostOf(url: string, seconds: number): Promise<number> {
  const began = performance.now();
  const shots: TimedAnswer[] = [];
  const since = (): number => performance.now() - began;
  const client = async (): Promise<void> => {
    while (since() < seconds * 1_000) {
      const dueMs = since();
      const answer = await send(url, goodCall);
      shots.push({ ...answer, dueMs, endedMs: since(), ms: since() - dueMs });
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return goodput(shots, seconds);
}
