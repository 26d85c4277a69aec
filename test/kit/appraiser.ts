import {
  type Cell,
  createEngine,
  type Document,
  definePlugin,
  type EngineSettings,
  type ExtractionModel,
  type Part,
  type Schema,
  type SourceFile,
  type VerifierRule,
} from '../../core/index.js';
import type { Appraisal } from './fault.js';
import { cellsFor, partOf, plainInjector } from './stage.js';
import type { Subject } from './subject.js';

/** What the rules of an engine make of readings; nothing is converted and no model is asked. */
export interface ReadingAppraiser {
  appraise(subject: ReadSubject, reading: ReadingOf, schema: Schema): Promise<HeldAppraisal>;
  /** How long the rules have worked, in ms a reading. */
  msPerReading(): number;
  close(): Promise<void>;
}

/** The document that was read. */
export interface ReadSubject {
  readonly exhibit: Pick<Subject['exhibit'], 'id' | 'file' | 'document'>;
}

/** What a reader says of a document. */
export interface ReadingOf {
  readonly cells: readonly Cell[];
  readonly document: Document;
}

export interface HeldAppraisal extends Appraisal {
  /** The types of the policies that failed. */
  readonly held: readonly string[];
}

/** The parts of a configuration that weigh a reading. */
export type WeighingSettings = Pick<
  EngineSettings,
  'gate' | 'rules' | 'witnesses' | 'recognizers' | 'calibrations' | 'folder' | 'secret'
> & {
  /** A reader that reads itself, instead of what is given. */
  readonly tier?: Part<'model'>;
};

/** Opens an engine with these rules and no others; `timed` are those whose time is measured. */
export function openReadingAppraiser(
  { gate, rules = [], witnesses, recognizers, calibrations, folder, secret, tier }: WeighingSettings,
  timed: readonly Part<'rule'>[] = [],
): ReadingAppraiser {
  const clock = { ms: 0, readings: 0 };
  let current: ReadingOf | undefined;
  const model: ExtractionModel = { kind: 'large', read: async (task) => ({ cells: cellsFor(task, current?.cells ?? []) }) };
  const engine = createEngine({
    gate,
    ...(witnesses && { witnesses }),
    ...(recognizers && { recognizers }),
    ...(calibrations && { calibrations }),
    ...(folder !== undefined && { folder }),
    ...(secret && { secret }),
    rules: [...rules, ...timed.map((part) => timedPart(part, clock))],
    converters: [
      partOf('converter', {
        format: 'READINGS',
        accepts: () => true,
        convert: async () => {
          if (!current) throw new Error('there is no reading');
          return current.document;
        },
      }),
    ],
    tiers: [tier ?? partOf('model', model)],
    injector: plainInjector,
  });
  return {
    appraise: async (subject, reading, schema) => {
      current = reading;
      clock.readings += 1;
      const file: SourceFile = subject.exhibit.file;
      const { draft, verification, held = [], error } = await engine.extract({ file, schema, verify: true });
      if (!draft) throw new Error(`${subject.exhibit.id}: ${error?.message ?? 'no answer'}`);
      return { draft, checks: verification?.checks ?? [], held };
    },
    msPerReading: () => clock.ms / Math.max(clock.readings, 1),
    close: () => engine.close(),
  };
}

/** The same rule, with a watch on its `check`. */
function timedPart({ plugin, ...part }: Part<'rule'>, clock: { ms: number }): Part<'rule'> {
  const create = (options: never, context: Parameters<typeof plugin.create>[1]): VerifierRule => {
    const rule = plugin.create(options, context);
    const calculate = rule.calculate?.bind(rule);
    return {
      type: rule.type,
      ...(rule.needs && { needs: rule.needs }),
      ...(calculate && { calculate }),
      check: async (result, terms) => {
        const began = performance.now();
        try {
          return await rule.check(result, terms);
        } finally {
          clock.ms += performance.now() - began;
        }
      },
    };
  };
  return { ...part, plugin: definePlugin({ ...plugin, create }) };
}
