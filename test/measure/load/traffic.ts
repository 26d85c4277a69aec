import { setTimeout } from 'node:timers/promises';
import { goodCall, type LoadAnswer, type LoadCall, send } from './call.js';

/** What came of one request: its latency counts from when it was due, not from when a busy client got round to it. */
export interface TimedAnswer extends LoadAnswer {
  readonly ms: number;
  /** From the beginning of the load. */
  readonly dueMs: number;
  readonly endedMs: number;
}

export interface TrafficPlan {
  readonly url: string;
  readonly rate: number;
  readonly seconds: number;
  /** Who is still waiting for an answer is late with the next request, whose latency counts from when it was due. No bound when absent. */
  readonly clients?: number;
  /** What the request of this number is; the good one when absent. */
  readonly call?: (index: number) => LoadCall;
}

/** Sends on a timetable whatever becomes of the requests before (open loop): a server that falls behind slows nobody down. */
export async function traffic({
  url,
  rate,
  seconds,
  clients = Number.POSITIVE_INFINITY,
  call = () => goodCall,
}: TrafficPlan): Promise<readonly TimedAnswer[]> {
  const began = performance.now();
  const total = Math.round(rate * seconds);
  const shots: TimedAnswer[] = [];
  const client = async (first: number): Promise<void> => {
    for (let index = first; index < total; index += clients) {
      const dueMs = (index * 1_000) / rate;
      await setTimeout(Math.max(0, began + dueMs - performance.now()));
      const answer = await send(url, call(index));
      const endedMs = performance.now() - began;
      shots.push({ ...answer, ms: endedMs - dueMs, dueMs, endedMs });
    }
  };
  await Promise.all(Array.from({ length: Math.min(clients, total) }, (_, index) => client(index)));
  return shots;
}

/** Requests answered with an extraction, a second, while the load lasted: what is answered later was waited for. */
export const goodput = (shots: readonly TimedAnswer[], seconds: number): number =>
  shots.filter(({ status, endedMs }) => status === 200 && endedMs <= seconds * 1_000).length / seconds;

/** How often each status came: '200 × 118, 503 × 482'. */
export const statuses = (answers: readonly LoadAnswer[]): string =>
  [...Map.groupBy(answers, ({ status, failure }) => failure ?? String(status))]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([status, same]) => `${status} × ${same.length}`)
    .join(', ');

/** The most requests that were under way at one time. */
export function mostTogether(shots: readonly TimedAnswer[]): number {
  const changes = shots.flatMap(({ endedMs, ms }) => [[endedMs - ms, 1] as const, [endedMs, -1] as const]);
  let [now, most] = [0, 0];
  for (const [, change] of changes.toSorted(([a], [b]) => a - b)) {
    now += change;
    most = Math.max(most, now);
  }
  return most;
}
