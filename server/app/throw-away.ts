import { type ConfigRequest, loadConfig } from '../../config/index.js';
import { ConfigError, type EngineSettings } from '../../core/index.js';
import { generateKey } from '../guards/keys/format.js';
import { type RunningServer, type StartOptions, startServer } from './start-server.js';

export interface ThrowAwayOptions extends StartOptions {
  /** Changes the configured engine: for a measurement under other conditions. */
  readonly change?: (engine: EngineSettings) => EngineSettings;
}

/**
 * The real server on a free port of this machine, with a store that is forgotten, a fresh key and no limit on the rate: for a demonstration
 * or a measurement. The engine is the configured one unless it is changed.
 * @throws ConfigError saying where the configuration is wrong.
 */
export async function startThrowAway(
  request: Omit<ConfigRequest, 'overrides'>,
  { change = (engine) => engine, ...options }: ThrowAwayOptions = {},
): Promise<{ readonly server: RunningServer; readonly key: string }> {
  const key = generateKey();
  const overrides = { port: '0', host: '127.0.0.1', store: 'memory:', rateLimit: '0', keys: key };
  const loaded = await loadConfig({ ...request, overrides });
  const server = await startServer({ ...loaded, engine: change(loaded.engine) }, options).catch((error: unknown) => {
    throw error instanceof ConfigError ? loaded.explain(error) : error;
  });
  return { server, key };
}
