import { readFileSync } from 'node:fs';
import { url } from 'node:inspector';
import { setTimeout } from 'node:timers/promises';
import { type DoctorFinding, fail, ok, warn } from './finding.js';

const flag = '--disable-sigusr1';
const help = `Start it with node ${flag}: else whoever may signal it can read its memory, keys and files until it has made an engine.`;

/** Whether a signal opens the inspector of a process that has made an engine, as this one has: tried on this one. */
export async function inspector(): Promise<DoctorFinding> {
  if (url() !== undefined) return warn('inspector', 'this process was started with one', 'Start a server without --inspect.');
  process.kill(process.pid, 'SIGUSR1');
  // Node would open it in a thread of its own.
  await setTimeout(200);
  return url() === undefined
    ? ok(
        'inspector',
        `SIGUSR1 opens none once an engine is made; --app <pid> looks at an app of your own, ${flag} closes it from the start`,
      )
    : fail('inspector', 'SIGUSR1 opens the inspector of this process', help);
}

/** Whether a running app was started so that SIGUSR1 never opens its inspector. Its own listeners cannot be seen from outside. */
export function inspectorOf(pid: number): DoctorFinding {
  try {
    const [command, environment] = [read(pid, 'cmdline'), read(pid, 'environ')];
    const options = [...command, ...(environment.find((variable) => variable.startsWith('NODE_OPTIONS=')) ?? '').split(/[= ]/)];
    return options.includes(flag)
      ? ok('inspector', `process ${pid}: SIGUSR1 has been closed since its start`)
      : warn('inspector', `process ${pid}: SIGUSR1 is closed only since it has made an engine, if it has made one`, help);
  } catch {
    return fail('inspector', `process ${pid} cannot be looked at`, 'Name a process of this user on Linux by its number.');
  }
}

const read = (pid: number, file: 'cmdline' | 'environ'): readonly string[] => readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0');
