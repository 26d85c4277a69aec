import { LRUCache } from 'lru-cache';

/** Texts kept at most, and their characters together: a document of a hundred pages full of numbers has about as many. */
const [maxTexts, maxCharacters] = [40_000, 1_000_000];
/** How long a text is kept, in ms: hardly longer than its document is worked on. */
const lifetimeMs = 1_000;

/**
 * The same pure function, which computes each text once a second: the readers and judges of a document ask for the same rows again and
 * again. The value is shared, so callers must not change it.
 */
export function memoize<Value>(compute: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  let characters = 0;
  const forget = (): void => {
    known.clear();
    characters = 0;
  };
  return (text) => {
    const before = known.get(text);
    if (before !== undefined || known.has(text)) return before as Value;
    const value = compute(text);
    if (known.size >= maxTexts || characters + text.length >= maxCharacters) return value;
    if (known.size === 0) setTimeout(forget, lifetimeMs).unref();
    characters += text.length;
    known.set(text, value);
    return value;
  };
}

/** The same pure function, which computes each object once as long as the object lives. The value is shared: do not change it. */
export function memoizeByObject<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined || known.has(key)) return before as Value;
    const value = compute(key);
    known.set(key, value);
    return value;
  };
}

/** The same for two objects. What is kept goes when the second one goes, such as a document; the first one may stay. */
export function memoizeByPair<One extends object, Other extends object, Value>(
  compute: (one: One, other: Other) => Value,
): (one: One, other: Other) => Value {
  const known = memoizeByObject((other: Other) => memoizeByObject((one: One) => compute(one, other)));
  return (one, other) => known(other)(one);
}

/** The same pure function, which keeps the values of the texts that came last, for what callers send again and again. Do not change a value. */
export function memoizeRecent<Value>(maxEntries: number, compute: (text: string) => Value): (text: string) => Value {
  const known = new LRUCache<string, { readonly value: Value }>({ max: maxEntries });
  return (text) => {
    const found = known.get(text) ?? { value: compute(text) };
    known.set(text, found);
    return found.value;
  };
}

/** The same function without parameters, which computes its value when it is first asked for. */
export function once<T>(compute: () => T): () => T {
  let computed: { readonly value: T } | undefined;
  return () => {
    computed ??= { value: compute() };
    return computed.value;
  };
}
