let shut = false;

/**
 * Keeps whoever may send signals to this process from opening its inspector, which would show its memory, keys and files: a listener for
 * SIGUSR1 takes the place of Node's own. A process that was started with an inspector keeps it.
 */
export function shutInspector(): void {
  if (shut) return;
  shut = true;
  process.on('SIGUSR1', () => {});
}
