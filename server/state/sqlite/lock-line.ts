import { setTimeout as sleep } from 'node:timers/promises';
import { StoreError } from '../store.js';

/** How long a request waits for a file that another process has locked. */
const longestWaitMs = 2_000;
/** How often the first in the line tries again. A transaction of another server takes well under a millisecond. */
const betweenTriesMs = 10;

interface Waiting {
  /** Tries once. True when it is done, successful or not; false while the file is locked. */
  attempt(): Promise<boolean>;
  giveUp(): void;
  readonly until: number;
}

/**
 * The requests that wait for a locked file, first come, first served. SQLite itself would wait in the call, and with it the event loop and
 * everybody else; here only the first one tries again, from a timer.
 */
export class LockLine {
  readonly #line: Waiting[] = [];

  /** @throws StoreError when the file stays locked, and whatever `work` throws otherwise. `work` is tried again, so it must change nothing then. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#line.length > 0) return this.#wait(work);
    try {
      return await work();
    } catch (error) {
      if (isLocked(error)) return this.#wait(work);
      throw error;
    }
  }

  #wait<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#line.push({
        until: performance.now() + longestWaitMs,
        giveUp: () => reject(new StoreError(`Another process has kept the store locked for ${longestWaitMs} ms`)),
        async attempt() {
          try {
            resolve(await work());
          } catch (error) {
            if (isLocked(error)) return false;
            reject(error);
          }
          return true;
        },
      });
      if (this.#line.length === 1) void this.#serve();
    });
  }

  async #serve(): Promise<void> {
    for (let first = this.#line[0]; first; first = this.#line[0]) {
      if (!(await first.attempt())) {
        if (performance.now() < first.until) {
          await sleep(betweenTriesMs * (0.5 + Math.random()));
          continue;
        }
        first.giveUp();
      }
      this.#line.shift();
    }
  }
}

/** SQLITE_BUSY, in each of its forms: the low byte of an extended code is the code itself. */
const isLocked = (error: unknown): boolean => error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === sqliteBusy;

const sqliteBusy = 5;
