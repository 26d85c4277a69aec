import { type ConfigRequest, loadConfig } from '../config/index.js';
import { ConfigError } from '../core/index.js';
import { generateKey } from './keys/format.js';
import { type RunningServer, startServer } from './start-server.js';

/**
 * The real server on a free port of this machine, with a store that is forgotten, a fresh key and no limit on the rate: for a demonstration
 * or a measurement. The engine is the configured one.
 * @throws ConfigError saying where the configuration is wrong.
 */
export async function startThrowAway(
  request: Omit<ConfigRequest, 'overrides'>,
): Promise<{ readonly server: RunningServer; readonly key: string }> {
  const key = generateKey();
  const overrides = { port: '0', host: '127.0.0.1', store: 'memory:', rateLimit: '0', keys: key };
  const loaded = await loadConfig({ ...request, overrides });
  const server = await startServer(loaded).catch((error: unknown) => {
    throw error instanceof ConfigError ? loaded.explain(error) : error;
  });
  return { server, key };
}
