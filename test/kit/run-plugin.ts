import { Deadline } from '../../core/flow/deadline.js';
import {
  type Cell,
  type Check,
  type Document,
  type Doubt,
  engineDefaults,
  type Finding,
  type JsonObject,
  type Kind,
  type Kinds,
  type OcrResult,
  type Outcome,
  type Plugin,
  type SourceFile,
} from '../../core/index.js';
import { split } from '../../core/stages/split.js';
import { instanceOf, type PluginHost } from './instance.js';
import { partOf, runStage, type StageSetting } from './stage.js';

/** What every run of a plugin in the engine shows. */
export interface StageRun {
  /** The data of the answer; null where there is none, and `outcome.error` says why. */
  readonly data: JsonObject | null;
  /** The score of each value by its path: `{ '$.total': 0.98 }`. */
  readonly scores: Readonly<Record<string, number>>;
  readonly issues: readonly string[];
  readonly outcome: Outcome;
}

const shown = (outcome: Outcome): StageRun => ({
  data: outcome.draft?.data ?? null,
  scores: Object.fromEntries((outcome.draft?.fields ?? []).map(({ path, score }) => [path, score])),
  issues: outcome.draft?.issues ?? [],
  outcome,
});

export interface RuleRun extends StageRun {
  /** What the rule found, as it said it. */
  readonly findings: readonly Finding[];
  /** What the engine made of it: each with its status. */
  readonly checks: readonly Check[];
  /** The types of the policies that failed. */
  readonly held: readonly string[];
}

/** What a rule says of one reading of one document. @throws ConfigError where the engine would refuse the rule at the start */
export const runRule = (plugin: Plugin<'rule'>, setting: StageSetting): Promise<RuleRun> =>
  withInstance(plugin, setting, async (rule) => {
    const findings: Finding[] = [];
    const check: typeof rule.check = async (result, context) => {
      const found = await rule.check(result, context);
      findings.push(...found);
      return found;
    };
    const calculate = rule.calculate?.bind(rule);
    const recording = { type: rule.type, ...(rule.needs && { needs: rule.needs }), check, ...(calculate && { calculate }) };
    const outcome = await runStage(setting, { rules: [partOf('rule', recording)] });
    return { ...shown(outcome), findings, checks: outcome.verification?.checks ?? [], held: outcome.held ?? [] };
  });

export interface GateRun extends StageRun {
  /** What the gate doubts of the draft; none = accepted. */
  readonly doubts: readonly Doubt[];
}

/** What a gate doubts of one reading of one document. @throws as `runRule` */
export const runGate = (plugin: Plugin<'gate'>, setting: StageSetting): Promise<GateRun> =>
  withInstance(plugin, setting, async (gate) => {
    let doubts: readonly Doubt[] = [];
    const review: typeof gate.review = (draft, schema, threshold) => {
      doubts = gate.review(draft, schema, threshold);
      return doubts;
    };
    const outcome = await runStage(setting, { gate: partOf('gate', { review }) });
    return { ...shown(outcome), doubts };
  });

export interface ModelRun extends StageRun {
  /** What the model read, as it said it; empty where it failed. */
  readonly cells: readonly Cell[];
}

/** What a model reads, and what the engine makes of that. Needs a `schema`. @throws as `runRule` */
export const runModel = (plugin: Plugin<'model'>, setting: StageSetting): Promise<ModelRun> =>
  withInstance(plugin, setting, async (model) => {
    let cells: readonly Cell[] = [];
    const read: typeof model.read = async (task) => {
      const reading = await model.read(task);
      cells = reading.cells;
      return reading;
    };
    const outcome = await runStage(setting, { tiers: [partOf('model', { ...(model.kind && { kind: model.kind }), read })] });
    return { ...shown(outcome), cells };
  });

export interface InjectorRun {
  /** The object of the answer. */
  readonly object: JsonObject | null;
  readonly outcome: Outcome;
}

/** What an injector makes of one reading of one document. @throws as `runRule` */
export const runInjector = (plugin: Plugin<'injector'>, setting: StageSetting): Promise<InjectorRun> =>
  withInstance(plugin, setting, async (injector) => {
    const outcome = await runStage(setting, { injector: partOf('injector', injector) });
    return { object: outcome.object, outcome };
  });

/** A file to convert: its bytes, or text that is encoded as UTF-8. */
export interface ConverterSetting extends PluginHost {
  readonly options?: Readonly<Record<string, unknown>>;
  readonly file: string | Uint8Array;
  readonly name?: string;
  readonly signal?: AbortSignal;
}

export interface ConverterRun {
  readonly accepts: boolean;
  /** Absent where the converter does not accept the file. */
  readonly document?: Document;
}

/** What a converter makes of a file. @throws what it throws, such as an ExtractionError for a broken file */
export const runConverter = (plugin: Plugin<'converter'>, setting: ConverterSetting): Promise<ConverterRun> =>
  withInstance(plugin, setting, async (converter) => {
    const bytes = typeof setting.file === 'string' ? new TextEncoder().encode(setting.file) : setting.file;
    const file: SourceFile = { name: setting.name ?? 'file', bytes };
    if (!converter.accepts(file)) return { accepts: false };
    return { accepts: true, document: await converter.convert(file, setting.signal ?? new AbortController().signal) };
  });

/** A document with a page that is a picture. */
export interface RecognizerSetting extends PluginHost {
  readonly options?: Readonly<Record<string, unknown>>;
  readonly document: Document;
  /** Counted from 1; 1 when absent. */
  readonly pageNumber?: number;
  readonly languages?: readonly string[];
  readonly signal?: AbortSignal;
}

/** What a recognizer reads of one page. @throws what it throws, such as an ExtractionError for a page that it cannot read */
export const runRecognizer = (plugin: Plugin<'recognizer'>, setting: RecognizerSetting): Promise<OcrResult> =>
  withInstance(plugin, setting, async (recognizer) => {
    const { document, pageNumber = 1, languages = [], signal = new AbortController().signal } = setting;
    const page = document.pages.find(({ number }) => number === pageNumber);
    if (!page) throw new RangeError(`the document has no page ${pageNumber}`);
    return recognizer.recognize({ document, page, languages, signal });
  });

export interface SplitterSetting extends PluginHost {
  readonly options?: Readonly<Record<string, unknown>>;
  readonly document: Document;
}

/** The documents that a file is parted into, as the engine does it. @throws ExtractionError as the splitter does, and where it names a page that is not there */
export const runSplitter = (plugin: Plugin<'splitter'>, setting: SplitterSetting): Promise<readonly Document[]> =>
  withInstance(plugin, setting, async (splitter) => {
    const deadline = new Deadline(engineDefaults.deadlineMs);
    try {
      return await split(setting.document, splitter, deadline);
    } finally {
      deadline.close();
    }
  });

/** Creates a plugin for one run, and closes it after that. */
async function withInstance<K extends Kind, R>(
  plugin: Plugin<K>,
  { options = {}, ...host }: PluginHost & { readonly options?: Readonly<Record<string, unknown>> },
  run: (part: Kinds[K]) => Promise<R>,
): Promise<R> {
  const instance = instanceOf({ plugin, options }, host);
  try {
    return await run(instance.part);
  } finally {
    await instance.close();
  }
}
