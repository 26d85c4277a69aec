import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { execPath } from 'node:process';
import { mountPoints, mountScript } from './mount-script.js';

/** How far the kernel keeps a child apart: in a room of its own, cut off from the network alone, or not at all. */
export type Confinement = 'room' | 'network' | 'none';

/** What is started, and what it is given before the child's own file. */
export interface Command {
  readonly execPath: string;
  readonly execArgv: readonly string[];
}

/** Node with these options, as far apart as this machine allows; it sees the paths `shown` and what Node itself needs. */
export function confined(nodeOptions: readonly string[], shown: readonly string[], way = confinement()): Command {
  const node = [realpathSync(execPath), ...nodeOptions];
  const [file = '', ...execArgv] = commands[way]([...needed(), ...shown], node);
  return { execPath: file, execArgv };
}

let found: Confinement | undefined;

/** The strongest way that this machine allows, tried once in a process. Nothing of it needs root, but many containers forbid all of it. */
export function confinement(): Confinement {
  found ??= (['room', 'network'] as const).find(works) ?? 'none';
  return found;
}

function works(way: Confinement): boolean {
  if (!unshare) return false;
  const [file = '', ...parameters] = commands[way](needed(), ['/bin/sh', '-c', ':']);
  return spawnSync(file, parameters, { env: {}, stdio: 'ignore', timeout: 5_000 }).status === 0;
}

/** Part of util-linux and of busybox; other systems than Linux have none. */
const unshare = ['/usr/bin/unshare', '/bin/unshare'].find(existsSync) ?? '';

/** Programs and libraries of the system: no documents, no settings and no sockets lie there. */
const needed = (): readonly string[] => ['/usr', '/bin', '/lib', '/lib64', realpathSync(execPath)];

type Wrap = (shown: readonly string[], command: readonly string[]) => readonly string[];

const commands: Readonly<Record<Confinement, Wrap>> = {
  room: (shown, command) => {
    const at = mountPoints.find((folder) => existsSync(folder) && !shown.some((path) => path.startsWith(`${folder}/`))) ?? '';
    return [unshare, '--user', '--map-root-user', '--mount', '--net', '/bin/sh', '-c', mountScript, 'sh', at, ...shown, '--', ...command];
  },
  network: (_shown, command) => [unshare, '--user', '--map-root-user', '--net', ...command],
  none: (_shown, command) => command,
};
