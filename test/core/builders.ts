import {
  type Cell,
  type Converter,
  createEngine,
  type Document,
  definePlugin,
  type Engine,
  type EngineSettings,
  ExtractionError,
  type ExtractionModel,
  type GivenReading,
  type Outcome,
  type Part,
  parseSchema,
  type Reading,
  type ReadTask,
  type VerifierRule,
} from '../../core/index.js';
import required from '../../plugins/gates/required.js';
import meta from '../../plugins/injectors/meta.js';
import horizontalSum from '../../plugins/rules/horizontal-sum.js';
import verticalSum from '../../plugins/rules/vertical-sum.js';
import { documentOf } from '../kit/index.js';

export { cell, documentOf, pageOf } from '../kit/index.js';

/** What a scripted reader does when asked: answer cells, or fail. Each call takes the next one, the last one again and again. */
export type ModelScript = readonly Cell[] | ExtractionError | Error | ((task: ReadTask) => Promise<Reading>);

export function scriptedModel(name: string, ...scripts: readonly ModelScript[]): Part<'model'> & { readonly tasks: ReadTask[] } {
  const tasks: ReadTask[] = [];
  const model: ExtractionModel = {
    read: async (task) => {
      const script = scripts[Math.min(tasks.length, scripts.length - 1)] ?? [];
      tasks.push(task);
      if (script instanceof Error) throw script;
      return typeof script === 'function' ? script(task) : { cells: script };
    },
  };
  return { plugin: definePlugin({ kind: 'model', name, create: () => model }), tasks };
}

/** A reader of a kind, which always reads the same. */
export function readerOf(name: string, kind: 'large' | 'local', read: Cell | readonly Cell[]): Part<'model'> {
  const { plugin } = scriptedModel(name, [read].flat());
  const create = (...given: Parameters<typeof plugin.create>): ExtractionModel => ({ ...plugin.create(...given), kind });
  return { plugin: definePlugin({ kind: 'model', name, create }) };
}

/** The same reader as one that works in this process. */
export const embedded = <Model extends Part<'model'>>({ plugin, ...part }: Model) => ({
  ...part,
  plugin: definePlugin({
    kind: 'model',
    name: plugin.name,
    create: (options, context): ExtractionModel => ({ ...plugin.create(options, context), kind: 'local' }),
  }),
});

export const converterOf = (document: Document): Part<'converter'> => ({
  plugin: definePlugin({
    kind: 'converter',
    name: 'typed',
    create: (): Converter => ({ format: 'TYPED', accepts: () => true, convert: async () => document }),
  }),
});

export const ruleOf = (rule: VerifierRule): Part<'rule'> => ({ plugin: definePlugin({ kind: 'rule', name: 'own', create: () => rule }) });

export interface RunSetting extends Partial<EngineSettings> {
  readonly document?: Document;
}

export function engineOf({ document = documentOf(''), ...settings }: RunSetting): Engine {
  return createEngine({
    converters: [converterOf(document)],
    tiers: [scriptedModel('reader', [])],
    rules: [{ plugin: horizontalSum }, { plugin: verticalSum }],
    gate: { plugin: required },
    injector: { plugin: meta },
    ...settings,
  });
}

export interface RunQuestion extends RunSetting {
  /** Properties of the schema. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
  readonly threshold?: number;
  readonly verify?: boolean;
  readonly given?: GivenReading;
}

/** Runs one document through an engine of its own. */
export async function run({ fields, required = [], threshold, verify, given, ...setting }: RunQuestion): Promise<Outcome> {
  const engine = engineOf(setting);
  try {
    return await engine.extract({
      file: { name: 'typed.txt', bytes: new Uint8Array() },
      schema: parseSchema(JSON.stringify({ type: 'object', properties: fields, required })),
      ...(threshold !== undefined && { threshold }),
      ...(verify !== undefined && { verify }),
      ...(given && { given }),
    });
  } finally {
    await engine.close();
  }
}

interface ScoreEntry {
  readonly field: string;
  readonly score: number;
  readonly reason: string;
  readonly page?: number;
  readonly text?: string;
}
interface MetaBody {
  readonly confidence_score: number;
  readonly field_confidence: readonly ScoreEntry[];
  readonly issues: readonly string[];
}

export const metaOf = (outcome: Outcome): MetaBody => outcome.object?.['_meta'] as unknown as MetaBody;

export function entryOf(outcome: Outcome, field: string): ScoreEntry {
  const entry = metaOf(outcome).field_confidence.find((candidate) => candidate.field === field);
  if (!entry) throw new Error(`no entry for ${field}`);
  return entry;
}

/** Of each leaf whose path ends so why it is refuted, or else which evidence it has. */
export const refutedOrProven = ({ draft }: Outcome, end: string): readonly string[] =>
  (draft?.fields ?? [])
    .filter(({ path }) => path.endsWith(end))
    .map(({ caps }) => {
      const refuted = caps.find(({ name }) => name === 'label.refuted');
      return refuted?.reason ?? caps.find(({ name }) => name.startsWith('evidence.'))?.name ?? '';
    });

export const money = { type: 'number' };
export const text = { type: 'string' };
export const day = { type: 'string', format: 'date' };
