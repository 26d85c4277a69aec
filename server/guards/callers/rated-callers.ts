import type { onRequestAsyncHookHandler } from 'fastify';
import type { Scope } from '../../state/grant.js';
import type { RateStore } from '../../state/store.js';
import { limitCallerRate, limitRate } from '../limit-rate.js';
import { type Entrance, requireCaller } from './require-caller.js';

/** What the door of an endpoint for known callers has. */
export interface RatedDoor {
  readonly telemetry: { readonly guard: onRequestAsyncHookHandler };
  readonly entrance: Entrance;
  readonly rates: RateStore;
  readonly rateLimit: number;
  readonly rateLimitPerKey: number;
}

/** Admits callers who have the scope, as often as their address and they themselves may call. */
export const ratedCallers = (door: RatedDoor, scope: Scope): onRequestAsyncHookHandler[] => [
  door.telemetry.guard,
  limitRate(door.rates, door.rateLimit),
  requireCaller(door.entrance, scope),
  limitCallerRate(door.rates, door.rateLimitPerKey),
];
