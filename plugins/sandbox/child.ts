import type { ChildProcess } from 'node:child_process';
import { isReady, isReply } from './check-reply.js';
import { residentMb } from './process.js';
import { type ChildProgram, start } from './program.js';
import type { ChildReply, ParserTask, RefusalReason } from './protocol.js';
import { type ProcessLimits, watch } from './watch.js';

/** A child that does not report `ready` within this time is killed. */
const bootDeadlineMs = 20_000;

/** The signals with which Node ends itself when its heap is full. */
const heapFullSignals: readonly (NodeJS.Signals | null)[] = ['SIGABRT', 'SIGTRAP'];

/**
 * One parser process. It reads only its own code, cannot write files or start processes and, where the system supports it, has no network or sockets.
 * It keeps the parent alive only while it works, and ends with the parent.
 */
export class ParserChild {
  readonly #process: ChildProcess;
  readonly #ended: Promise<void>;
  /** Resolves to true when the child can work, and to false when it has ended before that. */
  readonly ready: Promise<boolean>;
  #served = 0;

  constructor(
    program: ChildProgram,
    private readonly limits: ProcessLimits & { readonly recycleAboveMb: number },
  ) {
    this.#process = start(program);
    this.#ended = new Promise((resolve) => {
      this.#process.once('exit', () => resolve()).on('error', () => resolve());
    });
    this.ready = this.#boot();
    this.#keepsParentAlive(false);
  }

  /** How many files it has been given. */
  get served(): number {
    return this.#served;
  }

  /** True when the next ordinary file could exceed the memory limit, because pdfium never releases memory. */
  get oversized(): boolean {
    return (residentMb(this.#process.pid) ?? 0) > this.limits.recycleAboveMb;
  }

  get alive(): boolean {
    return this.#process.connected && !this.#process.killed;
  }

  /**
   * Reads one file. A file that exceeds a limit gets a refusal.
   * @throws the signal's reason when it fires, and Error when the process does not start; in both cases the child has ended.
   */
  async read(task: ParserTask, signal: AbortSignal): Promise<ChildReply> {
    this.#served += 1;
    this.#keepsParentAlive(true);
    try {
      if (!(await this.ready)) throw new Error('a parser process could not be started');
      signal.throwIfAborted();
      return await this.#reply(task, signal);
    } finally {
      this.#keepsParentAlive(false);
    }
  }

  /** Kills the process and waits until it has ended. */
  async end(): Promise<void> {
    this.#process.ref();
    this.#process.kill('SIGKILL');
    await this.#ended;
  }

  #boot(): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#process.kill('SIGKILL'), bootDeadlineMs).unref();
      const booted = (ready: boolean): void => {
        clearTimeout(timer);
        resolve(ready);
      };
      this.#process.once('message', () => booted(true));
      this.#ended.then(() => booted(false));
    });
  }

  #reply(task: ParserTask, signal: AbortSignal): Promise<ChildReply> {
    return new Promise<ChildReply>((resolve, reject) => {
      const settle = (finish: () => void, unusable: boolean): void => {
        unwatch();
        signal.removeEventListener('abort', onAbort);
        this.#process.off('message', onMessage).off('exit', onExit);
        if (unusable) this.#process.kill('SIGKILL');
        finish();
      };
      const refuse = (reason: RefusalReason): void => settle(() => resolve({ kind: 'refusal', refusal: { reason } }), true);
      const onMessage = (message: unknown): void => {
        if (isReply(message)) settle(() => resolve(message), isUnusableAfter(message));
        else if (!isReady(message)) refuse('crash');
      };
      const onExit = (_code: number | null, killedBy: NodeJS.Signals | null): void =>
        refuse(heapFullSignals.includes(killedBy) ? 'memory' : 'crash');
      const onAbort = (): void => settle(() => reject(signal.reason), true);
      const unwatch = watch(this.#process.pid, this.limits, refuse);
      signal.addEventListener('abort', onAbort);
      this.#process.on('message', onMessage).on('exit', onExit);
      this.#process.send(task, (error) => error && refuse('crash'));
    });
  }

  #keepsParentAlive(keeps: boolean): void {
    for (const handle of [this.#process, this.#process.channel]) keeps ? handle?.ref() : handle?.unref();
  }
}

/** After a lack of memory or an unexpected error a parser's state is unknown, so it must not read another file. */
const isUnusableAfter = (reply: ChildReply): boolean =>
  reply.kind === 'refusal' && (reply.refusal.reason === 'memory' || reply.refusal.origin !== undefined);
