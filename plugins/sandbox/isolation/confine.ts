import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { execPath } from 'node:process';

/** How far the kernel isolates a child: from the file system and the network ('full'), from the network alone, or not at all. */
export type IsolationLevel = 'full' | 'network' | 'none';

/** A program, and its arguments before the child's own file. */
export interface IsolatedCommand {
  readonly execPath: string;
  readonly execArgv: readonly string[];
}

/** Node with these options, isolated as far as this machine allows. It can see the paths in `visible` and those that Node itself needs. */
export function isolatedCommand(nodeOptions: readonly string[], visible: readonly string[], level = isolationLevel()): IsolatedCommand {
  const node = [realpathSync(execPath), ...nodeOptions];
  const [file = '', ...execArgv] = commands[level]([...systemPaths(), ...visible], node);
  return { execPath: file, execArgv };
}

let strongest: IsolationLevel | undefined;

/** The strongest level that this machine allows, tested once per process. None of it needs root, but many containers forbid it. */
export function isolationLevel(): IsolationLevel {
  strongest ??= (['full', 'network'] as const).find(works) ?? 'none';
  return strongest;
}

function works(level: IsolationLevel): boolean {
  if (!unshare) return false;
  const [file = '', ...parameters] = commands[level](systemPaths(), ['/bin/sh', '-c', ':']);
  return spawnSync(file, parameters, { env: {}, stdio: 'ignore', timeout: 5_000 }).status === 0;
}

/** `unshare` is part of util-linux and of busybox; systems other than Linux do not have it. */
const unshare = ['/usr/bin/unshare', '/bin/unshare'].find(existsSync) ?? '';

/** Programs and libraries of the system. These paths hold no documents, settings or sockets. */
const systemPaths = (): readonly string[] => ['/usr', '/bin', '/lib', '/lib64', realpathSync(execPath)];

type Isolate = (visible: readonly string[], command: readonly string[]) => readonly string[];

const commands: Readonly<Record<IsolationLevel, Isolate>> = {
  full: (visible, command) => {
    const root = mountPoints.find((folder) => existsSync(folder) && !visible.some((path) => path.startsWith(`${folder}/`))) ?? '';
    return [
      unshare,
      '--user',
      '--map-root-user',
      '--mount',
      '--net',
      '/bin/sh',
      '-c',
      mountScript,
      'sh',
      root,
      ...visible,
      '--',
      ...command,
    ];
  },
  network: (_visible, command) => [unshare, '--user', '--map-root-user', '--net', ...command],
  none: (_visible, command) => command,
};

/** Folders that are empty on most systems. The child's root is mounted over the first that hides nothing it needs; only the child sees that. */
const mountPoints = ['/mnt', '/media', '/srv', '/opt'] as const;

/**
 * An `sh` script that runs a command with an isolated root: `sh ROOT PATH... -- COMMAND...`. The root holds only those PATHs that exist,
 * so sockets in the file system, such as a database's, are out of reach as well. Needs its own user and mount namespaces.
 */
const mountScript = `
set -e
mount -t tmpfs -o size=1m none "$1"
cd "$1"
shift
while [ "$1" != -- ]; do
  if [ -d "$1" ]; then mkdir -p ".$1" && mount --rbind "$1" ".$1"
  elif [ -e "$1" ]; then mkdir -p ".\${1%/*}" && : > ".$1" && mount --bind "$1" ".$1"
  fi
  shift
done
shift
mkdir .outside proc
mount --rbind /proc proc
pivot_root . .outside
cd /
umount -l /.outside /proc
exec env -u PWD -u OLDPWD -u SHLVL -u _ "$@"
`;
