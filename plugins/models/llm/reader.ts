import {
  type Ending,
  ExtractionError,
  type ExtractionModel,
  type Field,
  type Reading,
  type ReadTask,
  type Usage,
} from '../../../core/index.js';
import { observed, unobserved } from '../../../core/internal.js';
import { contentOf, type PdfMode } from './prompt/content.js';
import { fieldList } from './prompt/field-list.js';
import { repairOf } from './prompt/repair.js';
import { rules } from './prompt/rules.js';
import type { Provider, ProviderReply, ProviderRequest } from './provider.js';
import { type AnsweredCells, cellsOf } from './reply/compact/cells-of.js';
import { mapCells } from './reply/map-cells.js';
import { type CheckedReply, parseReply } from './reply/parse-reply.js';
import { failureOf, tooSlow } from './request/failure.js';
import { maxTokensOfReading, outputTokenLimit } from './request/token-limits.js';

export interface ReaderSettings {
  readonly pdf: PdfMode;
  /** Whether the provider enforces the schema of answers. */
  readonly schemaIsEnforced: boolean;
  /** The most output tokens that are ever requested. */
  readonly maxOutputTokens: number;
  /** The time limit of each request. */
  readonly timeoutMs: number;
  /** What sort of model it is; small when absent. */
  readonly size?: 'large' | 'small';
}

/** A usable reading, or the fault of the reply and the request that may repair it. */
type JudgedReply = Pick<Reading, 'cells' | 'notes'> | { readonly fault: string; readonly next: ProviderRequest | undefined };

/**
 * A model that asks a provider once, and once more if the reply is unusable or was cut off. It does not retry failures: these say whether a
 * retry may help.
 */
export const llmReader = (provider: Provider, settings: ReaderSettings): ExtractionModel => ({
  async read(task: ReadTask): Promise<Reading> {
    const request = firstRequest(task, settings);
    const first = await ask(provider, request, { ...task, ...settings });
    const judged = judge(first, request, { task, most: settings.maxOutputTokens });
    if ('cells' in judged) return reading(judged, request, first.usage);
    if (!judged.next) throw unusable(provider, judged.fault);
    const second = await ask(provider, judged.next, { ...task, ...settings }).catch((error: unknown) => {
      throw charged(error);
    });
    const repaired = judge(second, judged.next, { task, most: settings.maxOutputTokens });
    if ('cells' in repaired) return reading(repaired, request, sum(first.usage, second.usage));
    throw unusable(provider, `${judged.fault}; after a second try ${repaired.fault}`);
  },
  kind: settings.size ?? 'small',
  most: (task) => maxTokensOfReading(firstRequest(task, settings), task.document.pages.length, settings.maxOutputTokens),
  ...(provider.reach && { reach: (signal) => reach(provider, signal) }),
});

async function reach(provider: Provider, signal: AbortSignal): Promise<void> {
  try {
    await provider.reach?.(signal);
  } catch (error) {
    throw failureOf(error, provider.label);
  }
}

function firstRequest({ document, fields }: ReadTask, settings: ReaderSettings): ProviderRequest {
  return {
    rules: rules(settings.schemaIsEnforced),
    content: contentOf(document, settings.pdf),
    fields: fieldList(fields),
    limit: outputTokenLimit(document, fields, settings.maxOutputTokens),
  };
}

type CallSettings = Pick<ReadTask, 'signal' | 'observer'> & Pick<ReaderSettings, 'timeoutMs'>;

function ask(provider: Provider, request: ProviderRequest, { observer = unobserved, ...time }: CallSettings): Promise<ProviderReply> {
  const [name = '', model = ''] = provider.label.split(/:(.*)/s);
  return observed({ observer, step: { kind: 'call', provider: name, model } }, () => send(provider, request, time), endingOf);
}

const endingOf = ({ usage }: ProviderReply): Ending => (usage ? { usage } : {});

async function send(
  provider: Provider,
  request: ProviderRequest,
  { signal, timeoutMs }: Omit<CallSettings, 'observer'>,
): Promise<ProviderReply> {
  signal.throwIfAborted();
  const attempt = AbortSignal.timeout(timeoutMs);
  try {
    return await provider.send(request, AbortSignal.any([signal, attempt]));
  } catch (error) {
    // SDKs throw five different errors when a signal fires, so the signals are checked first.
    signal.throwIfAborted();
    if (attempt.aborted) throw tooSlow(provider.label, timeoutMs);
    throw error instanceof ExtractionError ? error : failureOf(error, provider.label);
  }
}

function judge(
  answer: ProviderReply,
  request: ProviderRequest,
  { task, most }: { readonly task: ReadTask; readonly most: number },
): JudgedReply {
  if (answer.kind === 'cut') {
    const limit = Math.min(request.limit * 2, most);
    return { fault: `was cut off at ${request.limit} tokens`, next: limit > request.limit ? { ...request, limit } : undefined };
  }
  const checked = parseReply(answer.text);
  if ('problems' in checked) return { fault: 'did not follow the schema', next: repairOf(request, answer.text, checked.problems) };
  const answered = answeredCells(checked, task);
  const mapped = mapCells(answered.cells, task.fields, task.document);
  if (mapped.cells.length > 0 || (answered.cells.length === 0 && canBeEmpty(task.fields)))
    return { ...mapped, notes: [...mapped.notes, ...answered.notes] };
  const problem =
    'nothing has the path of a listed field; every path without [] needs its list in fields, with the path alone where nothing is stated';
  return { fault: 'held no cell of the schema', next: repairOf(request, answer.text, [problem]) };
}

/** Models that know only the older form still answer in it. */
const answeredCells = (reply: Exclude<CheckedReply, { readonly problems: unknown }>, { fields, document }: ReadTask): AnsweredCells =>
  'cells' in reply ? { cells: reply.cells, notes: [] } : cellsOf(reply.answer, fields, document);

/** Only a document's rows may be absent: a field outside of rows is always answered. */
const canBeEmpty = (fields: readonly Field[]): boolean => fields.every((field) => field.path.includes('[]'));
const reading = (
  { cells, notes = [] }: Pick<Reading, 'cells' | 'notes'>,
  { content }: ProviderRequest,
  usage: Usage | undefined,
): Reading => ({
  cells,
  ...(usage === undefined ? {} : { usage }),
  notes: content.kind === 'text' ? [...content.notes, ...notes] : notes,
});

const sum = (a: Usage | undefined, b: Usage | undefined): Usage | undefined =>
  a && b ? { inputTokens: a.inputTokens + b.inputTokens, outputTokens: a.outputTokens + b.outputTokens } : (a ?? b);

const unusable = (provider: Provider, fault: string): ExtractionError =>
  new ExtractionError('PARSING_ERROR', `${provider.label}: the reply could not be used: it ${fault}`, { worked: true });

/** Marks a failure of the second request as worked, because the first one is paid for. */
function charged(error: unknown): unknown {
  if (!(error instanceof ExtractionError) || error.worked) return error;
  const { code, message, cause, retryable, retryAfterMs } = error;
  return new ExtractionError(code, message, { cause, retryable, worked: true, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });
}
