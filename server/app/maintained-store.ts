import type { FastifyInstance } from 'fastify';
import { openStore } from '../state/open-store.js';
import type { Store } from '../state/store.js';
import type { Tell } from '../telemetry/events.js';

/** The host's store, or one in memory that closes with the app. It is swept and its outages are logged while the app runs. */
export function maintainedStore(app: FastifyInstance, given: Store | undefined, tell: Tell): Store {
  const store = given ?? ownStore(app);
  sweepRegularly(app, store);
  logOutages(app, store, tell);
  return store;
}

function ownStore(app: FastifyInstance): Store {
  const store = openStore('memory:');
  app.addHook('onClose', () => store.close());
  return store;
}

function sweepRegularly(app: FastifyInstance, store: Store): void {
  const sweep = (): void => {
    store.sweep().catch((error) => app.log.error({ err: error }, 'the store could not be swept'));
  };
  const timer = setInterval(sweep, 60_000).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

function logOutages(app: FastifyInstance, store: Store, tell: Tell): void {
  const stop = store.watch?.((event) => {
    if (event.kind === 'lost') app.log.warn({ err: event.cause }, 'the store was lost: rates are counted here, and keys pass that it knew');
    if (event.kind === 'fallback') tell(event);
    if (event.kind === 'found') app.log.info('the store is back');
  });
  if (stop) app.addHook('onClose', async () => stop());
}
