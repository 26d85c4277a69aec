import { parseSchema } from '../../../core/schema/parse.js';
import { stepsOf } from '../../client/evidence.js';

interface SchemaMistake {
  readonly message: string;
  readonly line: number;
  readonly from: number;
  readonly to: number;
}

/** The first mistake in a schema, in the service's own words: the page runs the parser of the service, so that both always agree. */
export function mistakeIn(text: string): SchemaMistake | undefined {
  try {
    parseSchema(text);
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message.replace(/^Invalid JSON schema: /, '') : String(error);
    const { from, to } = spanOf(text, message);
    return { message, from, to, line: text.slice(0, from).split('\n').length };
  }
}

function spanOf(text: string, message: string): { readonly from: number; readonly to: number } {
  const tree = jsonTree(text);
  if ('brokenAt' in tree) return { from: Math.max(0, tree.brokenAt - 1), to: tree.brokenAt };
  const [path = '$'] = /\$(?:\.[\p{L}_$][\p{L}\p{N}_$-]*|\[\]|\['(?:[^'\\]|\\.)*'\])*/u.exec(message) ?? [];
  const target = follow(tree, stepsOf(path));
  const keyword = keywordIn(message);
  const entry = target.node.entries.find(({ key }) => key === keyword) ?? target.entry;
  return entry
    ? { from: entry.from, to: entry.from + JSON.stringify(entry.key).length }
    : { from: target.node.from, to: target.node.from + 1 };
}

/** The keyword that a message complains about within the field that it names. */
function keywordIn(message: string): string | undefined {
  if (/unsupported type|several types/.test(message)) return 'type';
  return /(?:uses|needs) "([^"]+)"/.exec(message)?.[1] ?? /^"([^"]+)" of/.exec(message)?.[1];
}

/** Follows a path through the text as far as possible. A `$ref` is not followed. */
function follow(root: JsonNode, steps: readonly (string | number)[]): { readonly node: JsonNode; readonly entry?: JsonEntry } {
  let reached: { node: JsonNode; entry?: JsonEntry } = { node: root };
  for (const step of steps) {
    const inside = typeof step === 'number' ? reached.node : entryOf(reached.node, 'properties')?.node;
    const entry = inside && entryOf(inside, typeof step === 'number' ? 'items' : step);
    if (!entry) return reached;
    reached = { node: entry.node, entry };
  }
  return reached;
}

const entryOf = (node: JsonNode, key: string): JsonEntry | undefined => node.entries.find((entry) => entry.key === key);

interface JsonNode {
  readonly from: number;
  readonly to: number;
  readonly entries: readonly JsonEntry[];
}

interface JsonEntry {
  readonly key: string;
  readonly from: number;
  readonly node: JsonNode;
}

/** The tree of a JSON text, or the index at which it stops being JSON: only some messages of `JSON.parse` name that. */
function jsonTree(text: string): JsonNode | { readonly brokenAt: number } {
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
