import type { Server } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How long after the start nothing must have been read before memory is given back, in ms. */
const afterStartMs = 3_000;
/** The same after a document. What is collected then is also the code that V8 has optimized: the next document takes half as long again. */
const afterWorkMs = 60_000;

/**
 * Gives memory back to the system once the start is over, and after each burst of documents. V8 keeps the heap that a start or a burst needed
 * until it collects again, and without work it does not. That takes some 50 ms, so it waits until no document is being read.
 */
export function giveBackMemory(server: Server): void {
  let running = 0;
  const collectAfter = (ms: number): NodeJS.Timeout => setTimeout(() => running === 0 && collect(), ms).unref();
  let pause = collectAfter(afterStartMs);
  server.on('request', ({ method }, response) => {
    // Probes must neither be counted as work nor put the pause off.
    if (method !== 'POST') return;
    running += 1;
    response.once('close', () => {
      running -= 1;
      clearTimeout(pause);
      pause = collectAfter(afterWorkMs);
    });
  });
}

/** The only collection that also shrinks the young generation: it is 32 MB after a start, and empty. */
function collect(): void {
  setFlagsFromString('--expose-gc');
  const gc: typeof globalThis.gc = runInNewContext('gc');
  gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
