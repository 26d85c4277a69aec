import type { FastifyReply, FastifyRequest } from 'fastify';

/** The status that was answered; 499, which is never sent, when the caller was gone before. */
export const statusOf = (reply: FastifyReply): number => (reply.raw.writableEnded ? reply.statusCode : 499);

/** Runs `act` once the connection is done with this answer, sent or not; at once where that has already happened. */
export function onceClosed({ raw }: FastifyReply, act: () => void): void {
  if (raw.closed || raw.destroyed) act();
  else raw.once('close', act);
}

const lingerMs = 5_000;

/**
 * Lets a caller read an answer that comes before its upload has ended: the rest is read and thrown away for a while, since closing at once
 * would destroy the answer on its way. Who goes on sending for longer is cut off. To be called before the answer is sent.
 */
export async function drain({ raw }: FastifyRequest): Promise<void> {
  if (raw.complete !== false || raw.destroyed) return;
  const { socket } = raw;
  // What Node calls after the last answer of a connection, and what would break it while there is something to read.
  socket.destroySoon = () => socket.end();
  const cutOff = setTimeout(() => socket.destroy(), lingerMs).unref();
  raw.once('close', () => {
    clearTimeout(cutOff);
    Reflect.deleteProperty(socket, 'destroySoon');
    if (socket.writableEnded) socket.destroySoon();
  });
  raw.unpipe();
  raw.resume();
}
