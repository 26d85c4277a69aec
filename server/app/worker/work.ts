import { ConfigError, engineDefaults } from '../../../core/index.js';
import { lossyLog } from '../../telemetry/lossy-log.js';
import { closeOnSignal } from '../close-on-signal.js';
import type { ServeOutputs, ServeSettings } from '../serve.js';
import { type RunningServer, startServer } from '../start-server.js';
import { openProbes } from './probe-door.js';

export interface WorkTerms {
  /** The port on which probes are answered; none when absent. */
  readonly probes?: number | undefined;
}

/**
 * Runs jobs until a signal ends the process, for `vouch work`: the app of a server with a worker, of which the probes alone can be reached.
 * @throws ConfigError when a setting is wrong
 */
export async function work(
  settings: ServeSettings,
  { stdout, stderr }: ServeOutputs = process,
  terms: WorkTerms = {},
): Promise<RunningServer> {
  const worker = await started(settings, stdout, terms).catch((error) => {
    throw error instanceof ConfigError ? (settings.explain?.(error) ?? error) : error;
  });
  // Nothing else keeps the process: a worker that waits for jobs holds no connection.
  const awake = setInterval(() => undefined, 60_000);
  const close = (): Promise<void> => worker.close().finally(() => clearInterval(awake));
  closeOnSignal({ ...worker, close }, { drainMs: 0, deadlineMs: settings.engine.deadlineMs ?? engineDefaults.deadlineMs });
  const probes = worker.url === '' ? '' : `, and answers probes on ${worker.url}`;
  lossyLog(stderr, () => undefined).write(`Vouch works on jobs, ${settings.server.work ?? 2} at a time${probes}\n`);
  return worker;
}

/** A worker whose probes are answered from its start to its end. */
async function started(settings: ServeSettings, log: ServeOutputs['stdout'], { probes: port }: WorkTerms): Promise<RunningServer> {
  await settings.requireSandbox?.();
  const worker = await startServer(settings, { log, listens: false });
  if (port === undefined) return worker;
  const { url, close } = await openProbes(worker.app, { host: settings.server.host, port }).catch(async (error) => {
    await worker.close();
    throw error;
  });
  return { ...worker, url, close: () => worker.close().finally(close) };
}
