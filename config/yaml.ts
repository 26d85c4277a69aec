import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type ParsedNode,
  parseDocument,
  visit,
} from 'yaml';
import { ConfigError } from '../core/index.js';
import type { ConfigPath } from './config.js';

/** A position in a text file; line and column are counted from 1. */
export interface FilePosition {
  readonly line: number;
  readonly column: number;
}

/** The data of a text file and the positions of its places. */
export interface ParsedText {
  readonly data: unknown;
  /** The position of a place, or of the nearest place around it; undefined when not even its first step is in the file. */
  position(place: ConfigPath, of: 'key' | 'value'): FilePosition | undefined;
}

/**
 * Parses YAML, and JSON as a part of it.
 * @throws ConfigError with file, line and column.
 */
export function parseYaml(text: string, file: string): ParsedText {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number): FilePosition => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const problem = document.errors[0] ?? document.warnings[0] ?? mapAsKey(document) ?? aliasWithoutAnchor(document);
  if (problem) {
    const { line, column } = at(problem.pos[0]);
    throw new ConfigError(`${file}:${line}:${column}: ${sentence(problem.message)}${bracketHint(text, line)}`);
  }
  return {
    data: toData(document, file),
    position: (place, of) => {
      const offset = nodeAt(document, place, of)?.range?.[0];
      return offset === undefined ? undefined : at(offset);
    },
  };
}

/** Finds `{{ name }}`, the variable of other tools. YAML reads it as a map whose key is a map, which would be silently wrong data. */
function mapAsKey(document: Document.Parsed): { message: string; pos: readonly [number, number] } | undefined {
  let found: Node | undefined;
  visit(document, {
    Pair(_, pair) {
      if (isMap(pair.key) || isSeq(pair.key)) found ??= pair.key;
    },
  });
  if (!found?.range) return undefined;
  return { message: `A key must be a word; a variable is written \${NAME}, not {{ NAME }}`, pos: [found.range[0], found.range[1]] };
}

function aliasWithoutAnchor(document: Document.Parsed): { message: string; pos: readonly [number, number] } | undefined {
  let found: Alias | undefined;
  visit(document, {
    Alias(_, alias) {
      if (alias.resolve(document) === undefined) found ??= alias;
    },
  });
  if (!found?.range) return undefined;
  return { message: `Before the alias *${found.source} there is no anchor &${found.source}`, pos: [found.range[0], found.range[1]] };
}

/** `toJS` limits the number of aliases, because a few lines of them can expand to gigabytes. */
function toData(document: Document.Parsed, file: string): unknown {
  try {
    return document.toJS() ?? {};
  } catch (cause) {
    throw new ConfigError(`${file}: ${cause instanceof Error ? sentence(cause.message) : String(cause)}`, [], { cause });
  }
}

function nodeAt(document: Document.Parsed<ParsedNode>, place: ConfigPath, of: 'key' | 'value'): Node | undefined {
  let node: unknown = document.contents;
  let found: Node | undefined;
  for (const step of place) {
    if (isAlias(node)) node = node.resolve(document);
    const entry = isMap(node) ? node.items.find((pair) => (isScalar(pair.key) ? pair.key.value === step : false)) : undefined;
    const value: unknown = isSeq(node) && typeof step === 'number' ? node.items[step] : entry?.value;
    const shown = of === 'value' && isScalar(value) ? value : (entry?.key ?? value);
    if (!isNode(shown)) return found;
    found = shown;
    node = value;
  }
  return found;
}

const sentence = (message: string): string => (message.endsWith('.') ? message : `${message}.`);

/** Explains the one mistake for which YAML's own message is no help. */
const bracketHint = (text: string, line: number): string =>
  /[[{].*\$\{/.test(text.split('\n')[line - 1] ?? '') ? ` Inside [ ] and { } a text with \${…} needs quotes: "openai:\${MODEL}".` : '';
