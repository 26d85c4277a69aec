/** Of more texts than this the first are kept, until all are forgotten: a document of a hundred pages full of numbers has about as many. */
const maxTexts = 40_000;
/** For how long a text is known, in ms: while its document is worked on, and hardly longer. */
const lifetimeMs = 1_000;

/**
 * The same pure function, which works out a text once for the next second: the readers and judges of a document ask the same of the same rows
 * again and again. What it returns is shared: never change it.
 */
export function memoize<Made>(make: (text: string) => Made): (text: string) => Made {
  const known = new Map<string, Made>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined || known.has(text)) return before as Made;
    const made = make(text);
    if (known.size === 0) setTimeout(() => known.clear(), lifetimeMs).unref();
    if (known.size < maxTexts) known.set(text, made);
    return made;
  };
}

/** The same pure function, which works out each object once for as long as the object lives. What it returns is shared: never change it. */
export function memoizeByObject<Of extends object, Made>(make: (object: Of) => Made): (object: Of) => Made {
  const known = new WeakMap<Of, Made>();
  return (object) => {
    const before = known.get(object);
    if (before !== undefined || known.has(object)) return before as Made;
    const made = make(object);
    known.set(object, made);
    return made;
  };
}

/** The same of two objects, the second of which is the document's and goes with it; the first may stay. */
export function memoizeByPair<One extends object, Other extends object, Made>(
  make: (one: One, other: Other) => Made,
): (one: One, other: Other) => Made {
  const known = memoizeByObject((other: Other) => memoizeByObject((one: One) => make(one, other)));
  return (one, other) => known(other)(one);
}

/** The same pure function, which keeps what it made of the texts that came last: for what callers send again and again. Never change it. */
export function memoizeRecent<Made>(most: number, make: (text: string) => Made): (text: string) => Made {
  const known = new Map<string, { readonly made: Made }>();
  return (text) => {
    const found = known.get(text) ?? { made: make(text) };
    known.delete(text);
    known.set(text, found);
    if (known.size > most) known.delete(known.keys().next().value ?? '');
    return found.made;
  };
}

/** The same of what depends on nothing: worked out when it is first asked for. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
