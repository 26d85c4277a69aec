import { ExtractionError, type ReadTask, type Semaphore, type Usage } from '../../../../core/index.js';
import type { ModelMemory } from '../learned/model-memory.js';
import { repairOf } from '../prompt/repair.js';
import type { Provider } from '../provider.js';
import type { ReaderSettings } from '../reader-settings.js';
import { answersOneOf } from '../reply/answers-one-of.js';
import { anchorsOf } from '../reply/compact/anchors-of.js';
import type { CompactAnswer } from '../reply/compact/answer.js';
import { checkedReply } from '../reply/parse-reply.js';
import { type AnsweredRequest, ask } from '../request/ask.js';
import { isTooLarge } from '../request/refused-request.js';
import { cutOff, unusable } from '../request/unusable.js';
import type { SizedRequest } from '../size/estimate.js';
import type { WindowAnswer } from './join.js';
import { numberPages } from './number-pages.js';
import { inHalf, isColumn } from './plan.js';
import type { WindowProgress } from './window-progress.js';
import { type Window, windowRequest } from './window-request.js';

/** What all windows of one document share. */
export interface WindowReading {
  readonly provider: Provider;
  readonly settings: Required<ReaderSettings>;
  /** Its signal ends the windows, before the reading as a whole. */
  readonly task: ReadTask;
  readonly slots: Semaphore<'windows'>;
  readonly memory: ModelMemory;
  readonly progress: WindowProgress;
  /** Is told of each answer that is paid for. */
  paid(usage: Usage | undefined): void;
}

/** What came of a window: the answers about all of its pages, or about some, and why there are none about the others. */
export interface WindowResult {
  readonly answers: readonly WindowAnswer[];
  readonly failures: readonly WindowFailure[];
  /** Remarks on what the provider was not shown. */
  readonly notes: readonly string[];
}

export interface WindowFailure {
  readonly pages: readonly number[];
  readonly failure: ExtractionError;
}

/** Reads a window; one whose answer is cut off is read in two halves. A failure is a result. */
export async function readWindow(window: Window, reading: WindowReading): Promise<WindowResult> {
  try {
    const read = await answerAbout(window, reading);
    if (read === 'cut') return inHalves(window, reading);
    // Found here, window by window, the rows need not be found all at once when the answers are joined.
    for (const table of read.answer.tables) anchorsOf(table, table.page, reading.task.document);
    return { answers: [{ pages: window.pages, answer: read.answer }], failures: [], notes: read.notes };
  } catch (error) {
    if (isTooLarge(error) && canBeHalved(window)) return inHalves(window, reading);
    if (error instanceof ExtractionError) return { answers: [], failures: [{ pages: window.pages, failure: error }], notes: [] };
    throw error;
  }
}

async function inHalves(window: Window, reading: WindowReading): Promise<WindowResult> {
  const results = await Promise.all(inHalf(window.pages).map((pages) => readWindow({ ...window, pages }, reading)));
  return {
    answers: results.flatMap(({ answers }) => answers),
    failures: results.flatMap(({ failures }) => failures),
    notes: results.flatMap(({ notes }) => notes),
  };
}

/** A usable answer, and what the provider was not shown. */
interface ReadWindow {
  readonly answer: CompactAnswer;
  readonly notes: readonly string[];
}

/** The usable answer about a window, if need be after a request that repairs or enlarges it; 'cut' where the window can be halved. */
async function answerAbout(window: Window, reading: WindowReading): Promise<ReadWindow | 'cut'> {
  const first = await call(() => windowRequest(window, reading.task, reading.settings), reading);
  const judged = judge(first, { window, reading });
  if ('answer' in judged) return judged;
  first.forget();
  if (judged.isCut && canBeHalved(window) && window.fields.every(isColumn)) return 'cut';
  const { next } = judged;
  if (!next) throw unusable(reading.provider, judged.fault);
  const second = await call(async () => next, reading);
  const repaired = judge(second, { window, reading });
  if ('answer' in repaired) return repaired;
  second.forget();
  throw unusable(reading.provider, `${judged.fault}; after a second try ${repaired.fault}`);
}

const canBeHalved = ({ pages }: Window): boolean => pages.length > 1;

interface WindowReply extends AnsweredRequest {
  /** What was heard of the reply does not count. */
  forget(): void;
}

/**
 * One request, again where its failure may pass. A slot is held while the request is made and the provider works, so that no more pages are
 * in memory than are asked about.
 */
function call(make: () => Promise<SizedRequest>, reading: WindowReading): Promise<WindowReply> {
  const { provider, settings, task, slots, memory, progress, paid } = reading;
  const attempt = task.attempt ?? ((once) => once());
  return attempt(async () => {
    const release = await slots.acquire({ windows: 1 }, task.signal);
    const { heard, forget } = progress.call();
    try {
      const asked = await ask(provider, await make(), { ...task, ...settings, memory, heard });
      paid(asked.reply.usage);
      return { ...asked, forget };
    } catch (error) {
      forget();
      if (isTooLarge(error) && error.worked) paid(error.usage);
      throw error;
    } finally {
      release();
    }
  });
}

type JudgedAnswer = ReadWindow | { readonly fault: string; readonly isCut: boolean; readonly next: SizedRequest | undefined };

function judge(answered: WindowReply, { window, reading }: { readonly window: Window; readonly reading: WindowReading }): JudgedAnswer {
  const { reply, request } = answered;
  if (reply.kind === 'cut') return { ...cutOff(answered, reading), isCut: true };
  const checked = checkedReply(reply.text, request.form, reading.memory);
  const problems = 'problems' in checked ? checked.problems : 'cells' in checked ? [otherForm] : problemsOf(checked.answer, window);
  if (problems.length > 0 || !('answer' in checked))
    return { fault: 'did not follow the schema', isCut: false, next: repairOf(request, reply.text, problems) };
  const { content } = request;
  const answer = numberPages(checked.answer, window.pages, reading.task.document);
  return { answer, notes: content.kind === 'text' ? content.notes : [] };
}

const otherForm = 'the answer must have "fields" and "tables"';

/** Rows may be absent from some pages, a single field is always answered. */
const problemsOf = (answer: CompactAnswer, { fields }: Window): readonly string[] =>
  fields.every(isColumn) || answersOneOf(answer, fields) ? [] : ['every path without [] needs its list in fields'];
