import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { familyOf } from '../bench/process.js';
import { listening } from '../bench/server.js';

export const key = `pk_outages${'0'.repeat(16)}`;
export const metricsToken = 'token-of-the-outages';
export const origin = 'https://play.example.com';

export interface InstanceOptions {
  /** The configuration file, as data. */
  readonly config: object;
  readonly env?: Readonly<Record<string, string>>;
  /** Target of the log, which is dropped when absent. */
  readonly stdout?: string;
}

/** A server like `npm start`, in its own process and folder. */
export interface Instance {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly temp: string;
  /** Resolves to exit code and signal when it ends. */
  readonly ended: Promise<readonly [number | null, NodeJS.Signals | null]>;
  /** Child processes that still run. */
  children(): readonly number[];
  descriptors(): number;
  sockets(): number;
  signal(name: NodeJS.Signals): void;
  /** Kills it if it still runs. */
  kill(): Promise<void>;
  remove(): Promise<void>;
}

/** Resolves the same from `dist/test/measure/outages/` and `test/measure/outages/`. */
const program = fileURLToPath(import.meta.resolve('vouch/package.json').replace(/package\.json$/, 'dist/server/app/main.js'));

export async function startInstance({ config, env = {}, stdout = '/dev/null' }: InstanceOptions): Promise<Instance> {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-outages-'));
  const temp = join(folder, 'temp');
  mkdirSync(temp);
  writeFileSync(join(folder, 'vouch.config.json'), JSON.stringify(config));
  const output = openSync(stdout, 'a');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    cwd: folder,
    env: { ...usual, TMPDIR: temp, ...env },
    stdio: ['ignore', output, 'pipe'],
  });
  closeSync(output);
  endWithUs(child);
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const url = await listening(child);
  const pid = child.pid ?? 0;
  const kill = async (): Promise<void> => {
    child.kill('SIGCONT');
    child.kill('SIGKILL');
    await ended;
  };
  return {
    url,
    port: Number(new URL(url).port),
    pid,
    temp,
    ended,
    children: () => familyOf(pid).slice(1),
    descriptors: () => descriptorsOf(pid).length,
    sockets: () => descriptorsOf(pid).filter((target) => target.startsWith('socket:')).length,
    signal: (name) => void child.kill(name),
    kill,
    async remove() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Kills the child when this process exits early. */
function endWithUs(child: ChildProcess): void {
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
}

const usual = {
  PORT: '0',
  VOUCH_KEYS: key,
  VOUCH_RATE_LIMIT: '0',
  VOUCH_METRICS_TOKEN: metricsToken,
  VOUCH_PLAYGROUND_ORIGINS: origin,
  VOUCH_TRUSTED_PROXIES: '127.0.0.1/32',
  VOUCH_DRAIN_MS: '0',
};

/** The target of each open descriptor of a process. A descriptor may close in the meantime. */
function descriptorsOf(pid: number): readonly string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${name}`)];
    } catch {
      return [];
    }
  });
}
