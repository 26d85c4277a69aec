import type { FastifyInstance } from 'fastify';
import { share } from '../guards/limits.js';
import { type PlaygroundDoor, playgroundRoute } from './playground.js';
import { playgroundPage } from './playground-page.js';
import { playgroundState } from './playground-state.js';

/** All of the playground: where its page sends a document, what it asks before, and the page itself. */
export function playgroundRoutes(app: FastifyInstance, door: PlaygroundDoor): void {
  playgroundRoute(app, { ...door, limits: share(door.limits, 0.25) });
  playgroundState(app, door);
  playgroundPage(app);
}
