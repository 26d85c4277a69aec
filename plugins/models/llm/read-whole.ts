import type { Field, Reading, ReadTask, Usage } from '../../../core/index.js';
import { addUsage } from './answer.js';
import { type AnsweredRequest, ask } from './ask.js';
import { type AnsweredCells, cellsOf } from './cells.js';
import { drawnContent, type PromptContent } from './content.js';
import { charged } from './failure.js';
import { mapCells } from './map-cells.js';
import type { ReaderSettings } from './options.js';
import type { WindowPlan } from './plan.js';
import { windowProgress } from './progress.js';
import { fieldList, inForm } from './prompt.js';
import type { SpentAnswer } from './read-windows.js';
import { isTooLarge, RefusedRequest } from './refused.js';
import { bothFaults, cutOff, type ModelReader, repairOf, unusable } from './repair.js';
import { type CheckedReply, checkedReply } from './reply.js';
import { outputTokenLimit, type SizedRequest, sizeOf } from './size.js';

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
export async function readWhole(task: ReadTask, { provider, settings, memory, ...windows }: WholeReader): Promise<Reading> {
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

/** The first request for a whole document. */
export const wholeRequest = ({ document, fields }: ReadTask, settings: ReaderSettings, content: PromptContent): SizedRequest => ({
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
