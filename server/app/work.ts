import { ConfigError } from '../../core/index.js';
import { defaults } from '../../core/internal.js';
import { lossyLog } from '../telemetry/lossy-log.js';
import { closeOnSignal } from './close-on-signal.js';
import type { ServeOutputs, ServeSettings } from './serve.js';
import { type RunningServer, startServer } from './start-server.js';

/**
 * Runs jobs until a signal ends the process, for `vouch work`: the app of a server with a worker, which listens nowhere.
 * @throws ConfigError when a setting is wrong
 */
export async function work(settings: ServeSettings, { stdout, stderr }: ServeOutputs = process): Promise<RunningServer> {
  const worker = await started(settings, stdout).catch((error) => {
    throw error instanceof ConfigError ? (settings.explain?.(error) ?? error) : error;
  });
  // Nothing else keeps the process: a worker that waits for jobs holds no connection.
  const awake = setInterval(() => undefined, 60_000);
  const close = (): Promise<void> => worker.close().finally(() => clearInterval(awake));
  closeOnSignal({ ...worker, close }, { drainMs: 0, deadlineMs: settings.engine.deadlineMs ?? defaults.deadlineMs });
  lossyLog(stderr, () => undefined).write(`Vouch works on jobs, ${settings.server.work ?? 2} at a time\n`);
  return worker;
}

async function started(settings: ServeSettings, log: ServeOutputs['stdout']): Promise<RunningServer> {
  await settings.requireSandbox?.();
  return startServer(settings, { log, listens: false });
}
