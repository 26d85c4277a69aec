import { Semaphore } from '../../../core/index.js';

/** How many bytes all uploads together may take in one round of the event loop: about 2 ms of it. */
const bytesPerRound = new Semaphore({ bytes: 262_144 });

/**
 * The pieces of an upload, paced so that other callers are not kept waiting. Node accepts one new connection a round of its event loop,
 * so a hundred uploads that are all read as they come would delay the next caller by a hundred rounds of them all.
 */
export async function* paced(upload: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const piece of upload) {
    setImmediate(await bytesPerRound.acquire({ bytes: piece.length }));
    yield piece;
  }
}
