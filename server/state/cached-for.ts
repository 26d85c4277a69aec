/** Asks at most once in so many ms, and again at once after a failure. */
export function cachedFor<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let asked = Number.NEGATIVE_INFINITY;
  let answer: Promise<T> | undefined;
  return () => {
    if (answer && performance.now() - asked < ms) return answer;
    asked = performance.now();
    const asking = ask();
    answer = asking;
    asking.catch(() => {
      if (answer === asking) answer = undefined;
    });
    return asking;
  };
}
