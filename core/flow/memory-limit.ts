import { getHeapStatistics } from 'node:v8';
import type { Document } from '../contracts/document.js';
import { type Release, Semaphore } from './semaphore.js';

/** Memory that one word needs while its document is read, in bytes: 54,447 words were measured to need 120 MB. */
const bytesPerWord = 2_500;
/** The share of Node's heap that documents may fill; the rest is for everything else. */
const heapShare = 0.4;
/** Ten seconds of work. More documents at once would be no faster on one thread, and Node would keep their memory. */
const maxWords = 200_000;
/** Documents up to this share of the limit overtake larger ones: the invoices of a busy host still leave enough for a book. */
const smallShare = 0.01;

/** How many words this process may work on at once, in all documents together: some 400 invoices, or three books. */
export const wordLimit = (heapBytes = getHeapStatistics().heap_size_limit): number =>
  Math.min(maxWords, Math.floor((heapBytes * heapShare) / bytesPerWord));

/** Limits the words that are worked on together, because a full heap ends the process. A single document always fits. */
export class MemoryLimit {
  readonly #words: Semaphore<'words'>;

  constructor(words = wordLimit()) {
    this.#words = new Semaphore({ words }, (wanted) => wanted.words <= words * smallShare);
  }

  /** Resolves when there is memory for the document. @throws the signal's reason when it fires first */
  acquire({ pages }: Pick<Document, 'pages'>, signal: AbortSignal): Promise<Release> {
    return this.#words.acquire({ words: pages.reduce((sum, page) => sum + page.words.length + page.hidden.length, 0) }, signal);
  }
}
