/**
 * An answer that comes in time, or a rejection. A process that was busy itself when the time ran out looks once more at what has arrived
 * before it gives up.
 */
export function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => setImmediate(() => reject(new Error(`No answer within ${ms} ms`))), ms);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
