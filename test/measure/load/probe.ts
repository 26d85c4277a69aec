import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { repeat } from './repeat.js';

/** What a probe tells in the end. */
export interface HealthTimes {
  /** How long each `/health` took from when it was due, ms; infinite beyond 5 s. */
  readonly health: readonly number[];
  /** Answers of `/health` other than 200. */
  readonly unhealthy: number;
}

/** The program of a thread: asks each of the addresses it is given for `/health`, four times a second, until it is told that it is over. */
if (parentPort !== null) parentPort.postMessage(await probed(workerData, once(parentPort, 'message')));

async function probed(urls: readonly string[], told: Promise<unknown>): Promise<HealthTimes> {
  const health: number[] = [];
  let unwell = 0;
  const probe = async (url: string): Promise<void> => {
    const due = performance.now();
    const status = await fetch(`${url}/health`, { signal: AbortSignal.timeout(5_000) })
      .then((response) => response.text().then(() => response.status))
      .catch(() => 0);
    health.push(status === 0 ? Number.POSITIVE_INFINITY : performance.now() - due);
    if (status !== 0 && status !== 200) unwell += 1;
  };
  const over = new AbortController();
  told.then(() => over.abort());
  await repeat(250, over.signal, () => urls.map(probe));
  return { health, unhealthy: unwell };
}
