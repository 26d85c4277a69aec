import {
  ConfigError,
  type Document,
  type ExtractionModel,
  type Field,
  type PluginContext,
  type Reading,
  type ReadTask,
  Semaphore,
  type Usage,
} from '../../../core/index.js';
import { addUsage } from './answer.js';
import { type AnsweredRequest, ask } from './ask.js';
import { type AnsweredCells, cellsOf } from './cells.js';
import { type ContentTerms, contentOf, drawnContent, type PromptContent, picturedPages } from './content.js';
import { charged, failureOf } from './failure.js';
import { LearnedContext, LearnedForms, type ModelMemory, type TellLesson } from './learned.js';
import { mapCells } from './map-cells.js';
import { type ReaderSettings, withDefaults } from './options.js';
import { fitsIn, isColumn, planHalves, planOfPart, planParts, planWindows, type WindowPlan, type WindowSizes } from './plan.js';
import { windowProgress } from './progress.js';
import { fieldList, inForm } from './prompt.js';
import type { Provider } from './provider.js';
import { RateGate } from './rate-gate.js';
import { partOf } from './read-window.js';
import { readWindows, type SpentAnswer } from './read-windows.js';
import { isTooLarge, RefusedRequest } from './refused.js';
import { bothFaults, cutOff, type ModelReader, repairOf, unusable } from './repair.js';
import { type CheckedReply, checkedReply } from './reply.js';
import { maxTokensOfReading, outputTokenLimit, type SizedRequest, sizeOf } from './size.js';

/**
 * A model that asks a provider: once where one answer holds a document, and once more if that is unusable or was cut off; in windows where
 * none does. It does not retry failures: each says whether a retry may help, and core/flow/retry.ts decides. What it learns of the server is remembered as long as it lives,
 * and said once in the host's log.
 * @throws ConfigError when it is to show pictures and the provider passes none on
 */
export function llmReader(provider: Provider, given: ReaderSettings, host?: Pick<PluginContext, 'log'>): ExtractionModel {
  if (given.pdf === 'pictures' && !provider.showsPictures)
    throw new ConfigError(`${provider.label}: "pdf: pictures" is not for this plugin`);
  const settings = withDefaults(given);
  const memory = memoryOf(settings, (lesson) => host?.log(lessonMessage, { lesson }));
  const slots = new Semaphore({ windows: settings.windowsAtOnce });
  return {
    read(task: ReadTask) {
      const reader = { provider, settings, slots, memory };
      const sizes = (): WindowSizes => ({ ...settings, fits: fitsIn(memory, task, settings) });
      const plan = planWindows(task, sizes()) ?? planOfPart(task, settings);
      if (plan) return readWindows(plan, task, reader);
      return readWhole(task, {
        ...reader,
        halves: () => planHalves(task, sizes()),
        parts: () => planParts(task, sizes()),
        inWindows: (smaller, spent) => readWindows(smaller, task, { ...reader, ...(spent && { spent }) }),
      });
    },
    kind: settings.size,
    most: (task) => mostTokens(task, settings, memory),
    ...(provider.reach && { reach: (signal) => reach(provider, signal) }),
  };
}

const memoryOf = ({ forms, contextTokens }: Required<ReaderSettings>, tell: TellLesson): ModelMemory => ({
  forms: new LearnedForms(forms, tell),
  context: new LearnedContext(contextTokens, tell),
  gate: new RateGate(),
});

/** The message of the log line that says what has been learned of a server. */
const lessonMessage = 'model learned';

async function reach(provider: Provider, signal: AbortSignal): Promise<void> {
  try {
    await provider.reach?.(signal);
  } catch (error) {
    throw failureOf(error, provider.label);
  }
}

/** A window may be asked for again: because it failed, was cut off and is halved, or left rows out. */
const timesAWindow = 2;

/** The most tokens that a reading can use, over all of its calls. */
function mostTokens(task: ReadTask, settings: Required<ReaderSettings>, memory: ModelMemory): number {
  const plan = planWindows(task, { ...settings, fits: fitsIn(memory, task, settings) }) ?? planOfPart(task, settings);
  const loosest = settings.forms.at(-1) ?? settings.forms[0];
  if (!plan)
    return maxTokensOfReading(
      { ...wholeRequest(task, settings, plannedContent(task.document, settings)), ...inForm(loosest) },
      task.document.pages.length,
      settings.maxOutputTokens,
    );
  const columns = task.fields.filter(isColumn);
  const single = task.fields.filter((field) => !isColumn(field));
  const windows = [{ pages: plan.header, fields: single }, ...plan.windows.map((pages) => ({ pages, fields: columns }))];
  const most = windows
    .filter(({ pages }) => pages.length > 0)
    .map((window) => {
      const limit = outputTokenLimit(partOf(task.document, window), window.fields, settings.maxOutputTokens);
      // What a window shows is not made before it is asked for; a page counts as one that is sent as it is.
      const request = {
        ...inForm(loosest),
        content: { kind: 'pdf', base64: '' },
        fields: fieldList(window.fields),
        limit,
      } as const;
      return maxTokensOfReading(request, window.pages.length, settings.maxOutputTokens);
    });
  return timesAWindow * most.reduce((sum, tokens) => sum + tokens, 0);
}

