import { type Document, ExtractionError, type Field, type ReadTask, type Semaphore, type Usage } from '../../../core/index.js';
import { indexPage, isTableHeader } from '../../../core/text.js';
import { type AnsweredRequest, ask } from './ask.js';
import { type ContentTerms, drawnContent, isSentAsFile, type PromptContent, pagesOfFile } from './content.js';
import { numberPages } from './join.js';
import type { ReaderSettings } from './options.js';
import { inHalf, isColumn } from './plan.js';
import { anchorsOf } from './printed-rows.js';
import type { WindowProgress } from './progress.js';
import { fieldList, inForm } from './prompt.js';
import { isTooLarge } from './refused.js';
import { bothFaults, cutOff, type ModelReader, repairOf, unusable } from './repair.js';
import { type CompactAnswer, checkedReply } from './reply.js';
import { outputTokenLimit, type SizedRequest, sizeOf } from './size.js';

/** What all windows of one document share. */
export interface WindowReading extends ModelReader {
  /** Its signal ends the windows, before the reading as a whole. */
  readonly task: ReadTask;
  readonly slots: Semaphore<'windows'>;
  readonly progress: WindowProgress;
  /** Counts the tokens of an answer. */
  spend(usage: Usage | undefined): void;
}

/** What came of a window: the answers about all of its pages, or about some, and why there are none about the others. */
export interface WindowResult {
  readonly answers: readonly CompactAnswer[];
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
    return { answers: [read.answer], failures: [], notes: read.notes };
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
  throw unusable(reading.provider, bothFaults(judged.fault, repaired.fault));
}

const canBeHalved = ({ pages }: Window): boolean => pages.length > 1;

interface WindowReply extends AnsweredRequest {
  /** Takes back the rows that were counted while the reply was streamed. */
  forget(): void;
}

/**
 * One request, again where its failure may pass. A slot is held while the request is made and the provider works, so that no more pages are
 * in memory than are asked about.
 */
function call(make: () => Promise<SizedRequest>, reading: WindowReading): Promise<WindowReply> {
  const { provider, settings, task, slots, memory, progress, spend } = reading;
  const attempt = task.attempt ?? ((once) => once());
  return attempt(async () => {
    const release = await slots.acquire({ windows: 1 }, task.signal);
    const { onText, forget } = progress.call();
    try {
      const answered = await ask(provider, await make(), { ...task, ...settings, memory, onText });
      spend(answered.reply.usage);
      return { ...answered, forget };
    } catch (error) {
      forget();
      if (isTooLarge(error) && error.worked) spend(error.usage);
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

interface Window {
  /** Counted from 1, ascending. */
  readonly pages: readonly number[];
  readonly fields: readonly Field[];
  /** Whether an earlier answer left out rows of these pages. */
  readonly again?: boolean;
}

/** The request for a window. The rules are those of every request, so that a provider's cache keeps them. */
async function windowRequest(window: Window, task: ReadTask, terms: ReaderSettings): Promise<SizedRequest> {
  const part = partOf(task.document, window);
  const { content, isPart } = await windowContent(window, task, terms);
  return {
    ...inForm(terms.forms[0]),
    content,
    fields: [fieldList(window.fields), ...whereabouts(window, task.document, isPart)].join('\n\n'),
    limit: outputTokenLimit(part, window.fields, terms.maxOutputTokens),
    ...sizeOf(isPart ? part : task.document, window.fields),
  };
}

/** The document with only the pages of a window, which keep their numbers. */
export const partOf = (document: Document, { pages }: Pick<Window, 'pages'>): Document => ({
  ...document,
  pages: document.pages.filter(({ number }) => pages.includes(number)),
});

/** The pages as a file, else their text; the whole file where nobody can make a part of it. */
async function windowContent(
  window: Window,
  { document, pages: source }: ReadTask,
  terms: ContentTerms,
): Promise<{ readonly content: PromptContent; readonly isPart: boolean }> {
  const bytes = isSentAsFile(document, terms) ? await source?.excerpt?.(window.pages).catch(unlessUnmade) : undefined;
  if (bytes) return { content: { kind: 'pdf', base64: Buffer.from(bytes).toString('base64') }, isPart: true };
  const part = { document: partOf(document, window), ...(source && { pages: source }), ofPages: pagesOfFile(document) };
  const content = await drawnContent(part, terms);
  return { content, isPart: content.kind !== 'pdf' };
}

function unlessUnmade(error: unknown): undefined {
  if (!(error instanceof ExtractionError)) throw error;
}

/** Which pages are shown and how they are numbered: a file of a few pages does not say it. */
function whereabouts({ pages, again }: Window, document: Document, isPart: boolean): readonly string[] {
  const numbers = pages.join(', ');
  const shown = isPart
    ? `You are shown only some pages of a document of ${pagesOfFile(document)}, in this order: ${numbers}. Number them like this: the first page that you see is page ${pages[0]}, the last one is page ${pages.at(-1)}.`
    : `Read only these pages of the document, and nothing of the others: ${numbers}.`;
  const header = headerAbove(pages[0] ?? 1, document);
  return [
    `${shown} Tables may begin before these pages and go on after them: report every row that stands on them.`,
    ...(header ? [`Before the first of them, a table is headed like this, quoted: ${JSON.stringify(header)}`] : []),
    ...(again ? ['An earlier answer left out rows of these pages. Go through them line by line.'] : []),
  ];
}

const maxHeaderLength = 300;

/** The last header of a table on earlier pages, where the page itself begins without one. */
function headerAbove(page: number, { pages }: Document): string | undefined {
  const headers = (number: number) =>
    pages.filter((other) => other.number === number).flatMap((own) => indexPage(own).rows.filter(isTableHeader));
  if (headers(page).length > 0) return undefined;
  const before = pages.findLast(({ number }) => number < page && headers(number).length > 0);
  return before && headers(before.number).at(-1)?.text.slice(0, maxHeaderLength);
}

function answersOneOf({ fields }: CompactAnswer, wanted: readonly Field[]): boolean {
  const paths = new Set(wanted.flatMap(({ path }) => [path, path.replace(/^\$\./, '')]));
  return fields.some(([path]) => typeof path === 'string' && paths.has(path.trim()));
}
