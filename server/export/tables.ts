import type { Field, Json, JsonObject, Schema } from '../../core/index.js';
import { valueAt } from '../client/evidence.js';
import { evidenceOf, isPrintedWithCents, leaves, metaOf, tables } from '../report/content.js';
import { documentsIn, type FileAnswer, nameOf, stateOf } from './file-answers.js';

export interface ExportCell {
  readonly value: Json;
  /** Whether it is an amount that is printed with cents. */
  readonly cents?: boolean;
  /** Whether its score is under the threshold. */
  readonly doubtful?: boolean;
  /** Whether the value is an address. */
  readonly link?: true;
}

/** A table of answers, of which a spreadsheet makes a sheet or a file. */
export interface ExportTable {
  readonly name: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly ExportCell[])[];
}

export interface ExportTerms {
  readonly schema: Schema;
  readonly threshold: number;
  /** Where a document is found; undefined where nobody knows. */
  readonly addressOf: (file: string) => string | undefined;
}

/** The answers as tables: one row a document; for each list of the schema one row an item; and one row a value with what proves it. */
export function answerTables(files: readonly FileAnswer[], terms: ExportTerms): readonly ExportTable[] {
  const answers = files.flatMap(documentsIn).map((answer) => opened(answer, terms));
  const single = terms.schema.fields.filter(({ path }) => !path.includes('[]'));
  const inLists = terms.schema.fields.filter(({ path }) => path.includes('[]'));
  const names = single.map(({ path }) => nameOf(path));
  const documents: ExportTable = {
    name: 'documents',
    header: [...['file', 'state', 'why', 'confidence'].map((name) => unlike(name, names)), ...names],
    rows: answers.map(({ file, facts, cellAt }) => [file, ...facts].map(plain).concat(single.map(({ path }) => cellAt(path)))),
  };
  const lists = [...Map.groupBy(inLists, ({ path }) => listOf(path))].map(([list, fields]) => listTable(list, fields, answers));
  return [documents, ...lists, evidenceTable(answers, terms)];
}

interface OpenedAnswer {
  readonly file: string;
  readonly source: string;
  /** State, why, confidence. */
  readonly facts: readonly Json[];
  readonly object: JsonObject | null;
  readonly cellAt: (path: string) => ExportCell;
}

function opened(answer: FileAnswer, { threshold }: ExportTerms): OpenedAnswer {
  const { object, source = answer.file } = answer.kind === 'answered' ? { ...answer, ...answer.body } : { object: null };
  const { state, why } = stateOf(answer, threshold);
  const evidence = evidenceOf(object ?? {});
  return {
    file: answer.file,
    source,
    facts: [state, why, metaOf(object).confidence ?? null],
    object,
    cellAt(path) {
      const value = (object && valueAt(object, path)) ?? null;
      const { score, text = '' } = evidence(path);
      const cents = typeof value === 'number' && isPrintedWithCents(value, text);
      return { value, cents, doubtful: score !== undefined && score < threshold };
    },
  };
}

const plain = (value: Json): ExportCell => ({ value });

/** `$.line_items` of `$.line_items[].amount`; lists within lists are left in their cell. */
const listOf = (path: string): string => path.slice(0, path.indexOf('[]'));

function listTable(list: string, fields: readonly Field[], answers: readonly OpenedAnswer[]): ExportTable {
  const names = fields.map(({ path }) => path.slice(list.length + 2).replace(/^\./, '') || 'value');
  return {
    name: nameOf(list),
    header: [...['file', 'item'].map((name) => unlike(name, names)), ...names],
    rows: answers.flatMap(({ file, cellAt }) => {
      const { value: items } = cellAt(list);
      if (!Array.isArray(items)) return [];
      return items.map((_, index) => [
        ...[file, index + 1].map(plain),
        ...fields.map(({ path }) => cellAt(path.replace('[]', `[${index}]`))),
      ]);
    }),
  };
}

/** A name of a column that no other one has: `item`, or `item_` where rows have an `item` of their own. */
const unlike = (name: string, names: readonly string[]): string => (names.includes(name) ? unlike(`${name}_`, names) : name);

const evidenceTable = (answers: readonly OpenedAnswer[], { addressOf, schema }: ExportTerms): ExportTable => ({
  name: schema.fields.some(({ path }) => path.startsWith('$.evidence[]')) ? 'evidence_of_values' : 'evidence',
  header: ['file', 'field', 'value', 'score', 'page', 'text', 'reason', 'link'],
  rows: answers.flatMap(({ file, source, object, cellAt }) =>
    valuesIn(object).flatMap(({ path, score = null, page = null, text = null, reason = null }) => {
      if (path === undefined) return [];
      const address = addressOf(source);
      const link = page === null || address === undefined ? null : `${address}#page=${page}`;
      return [
        [...[file, nameOf(path)].map(plain), cellAt(path), ...[score, page, text, reason].map(plain), { value: link, link: true as const }],
      ];
    }),
  ),
});

const valuesIn = (object: JsonObject | null) => (object ? [...leaves(object), ...tables(object).flatMap(({ rows }) => rows.flat())] : []);
