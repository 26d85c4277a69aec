import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { bodyBytes, type Limits } from '../limits.js';
import { onceClosed } from '../once-closed.js';
import { Refusal } from '../refusal.js';
import type { Tell } from '../telemetry/door-event.js';

/**
 * Guards the body of a request before a byte of it is read: its size, its type, and whether there is room for it now. The room is given
 * back when the answer is out or the caller is gone.
 */
export function admission(limits: Limits, tell: Tell): onRequestAsyncHookHandler {
  const room = createRoom(limits);
  return async (request, reply) => {
    const bytes = claimedBytes(request, limits);
    if (!/^multipart\/form-data\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
      throw new Refusal(415, 'The request must be multipart/form-data with the fields file and output_schema');
    }
    const leave = await room.enter(bytes);
    tell({ kind: 'entered', bytes });
    onceClosed(reply, () => {
      leave();
      tell({ kind: 'left', bytes });
    });
  };
}

function claimedBytes(request: FastifyRequest, limits: Limits): number {
  const most = bodyBytes(limits);
  const claimed = request.headers['content-length'];
  if (claimed === undefined) return most;
  if (Number(claimed) > most) throw tooLarge(limits);
  return Number(claimed);
}

export const tooLarge = ({ fileBytes }: Limits): Refusal =>
  new Refusal(413, `The file is too large: at most ${fileBytes} bytes (${Math.floor(fileBytes / 1_048_576)} MB) are accepted`);

interface Visitor {
  readonly bytes: number;
  readonly admit: () => void;
}

/** Who waits is let in by order of arrival, so that small requests do not starve a large one. */
function createRoom({ bytesInFlight, requestsInFlight, queueMs }: Limits) {
  const waiting = new Set<Visitor>();
  let bytesInside = 0;
  let inside = 0;

  /** One request always fits: a limit below the largest body would never let it in. */
  const fits = (bytes: number): boolean => inside === 0 || (inside < requestsInFlight && bytesInside + bytes <= bytesInFlight);
  const occupy = (bytes: number): (() => void) => {
    inside += 1;
    bytesInside += bytes;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      inside -= 1;
      bytesInside -= bytes;
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

  return {
    /** Resolves with what gives the room back. @throws Refusal 503 when there is none within the time of the queue. */
    enter(bytes: number): Promise<() => void> {
      if (waiting.size === 0 && fits(bytes)) return Promise.resolve(occupy(bytes));
      return new Promise((resolve, reject) => {
        const visitor = { bytes, admit: () => finish(() => resolve(occupy(bytes))) };
        const timer = setTimeout(() => finish(() => reject(full())), queueMs);
        const finish = (settle: () => void): void => {
          clearTimeout(timer);
          waiting.delete(visitor);
          settle();
          letIn();
        };
        waiting.add(visitor);
      });
    },
  };
}

/** Callers that are all told the same second come back together. */
const full = (): Refusal =>
  new Refusal(503, 'The service is busy. Retry shortly.', { 'Retry-After': String(1 + Math.floor(Math.random() * 3)) }, { shed: 'busy' });
