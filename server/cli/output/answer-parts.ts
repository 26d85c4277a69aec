import { child, isObject, type Json, type JsonObject } from '../../../core/index.js';
import { type EntryEvidence, isEvidence } from '../audit/result.js';

/** One value of an answer with its evidence. */
export interface VouchedValue {
  readonly name: string;
  readonly value: Json;
  readonly score?: number;
  readonly reason?: string;
  readonly page?: number;
  readonly text?: string;
  /** The path, `$.total`; absent when a row lacks a column that others have. */
  readonly path?: string;
  readonly boxes?: readonly PrintedBox[];
  readonly evidence?: EntryEvidence;
}

/** A rectangle of an answer, in shares of the page from its top left corner. */
export interface PrintedBox {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export interface AnswerTable {
  readonly name: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly VouchedValue[])[];
}

/** The values of an answer in order, except those in lists of objects, which `tables` returns. An empty list is a value: that there are none. */
export function leaves(object: JsonObject): readonly VouchedValue[] {
  const evidence = evidenceOf(object);
  return nodes(object).flatMap(({ value, path, name }) => {
    if (isTable(value)) return [];
    if (Array.isArray(value) && value.length > 0)
      return value.map((item, index) => ({ ...evidence(`${path}[${index}]`), name: `${name}[${index}]`, value: item }));
    return [{ ...evidence(path), name, value }];
  });
}

/** The lists of objects in an answer as tables. A table has every column that one of its rows has. */
export function tables(object: JsonObject): readonly AnswerTable[] {
  const evidence = evidenceOf(object);
  return nodes(object).flatMap(({ value, path, name }) => {
    if (!isTable(value)) return [];
    const rows = value.map((row, index) =>
      flatten(row, `${path}[${index}]`).map((cell) => ({ ...evidence(cell.path), name: cell.name, value: cell.value })),
    );
    const header = [...new Set(rows.flatMap((row) => row.map((cell) => cell.name)))];
    return [
      {
        name,
        header,
        rows: rows.map((row) => header.map((column) => row.find((cell) => cell.name === column) ?? { name: column, value: null })),
      },
    ];
  });
}

interface AnswerNode {
  readonly path: string;
  /** The path without the leading `$.`. */
  readonly name: string;
  readonly value: Json;
}

const nodes = (object: JsonObject): readonly AnswerNode[] =>
  flatten(Object.fromEntries(Object.entries(object).filter(([name]) => name !== '_meta')), '$');

/** All values under an object that are not objects themselves. */
function flatten(object: JsonObject, path: string, prefix = ''): readonly AnswerNode[] {
  return Object.entries(object).flatMap(([name, value]) =>
    isObject(value) ? flatten(value, child(path, name), `${prefix}${name}.`) : [{ path: child(path, name), name: prefix + name, value }],
  );
}

function evidenceOf({ _meta: meta }: JsonObject): (path: string) => Omit<VouchedValue, 'name' | 'value'> {
  const list = isObject(meta) && Array.isArray(meta['field_confidence']) ? meta['field_confidence'].filter(isObject) : [];
  const byPath = new Map(list.map((entry) => [entry['field'], entry]));
  return (path) => {
    const { score, reason, page, text, boxes, evidence } = byPath.get(path) ?? {};
    return {
      path,
      ...(typeof score === 'number' && { score }),
      ...(typeof reason === 'string' && { reason }),
      ...(typeof page === 'number' && { page }),
      ...(typeof text === 'string' && { text }),
      ...(isBoxes(boxes) && { boxes }),
      ...(isEvidence(evidence) && { evidence }),
    };
  };
}

const isTable = (value: Json): value is readonly JsonObject[] => Array.isArray(value) && value.length > 0 && value.every(isObject);

const isBoxes = (value: Json | undefined): value is readonly (PrintedBox & JsonObject)[] =>
  Array.isArray(value) &&
  value.every((box) => isObject(box) && ['page', 'x', 'y', 'w', 'h'].every((name) => typeof box[name] === 'number'));
