import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { onceClosed } from '../http/once-closed.js';
import { Refusal } from '../http/refusal.js';
import type { Tell } from '../telemetry/door-event.js';
import type { Desk } from './desk.js';
import { bodyBytes, type Limits } from './limits.js';
import { createRoom } from './room.js';

interface Door {
  readonly limits: Limits;
  /** Where the request is worked on once it is in. */
  readonly desk: Pick<Desk, 'requireHope'>;
  readonly tell: Tell;
}

/**
 * Guards the body of a request before a byte of it is read: its size, its type, and whether there is room for it now. The room is given
 * back when the answer is out or the caller is gone.
 */
export function admission({ limits, desk, tell }: Door): onRequestAsyncHookHandler {
  const { bytesInFlight, requestsInFlight, queueMs, requestsWaiting } = limits;
  const room = createRoom({ bytes: bytesInFlight, places: requestsInFlight, queueMs, waiting: requestsWaiting });
  return async (request, reply) => {
    const bytes = claimedBytes(request, limits);
    if (!/^multipart\/form-data\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
      throw new Refusal(415, 'The request must be multipart/form-data with the fields file and output_schema');
    }
    desk.requireHope();
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
