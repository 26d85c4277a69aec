import { type ChildProcess, fork, type StdioOptions } from 'node:child_process';
import { confined } from './isolation/confine.js';
import type { Program } from './program.js';
import type { ChildReply, Message, Reason, Task } from './protocol.js';
import { residentMb } from './watch/memory.js';
import { lowerPriority } from './watch/priority.js';
import { type Fence, watch } from './watch/watch.js';

/** A child that has not said within this time that it is ready is given up. */
const bootMs = 20_000;

/** What Node ends itself with when its heap is full. */
const heapIsFull: readonly (NodeJS.Signals | null)[] = ['SIGABRT', 'SIGTRAP'];

/**
 * One parser process: no environment, no files but its own code, no writing, no processes of its own, a small heap, nothing to print to; and where
 * the system can keep it apart, no network and no socket. It stands back where the server wants the processor, keeps the parent alive only while
 * it works, and ends when the parent does.
 */
export class Child {
  readonly #process: ChildProcess;
  readonly #gone: Promise<void>;
  /** True once it can work, false when it never will. */
  readonly ready: Promise<boolean>;
  #served = 0;

  constructor(
    program: Program,
    private readonly fence: Fence & { readonly recycleAboveMb: number },
  ) {
    // One file at a time: threads that collect beside it would only take the processor from others.
    const limits = [
      '--max-old-space-size=256',
      '--single-threaded-gc',
      '--permission',
      ...program.readable.map((path) => `--allow-fs-read=${path}`),
    ];
    const { execPath, execArgv } = confined(limits, program.readable);
    const stdio: StdioOptions = ['ignore', 'ignore', 'ignore', 'ipc'];
    this.#process = fork(program.file, [], { serialization: 'advanced', env: {}, stdio, execPath, execArgv: [...execArgv] });
    lowerPriority(this.#process.pid);
    this.#gone = new Promise((resolve) => {
      this.#process.once('exit', () => resolve()).on('error', () => resolve());
    });
    this.ready = this.#boot();
    this.#keepsParentAlive(false);
  }

  /** How many files it was given. */
  get served(): number {
    return this.#served;
  }

  /** True when it has grown so much that an ordinary file may break the limit next. pdfium never gives memory back. */
  get swollen(): boolean {
    return (residentMb(this.#process.pid) ?? 0) > this.fence.recycleAboveMb;
  }

  get alive(): boolean {
    return this.#process.connected && !this.#process.killed;
  }

  /**
   * Reads one file; to break a limit is an answer, too.
   * @throws the signal's reason when it fires, and Error when the process does not start; the child is gone then.
   */
  async read(task: Task, signal: AbortSignal): Promise<ChildReply> {
    this.#served += 1;
    this.#keepsParentAlive(true);
    try {
      if (!(await this.ready)) throw new Error('a parser process could not be started');
      signal.throwIfAborted();
      return await this.#answer(task, signal);
    } finally {
      this.#keepsParentAlive(false);
    }
  }

  /** Kills the process and waits until it is gone. */
  async end(): Promise<void> {
    this.#process.ref();
    this.#process.kill('SIGKILL');
    await this.#gone;
  }

  #boot(): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#process.kill('SIGKILL'), bootMs).unref();
      const booted = (ready: boolean): void => {
        clearTimeout(timer);
        resolve(ready);
      };
      this.#process.once('message', () => booted(true));
      this.#gone.then(() => booted(false));
    });
  }

  #answer(task: Task, signal: AbortSignal): Promise<ChildReply> {
    return new Promise<ChildReply>((resolve, reject) => {
      const settle = (end: () => void, spent: boolean): void => {
        unwatch();
        signal.removeEventListener('abort', onAbort);
        this.#process.off('message', onMessage).off('exit', onExit);
        if (spent) this.#process.kill('SIGKILL');
        end();
      };
      const refuse = (reason: Reason): void => settle(() => resolve({ kind: 'refusal', refusal: { reason } }), true);
      const onMessage = (message: Message): void => {
        if (message.kind !== 'ready') settle(() => resolve(message), isSpent(message));
      };
      const onExit = (_code: number | null, by: NodeJS.Signals | null): void => refuse(heapIsFull.includes(by) ? 'memory' : 'crash');
      const onAbort = (): void => settle(() => reject(signal.reason), true);
      const unwatch = watch(this.#process.pid, this.fence, refuse);
      signal.addEventListener('abort', onAbort);
      this.#process.on('message', onMessage).on('exit', onExit);
      this.#process.send(task, (error) => error && refuse('crash'));
    });
  }

  #keepsParentAlive(does: boolean): void {
    for (const handle of [this.#process, this.#process.channel]) does ? handle?.ref() : handle?.unref();
  }
}

/** True where a parser ran out of memory or stumbled: it may be in any state, so it reads nothing more. */
const isSpent = (answer: ChildReply): boolean =>
  answer.kind === 'refusal' && (answer.refusal.reason === 'memory' || answer.refusal.origin !== undefined);
