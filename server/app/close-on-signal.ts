import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningServer } from './start-server.js';

const signals = ['SIGTERM', 'SIGINT'] as const;

export interface ShutdownTimes {
  /** How long SIGTERM lets balancers notice that `/readyz` says no, before new requests are refused. */
  readonly drainMs: number;
  /** The longest that a request may take. */
  readonly deadlineMs: number;
}

/**
 * Closes the server on SIGTERM, which a platform sends while it still sends requests, or on SIGINT, where a person waits and nothing is
 * drained. What has been accepted may end within its deadline; a minute is the least. A second signal ends the process at once.
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
