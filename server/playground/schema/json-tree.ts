/** A JSON value with its position in the text. */
export interface JsonNode {
  readonly from: number;
  readonly to: number;
  readonly entries: readonly JsonEntry[];
}

export interface JsonEntry {
  readonly key: string;
  readonly from: number;
  readonly node: JsonNode;
}

/** The tree of a JSON text, or the index at which it stops being JSON: only some messages of `JSON.parse` name that. */
export function jsonTree(text: string): JsonNode | { readonly brokenAt: number } {
  const reader = new JsonReader(text);
  try {
    const node = reader.value();
    reader.space();
    return reader.at < text.length ? { brokenAt: reader.at } : node;
  } catch (error) {
    if (error !== notJson) throw error;
    return { brokenAt: Math.min(reader.at, text.length) };
  }
}

const notJson = new Error('not JSON');
const tokens = {
  space: /[\s]*/y,
  string: /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy,
  plain: /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y,
};

class JsonReader {
  at = 0;
  constructor(private readonly text: string) {}

  value(): JsonNode {
    this.space();
    const from = this.at;
    const opening = this.text[from];
    const entries = opening === '{' || opening === '[' ? this.container(opening) : [];
    if (entries.length === 0 && this.at === from) this.take(opening === '"' ? tokens.string : tokens.plain);
    return { from, to: this.at, entries };
  }

  space(): void {
    this.take(tokens.space);
  }

  private container(opening: '{' | '['): readonly JsonEntry[] {
    const closing = opening === '{' ? '}' : ']';
    const entries: JsonEntry[] = [];
    this.at += 1;
    this.space();
    if (this.skip(closing)) return entries;
    for (;;) {
      this.space();
      const from = this.at;
      const key = opening === '{' ? this.key() : String(entries.length);
      entries.push({ key, from, node: this.value() });
      this.space();
      if (this.skip(closing)) return entries;
      if (!this.skip(',')) throw notJson;
    }
  }

  private key(): string {
    const key = JSON.parse(this.take(tokens.string)) as string;
    this.space();
    if (!this.skip(':')) throw notJson;
    return key;
  }

  private take(token: RegExp): string {
    token.lastIndex = this.at;
    const [found] = token.exec(this.text) ?? [];
    if (found === undefined) throw notJson;
    this.at += found.length;
    return found;
  }

  private skip(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }
}
