/** A key that stands twice in one object of a JSON text. `JSON.parse` keeps the last one and says nothing. */
export interface DoubledKey {
  readonly key: string;
  /** Where the object stands, by the keys that lead to it: `#/properties`. */
  readonly place: string;
}

/** The first of them in a text that is JSON. Whoever has made many has made one mistake. */
export function doubledKeys(json: string): readonly DoubledKey[] {
  const doubled: DoubledKey[] = [];
  const open: Level[] = [];
  for (const [, text, isKey, bracket] of json.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|([{}[\]])/g)) {
    const level = open.at(-1);
    if (bracket === '{' || bracket === '[') open.push({ keys: new Set(), key: '' });
    else if (bracket) open.pop();
    else if (isKey && text && level) {
      const key = String(JSON.parse(text));
      if (level.keys.has(key)) doubled.push({ key, place: placeOf(open) });
      if (doubled.length === most) return doubled;
      level.keys.add(key);
      level.key = key;
    }
  }
  return doubled;
}
const most = 10;

/** An object or an array that the text is in. */
interface Level {
  readonly keys: Set<string>;
  /** Of the value that comes next. */
  key: string;
}

/** No longer than a person reads: the text is somebody else's. */
const placeOf = (open: readonly Level[]): string =>
  ['#', ...open.slice(0, -1).map(({ key }) => key)].filter(Boolean).join('/').slice(0, 200);
