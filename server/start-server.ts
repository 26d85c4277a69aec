import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createEngine, type EngineSettings } from '../core/index.js';
import { buildApp } from './app.js';
import { openStore } from './state/open-store.js';
import type { Store } from './state/store.js';

/** What the stand-alone server needs to know; a loaded configuration has this shape. */
export interface StartSettings {
  readonly engine: EngineSettings;
  readonly server: {
    /** 0 = a free one. */
    readonly port: number;
    readonly host: string;
    readonly keys: readonly string[];
    /** `sqlite:<file>` or `memory:`. */
    readonly store: string;
    readonly rateLimit: number;
    readonly playgroundOrigins: readonly string[];
    readonly trustedProxies: readonly string[];
  };
}

export interface RunningServer {
  /** Where it can be reached from this machine, without a slash at the end. */
  readonly url: string;
  readonly app: FastifyInstance;
  readonly store: Store;
  /** Takes no more requests, finishes those it has, and ends the engine and the store. */
  close(): Promise<void>;
}

/**
 * Makes the engine, opens the store and listens. With `log`, requests leave lines on the standard output.
 * @throws ConfigError when a setting is wrong; Error when the address is taken.
 */
export async function startServer(settings: StartSettings, { log = false } = {}): Promise<RunningServer> {
  const { port, host, store: address, ...doors } = settings.server;
  const store = openStore(address);
  const logger: { app?: FastifyInstance } = {};
  const engine = createEngine({ log: (message, details) => logger.app?.log.info({ ...details }, message), ...settings.engine });
  const closeParts = async (): Promise<void> => {
    await engine.close();
    await store.close();
  };
  try {
    const { deadlineMs } = settings.engine;
    const app = await buildApp({ engine, store, log, ...doors, ...(deadlineMs !== undefined && { deadlineMs }) });
    logger.app = app;
    app.addHook('onClose', closeParts);
    await app.listen({ port, host });
    return { url: localUrl(app), app, store, close: () => app.close() };
  } catch (error) {
    await (logger.app ? logger.app.close() : closeParts());
    throw error;
  }
}

/** A server that listens everywhere is reached on the loopback. */
function localUrl(app: FastifyInstance): string {
  const { address, port, family } = app.server.address() as AddressInfo;
  const host = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[address] ?? (family === 'IPv6' ? `[${address}]` : address);
  return `http://${host}:${port}`;
}
