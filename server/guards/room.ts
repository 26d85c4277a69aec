import { Refusal } from '../http/refusal.js';

/** How much of something there is at once, and how many may wait for it. */
export interface RoomLimits {
  readonly bytes: number;
  readonly places: number;
  /** How long a visitor waits before it is turned away. */
  readonly queueMs: number;
  /** More are turned away at once: a line that cannot be served in time only costs memory. */
  readonly waiting: number;
}

export interface Room {
  /** Resolves with what gives the place back. @throws Refusal 503 when there is none in time, the signal's reason when it fires while waiting. */
  enter(bytes: number, signal?: AbortSignal): Promise<() => void>;
  /** @throws Refusal 503 when more are waiting than have been served in the time that one waits: who comes now would wait in vain. */
  requireHope(): void;
}

interface Visitor {
  readonly bytes: number;
  readonly admit: () => void;
}

/** Who waits is let in by order of arrival, so that small requests do not starve a large one. */
export function createRoom(limits: RoomLimits): Room {
  const waiting = new Set<Visitor>();
  let bytesInside = 0;
  let inside = 0;
  let leavings: number[] = [];
  /** When somebody left, ms, in the time that one waits; those of before are forgotten. */
  const recentLeavings = (): number[] => {
    const since = performance.now() - limits.queueMs;
    leavings = leavings.filter((left) => left > since);
    return leavings;
  };

  /** One request always fits: a limit below the largest body would never let it in. */
  const fits = (bytes: number): boolean => inside === 0 || (inside < limits.places && bytesInside + bytes <= limits.bytes);
  const occupy = (bytes: number): (() => void) => {
    inside += 1;
    bytesInside += bytes;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      inside -= 1;
      bytesInside -= bytes;
      recentLeavings().push(performance.now());
      letIn();
    };
  };
  const letIn = (): void => {
    for (const visitor of waiting) {
      if (!fits(visitor.bytes)) return;
      waiting.delete(visitor);
      visitor.admit();
    }
  };

  /** As many as there are places may wait at the least: at first nobody has been served. */
  const servedMeanwhile = (): number => Math.max(limits.places, recentLeavings().length);

  return {
    requireHope() {
      if (waiting.size > servedMeanwhile()) throw full();
    },
    async enter(bytes, signal) {
      signal?.throwIfAborted();
      if (waiting.size === 0 && fits(bytes)) return occupy(bytes);
      if (waiting.size >= limits.waiting) throw full();
      return new Promise((resolve, reject) => {
        const visitor = { bytes, admit: () => finish(() => resolve(occupy(bytes))) };
        const timer = setTimeout(() => finish(() => reject(full())), limits.queueMs);
        const hangUp = (): void => finish(() => reject(signal?.reason));
        const finish = (settle: () => void): void => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', hangUp);
          waiting.delete(visitor);
          settle();
          letIn();
        };
        signal?.addEventListener('abort', hangUp);
        waiting.add(visitor);
      });
    },
  };
}

/** Callers that are all told the same second come back together. */
const full = (): Refusal =>
  new Refusal(503, 'The service is busy. Retry shortly.', { 'Retry-After': String(1 + Math.floor(Math.random() * 3)) }, { shed: 'busy' });
