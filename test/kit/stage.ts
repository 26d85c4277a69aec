import {
  type Cell,
  type ConfidenceGate,
  type Converter,
  createEngine,
  type Document,
  definePlugin,
  type EngineSettings,
  type ExtractionModel,
  type Kind,
  type Kinds,
  type MetaInjector,
  type Outcome,
  type Part,
  parseSchema,
  type ReadTask,
  type Schema,
  type SourceFile,
  template,
} from '../../core/index.js';
import { conceptKind, isConcept } from '../../core/text.js';
import { hostSettings, type PluginHost } from './instance.js';
import { cellsOf, documentOf, type ReadValues } from './typed-document.js';

/** One document, what a reader says of it, and what is asked of it; what is left out follows from the rest. */
export interface StageSetting extends PluginHost {
  /** The options of the plugin under test. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** What is printed, a text for each page. When absent, a page on which each value of the reading has a line: its path, then the value. */
  readonly page?: string | readonly string[];
  /** A document instead of pages of text. */
  readonly document?: Document;
  readonly reading?: ReadValues;
  /** A JSON Schema, or the properties of one. When absent it asks for all fields of the reading. */
  readonly schema?: object;
  /** Fields that must be found; for a schema that is given by its properties. */
  readonly required?: readonly string[];
  /** 0.85 when absent. */
  readonly threshold?: number;
  /** Who asks, in the host's words. */
  readonly caller?: string;
  readonly signal?: AbortSignal;
  /** 120,000 when absent. */
  readonly deadlineMs?: number;
}

/** A setting with all that follows from it. */
export interface PreparedStage {
  readonly document: Document;
  readonly cells: readonly Cell[];
  readonly schema: Schema;
}

function prepareStage({ page, document, reading = {}, schema, required }: StageSetting): PreparedStage {
  const printed = document ?? (page === undefined ? listing(reading) : documentOf(...[page].flat()));
  const cells = cellsOf(reading, printed);
  return { document: printed, cells, schema: parseSchema(JSON.stringify(wholeSchema(schema ?? schemaOf(cells), required))) };
}

/** A page that prints each value on a line of its own after its path. */
function listing(reading: ReadValues): Document {
  const lines = cellsOf(reading, documentOf()).flatMap(({ path, value }) => (value === null ? [] : [`${path.slice(2)} ${value}`]));
  return documentOf(lines.join('\n'));
}

const wholeSchema = (schema: object, required: readonly string[] | undefined): object => ({
  ...('properties' in schema && 'type' in schema ? schema : { type: 'object', properties: schema }),
  ...(required && { required }),
});

/** Runs one document through the engine. Parts that are not given let everything pass: the reading is Tier 1, and there are no rules. */
export async function runStage(setting: StageSetting, parts: Partial<EngineSettings>): Promise<Outcome> {
  const { document, cells, schema } = prepareStage(setting);
  const { threshold, caller, signal, deadlineMs } = setting;
  const engine = createEngine({
    converters: [converterTo(document)],
    tiers: [readerOf(cells)],
    gate: partOf('gate', { review: () => [] } satisfies ConfidenceGate),
    injector: plainInjector,
    ...hostSettings(setting),
    ...(deadlineMs !== undefined && { deadlineMs }),
    ...parts,
  });
  try {
    return await engine.extract({
      file: document.file,
      schema,
      verify: true,
      ...(threshold !== undefined && { threshold }),
      ...(caller !== undefined && { caller }),
      ...(signal && { signal }),
    });
  } finally {
    await engine.close();
  }
}

/** A part of the pipeline that is already made. */
export const partOf = <K extends Kind>(kind: K, part: Kinds[K]): Part<K> => ({
  plugin: definePlugin({ kind, name: `the ${kind} of the test`, create: () => part }),
});

/** Beside the data it gives no more than an answer must have. */
export const plainInjector = partOf('injector', {
  inject: ({ data, confidence, issues }) => ({ ...data, _meta: { confidence_score: confidence, field_confidence: [], issues } }),
} satisfies MetaInjector);

/** A converter that opens every file as the same document. */
const converterTo = (document: Document): Part<'converter'> =>
  partOf('converter', {
    format: 'TYPED',
    accepts: () => true,
    convert: async (file: SourceFile): Promise<Document> => ({ ...document, file }),
  } satisfies Converter);

/** A reader that says these cells, also where a rule needs what the schema does not ask for. */
export const readerOf = (cells: readonly Cell[], kind?: ExtractionModel['kind']): Part<'model'> =>
  partOf('model', { ...(kind && { kind }), read: async (task) => ({ cells: cellsFor(task, cells) }) } satisfies ExtractionModel);

/** The cells that answer what a task asks for. Fields that only the checks need have a root of their own. */
export function cellsFor({ fields }: Pick<ReadTask, 'fields'>, cells: readonly Cell[]): readonly Cell[] {
  const own = new Map(cells.map((cell) => [template(cell.path), cell]));
  const all = [...Map.groupBy(cells, ({ path }) => template(path))];
  return fields.flatMap(({ path, shadow }) => {
    const asked = shadow && !own.has(path) ? path.replace(/^\$shadow\b/, '$') : path;
    const root = (cell: Cell): string => (asked === path ? cell.path : cell.path.replace(/^\$/, '$shadow'));
    return all.flatMap(([name, same]) => (name === asked ? same.map((cell) => ({ ...cell, path: root(cell) })) : []));
  });
}

/** What is known of a JSON Schema as it grows. */
interface GrowingSchema {
  type?: string;
  format?: string;
  properties?: Record<string, GrowingSchema>;
  items?: GrowingSchema;
}

/** A JSON Schema that asks for the fields of a reading: amounts and quantities as numbers, dates as dates, all else as text. */
export function schemaOf(cells: readonly Pick<Cell, 'path'>[]): GrowingSchema {
  const root: GrowingSchema = { type: 'object', properties: {} };
  for (const { path } of cells) grow(root, path.slice(1));
  return root;
}

/** Adds the rest of a path: `.line_items[0].amount`. */
function grow(schema: GrowingSchema, rest: string, inRows = false): void {
  const [, name, after = ''] = /^\.([^.[\]]+)(.*)$/s.exec(rest) ?? [];
  if (name === undefined) throw new RangeError(`"${rest}" is no path of a reading: names are joined by dots, rows are [0]`);
  schema.type = 'object';
  schema.properties ??= {};
  const [, tail] = /^\[\d*\](.*)$/s.exec(after) ?? [];
  const at = schema.properties[name] ?? {};
  schema.properties[name] = at;
  if (after === '') Object.assign(at, leafOf(name, inRows));
  else if (tail === undefined) grow(at, after, inRows);
  else growRows(at, name, tail);
}

function growRows(schema: GrowingSchema, name: string, rest: string): void {
  schema.type = 'array';
  schema.items ??= {};
  if (rest === '') Object.assign(schema.items, leafOf(name, true));
  else grow(schema.items, rest, true);
}

function leafOf(name: string, inRows: boolean): GrowingSchema {
  const concept = inRows && isConcept(`line_${name}`) ? `line_${name}` : name;
  if (!isConcept(concept)) return { type: 'string' };
  if (conceptKind(concept) === 'date') return { type: 'string', format: 'date' };
  return { type: conceptKind(concept) === 'amount' || /(?:rate|quantity)$/.test(concept) ? 'number' : 'string' };
}
