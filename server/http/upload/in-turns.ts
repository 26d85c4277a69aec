/** How many bytes of all uploads together are taken in one turn of the event loop: 2 ms of it, more or less. */
const bytesATurn = 262_144;

/** Pieces of uploads that wait for a turn, first come, first served. */
const waiting: { readonly bytes: number; readonly pass: () => void }[] = [];
let left = bytesATurn;

/**
 * The pieces of an upload, as fast as others are not kept waiting: Node takes in one new connection a turn, so a hundred uploads that all are read as
 * they come would make the next caller wait for a hundred turns of them all.
 */
export async function* inTurns(upload: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const piece of upload) {
    if (left <= 0) await new Promise<void>((pass) => waiting.push({ bytes: piece.length, pass }));
    else take(piece.length);
    yield piece;
  }
}

function take(bytes: number): void {
  if (left === bytesATurn) setImmediate(renew);
  left -= bytes;
}

function renew(): void {
  left = bytesATurn;
  while (left > 0) {
    const next = waiting.shift();
    if (!next) return;
    take(next.bytes);
    next.pass();
  }
}
