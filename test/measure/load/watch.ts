import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { Worker } from 'node:worker_threads';
import { residentMb } from '../../../plugins/sandbox/watch-process.js';
import { quantile } from '../bench/clock.js';
import { familyOf } from '../bench/process.js';
import type { ServerProcess } from '../bench/server.js';
import type { HealthTimes } from './probe.js';
import { repeat } from './repeat.js';
import { type LoadLine, under } from './row.js';

export const metricsToken = 'load-metrics-token';

/** Resources of a server process at one moment. */
export interface ProcessSample {
  readonly atMs: number;
  /** Of the API process alone. */
  readonly rssMb: number;
  readonly descriptors: number;
  readonly children: number;
  /** 99th percentile of the event loop delay since the last sample. */
  readonly loopP99Ms: number;
}

export interface WatchedServers extends HealthTimes {
  /** One list per server. */
  readonly samples: readonly (readonly ProcessSample[])[];
  /** The one-minute load average of the machine at the end. */
  readonly machine: number;
}

/** Samples `/health` and the server processes while `work` runs. */
export async function watched<T>(
  servers: readonly ServerProcess[],
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly seen: WatchedServers }> {
  const over = new AbortController();
  const samples = servers.map((): ProcessSample[] => []);
  const began = performance.now();
  const all = Promise.all([
    probed(servers, over.signal),
    repeat(5_000, over.signal, () => servers.map(async (server, index) => samples[index]?.push(await sample(server, began)))),
  ]);
  const result = await work().finally(() => over.abort());
  const [health] = await all;
  return { result, seen: { ...health, samples, machine: loadavg()[0] ?? 0 } };
}

/** Runs in its own thread, because the thread that makes the load is too busy to be punctual. */
async function probed(servers: readonly ServerProcess[], over: AbortSignal): Promise<HealthTimes> {
  const probe = new Worker(new URL('probe.js', import.meta.url), { workerData: servers.map(({ url }) => url) });
  over.addEventListener('abort', () => probe.postMessage('over'));
  const [probed] = await once(probe, 'message');
  return probed;
}

export async function sample({ url, pid }: ServerProcess, began = 0): Promise<ProcessSample> {
  const loopP99Ms = await fetch(`${url}/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
    signal: AbortSignal.timeout(30_000),
  })
    .then((response) => response.text())
    .then(
      (text) => 1_000 * Number(/^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(text)?.[1]),
      () => Number.NaN,
    );
  return {
    atMs: performance.now() - began,
    rssMb: residentMb(pid) ?? Number.NaN,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    children: familyOf(pid).length - 1,
    loopP99Ms,
  };
}

/** Lines that every load reports about the servers. */
export function healthLines({ health, unhealthy, samples, machine }: WatchedServers): readonly LoadLine[] {
  const loop = samples.flat().flatMap(({ loopP99Ms }) => (Number.isFinite(loopP99Ms) ? [loopP99Ms] : []));
  const rss = Math.max(...samples.flat().map(({ rssMb }) => rssMb));
  return [
    under(`… /health p99 of ${health.length}`, quantile(health, 0.99), { most: 250, unit: 'ms' }),
    { what: '… /health other than 200', observed: String(unhealthy), aim: 'none', met: unhealthy === 0 },
    under('… event loop p99, the worst 5 s', Math.max(...loop), { most: 100, unit: 'ms' }),
    { what: '… memory of an API process, most', observed: `${rss.toFixed(0)} MB` },
    { what: '… load average of the machine', observed: machine.toFixed(1) },
  ];
}
