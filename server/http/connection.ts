import type { FastifyReply, FastifyRequest } from 'fastify';

/** The status of the answer; 499, which is never sent, when the caller disconnected first. */
export const statusOf = (reply: FastifyReply): number => (reply.raw.writableEnded ? reply.statusCode : 499);

/** Runs `act` when the answer has been sent or the connection has closed, or at once if that has already happened. */
export function onceClosed({ raw }: FastifyReply, act: () => void): void {
  if (raw.closed || raw.destroyed) act();
  else raw.once('close', act);
}

const lingerMs = 5_000;

/**
 * Lets a caller read an answer that is sent before its upload has ended. The rest of the upload is discarded for a few seconds, because
 * closing at once would destroy the answer on its way. Must be called before the answer is sent.
 */
export async function drain({ raw }: FastifyRequest): Promise<void> {
  if (raw.complete !== false || raw.destroyed) return;
  const { socket } = raw;
  // Node calls destroySoon after the last answer of a connection, which would reset it while there is still data to read.
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
