/** Rejects, with the error of `late`, when an answer takes longer than `ms`. If the process itself was busy, an answer that has arrived meanwhile still wins. */
export function within<T>(ms: number, answer: Promise<T>, late = (): Error => new Error(`No answer within ${ms} ms`)): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => setImmediate(() => reject(late())), ms);
  });
  return Promise.race([answer, timeout]).finally(() => clearTimeout(timer));
}
