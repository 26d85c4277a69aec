/** Keeps at most this many texts until the cache is cleared; a document of a hundred pages full of numbers has about as many. */
const maxTexts = 40_000;
/** How long results are kept: about as long as one document is worked on. */
const lifetimeMs = 1_000;

/**
 * Memoizes a pure function of a text for the next second, because readers and judges ask the same of the same rows many times.
 * The results are shared and must not be changed.
 */
export function memoize<Result>(make: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined || known.has(text)) return before as Result;
    const made = make(text);
    if (known.size === 0) setTimeout(() => known.clear(), lifetimeMs).unref();
    if (known.size < maxTexts) known.set(text, made);
    return made;
  };
}

/** Memoizes a pure function of an object for as long as the object lives. The results are shared and must not be changed. */
export function memoizeByObject<Of extends object, Result>(make: (object: Of) => Result): (object: Of) => Result {
  const known = new WeakMap<Of, Result>();
  return (object) => {
    const before = known.get(object);
    if (before !== undefined || known.has(object)) return before as Result;
    const made = make(object);
    known.set(object, made);
    return made;
  };
}

/** Memoizes a function of two objects. The results live as long as the second object, which belongs to a document. */
export function memoizeByPair<One extends object, Other extends object, Result>(
  make: (one: One, other: Other) => Result,
): (one: One, other: Other) => Result {
  const known = memoizeByObject((other: Other) => memoizeByObject((one: One) => make(one, other)));
  return (one, other) => known(other)(one);
}

/** Memoizes a pure function for the most recent texts, such as schemas that callers send again. The results must not be changed. */
export function memoizeRecent<Result>(most: number, make: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, { readonly made: Result }>();
  return (text) => {
    const found = known.get(text) ?? { made: make(text) };
    known.delete(text);
    known.set(text, found);
    if (known.size > most) known.delete(known.keys().next().value ?? '');
    return found.made;
  };
}

/** Computes a value on first use and keeps it. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
