/** Applies a function to the items, at most `jobs` at a time, and yields the results in the order of the items. */
export async function* mapInOrder<T, R>(items: readonly T[], jobs: number, work: (item: T) => Promise<R>): AsyncGenerator<R> {
  const running: Promise<R>[] = [];
  for (const item of items) {
    const result = work(item);
    // A failure is thrown when its result is due. Until then it must not count as unhandled.
    result.catch(() => undefined);
    running.push(result);
    const first = running.length >= jobs ? running.shift() : undefined;
    if (first) yield await first;
  }
  for (const result of running) yield await result;
}
