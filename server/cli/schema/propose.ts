import { type AppraisedField, type Engine, InputError, type JsonObject, parseSchema, type SourceFile } from '../../../core/index.js';
import { namingFile } from '../inputs.js';
import { captionedFields } from './captions.js';
import { catalogue, needed } from './catalogue.js';

/** A field that is proposed, and how many of the samples show it. */
export interface ProposedField {
  /** `$.total`, `$.line_items[].amount`. */
  readonly path: string;
  readonly samples: number;
}

export interface Proposal {
  readonly schema: JsonObject;
  readonly fields: readonly ProposedField[];
}

const asked = parseSchema(JSON.stringify(catalogue));

/**
 * A schema for documents like these: of all that is known by its meaning what they show, with types and descriptions; and what stands beside a
 * caption of its own on each. Shown is a value that was read, and one that was not though its label, its table or its kind of document says
 * that it is there. @throws InputError where a sample cannot be read
 */
export async function proposeSchema(samples: readonly SourceFile[], engine: Engine): Promise<Proposal> {
  const shown: ReadonlyMap<string, AppraisedField>[] = [];
  for (const file of samples) shown.push(await shownIn(file, engine));
  const counts = new Map(asked.fields.map(({ path }) => [path, shown.filter((fields) => fields.has(path)).length]));
  const isProposed = (path: string): boolean => (counts.get(path) ?? 0) * leastShare >= samples.length;
  const documents = await Promise.all(samples.map(async (file) => (await engine.view(file)).document));
  const { line_items: lines, ...single } = catalogue.properties;
  const columns = pick(lines.items.properties, (name) => isProposed(`$.line_items[].${name}`));
  const own = captionedFields(documents).filter(({ name }) => !(name in catalogue.properties));
  const properties: JsonObject = {
    ...pick(single, (name) => isProposed(`$.${name}`)),
    ...Object.fromEntries(own.map(({ name, definition }) => [name, definition])),
    ...(Object.keys(columns).length > 0 && {
      line_items: {
        ...lines,
        items: { type: 'object', properties: columns, required: lines.items.required.filter((name) => name in columns) },
      },
    }),
  };
  const required = [...needed].filter((name) => shown.every((fields) => isSure(fields.get(`$.${name}`))));
  const known = asked.fields.filter(({ path }) => isProposed(path)).map(({ path }) => ({ path, samples: counts.get(path) ?? 0 }));
  const beside = own.map(({ name }) => ({ path: `$.${name}`, samples: samples.length }));
  return { schema: { type: 'object', properties, ...(required.length > 0 && { required }) }, fields: [...known, ...beside] };
}

/** A field that one sample of three shows is one of this kind of document. */
const leastShare = 3;

/** The fields of the catalogue that a document shows, without the numbers of rows. */
async function shownIn(file: SourceFile, engine: Engine): Promise<ReadonlyMap<string, AppraisedField>> {
  const { draft, error } = await namingFile(file.name, () => engine.extract({ file, schema: asked }));
  if (!draft) throw new InputError(`${file.name}: ${error?.message ?? 'it holds several documents'}`);
  return new Map(draft.fields.filter(isShown).flatMap((field) => pathsOf(field).map((path): [string, AppraisedField] => [path, field])));
}

/** Rows that are there and were not read have at least a text and an amount. */
const pathsOf = ({ path, value }: AppraisedField): readonly string[] =>
  Array.isArray(value)
    ? catalogue.properties.line_items.items.required.map((name) => `${path}[].${name}`)
    : [path.replace(/\[\d+\]/g, '[]')];

/** Under this score a value is more likely none of its field. */
const leastScore = 0.3;

const isShown = ({ value, score, caps }: AppraisedField): boolean =>
  value === null || (Array.isArray(value) && value.length === 0) ? caps.some(({ name }) => printed.has(name)) : score >= leastScore;

/** What says of a null that the document states the value all the same. */
const printed = new Set<string>(['absence.labelPrinted', 'absence.valuePrinted', 'absence.tablePrinted', 'absence.unlikely']);

const isSure = (field: AppraisedField | undefined): boolean => field !== undefined && field.value !== null && field.score >= 0.85;

const pick = (properties: Readonly<Record<string, JsonObject>>, isWanted: (name: string) => boolean): JsonObject =>
  Object.fromEntries(Object.entries(properties).filter(([name]) => isWanted(name)));
