import { type ConfigRequest, loadConfig } from '../../../config/index.js';
import { ConfigError, createEngine, type EngineSettings, type ExtractionRequest, type Outcome } from '../../../core/index.js';
import { buildApp } from '../../../server/index.js';

export interface Observing {
  /** Changes the configured engine for a measurement under other conditions. */
  readonly change?: (engine: EngineSettings) => EngineSettings;
  /** Called with every outcome before it is sent, since a measurement needs more of it than goes on the wire. */
  observe?(request: ExtractionRequest, outcome: Outcome): void;
}

export interface ObservedServer {
  readonly url: string;
  readonly key: string;
  close(): Promise<void>;
}

const key = 'pk_0123456789abcdefMEASURE';

/**
 * The real app on a free port of this machine, with the configured engine, a store in memory and no rate limit.
 * @throws ConfigError saying where the configuration is wrong.
 */
export async function startObserved(
  request: Omit<ConfigRequest, 'overrides'>,
  { change = (engine) => engine, observe = () => undefined }: Observing = {},
): Promise<ObservedServer> {
  const overrides = { port: '0', host: '127.0.0.1', store: 'memory:', rateLimit: '0', keys: key };
  const { engine: settings, server, explain } = await loadConfig({ ...request, overrides });
  const changed = change(settings);
  const { deadlineMs } = changed;
  try {
    const engine = createEngine(changed);
    const app = await buildApp({
      ...{ keys: server.keys, rateLimit: server.rateLimit, cacheSeconds: server.cacheSeconds },
      ...(deadlineMs !== undefined && { deadlineMs }),
      engine: {
        ...engine,
        async open(extraction) {
          const opened = await engine.open(extraction);
          return {
            ...opened,
            async extract() {
              const outcome = await opened.extract();
              observe(extraction, outcome);
              return outcome;
            },
          };
        },
      },
    });
    app.addHook('onClose', () => engine.close());
    return { url: await app.listen({ port: 0, host: '127.0.0.1' }), key, close: () => app.close() };
  } catch (error) {
    throw error instanceof ConfigError ? explain(error) : error;
  }
}
