import { parseSchema } from '../../../core/schema/parse.js';
import { type JsonEntry, type JsonNode, jsonTree } from './json-tree.js';
import { stepsOf } from './names.js';

/** The reason why the service would refuse a schema, and the part of the text that it concerns. */
export interface SchemaMistake {
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
