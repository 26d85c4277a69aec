import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { serverDefaults } from '../../config/settings.js';
import { ConfigError, createEngine, type Engine, type EngineSettings, engineDefaults } from '../../core/index.js';
import { type Ingredients, openReceipts } from '../extraction/receipt.js';
import { leaseFor } from '../guards/credits.js';
import { dailyBudget } from '../guards/token-budgets.js';
import { documentsInBucket, openBucket } from '../state/bucket.js';
import { openStore } from '../state/open-store.js';
import type { Store } from '../state/store.js';
import { type LogOutput, lossyLog } from '../telemetry/logging.js';
import { type AppOptions, buildApp } from './app.js';

/** The options of the app that a host sets; the others are parts that the server creates. */
type AppSettings = Omit<
  AppOptions,
  'engine' | 'receipts' | 'store' | 'metrics' | 'draining' | 'log' | 'deadlineMs' | 'documentation' | 'limits'
>;

/** The settings of the stand-alone server, in the shape of a loaded configuration. */
export interface StartSettings {
  readonly engine: EngineSettings;
  readonly server: AppSettings & {
    /** 0 = any free port. */
    readonly port: number;
    readonly host: string;
    readonly keys: readonly string[];
    /** `sqlite:<file>`, `postgres://…` or `memory:`. */
    readonly store: string;
    /** A bucket for the documents of jobs: `s3://bucket/prefix?region=…&endpoint=…`. In the store when absent or empty. */
    readonly documents?: string;
    /** The file of the key that signs answers; no receipts when absent or empty. */
    readonly receiptKey?: string;
    /** The time from a SIGTERM to the first refusal. 5,000 when absent. */
    readonly drainMs?: number;
    /** The most tokens that all providers together may use in a day; 0 or absent = no limit. */
    readonly dailyTokens?: number;
  };
  /** What answers are made with, for their receipts. */
  ingredients?(): Ingredients;
}

export interface StartOptions {
  readonly log?: LogOutput;
  /** False for a worker, which runs jobs and listens on no port: its `url` is ''. True when absent. */
  readonly listens?: boolean;
}

export interface RunningServer {
  /** The address on this machine, without a trailing slash. */
  readonly url: string;
  readonly app: FastifyInstance;
  readonly store: Store;
  /** Makes `/readyz` fail from now on; requests that still come are served. */
  drain(): void;
  /** Refuses new requests, finishes the running ones, and closes the engine and the store. */
  close(): Promise<void>;
}

/**
 * Creates the engine, opens the store and listens. Requests are logged as lines of JSON to `log`.
 * @throws ConfigError when a setting is wrong or the address cannot be used.
 */
export async function startServer(settings: StartSettings, { log, listens = true }: StartOptions = {}): Promise<RunningServer> {
  const {
    port,
    host,
    store: address,
    documents = serverDefaults.documents,
    drainMs: _,
    metricsToken,
    receiptKey = serverDefaults.receiptKey,
    dailyTokens = serverDefaults.dailyTokens,
    ...apiOptions
  } = settings.server;
  const receipts = openReceipts(receiptKey, settings.ingredients?.());
  const metrics = metricsToken ? (await import('../telemetry/metrics.js')).openMetrics() : undefined;
  const bucket = documents === '' ? undefined : await openBucket(documents);
  const store = bucket ? documentsInBucket(openStore(address), bucket) : openStore(address);
  const leaseMs = leaseFor(settings.engine.deadlineMs ?? engineDefaults.deadlineMs);
  const logger: { app?: FastifyInstance } = {};
  let engine: Engine | undefined;
  let draining = false;
  const closeParts = async (): Promise<void> => {
    await engine?.close();
    await store.close();
  };
  try {
    engine = createEngine({
      log: (message, details) => logger.app?.log.info({ ...details }, message),
      ...(metrics && { report: metrics.tell }),
      ...(dailyTokens > 0 && {
        tokenBudget: dailyBudget(store.quotas, { tokens: dailyTokens, leaseMs, ...(metrics && { tell: metrics.tell }) }),
      }),
      ...settings.engine,
    });
    const { deadlineMs } = settings.engine;
    const app = await buildApp({
      engine,
      store,
      receipts,
      ...apiOptions,
      draining: () => draining,
      ...(metrics && metricsToken && { metrics, metricsToken }),
      ...(log && { log: lossyLog(log, () => metrics?.tell({ kind: 'log lost' })) }),
      ...(deadlineMs !== undefined && { deadlineMs }),
    });
    logger.app = app;
    tellUnpriced(engine, app);
    app.addHook('onClose', closeParts);
    if (!listens) await app.ready();
    else
      await app.listen({ port, host, backlog: backlogConnections }).catch((error) => Promise.reject(asListenError(error, { port, host })));
    const drain = (): void => {
      draining = true;
    };
    return { url: listens ? localUrl(app) : '', app, store, drain, close: () => app.close() };
  } catch (error) {
    await (logger.app ? logger.app.close() : closeParts());
    throw error;
  }
}

/** Prices that leave a model out leave its costs unknown, which an operator may not have meant. */
function tellUnpriced({ currency, metered }: Engine, app: FastifyInstance): void {
  for (const { label, price } of metered)
    if (currency !== undefined && !price) app.log.warn({ model: label }, 'the model has no price, so what it costs is unknown');
}

/** Connections that the kernel queues while the process is busy. It drops the rest silently, and Node's default of 511 fills within a second. */
const backlogConnections = 4_096;

/** A server that listens on all interfaces is reached through the loopback. */
function localUrl(app: FastifyInstance): string {
  const { address, port, family } = app.server.address() as AddressInfo;
  const host = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[address] ?? (family === 'IPv6' ? `[${address}]` : address);
  return `http://${host}:${port}`;
}

/** Why an address cannot be listened on, in words that follow "it"; undefined where it is not the address. */
export const whyNotListening = ({ code }: NodeJS.ErrnoException): string | undefined =>
  ({ EADDRINUSE: 'is taken', EACCES: 'is not allowed', EADDRNOTAVAIL: 'is not of this machine', ENOTFOUND: 'is not known' })[code ?? ''];

function asListenError(error: NodeJS.ErrnoException, { port, host }: { port: number; host: string }): Error {
  const reason = whyNotListening(error);
  if (!reason) return error;
  const message = `The server cannot listen on ${host}:${port}: it ${reason}. Set PORT or HOST to another; PORT=0 takes a free port`;
  return new ConfigError(message, ['server', 'port'], { cause: error });
}
