import { waitForIdleLoop } from './idle-loop.js';

/** For so long a document may keep the event loop to itself, in ms: others wait to be answered, and deadlines to be heard. */
const longest = 50;

/** Taken between the steps of long work: gives others their turn when this one's is over. */
export class Breath {
  #since = performance.now();

  /** @param signal ends the work, with its reason, as soon as it has fired; without one the work is done to its end */
  constructor(private readonly signal?: AbortSignal) {}

  async take(): Promise<void> {
    this.signal?.throwIfAborted();
    if (performance.now() - this.#since < longest) return;
    await waitForIdleLoop();
    this.signal?.throwIfAborted();
    this.#since = performance.now();
  }
}
