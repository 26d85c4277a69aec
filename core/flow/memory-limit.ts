import { getHeapStatistics } from 'node:v8';
import type { Document } from '../contracts/document.js';

/** What a word takes up while its document is worked on, with all that is found out about it, in bytes: 54,447 words were seen to take 120 MB. */
const wordBytes = 2_500;
/** Of the heap that Node allows this process; the rest is for everything else. */
const heapShare = 0.4;

/** Ten seconds of work, as long as a provider takes: more at once makes nothing faster, for one thread does it all, and Node keeps the memory. */
const mostWords = 200_000;

/** How many words this process works on, in all documents together: some 400 invoices, or three books. */
export const wordsThatFit = (heapBytes = getHeapStatistics().heap_size_limit): number =>
  Math.min(mostWords, Math.floor((heapBytes * heapShare) / wordBytes));

/** The place of one request. */
export interface MemoryLease {
  /** Resolves when there is room for the document. @throws the signal's reason when it fires before */
  lay(document: Pick<Document, 'pages'>): Promise<void>;
  /** Gives the room back, whether there was any yet or not. */
  clear(): void;
}

/** Of the bench; what takes no more passes whoever waits for more room: all invoices that a host works on at once leave enough for a book. */
const smallShare = 0.01;

interface Waiting {
  readonly words: number;
  readonly begin: () => void;
}

/**
 * Where documents lie while they are worked on: so many words together, for a heap that is full ends the process. They come by order of
 * arrival, so that large ones are not starved, but the small ones, which pass them where there is room. One always has room.
 */
export class MemoryLimit {
  #words = 0;
  readonly #waiting = new Set<Waiting>();

  constructor(private readonly most = wordsThatFit()) {}

  place(signal: AbortSignal): MemoryLease {
    let held = 0;
    return {
      lay: async ({ pages }) => {
        const words = pages.reduce((sum, page) => sum + page.words.length + page.hidden.length, 0);
        await this.#room(words, signal);
        held += words;
      },
      clear: () => {
        this.#words -= held;
        held = 0;
        this.#letIn();
      },
    };
  }

  async #room(words: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const settle = (end: () => void): void => {
        this.#waiting.delete(waiting);
        signal.removeEventListener('abort', giveUp);
        end();
      };
      const waiting: Waiting = { words, begin: () => settle(resolve) };
      const giveUp = (): void => {
        settle(() => reject(signal.reason));
        this.#letIn();
      };
      signal.addEventListener('abort', giveUp);
      this.#waiting.add(waiting);
      this.#letIn();
    });
  }

  #fits(words: number): boolean {
    return this.#words === 0 || this.#words + words <= this.most;
  }

  #letIn(): void {
    let held = false;
    for (const waiting of this.#waiting) {
      const passes = !held || waiting.words <= this.most * smallShare;
      if (!passes || !this.#fits(waiting.words)) held = true;
      else {
        this.#words += waiting.words;
        waiting.begin();
      }
    }
  }
}
