/** Ctrl-C as a wish to stop soon. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** From now on Ctrl-C ends the process again. */
  over(): void;
}

/** Takes the first Ctrl-C for a wish to stop soon, and tells it; the second ends the process. */
export function untilInterrupted(tell: () => void): Interruption {
  const wish = new AbortController();
  const interrupt = (): void => {
    wish.abort();
    tell();
  };
  process.once('SIGINT', interrupt);
  return { signal: wish.signal, over: () => void process.off('SIGINT', interrupt) };
}
