import { spawn, spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { execPath } from 'node:process';
import { niceness } from './watch-process.js';

/**
 * How far the kernel isolates a child: from the file system, the network and other processes ('full'), from the network and other processes
 * ('network'), or not at all, so that only Node's permissions keep it from files and programs ('permissions').
 */
export type IsolationLevel = 'full' | 'network' | 'permissions';

/** A program and its arguments. */
export interface Command {
  readonly file: string;
  readonly parameters: readonly string[];
}

/** Node with these options and parameters, isolated as far as this machine allows. It can see the paths in `visible` and those that Node itself needs. */
export function isolatedCommand(node: readonly string[], visible: readonly string[], level = isolationLevel()): Command {
  const [file = '', ...parameters] = [
    ...lowPriority,
    ...commands[level](parentsFirst([...systemPaths, ...visible, realpathSync(execPath)]), [realpathSync(execPath), ...node]),
  ];
  return { file, parameters };
}

/**
 * Parsers get a lower priority than the server: its one thread feeds all of them, so a delay there delays each. `nice` sets it before the
 * parser has threads, because they inherit it.
 */
const lowPriority: readonly string[] = ['/usr/bin/nice', '/bin/nice']
  .filter(existsSync)
  .slice(0, 1)
  .flatMap((nice) => [nice, '-n', String(niceness)]);

let strongest: IsolationLevel | undefined;

/** The strongest level that this machine allows, tested once per process. None of it needs root, but many containers forbid it. */
export function isolationLevel(): IsolationLevel {
  strongest ??= levels.find((level) => spawnSync(...testOf(level), testOptions).status === 0) ?? 'permissions';
  return strongest;
}

let finding: Promise<IsolationLevel> | undefined;

/** The same, tested while this process does other work, such as the rest of its start. */
export function findIsolationLevel(): Promise<IsolationLevel> {
  finding ??= tested().then((found) => {
    strongest ??= found;
    return strongest;
  });
  return finding;
}

async function tested(): Promise<IsolationLevel> {
  for (const level of levels) if (await works(level)) return level;
  return 'permissions';
}

const works = (level: IsolationLevel): Promise<boolean> =>
  new Promise((resolve) => {
    const test = spawn(...testOf(level), testOptions);
    test.once('error', () => resolve(false)).once('exit', (status) => resolve(status === 0));
  });

const testOptions = { env: {}, stdio: 'ignore', timeout: 5_000 } as const;

const testOf = (level: IsolationLevel): [string, readonly string[]] => {
  const [file = '', ...parameters] = commands[level](systemPaths, ['/bin/sh', '-c', ':']);
  return [file, parameters];
};

/** Both are part of util-linux; systems other than Linux do not have them. */
const unshare = ['/usr/bin/unshare', '/bin/unshare'].find(existsSync) ?? '';
const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find(existsSync) ?? '';
/** By which the parser is found behind `unshare`, so that its memory can be watched. */
const childrenFile = `/proc/self/task/${process.pid}/children`;

/** From the strongest. */
const levels: readonly IsolationLevel[] = unshare !== '' && setpriv !== '' && existsSync(childrenFile) ? ['full', 'network'] : [];

/** Programs and libraries of the system. These paths hold no documents, settings or sockets. */
const systemPaths = ['/usr', '/bin', '/lib', '/lib64'] as const;
/** What lies in a folder that is visible as a whole, as Node may among the packages, is not mounted once more. */
const parentsFirst = (paths: readonly string[]): readonly string[] => paths.toSorted((a, b) => a.length - b.length);

type Isolate = (visible: readonly string[], command: readonly string[]) => readonly string[];

const commands: Readonly<Record<IsolationLevel, Isolate>> = {
  full: (visible, command) => {
    const root = mountPoints.find((folder) => existsSync(folder) && !visible.some((path) => path.startsWith(`${folder}/`))) ?? '';
    return [...alone, '--mount', '/bin/sh', '-c', `${mountScript}${runScript}`, 'sh', root, ...visible, '--', ...powerless, ...command];
  },
  network: (_visible, command) => [...alone, '/bin/sh', '-c', runScript, 'sh', ...powerless, ...command],
  permissions: (_visible, command) => command,
};

/** Without network, and without a process to signal or to look into; when `unshare` is killed, everything in the namespaces is. */
const alone = [unshare, '--user', '--map-root-user', '--net', '--ipc', '--pid', '--fork', '--kill-child'];
/** The parser has no capability, not even over its own namespaces, and can get none. */
const powerless = [setpriv, '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all'];

/** An `sh` script that runs a command as its child: the first process of a namespace could not kill itself. */
const runScript = `unset PWD OLDPWD SHLVL _
"$@"
exit $?`;

/** Folders that are empty on most systems. The child's root is mounted over the first that hides nothing it needs; only the child sees that. */
const mountPoints = ['/mnt', '/media', '/srv', '/opt'] as const;

/**
 * An `sh` script that leaves a command alone with an isolated root: `sh ROOT PATH... -- COMMAND...`. The root holds only those PATHs that
 * exist, so sockets in the file system, such as a database's, are out of reach as well, and nothing in it can be written. Needs its own user
 * and mount namespaces.
 */
const mountScript = `
set -e
mount -t tmpfs -o size=1m none "$1"
cd "$1"
shift
while [ "$1" != -- ]; do
  if [ ".$1" -ef "$1" ]; then :
  elif [ -d "$1" ]; then mkdir -p ".$1" && mount --rbind "$1" ".$1"
  elif [ -e "$1" ]; then mkdir -p ".\${1%/*}" && : > ".$1" && mount --bind "$1" ".$1"
  fi
  shift
done
shift
mkdir .outside proc
mount --rbind /proc proc
pivot_root . .outside
cd /
umount -l /.outside
while read -r _ _ _ _ point options _; do
  case $point in /proc*) ;; *) mount -o "remount,bind,$options,ro" "$point" ;; esac
done < /proc/self/mountinfo
umount -l /proc
set +e
`;
