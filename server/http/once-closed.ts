import type { FastifyReply } from 'fastify';

/** The status that was answered; 499, which is never sent, when the caller was gone before. */
export const statusOf = (reply: FastifyReply): number => (reply.raw.writableEnded ? reply.statusCode : 499);

/** Runs `act` once the connection is done with this answer, sent or not; at once where that has already happened. */
export function onceClosed({ raw }: FastifyReply, act: () => void): void {
  if (raw.closed || raw.destroyed) act();
  else raw.once('close', act);
}
