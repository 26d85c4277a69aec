/** Rejects when an answer takes longer than `ms`. If the process itself was busy, an answer that has arrived meanwhile still wins. */
export function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => setImmediate(() => reject(new Error(`No answer within ${ms} ms`))), ms);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
