import type { FastifyRequest } from 'fastify';

const lingerMs = 5_000;

/**
 * Lets a caller read an answer that came before its upload had ended: the rest is read and thrown away for a while, since closing at once
 * would destroy the answer on its way. Who goes on sending for longer is cut off.
 */
export async function drain({ raw }: FastifyRequest): Promise<void> {
  if (raw.complete !== false || raw.destroyed) return;
  const cutOff = setTimeout(() => raw.socket.destroy(), lingerMs).unref();
  raw.once('close', () => clearTimeout(cutOff));
  raw.unpipe();
  raw.resume();
}
