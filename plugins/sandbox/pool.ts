import { Semaphore } from '../../core/index.js';
import { findIsolationLevel } from './confine.js';
import { type ChildTerms, ParserChild } from './parser-child.js';
import type { ChildReply, ParserTask } from './protocol.js';
import type { ChildProgram } from './start-child.js';

const restAfterMs = 60_000;
/** Resident memory of a converter's child that has read ordinary documents only. pdfium never gives back what one large document took. */
const smallMb = 128;
/** The same for a child that is one of many: it has read ordinary documents for a while. */
const keptMb = 160;

export interface PoolSettings extends ChildTerms {
  readonly program: ChildProgram;
  /** The largest number of children that work at a time. */
  readonly children: number;
  /** For how many callers a child is kept, those at work included; as many as `children` when absent or less. */
  readonly callers?: number;
  /** How many files a child reads before a new one replaces it. */
  readonly recycleAfter: number;
  /** Whether a child is started before the first file, and again after one has ended. */
  readonly warm: boolean;
  /** Whether a fresh child is started before the next caller comes, once there have been several callers. It does not when absent. */
  readonly ahead?: boolean;
  /** How long after the last file the idle children end, in ms; 60,000 when absent. */
  readonly restAfterMs?: number;
}

/** Running children, each of which reads the files of one caller only, one at a time; a file waits until one is free. */
export class ChildPool {
  readonly #children = new Set<ParserChild>();
  readonly #idle = new IdleChildren();
  readonly #pause: NodeJS.Timeout;
  readonly #slots: Semaphore<'children'>;
  #lastCaller: string | undefined;
  /** Whether more than one caller has come since the last rest. */
  #several = false;
  #closed = false;
  /** False when the last child could not be started. A child that is still starting counts as started. */
  #started = true;

  constructor(private readonly settings: PoolSettings) {
    this.#slots = new Semaphore({ children: settings.children });
    if (settings.warm) void this.#warmUp();
    this.#pause = setTimeout(() => this.#rest(), settings.restAfterMs ?? restAfterMs).unref();
  }

  /** @throws the signal's reason when it fires, Error when the pool is closed or a child cannot be started. */
  async read(task: ParserTask, caller: string, signal: AbortSignal): Promise<ChildReply> {
    const release = await this.#slots.acquire({ children: 1 }, signal);
    try {
      await findIsolationLevel();
      return await this.#readWith(this.#take(caller), task, signal);
    } finally {
      release();
    }
  }

