import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { onTestFinished, vi } from 'vitest';
import { type ExtractionApiOptions, extractionApi, openStore, type Store } from '../../../server/index.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { freshSchema } from '../state/fresh-schema.js';
import { postgresServer } from '../state/postgres-server.js';
import { key, openDoor } from './door.js';
import { fakeEngine } from './fake-engine.js';

/** A place for the state of servers. */
export interface StorePlace {
  /** Opens the store there, as a server does that starts anew. */
  open(): Promise<Store>;
}

const places: Readonly<Record<string, () => Promise<StorePlace>>> = {
  memory: async () => {
    const store = openStore('memory:');
    onTestFinished(() => store.close());
    return { open: async () => store };
  },
  'a file': async () => placeOf(`sqlite:${join(temporaryFolder('store'), 'vouch.db')}`),
  PostgreSQL: async () => placeOf((await freshSchema(postgresServer())).url),
};

const placeOf = (address: string): StorePlace => ({
  async open() {
    const store = openStore(address);
    onTestFinished(() => store.close());
    await vi.waitFor(() => store.ping(), 60_000);
    return store;
  },
});

type Door = (options: Partial<ExtractionApiOptions>) => Promise<FastifyInstance>;

/** The endpoints in an app that somebody else has made. */
async function openHosted(options: Partial<ExtractionApiOptions>): Promise<FastifyInstance> {
  const app = Fastify();
  onTestFinished(() => app.close());
  await app.register(extractionApi, { engine: fakeEngine(), keys: [key], rateLimit: 0, ...options });
  return app;
}

const doors: Readonly<Record<string, Door>> = { 'a server': openDoor, 'the app of a host': openHosted };

export interface Mode {
  readonly door: string;
  readonly state: string;
  readonly open: Door;
  readonly place: () => Promise<StorePlace>;
}

/** Every way in which the endpoints run: alone or in an app of a host, upon each kind of store. */
export const modes: readonly Mode[] = Object.entries(doors).flatMap(([door, open]) =>
  Object.entries(places).map(([state, place]) => ({ door, state, open, place })),
);