/** What is sent of a document, with pictures that are counted and not drawn. */
function plannedContent(document: Document, terms: ContentTerms): PromptContent {
  const content = contentOf(document, terms);
  if (content.kind !== 'text') return content;
  return { ...content, pictures: picturedPages(document, terms).map((page) => ({ page, mediaType: 'image/png', base64: '' })) };
}

/** A usable reading, or the fault of the reply and the request that may repair it. */
type JudgedReply = Pick<Reading, 'cells' | 'notes'> | { readonly fault: string; readonly next: SizedRequest | undefined };

/** A provider, how it is asked, and who reads a document in parts if one answer does not hold it. */
interface WholeReader extends ModelReader {
  /** The windows for a document whose answer was cut off; undefined where it cannot be parted. */
  halves(): WindowPlan | undefined;
  /** The windows for a document that the model does not hold; undefined where it cannot be parted. */
  parts(): WindowPlan | undefined;
  inWindows(plan: WindowPlan, spent: SpentAnswer | undefined): Promise<Reading>;
}

/** Reads a document with one answer, and asks once more if the reply is unusable or was cut off; in windows where that does not do. */
async function readWhole(task: ReadTask, { provider, settings, memory, ...windows }: WholeReader): Promise<Reading> {
  const request = wholeRequest(task, settings, await drawnContent(task, settings));
  const progress = windowProgress(task.observer, task.document.pages.length);
  const send = (next: SizedRequest): Promise<AnsweredRequest> =>
    ask(provider, next, { ...task, ...settings, memory, onText: progress.call().onText });
  const terms = { task, settings, provider, memory };
  const first = await send(request).catch(unlessTooLarge);
  if (first instanceof RefusedRequest) {
    const parts = windows.parts();
    if (!parts) throw first;
    return windows.inWindows(parts, first.worked ? { usage: first.usage } : undefined);
  }
  const halves = first.reply.kind === 'cut' ? windows.halves() : undefined;
  if (halves) return windows.inWindows(halves, { usage: first.reply.usage });
  const judged = judge(first, terms);
  progress.pagesRead('cells' in judged ? task.document.pages.length : 0);
  if ('cells' in judged) return reading(judged, request, first.reply.usage);
  if (!judged.next) throw unusable(provider, judged.fault);
  progress.forget();
  const second = await send(judged.next).catch((error: unknown) => {
    throw charged(error);
  });
  const repaired = judge(second, terms);
  if ('cells' in repaired) return reading(repaired, request, addUsage(first.reply.usage, second.reply.usage));
  throw unusable(provider, bothFaults(judged.fault, repaired.fault));
}

function unlessTooLarge(error: unknown): RefusedRequest {
  if (isTooLarge(error)) return error;
  throw error;
}

const wholeRequest = ({ document, fields }: ReadTask, settings: ReaderSettings, content: PromptContent): SizedRequest => ({
  ...inForm(settings.forms[0]),
  content,
  fields: fieldList(fields),
  limit: outputTokenLimit(document, fields, settings.maxOutputTokens),
  ...sizeOf(document, fields),
});

function judge(answered: AnsweredRequest, { task, ...reader }: ModelReader & { readonly task: ReadTask }): JudgedReply {
  const { request, reply } = answered;
  if (reply.kind === 'cut') return cutOff(answered, reader);
  const checked = checkedReply(reply.text, request.form, reader.memory);
  if ('problems' in checked) return { fault: 'did not follow the schema', next: repairOf(request, reply.text, checked.problems) };
  const { cells, notes } = answeredCells(checked, task);
  const mapped = mapCells(cells, task.fields, task.document);
  if (mapped.cells.length > 0 || (cells.length === 0 && canBeEmpty(task.fields))) return { ...mapped, notes: [...mapped.notes, ...notes] };
  const problem =
    'nothing has the path of a listed field; every path without [] needs its list in fields, with the path alone where nothing is stated';
  return { fault: 'held no cell of the schema', next: repairOf(request, reply.text, [problem]) };
}

/** Models that know only the older form still answer in it. */
const answeredCells = (reply: Exclude<CheckedReply, { readonly problems: unknown }>, { fields, document }: ReadTask): AnsweredCells =>
  'cells' in reply ? { cells: reply.cells, notes: [] } : cellsOf(reply.answer, fields, document);

/** Only a document's rows may be absent: a field outside of rows is always answered. */
const canBeEmpty = (fields: readonly Field[]): boolean => fields.every((field) => field.path.includes('[]'));

const reading = (
  { cells, notes = [] }: Pick<Reading, 'cells' | 'notes'>,
  { content }: SizedRequest,
  usage: Usage | undefined,
): Reading => ({
  cells,
  ...(usage === undefined ? {} : { usage }),
  notes: content.kind === 'text' ? [...content.notes, ...notes] : notes,
});
