import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Compiled, also where this module runs as TypeScript. */
const program = fileURLToPath(
  new URL(`${import.meta.url.endsWith('.ts') ? '../../../dist/test' : '../..'}/server/support/serving.js`, import.meta.url),
);
const startMs = 60_000;

type Role = 'server' | 'worker';

/** What a process is, and in which settings it differs from the others. */
interface Kind {
  readonly role: Role;
  readonly settings: object;
}

interface Instance {
  readonly kind: Kind;
  readonly child: ChildProcess;
  /** Undefined until it listens, or works, and while it is dead. A worker's is empty. */
  url: string | undefined;
}

export interface FleetTerms {
  readonly servers: number;
  readonly workers?: number;
  /** How long a document takes, in ms. */
  readonly slowMs: number;
  /** The share of readings in which the provider fails, 0 to 1. */
  readonly failing?: number;
  /** Settings of each process. */
  readonly settings: object;
  /** Settings of servers alone. */
  readonly ofServers?: object;
}

/** Servers, and workers beside them, on one store, of which one after the other can be killed. */
export class Fleet {
  readonly #instances: Instance[] = [];
  kills = 0;

  private constructor(private readonly terms: FleetTerms) {}

  static async start(terms: FleetTerms): Promise<Fleet> {
    const fleet = new Fleet(terms);
    for (let at = 0; at < terms.servers; at++) await fleet.#start(at, { role: 'server', settings: terms.ofServers ?? {} });
    await fleet.startWorkers(terms.workers ?? 0);
    return fleet;
  }

  /** @param settings those in which they differ from the servers */
  async startWorkers(count: number, settings: object = {}): Promise<void> {
    for (let more = 0; more < count; more++) await this.#start(this.#instances.length, { role: 'worker', settings });
  }

  /** The address of a server that is alive; undefined where none is. */
  get url(): string | undefined {
    const alive = this.#instances.flatMap(({ kind, url }) => (kind.role === 'server' && url !== undefined ? [url] : []));
    return alive[Math.floor(Math.random() * alive.length)];
  }

  /** Of the first server. */
  get pid(): number {
    return this.#instances[0]?.child.pid ?? 0;
  }

  /** Kills one without a word, and starts another in its place. */
  async killOne(): Promise<void> {
    const at = Math.floor(Math.random() * this.#instances.length);
    const instance = this.#instances[at];
    if (instance?.url === undefined) return;
    instance.url = undefined;
    this.kills += 1;
    const ended = once(instance.child, 'exit');
    instance.child.kill('SIGKILL');
    await ended;
    await this.#start(at, instance.kind);
  }

  async stop(): Promise<void> {
    await Promise.all(
      this.#instances.map(async ({ child }) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const ended = once(child, 'exit');
        child.kill('SIGINT');
        await ended;
      }),
    );
  }

  async #start(at: number, kind: Kind): Promise<void> {
    const { slowMs, failing = 0 } = this.terms;
    const settings = JSON.stringify({ ...this.terms.settings, ...kind.settings });
    const child = spawn(process.execPath, [program, String(slowMs), settings, String(failing), kind.role], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const instance: Instance = { kind, child, url: undefined };
    this.#instances[at] = instance;
    let said = '';
    child.stderr.on('data', (chunk) => {
      said = `${said}${chunk}`.slice(-10_000);
      if (instance.url === undefined && child.exitCode === null) instance.url = addressIn(said);
    });
    for (const until = performance.now() + startMs; instance.url === undefined; await sleep(20))
      if (performance.now() > until || child.exitCode !== null) throw new Error(`a ${kind.role} did not start:\n${said}`);
  }
}

const addressIn = (said: string): string | undefined =>
  /listening on (\S+)\n/.exec(said)?.[1] ?? (/works on jobs/.test(said) ? '' : undefined);
