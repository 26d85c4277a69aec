import { setTimeout } from 'node:timers/promises';
import { goodCall, type LoadAnswer, type LoadCall, send } from './call.js';

/** The answer to one request. Latency counts from when the request was due, even when the client was late. */
export interface TimedAnswer extends LoadAnswer {
  readonly ms: number;
  /** Since the start of the load. */
  readonly dueMs: number;
  readonly endedMs: number;
}

export interface TrafficPlan {
  readonly url: string;
  readonly rate: number;
  readonly seconds: number;
  /** A client that still waits sends its next request late; latency still counts from the due time. Unlimited when absent. */
  readonly clients?: number;
  /** The request with this index; the good one when absent. */
  readonly call?: (index: number) => LoadCall;
}

/** Open loop: sends at a fixed rate, so a slow server does not slow the load down. */
export async function traffic({
  url,
  rate,
  seconds,
  clients = Number.POSITIVE_INFINITY,
  call = () => goodCall,
}: TrafficPlan): Promise<readonly TimedAnswer[]> {
  const began = performance.now();
  const total = Math.round(rate * seconds);
  const timedAnswers: TimedAnswer[] = [];
  const client = async (first: number): Promise<void> => {
    for (let index = first; index < total; index += clients) {
      const dueMs = (index * 1_000) / rate;
      await setTimeout(Math.max(0, began + dueMs - performance.now()));
      const answer = await send(url, call(index));
      const endedMs = performance.now() - began;
      timedAnswers.push({ ...answer, ms: endedMs - dueMs, dueMs, endedMs });
    }
  };
  await Promise.all(Array.from({ length: Math.min(clients, total) }, (_, index) => client(index)));
  return timedAnswers;
}

/** Extractions a second during the load; later answers do not count. */
export const goodput = (timedAnswers: readonly TimedAnswer[], seconds: number): number =>
  timedAnswers.filter(({ status, endedMs }) => status === 200 && endedMs <= seconds * 1_000).length / seconds;

/** Count of each status, as in '200 × 118, 503 × 482'. */
export const statuses = (answers: readonly LoadAnswer[]): string =>
  [...Map.groupBy(answers, ({ status, failure }) => failure ?? String(status))]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([status, same]) => `${status} × ${same.length}`)
    .join(', ');

/** The highest number of concurrent requests. */
export function mostTogether(timedAnswers: readonly TimedAnswer[]): number {
  const changes = timedAnswers.flatMap(({ endedMs, ms }) => [[endedMs - ms, 1] as const, [endedMs, -1] as const]);
  let [now, most] = [0, 0];
  for (const [, change] of changes.toSorted(([a], [b]) => a - b)) {
    now += change;
    most = Math.max(most, now);
  }
  return most;
}

/** Keeps two cores and the parser children busy without causing refusals. */
const clients = 8;

/** Closed loop: extractions a second when each client sends its next document after the last answer. */
export async function mostOf(url: string, seconds: number): Promise<number> {
  const began = performance.now();
  const timedAnswers: TimedAnswer[] = [];
  const since = (): number => performance.now() - began;
  const client = async (): Promise<void> => {
    while (since() < seconds * 1_000) {
      const dueMs = since();
      const answer = await send(url, goodCall);
      timedAnswers.push({ ...answer, dueMs, endedMs: since(), ms: since() - dueMs });
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return goodput(timedAnswers, seconds);
}
