import type { ParserChild } from '../child.js';

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

  /** How many are fresh. */
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
