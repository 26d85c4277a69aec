import type { FastifyRequest } from 'fastify';
import { clientOf } from '../addresses.js';
import { callerOf } from '../callers/caller.js';

/** For whom a request holds what all share: its caller, where it had to say who that is, and its address. */
export function sharersOf(request: FastifyRequest): readonly string[] {
  const caller = callerOf(request);
  return [`address ${clientOf(request.ip)}`, ...(caller ? [`${caller.kind} ${caller.id}`] : [])];
}
