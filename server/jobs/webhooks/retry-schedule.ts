import type { AttemptRecord, DeliveryOutcome } from '../../state/webhook-store.js';

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];

/** How long after each failed attempt the next one is made; after the last one the message is given up, three days later. Source: Standard Webhooks, "Retry schedule". */
const pausesMs = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];

/** For how long every attempt must have failed before an endpoint is switched off: as long as one message is tried. */
const deadMs = 3 * day;

export interface History {
  /** Attempts before this one. */
  readonly attempts: number;
  /** For how long the endpoint has been failing; null where it has not. */
  readonly failingMs: number | null;
}

/** What follows from an attempt: receipt, another one later, or the end. Each pause is up to a fifth longer, so that what failed together is not tried together. */
export function outcomeOf(
  { status }: AttemptRecord,
  { attempts, failingMs }: History,
  random: () => number = Math.random,
): DeliveryOutcome {
  if (status !== null && status >= 200 && status < 300) return { kind: 'delivered' };
  // A receiver that says so wants nothing more. Source: Standard Webhooks, "Delivery failures".
  if (status === 410) return { kind: 'switched off', why: 'The receiver answered 410 Gone' };
  if ((failingMs ?? 0) >= deadMs) return { kind: 'switched off', why: 'Each delivery of the last three days has failed' };
  const restMs = Math.min(hour, Math.max(5 * second, (failingMs ?? 0) / 4));
  const pauseMs = pausesMs[attempts];
  if (pauseMs === undefined) return { kind: 'given up', restMs };
  return { kind: 'again', afterMs: pauseMs * (1 + random() / 5), restMs };
}

/** How many attempts a message has. */
export const attemptsOfMessage = pausesMs.length + 1;
