import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../server/support/serving.js', import.meta.url));
const startMs = 60_000;

interface Instance {
  readonly child: ChildProcess;
  /** Undefined while it is dead. */
  url: string | undefined;
}

export interface FleetTerms {
  readonly instances: number;
  /** How long a document takes, in ms. */
  readonly slowMs: number;
  /** Settings of each server. */
  readonly settings: object;
}

/** Servers, each with its worker, on one store, of which one after the other can be killed. */
export class Fleet {
  readonly #instances: Instance[] = [];
  kills = 0;

  private constructor(private readonly terms: FleetTerms) {}

  static async start(terms: FleetTerms): Promise<Fleet> {
    const fleet = new Fleet(terms);
    for (let at = 0; at < terms.instances; at++) await fleet.#start(at);
    return fleet;
  }

  /** The address of one that is alive; undefined where none is. */
  get url(): string | undefined {
    const alive = this.#instances.flatMap(({ url }) => url ?? []);
    return alive[Math.floor(Math.random() * alive.length)];
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
    await this.#start(at);
  }

  stop(): void {
    for (const { child } of this.#instances) child.kill('SIGTERM');
  }

  async #start(at: number): Promise<void> {
    const { slowMs, settings } = this.terms;
    const child = spawn(process.execPath, [program, String(slowMs), JSON.stringify(settings)], { stdio: ['ignore', 'ignore', 'pipe'] });
    const instance: Instance = { child, url: undefined };
    this.#instances[at] = instance;
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
      instance.url ??= /listening on (\S+)\n/.exec(said)?.[1];
    });
    for (const until = performance.now() + startMs; instance.url === undefined; await sleep(20))
      if (performance.now() > until || child.exitCode !== null) throw new Error(`a server did not start:\n${said}`);
  }
}
