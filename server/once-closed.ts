import type { FastifyReply } from 'fastify';

/** Runs `act` once the connection is done with this answer, sent or not; at once where that has already happened. */
export function onceClosed({ raw }: FastifyReply, act: () => void): void {
  if (raw.closed || raw.destroyed) act();
  else raw.once('close', act);
}
