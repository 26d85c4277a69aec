/** Works on many things, at most so many at a time, and gives the results in the order of the things. */
export async function* mapInOrder<T, R>(items: readonly T[], jobs: number, work: (item: T) => Promise<R>): AsyncGenerator<R> {
  const running: Promise<R>[] = [];
  for (const item of items) {
    const result = work(item);
    // A failure is thrown when its turn comes; until then it is not unhandled.
    result.catch(() => undefined);
    running.push(result);
    const first = running.length >= jobs ? running.shift() : undefined;
    if (first) yield await first;
  }
  for (const result of running) yield await result;
}
