import type { Check, Checkable, Doubt, Draft, Kind, Kinds, RuleContext, Schema, SourceFile } from '../../core/index.js';
import { flawInObject } from '../../core/stages/add-meta.js';
import { flawInReading } from '../../core/stages/call.js';
import { flawInDocument } from '../../core/stages/convert.js';
import { flawInDoubts } from '../../core/stages/doubt.js';
import { flawInOcr } from '../../core/stages/recognize.js';
import { flawIn } from '../../core/stages/verify.js';
import { partOf, runStage } from './stage.js';
import { readingOf, type Subject, schemaOfReading } from './subject.js';

/** What the method of a part is called with. */
export interface Trial<K extends Kind> {
  /** What the call is about, for messages: 'brightwater'. */
  readonly about: string;
  /** Calls the part's method once. */
  call(part: Kinds[K], signal: AbortSignal): Promise<unknown>;
}

/** What trials are made of. */
export interface TrialMaterial {
  readonly subjects: readonly Subject[];
  /** Files that a converter should read. */
  readonly files: readonly SourceFile[];
}

/** A call of each kind of part, for each example. */
export const trialsOf: { readonly [K in Kind]: (material: TrialMaterial) => Promise<readonly Trial<K>[]> } = {
  converter: async ({ files }) =>
    files.map((file) => ({
      about: file.name,
      call: async (part, signal) =>
        part.accepts(file) ? withoutFlaw(await part.convert(file, signal), flawInDocument) : 'it is not accepted',
    })),
  recognizer: async ({ subjects }) =>
    subjects.flatMap(({ exhibit: { id, document } }) =>
      document.pages.slice(0, 1).map((page) => ({
        about: id,
        call: async (part, signal) => withoutFlaw(await part.recognize({ document, page, languages: [], signal }), flawInOcr),
      })),
    ),
  splitter: async ({ subjects }) =>
    subjects.map(({ exhibit: { id, document } }) => ({
      about: id,
      call: async (part, signal) => {
        const starts = await part.starts(document, signal);
        const foreign = starts.find((start) => !document.pages.some(({ number }) => number === start));
        if (foreign !== undefined) throw new TypeError(`it begins a document on page ${foreign}, which the file does not have`);
        return starts;
      },
    })),
  model: async ({ subjects }) =>
    subjects.map((subject) => ({
      about: subject.exhibit.id,
      call: async (part, signal) =>
        withoutFlaw(await part.read({ document: subject.exhibit.document, fields: schemaOf(subject).fields, signal }), flawInReading),
    })),
  gate: async ({ subjects }) =>
    (await Promise.all(subjects.map(draftOf))).map(({ id, draft, schema }) => ({
      about: id,
      call: async (part) => withoutFlaw(part.review(draft, schema, 0.85), flawInDoubts),
    })),
  rule: async ({ subjects }) =>
    (await Promise.all(subjects.map(resultOf))).map(({ id, result, context }) => ({
      about: id,
      call: async (part, signal) => withoutFlaw(await part.check(result, { ...context, signal }), flawIn),
    })),
  injector: async ({ subjects }) =>
    (await Promise.all(subjects.map(draftOf))).map(({ id, draft, doubts, checks }) => ({
      about: id,
      call: async (part) => withoutFlaw(part.inject(draft, doubts, checks), flawInObject),
    })),
};

/** What a part has answered, where the engine would take it. */
function withoutFlaw<T>(answer: T, flawIn: (answer: T) => string | undefined): T {
  const flaw = flawIn(answer);
  if (flaw !== undefined) throw new TypeError(flaw);
  return answer;
}

const schemaOf = ({ exhibit, further }: Subject): Schema => schemaOfReading(exhibit.sheet, further);

const stageOf = (subject: Subject) => ({
  document: subject.exhibit.document,
  reading: Object.fromEntries(readingOf(subject.exhibit.sheet, subject.further).map(({ path, ...cell }) => [path.slice(2), cell])),
});

interface WeighedDraft {
  readonly id: string;
  readonly draft: Draft;
  readonly doubts: readonly Doubt[];
  readonly checks: readonly Check[];
  readonly schema: Schema;
}

async function draftOf(subject: Subject): Promise<WeighedDraft> {
  const schema = schemaOf(subject);
  const { draft, verification } = await runStage(stageOf(subject), {});
  if (!draft) throw new Error(`${subject.exhibit.id}: no draft`);
  const doubts = draft.fields.slice(0, 1).map(({ path }): Doubt => ({ path, cause: 'unsure' }));
  return { id: subject.exhibit.id, draft: frozen(draft), doubts: frozen(doubts), checks: verification?.checks ?? [], schema };
}

/** What a rule gets of a subject. */
export interface ReadResult {
  readonly id: string;
  readonly result: Checkable;
  readonly context: RuleContext;
}

/** What a rule sees of a subject, from the engine itself. */
export async function resultOf(subject: Subject): Promise<ReadResult> {
  let seen: Omit<ReadResult, 'id'> | undefined;
  const listener = partOf('rule', {
    type: 'LISTENER',
    check: async (result, context) => {
      seen = { result, context };
      return [];
    },
  });
  await runStage(stageOf(subject), { rules: [listener] });
  if (!seen) throw new Error(`${subject.exhibit.id}: no result`);
  return { id: subject.exhibit.id, ...seen };
}

/** The same value, in which nothing can be changed. Decimals and bytes stay as they are. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || ArrayBuffer.isView(value)) return value;
  if (![Object.prototype, Array.prototype, null].includes(Object.getPrototypeOf(value))) return value;
  for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
}
