import type { FastifyRequest } from 'fastify';
import { clientOf } from '../addresses.js';
import { holderOf } from '../require-key.js';

/** For whom a request holds what all share: its key, where it has one, and its address. */
export function sharersOf(request: FastifyRequest): readonly string[] {
  const holder = holderOf(request);
  return [`address ${clientOf(request.ip)}`, ...(holder === undefined ? [] : [`key ${holder}`])];
}
