import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { repeat } from './repeat.js';

/** Result of a probe. */
export interface HealthTimes {
  /** Milliseconds from when each `/health` was due; infinite beyond 5 s. */
  readonly health: readonly number[];
  /** Number of `/health` answers other than 200. */
  readonly unhealthy: number;
}

/** Worker thread: requests `/health` of each address four times a second until it receives a message. */
if (parentPort !== null) parentPort.postMessage(await probed(workerData, once(parentPort, 'message')));

async function probed(urls: readonly string[], stopped: Promise<unknown>): Promise<HealthTimes> {
  const health: number[] = [];
  let unhealthy = 0;
  const probe = async (url: string): Promise<void> => {
    const due = performance.now();
    const status = await fetch(`${url}/health`, { signal: AbortSignal.timeout(5_000) })
      .then((response) => response.text().then(() => response.status))
      .catch(() => 0);
    health.push(status === 0 ? Number.POSITIVE_INFINITY : performance.now() - due);
    if (status !== 0 && status !== 200) unhealthy += 1;
  };
  const over = new AbortController();
  stopped.then(() => over.abort());
  await repeat(250, over.signal, () => urls.map(probe));
  return { health, unhealthy };
}