  async #readWith(child: ParserChild, task: ParserTask, signal: AbortSignal): Promise<ChildReply> {
    try {
      return await child.read(task, signal);
    } finally {
      this.#giveBack(child);
    }
  }

  /** Whether children start, as far as known. Replaces idle children that have died, so that the pool recovers without a request. */
  works(): boolean {
    if (!this.settings.warm || this.#closed) return !this.#closed;
    for (const dead of this.#idle.takeAll(({ alive }) => !alive)) this.#retire(dead);
    if (this.#children.size === 0) void this.#warmUp();
    return this.#started;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#pause);
    this.#slots.close(closed());
    await Promise.all([...this.#children].map((child) => child.end()));
  }

  /** Starts a child as soon as it is known how to isolate it, unless a file has come first. */
  async #warmUp(): Promise<void> {
    await findIsolationLevel();
    if (!this.#closed && this.#children.size === 0) this.#idle.add(this.#spawn());
  }

  /** Returns a child for this caller, idle or started for it. The caller must hold a slot. */
  #take(caller: string): ParserChild {
    if (this.#closed) throw closed();
    this.#several ||= (this.#lastCaller ?? caller) !== caller;
    this.#lastCaller = caller;
    const child = this.#takeIdle(caller) ?? this.#spawn();
    child.assign(caller);
    this.#makeRoom();
    if (this.settings.ahead && this.#several && this.#idle.fresh === 0) this.#idle.add(this.#spawn());
    return child;
  }

  #takeIdle(caller: string): ParserChild | undefined {
    for (let child = this.#idle.take(caller); child; child = this.#idle.take(caller)) {
      if (child.alive) return child;
      this.#retire(child);
    }
    return undefined;
  }

  /** Ends children that other callers can do without, until no more have a caller than are kept. */
  #makeRoom(): void {
    const most = Math.max(this.settings.children, this.settings.callers ?? 0);
    for (let over = this.#children.size - this.#idle.fresh - most; over > 0; over -= 1) {
      const child = this.#idle.takeLeastNeeded();
      if (child) this.#retire(child);
    }
  }

  /** Keeps a child that can read another file of its caller. Replaces any other one, at once where the pool keeps a child ready. */
  #giveBack(child: ParserChild): void {
    const reusable = child.alive && child.served < this.settings.recycleAfter && !child.oversized && !this.#crowds(child);
    if (!reusable) this.#retire(child);
    if (this.#closed) return;
    if (reusable) this.#idle.add(child);
    else if (this.settings.warm && this.#idle.fresh === 0) this.#idle.add(this.#spawn());
    this.#pause.refresh();
  }

  /** Whether a child takes too much memory to be one of many that are kept. */
  #crowds(child: ParserChild): boolean {
    return this.#children.size - this.#idle.fresh > this.settings.children && child.residentMb > keptMb;
  }

  /** Ends the idle children. A pool that keeps one ready keeps a small one: a fresh one, or that of its only caller. */
  #rest(): void {
    const kept = this.settings.warm ? (this.#small((child) => child.caller === undefined) ?? this.#small(() => !this.#several)) : undefined;
    for (const child of this.#idle.takeAll((idle) => idle !== kept)) this.#retire(child);
    if (this.settings.warm && this.#children.size === 0) this.#idle.add(this.#spawn());
    if (this.#children.size === this.#idle.size) this.#several = false;
  }

  #small(which: (child: ParserChild) => boolean): ParserChild | undefined {
    return this.#idle.find((child) => child.alive && child.residentMb <= smallMb && which(child));
  }

  #spawn(): ParserChild {
    const child = new ParserChild(this.settings.program, this.settings);
    this.#children.add(child);
    void child.ready.then((started) => {
      this.#started = started;
    });
    return child;
  }

  #retire(child: ParserChild): void {
    this.#children.delete(child);
    void child.end();
  }
}

const closed = (): Error => new Error('the pool of parser processes is closed');

/** A child that was used within this time has a caller who is probably still there. */
const recentMs = 10_000;

/**
 * Children without work. A fresh one has seen no file yet and can be given to anyone. One that has read a file stays with the caller of that
 * file until it ends: a file may have taken its parser over, and then it must not meet a file of somebody else.
 */
export class IdleChildren {
  /** The one that was added last is the last. */
  #children: readonly { readonly child: ParserChild; readonly sinceMs: number }[] = [];

  constructor(private readonly now: () => number = () => performance.now()) {}

  get size(): number {
    return this.#children.length;
  }

  get fresh(): number {
    return this.#children.filter(({ child }) => child.caller === undefined).length;
  }

  add(child: ParserChild): void {
    this.#children = [...this.#children, { child, sinceMs: this.now() }];
  }

  /** Takes out a child that may read this caller's file: one of the caller's own, else a fresh one. */
  take(caller: string): ParserChild | undefined {
    const latest = (wanted: string | undefined) => this.#children.findLast(({ child }) => child.caller === wanted)?.child;
    return this.#removed(latest(caller) ?? latest(undefined));
  }

  /**
   * Takes out the child whose caller can best do without it: the one that was used longest ago. Where all have been used recently it is the
   * last one, because many callers who take turns would otherwise each end the child of the next.
   */
  takeLeastNeeded(): ParserChild | undefined {
    const kept = this.#children.filter(({ child }) => child.caller !== undefined);
    const [oldest] = kept;
    if (!oldest) return undefined;
    return this.#removed((this.now() - oldest.sinceMs > recentMs ? oldest : kept.at(-1))?.child);
  }

  /** Takes out all of which this holds. */
  takeAll(which: (child: ParserChild) => boolean): readonly ParserChild[] {
    const taken = this.#children.filter(({ child }) => which(child));
    this.#children = this.#children.filter((one) => !taken.includes(one));
    return taken.map(({ child }) => child);
  }

  find(which: (child: ParserChild) => boolean): ParserChild | undefined {
    return this.#children.find(({ child }) => which(child))?.child;
  }

  #removed(child: ParserChild | undefined): ParserChild | undefined {
    this.#children = this.#children.filter((one) => one.child !== child);
    return child;
  }
}
