import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningServer } from './start-server.js';

const signals = ['SIGTERM', 'SIGINT'] as const;

export interface ShutdownTimes {
  /** The time that balancers have after SIGTERM to notice `/readyz`, before new requests are refused. */
  readonly drainMs: number;
  /** The longest that one request may take. */
  readonly deadlineMs: number;
}

/**
 * Closes the server on SIGTERM, after draining, or on SIGINT at once, because a person is waiting. Accepted requests have their deadline,
 * and at least a minute, to finish. A second signal ends the process immediately.
 */
export function closeOnSignal(server: Pick<RunningServer, 'drain' | 'close'>, { drainMs, deadlineMs }: ShutdownTimes): void {
  const end = (signal: NodeJS.Signals): void => {
    for (const name of signals) process.off(name, end).once(name, () => process.exit(1));
    close(server, { drainMs: signal === 'SIGTERM' ? drainMs : 0, deadlineMs }).then(
      () => process.exit(0),
      (error) => {
        process.stderr.write(`The server did not close cleanly: ${error instanceof Error ? error.message : String(error)}\n`);
        process.exit(1);
      },
    );
  };
  for (const signal of signals) process.once(signal, end);
}

async function close(server: Pick<RunningServer, 'drain' | 'close'>, { drainMs, deadlineMs }: ShutdownTimes): Promise<void> {
  server.drain();
  await sleep(drainMs);
  setTimeout(() => process.exit(1), Math.max(60_000, deadlineMs + 5_000)).unref();
  await server.close();
}
