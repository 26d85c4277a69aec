import { existsSync, rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

/** A process that waits for the end of the one that started it, and then ends a PostgreSQL that it has left behind and removes its folder. */
const [pid, folder = ''] = process.argv.slice(2);
for await (const _ of process.stdin);
if (existsSync(folder)) {
  for (const signal of ['SIGCONT', 'SIGQUIT'] as const) tell(signal);
  while (tell(0)) await setTimeout(50);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}

/** Whether it was there to be told. */
function tell(signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(Number(pid), signal);
  } catch {
    return false;
  }
}
