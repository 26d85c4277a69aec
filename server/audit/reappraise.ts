import {
  type Cell,
  type Check,
  createEngine,
  type Document,
  type Draft,
  definePlugin,
  type EngineSettings,
  type ExtractionModel,
  InputError,
  type Json,
  type ReadTask,
  type Schema,
  type SourceFile,
  template,
} from '../../core/index.js';
import { says } from './recheck/says.js';
import type { Entry, Result } from './result.js';

export interface Claim {
  readonly result: Result;
  readonly file: SourceFile;
  readonly schema: Schema;
  /** 0..1; the one that the result was asked with. */
  readonly threshold: number;
}

/** What the engine makes of a result's own words. */
export interface Reappraisal {
  readonly document: Document;
  readonly draft: Draft;
  readonly checks: readonly Check[];
}

/**
 * Runs the document through the configured converters, rules and judges once more, with the result in place of a reader: each of its values as
 * its evidence prints it, of which the reader is certain. No model is asked, so that nobody agrees or contradicts. Pictures are looked at as
 * often as they were: twice after a fallback, and where nobody says whether there was one.
 * @throws InputError when the document cannot be read.
 */
export async function reappraise({ result, file, schema, threshold }: Claim, settings: EngineSettings): Promise<Reappraisal> {
  let document: Document | undefined;
  let weighed: Omit<Reappraisal, 'document'> | undefined;
  const read = async (task: ReadTask) => {
    document = task.document;
    return { cells: cellsOf(result, task) };
  };
  const keep = (draft: Draft, checks: readonly Check[]) => {
    weighed = { draft, checks };
    return {};
  };
  const engine = createEngine({ ...settings, ...parts(settings, { read, again: !result.acceptedAtOnce }, keep) });
  try {
    const { error } = await engine.extract({ file, schema, threshold, verify: result.verification !== undefined });
    if (error || !document || !weighed) throw new InputError(error?.message ?? 'the document could not be read');
    return { document, ...weighed };
  } finally {
    await engine.close();
  }
}

/** The result in place of a reader, and whether it is heard twice: a closer look at pictures is taken before the second time. */
interface Readback extends ExtractionModel {
  readonly again: boolean;
}

/** The reader goes by the name of the first tier, so that its caps are those of that tier. */
function parts(
  { tiers, recognizers = [] }: EngineSettings,
  { read, again }: Readback,
  keep: (draft: Draft, checks: readonly Check[]) => Record<string, never>,
) {
  const twice = again && recognizers.length > 1;
  const [tier] = tiers;
  const reader = definePlugin({ kind: 'model', name: tier?.plugin.name ?? 'result', create: () => ({ read }) });
  const gate = definePlugin({
    kind: 'gate',
    name: 'open',
    create: () => ({ review: () => (twice ? [{ path: '$', cause: 'unsure' }] : []) }),
  });
  const injector = definePlugin({ kind: 'injector', name: 'keep', create: () => ({ inject: (draft, _, checks) => keep(draft, checks) }) });
  const part = { plugin: reader, ...(tier?.label !== undefined && { label: tier.label }) };
  return {
    tiers: twice ? [part, part] : [part],
    witnesses: [],
    gate: { plugin: gate },
    injector: { plugin: injector },
  };
}

/** A value without evidence proves nothing: it is given as if it had not been read. */
function cellsOf({ leaves, entries }: Result, { fields }: ReadTask): readonly Cell[] {
  const known = new Set(fields.map(({ path }) => path));
  const byField = new Map(entries.map((entry) => [entry.field, entry]));
  return leaves.filter(({ path }) => known.has(template(path))).map(({ path, value }) => cellOf(path, value, byField.get(path)));
}

function cellOf(path: string, value: Json, { page, text }: Partial<Entry> = {}): Cell {
  const certain = { path, confidence: 'certain', reason: 'exact' } as const;
  if (value === null || page === undefined || text === undefined) return { ...certain, value: null, page: null, quote: null };
  const saying = says(text, value);
  if (saying?.how === 'printed') return { ...certain, value: saying.printed, page, quote: text };
  // Words that hold a text only roughly are no quote of it: the engine has to find them by the text, as it did before.
  return { ...certain, value: String(value), page, quote: saying?.how === 'roughly' ? null : text };
}
