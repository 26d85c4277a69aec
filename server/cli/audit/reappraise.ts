import {
  type Cell,
  createEngine,
  type Document,
  definePlugin,
  type EngineSettings,
  type ExtractionModel,
  InputError,
  type Json,
  type JsonObject,
  type Part,
  parseSchema,
  type ReadTask,
  type Schema,
  type SourceFile,
  schemaOfData,
  template,
} from '../../../core/index.js';
import type { FieldEvidence } from '../../client/index.js';
import { matchValue } from './recheck.js';
import type { SavedResult } from './result.js';
import { type Appraisal, keeping, scoreAgain, wasGiven } from './score-again.js';

interface ReappraisalRequest {
  readonly result: SavedResult;
  readonly file: SourceFile;
  readonly schema: Schema;
  /** 0..1; the threshold of the extraction. */
  readonly threshold: number;
  readonly signal?: AbortSignal;
}

/** The engine's verdict on a result's own evidence. */
export interface Reappraisal extends Appraisal {
  readonly document: Document;
  /** Whether the values were given, so that they were scored again beside the embedded readers. */
  readonly given: boolean;
  readonly types: ReadonlySet<string>;
}

/**
 * Runs the document through the configured converters, rules and judges again, with the result in place of a model: its cells are the values
 * as their evidence prints them. Pages are recognised as often as in the extraction: twice after a fallback, or where that is unknown. What was
 * given with the request is scored again as it was.
 * @throws InputError when the document cannot be read.
 */
export async function reappraise(
  { result, file, schema, threshold, signal }: ReappraisalRequest,
  settings: EngineSettings,
): Promise<Reappraisal> {
  let document: Document | undefined;
  let appraisal: Appraisal | undefined;
  const types = new Set<string>();
  const read = async (task: ReadTask) => {
    document = task.document;
    return { cells: cellsOf(result, task) };
  };
  const injector = keeping((kept) => {
    appraisal = kept;
  });
  const engine = createEngine({
    ...settings,
    ...parts(settings, { read, twice: !result.acceptedAtOnce }),
    injector: { plugin: injector },
    rules: settings.rules?.map((rule) => noting(rule, types)) ?? [],
  });
  try {
    const request = { file, schema, threshold, verify: result.verification !== undefined, ...(signal && { signal }) };
    const { error } = await engine.extract(request);
    if (error || !document || !appraisal) throw new InputError(error?.message ?? 'the document could not be read');
    const again = wasGiven(result) ? await scoreAgain(result, request, settings) : undefined;
    return { document, ...(again ?? appraisal), given: again !== undefined, types };
  } finally {
    await engine.close();
  }
}

const noting = (part: Part<'rule'>, types: Set<string>): Part<'rule'> => ({
  ...part,
  plugin: {
    ...part.plugin,
    create: (options, context) => {
      const rule = part.plugin.create(options, context);
      types.add(rule.type);
      return rule;
    },
  },
});

/** The result in place of a model, and whether it is read twice, because a second recognizer runs before the second reading. */
interface ResultReader extends ExtractionModel {
  readonly twice: boolean;
}

/** The reader has the name of the first tier, so that the same caps apply to it. */
function parts({ tiers, recognizers = [] }: EngineSettings, { read, twice }: ResultReader) {
  const twoRounds = twice && recognizers.length > 1;
  const [tier] = tiers;
  const reader = definePlugin({ kind: 'model', name: tier?.plugin.name ?? 'result', create: () => ({ read }) });
  const gate = definePlugin({
    kind: 'gate',
    name: 'open',
    create: () => ({ review: () => (twoRounds ? [{ path: '$', cause: 'unsure' }] : []) }),
  });
  const part = { plugin: reader, ...(tier?.label !== undefined && { label: tier.label }) };
  return {
    tiers: twoRounds ? [part, part] : [part],
    witnesses: [],
    gate: { plugin: gate },
  };
}

/** A value without evidence proves nothing, so its cell is null. */
function cellsOf({ leaves, entries }: SavedResult, { fields }: ReadTask): readonly Cell[] {
  const known = new Set(fields.map(({ path }) => path));
  const byField = new Map(entries.map((entry) => [entry.field, entry]));
  return leaves.filter(({ path }) => known.has(template(path))).map(({ path, value }) => cellOf(path, value, byField.get(path)));
}

function cellOf(path: string, value: Json, { page, text }: Partial<FieldEvidence> = {}): Cell {
  const certain = { path, confidence: 'certain', reason: 'exact' } as const;
  if (value === null || page === undefined || text === undefined) return { ...certain, value: null, page: null, quote: null };
  const match = matchValue(text, value);
  if (match?.how === 'printed') return { ...certain, value: match.printed, page, quote: text };
  // Words that print a text only roughly are no quote of it; the engine has to locate them by the text again.
  return { ...certain, value: String(value), page, quote: match?.how === 'roughly' ? null : text };
}

/**
 * A schema with the names and types of the data, for use when the original is unknown. Nothing is required and there are no descriptions.
 * @throws InputError when no schema that the service accepts can describe the data.
 */
export function inferredSchema(data: JsonObject): Schema {
  try {
    return parseSchema(schemaOfData(data));
  } catch (cause) {
    throw new InputError('no schema was given, and none can be made of the data; name the one it was extracted with: --schema', { cause });
  }
}
