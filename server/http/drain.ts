import type { FastifyRequest } from 'fastify';

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
