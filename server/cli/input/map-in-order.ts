export interface OrderedWork<T> {
  readonly items: readonly T[];
  /** At most so many at a time. */
  readonly jobs: number;
  /** Once it fires, no further item is begun. */
  readonly signal: AbortSignal;
}

/** Applies a function to the items and yields the results in the order of the items. */
export async function* mapInOrder<T, R>({ items, jobs, signal }: OrderedWork<T>, work: (item: T) => Promise<R>): AsyncGenerator<R> {
  const running: Promise<R>[] = [];
  for (const item of items) {
    if (signal.aborted) break;
    const result = work(item);
    // A failure is thrown when its result is due. Until then it must not count as unhandled.
    result.catch(() => undefined);
    running.push(result);
    const first = running.length >= jobs ? running.shift() : undefined;
    if (first) yield await first;
  }
  for (const result of running) yield await result;
}
