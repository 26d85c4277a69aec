import { ConfigError, engineDefaults } from '../../core/index.js';
import { type LogOutput, lossyLog } from '../telemetry/lossy-log.js';
import { banner, firstKey } from './banner.js';
import { closeOnSignal } from './close-on-signal.js';
import { giveBackMemory } from './give-back-memory.js';
import { type RunningServer, type StartSettings, startServer } from './start-server.js';

/** Settings as the configuration yields them. */
export interface ServeSettings extends StartSettings {
  /** @throws ConfigError where parsers are less isolated on this machine than the host demands */
  requireSandbox?(): Promise<void>;
  /** Adds to an error where in the configuration it comes from. */
  explain?(error: ConfigError): ConfigError;
}

export interface ServeOutputs {
  readonly stdout: LogOutput;
  readonly stderr: LogOutput & { readonly isTTY?: boolean };
}

/**
 * Runs the server until a signal ends the process, for `npm start` and `vouch serve`. Requests are logged to standard output; messages for a
 * person go to standard error.
 * @throws ConfigError when a setting is wrong.
 */
export async function serve(settings: ServeSettings, { stdout, stderr }: ServeOutputs = process): Promise<RunningServer> {
  const server = await started(settings, stdout).catch((error) => {
    throw error instanceof ConfigError ? (settings.explain?.(error) ?? error) : error;
  });
  const { deadlineMs = engineDefaults.deadlineMs } = settings.engine;
  giveBackMemory(server.app.server);
  closeOnSignal(server, { drainMs: settings.server.drainMs ?? 5_000, deadlineMs });
  const key = await firstKey(server, {
    listed: settings.server.keys.length,
    shown: stderr.isTTY === true,
    inMemory: settings.server.store === 'memory:',
  });
  lossyLog(stderr, () => undefined).write(banner(server.url, key, settings.server));
  return server;
}

async function started(settings: ServeSettings, log: LogOutput): Promise<RunningServer> {
  await settings.requireSandbox?.();
  return startServer(settings, { log });
}
