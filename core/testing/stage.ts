import type { Converter } from '../contracts/converter.js';
import type { Document, SourceFile } from '../contracts/document.js';
import type { EngineSettings, Outcome, Part } from '../contracts/extraction.js';
import type { ConfidenceGate, MetaInjector } from '../contracts/gate.js';
import type { Cell, ExtractionModel, ReadTask } from '../contracts/model.js';
import { definePlugin, type Kind, type Kinds } from '../contracts/plugin.js';
import type { Schema } from '../contracts/schema.js';
import { createEngine } from '../engine.js';
import { parseSchema } from '../schema/parse.js';
import { template } from '../schema/path.js';
import { hostSettings, type PluginHost } from './instance.js';
import { schemaOf } from './schema-of.js';
import { documentOf } from './typed-page.js';
import { cellsOf, type ReadValues } from './typed-reading.js';

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

export function prepareStage({ page, document, reading = {}, schema, required }: StageSetting): PreparedStage {
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
    injector: partOf('injector', { inject: ({ data }) => data } satisfies MetaInjector),
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

/** A converter that opens every file as the same document. */
export const converterTo = (document: Document): Part<'converter'> =>
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
