import type { RunningServer } from './start-server.js';

const signals = ['SIGTERM', 'SIGINT'] as const;

/** Closes the server on SIGTERM or SIGINT: what is being worked on may end within its deadline. A second signal ends the process at once. */
export function closeOnSignal(server: Pick<RunningServer, 'close'>, deadlineMs = 120_000): void {
  const close = (): void => {
    for (const signal of signals) process.off(signal, close).once(signal, () => process.exit(1));
    setTimeout(() => process.exit(1), deadlineMs + 5_000).unref();
    server.close().then(
      () => process.exit(0),
      (error) => {
        process.stderr.write(`The server did not close cleanly: ${error instanceof Error ? error.message : String(error)}\n`);
        process.exit(1);
      },
    );
  };
  for (const signal of signals) process.once(signal, close);
}
