/** How long a provider may say nothing. */
export interface Patience {
  /** Until the first word of an answer; for the whole answer where it is not streamed. */
  readonly firstMs: number;
  /** Between two words. */
  readonly silenceMs: number;
}

/** Watches over one answer. */
export interface Listening {
  /** Fires when nothing was heard for too long. */
  readonly signal: AbortSignal;
  /** Whether a word of the answer has been heard. */
  readonly begun: boolean;
  heard(): void;
  end(): void;
}

/** Waits for the words of an answer. What a model thinks is a word, too; a server's sign of life is none. */
export function listen({ firstMs, silenceMs }: Patience): Listening {
  const silence = new AbortController();
  const abort = (): void => silence.abort();
  let timer = setTimeout(abort, firstMs);
  let begun = false;
  return {
    signal: silence.signal,
    get begun() {
      return begun;
    },
    heard: () => {
      if (begun) return void timer.refresh();
      begun = true;
      clearTimeout(timer);
      timer = setTimeout(abort, silenceMs);
    },
    end: () => clearTimeout(timer),
  };
}
