import type { Observation } from '../../core/index.js';
import type { Limits } from './limits.js';
import { createRoom } from './room.js';

/** Where requests are worked on. A deadline is long: without a bound, work for which there is no time would be begun and thrown away. */
export interface Desk {
  /** @throws Refusal 503 when no seat is free in time, the signal's reason when it fires while waiting. */
  sit(signal: AbortSignal): Promise<Seat>;
  /** For the door: who has no hope of a seat had better not send a document. @throws Refusal 503 */
  requireHope(): void;
}

/** Hears what is done for a request: it is given up when a provider is asked, for who waits needs no seat, or at the end. */
export interface Seat extends Observation {
  readonly leave: () => void;
}

export function openDesk({ requestsAtWork, queueMs, requestsWaiting }: Limits): Desk {
  const room = createRoom({ bytes: Number.POSITIVE_INFINITY, places: requestsAtWork, queueMs, waiting: requestsWaiting });
  return { sit: async (signal) => seat(await room.enter(0, signal)), requireHope: () => room.requireHope() };
}

function seat(leave: () => void): Seat {
  const self: Seat = {
    begin(step) {
      if (step.kind === 'call') leave();
      return self;
    },
    end: () => undefined,
    leave,
  };
  return self;
}
