import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { IsolationLevel } from './confine.js';
import { Connection } from './connection.js';
import { type ChildReply, isNamed, isReady, isReply, type Named, type ParserTask, type RefusalReason } from './protocol.js';
import { type ChildProgram, connectionDescriptor, start } from './start-child.js';
import { cpuWaitMs, lastDescendant, type ProcessLimits, residentMb, watch } from './watch-process.js';

/** A child that does not report `ready` within this time, its CPU wait not counted, is killed; so is one that has waited this long. */
const bootDeadlineMs = 20_000;
const longestBootWaitMs = 100_000;

/** A process that has closed its connection has ended, or does so within this time. */
const lastWordMs = 500;

/** How Node ends when its heap is full: by SIGABRT or SIGTRAP, of which a shell makes 128 and its number. */
const heapFull: readonly (NodeJS.Signals | number | null)[] = ['SIGABRT', 'SIGTRAP', 128 + 6, 128 + 5];

/** What a child may take, and what it may say. */
export interface ChildTerms extends ProcessLimits {
  /** A child with more resident memory is replaced, because its next file might exceed the limit. */
  readonly recycleAboveMb: number;
  /** The longest message that it may send; 128 MB when absent. */
  readonly longestReplyBytes?: number;
  /** Makes the content of a reply from what was sent. @throws whatever it likes where that is no content */
  readonly parse: (sent: unknown, wanted: unknown) => unknown;
}

/**
 * One parser process. It reads only its own code, cannot write files or start processes and, where the system supports it, has no network or
 * sockets and sees no other process. It keeps the parent alive only while it works, and ends with the parent. What it sends is untrusted:
 * anything but one `ready` and one reply to each task ends it.
 */
export class ParserChild {
  readonly #process: ChildProcess;
  readonly #socket: Socket;
  readonly #connection: Connection;
  readonly #ended: Promise<Exit>;
  /** Resolves to true when the child can work, and to false when it has ended before that. */
  readonly ready: Promise<boolean>;
  /** The process that parses, once it is ready; the one that was started may be `unshare`. */
  #parser: number | undefined;
  #served = 0;
  #caller: string | undefined;

  constructor(
    program: ChildProgram,
    private readonly terms: ChildTerms,
    level?: IsolationLevel,
  ) {
    this.#process = start(program, level);
    this.#socket = this.#process.stdio[connectionDescriptor] as Socket;
    this.#connection = new Connection(this.#socket, terms.longestReplyBytes);
    this.#ended = new Promise((resolve) => {
      this.#process.once('exit', (code, signal) => resolve(signal ?? code)).on('error', () => resolve(null));
    });
    this.ready = this.#boot();
    this.#keepsParentAlive(false);
  }

  /** Whose files it reads; undefined for a fresh one. */
  get caller(): string | undefined {
    return this.#caller;
  }

  /** Gives it to a caller for as long as it runs. @throws Error where it has another one: its parser may have been taken over */
  assign(caller: string): void {
    this.#caller ??= caller;
    if (this.#caller !== caller) throw new Error('a parser process was given to two callers');
  }

  get served(): number {
    return this.#served;
  }

  /** 0 where the system does not tell. */
  get residentMb(): number {
    return residentMb(this.#parser) ?? 0;
  }

  /** True when the next ordinary file could exceed the memory limit, because pdfium never releases memory. */
  get oversized(): boolean {
    return this.residentMb > this.terms.recycleAboveMb;
  }

  get alive(): boolean {
    return this.#connection.open && !this.#process.killed && this.#process.exitCode === null && this.#process.signalCode === null;
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
      const startedMs = performance.now();
      const check = (): void => {
        const waitedMs = Math.min(cpuWaitMs(lastDescendant(this.#process.pid)) ?? 0, longestBootWaitMs);
        const leftMs = startedMs + bootDeadlineMs + waitedMs - performance.now();
        if (leftMs > 0) timer = setTimeout(check, leftMs).unref();
        else booted(false);
      };
      let timer = setTimeout(check, bootDeadlineMs).unref();
      const booted = (ready: boolean): void => {
        clearTimeout(timer);
        this.#connection.unlisten();
        if (ready) this.#parser = lastDescendant(this.#process.pid);
        else this.#process.kill('SIGKILL');
        resolve(ready);
      };
      this.#connection.listen({ message: (message) => booted(isReady(message)), broken: () => booted(false) });
    });
  }

  #reply(task: ParserTask, signal: AbortSignal): Promise<ChildReply> {
    return new Promise<ChildReply>((resolve, reject) => {
      const settle = (finish: () => void, unusable: boolean): void => {
        unwatch();
        signal.removeEventListener('abort', onAbort);
        this.#connection.unlisten();
        if (unusable) this.#process.kill('SIGKILL');
        finish();
      };
      const refuse = (reason: RefusalReason): void => settle(() => resolve({ kind: 'refusal', refusal: { reason } }), true);
      const name = randomUUID();
      const message = (sent: unknown): void => {
        const reply = isNamed(sent, name) ? this.#parsed(sent, task) : undefined;
        if (reply) settle(() => resolve(reply), isUnusableAfter(reply));
        else refuse('crash');
      };
      const broken = (): void => void this.#lastWord().then((ending) => refuse(heapFull.includes(ending) ? 'memory' : 'crash'));
      const onAbort = (): void => settle(() => reject(signal.reason), true);
      const unwatch = watch(this.#parser, this.terms, refuse);
      signal.addEventListener('abort', onAbort);
      this.#connection.listen({ message, broken });
      this.#connection.send({ ...task, name } satisfies Named<ParserTask>);
    });
  }

  /** The reply to a task; undefined where what was sent is none. */
  #parsed(sent: unknown, { wanted }: ParserTask): ChildReply | undefined {
    if (!isReply(sent) || sent.kind === 'refusal') return isReply(sent) ? sent : undefined;
    try {
      return { kind: 'content', content: this.terms.parse(sent.content, wanted) };
    } catch {
      return undefined;
    }
  }

  /** How the process ends whose connection has ended; one that does not is killed. */
  #lastWord(): Promise<Exit> {
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), lastWordMs);
    return this.#ended.finally(() => clearTimeout(timer));
  }

  #keepsParentAlive(keeps: boolean): void {
    for (const handle of [this.#process, this.#socket]) keeps ? handle.ref() : handle.unref();
  }
}

/** The signal that a process has ended by, or its exit code; null where it did not start. */
type Exit = NodeJS.Signals | number | null;

/** After a lack of memory or an unexpected error a parser's state is unknown, so it must not read another file. */
const isUnusableAfter = (reply: ChildReply): boolean =>
  reply.kind === 'refusal' && (reply.refusal.reason === 'memory' || reply.refusal.origin !== undefined);
