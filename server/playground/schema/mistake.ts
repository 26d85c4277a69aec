import { parseSchema } from '../../../core/schema/parse.js';
import { type JsonEntry, type JsonNode, jsonTree } from './json-tree.js';
import { stepsOf } from './names.js';

/** Why the service would refuse a schema, and what of the text it is about. */
export interface SchemaMistake {
  readonly message: string;
  readonly line: number;
  readonly from: number;
  readonly to: number;
}

/** Asks the same code that the service asks, so that both always agree. Its first mistake, as the service would tell it. */
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

/** What a message says is wrong inside of the field that it names. */
function keywordIn(message: string): string | undefined {
  if (/unsupported type|several types/.test(message)) return 'type';
  return /(?:uses|needs) "([^"]+)"/.exec(message)?.[1] ?? /^"([^"]+)" of/.exec(message)?.[1];
}

/** Goes as far along a path as the text does; a reference ends the way. */
function follow(root: JsonNode, steps: readonly (string | number)[]): { readonly node: JsonNode; readonly entry?: JsonEntry } {
  let here: { node: JsonNode; entry?: JsonEntry } = { node: root };
  for (const step of steps) {
    const inside = typeof step === 'number' ? here.node : entryOf(here.node, 'properties')?.node;
    const entry = inside && entryOf(inside, typeof step === 'number' ? 'items' : step);
    if (!entry) return here;
    here = { node: entry.node, entry };
  }
  return here;
}

const entryOf = (node: JsonNode, key: string): JsonEntry | undefined => node.entries.find((entry) => entry.key === key);
