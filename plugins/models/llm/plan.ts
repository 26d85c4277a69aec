import type { Document, Field, ReadTask } from '../../../core/index.js';
import { indexPage, isSumRow } from '../../../core/text.js';
import { type ContentTerms, isSentAsFile } from './content.js';
import type { ModelMemory } from './learned.js';
import { fieldList, rules } from './prompt.js';
import { estimatedTokens, possibleRows, tokensOfPage, typicalAnswerTokens, typicalTokens } from './size.js';

/** Which pages are read in which calls. */
export interface WindowPlan {
  /** The pages of the fields that stand once; empty if there are none. */
  readonly header: readonly number[];
  /** The pages of the rows, call by call: neighbours, every page in one call. */
  readonly windows: readonly (readonly number[])[];
}

export interface WindowSizes extends Partial<Pick<ContentTerms, 'pdf' | 'picturesPerCall'>> {
  /** Above so many tokens, as answers typically have them, an answer is read in windows, and so many a window has. */
  readonly windowTokens: number;
  readonly windowsAtOnce: number;
  /** Whether the model holds such pages; all do when absent. */
  readonly fits?: Fits;
}

/** The windows that a document is read in; undefined where one answer is likely to hold it, or where it cannot be parted. */
export function planWindows(task: PlannedTask, sizes: WindowSizes): WindowPlan | undefined {
  const pages = weighedPages(task);
  if (!pages) return undefined;
  const isHeld = sizes.fits?.(numbersOf(pages), task.fields) ?? true;
  return sum(pages) > sizes.windowTokens || !isHeld ? planOf(task, pages, sizes) : undefined;
}

/** Two windows, for a document that one answer did not hold all the same; undefined where it cannot be parted. */
export function planHalves(task: PlannedTask, shown: Omit<WindowSizes, 'windowTokens' | 'windowsAtOnce'> = {}): WindowPlan | undefined {
  const pages = weighedPages(task);
  return pages && planOf(task, pages, { ...shown, windowTokens: sum(pages) / 2, windowsAtOnce: 2 });
}

/** The parts of a document that the model does not hold as a whole: halves, or for fields that stand once all pages, which are parted further. */
export function planParts(task: PlannedTask, sizes: WindowSizes): WindowPlan | undefined {
  const { pages, markdown } = task.document;
  if (task.fields.some(isColumn)) return planHalves(task, sizes);
  return pages.length > 1 && markdown === undefined ? { header: pages.map(({ number }) => number), windows: [] } : undefined;
}

/** Where the file is sent and has documents besides this one, only the pages of this one are sent, as one window. */
export function planOfPart({ document, fields }: PlannedTask, terms: ContentTerms): WindowPlan | undefined {
  if (document.ofPages === undefined || !isSentAsFile(document, terms)) return undefined;
  const pages = document.pages.map(({ number }) => number);
  return { header: fields.every(isColumn) ? [] : pages, windows: fields.some(isColumn) ? [pages] : [] };
}

type PlannedTask = Pick<ReadTask, 'document' | 'fields'>;

/**
 * The pages with what their rows may take of an answer. Undefined for a document without rows or without pages, and for rows in lists within
 * lists, which need one answer, because their numbers count on those before.
 */
function weighedPages({ document, fields }: PlannedTask): readonly WeightedPage[] | undefined {
  const columns = fields.filter(isColumn);
  const isNested = columns.some(({ path }) => path.split('[]').length > 2);
  if (columns.length === 0 || isNested || document.markdown !== undefined || document.pages.length < 2) return undefined;
  return document.pages.map((page) => ({ page: page.number, tokens: Math.max(1, possibleRows(page) * typicalTokens(columns.length)) }));
}

const planOf = ({ document, fields }: PlannedTask, pages: readonly WeightedPage[], sizes: WindowSizes): WindowPlan => ({
  header: fields.every(isColumn) ? [] : headerPages(document),
  windows: sliced(pages, sizes)
    .flatMap((window) => inPieces(window, sizes))
    .flatMap((window) => fitting(window, fields.filter(isColumn), sizes)),
});

/** No window of more than one page is larger than the model holds. */
function fitting(window: readonly number[], columns: readonly Field[], sizes: WindowSizes): readonly (readonly number[])[] {
  if (window.length === 1 || (sizes.fits?.(window, columns) ?? true)) return [window];
  return inHalf(window).flatMap((half) => fitting(half, columns, sizes));
}

/** Two halves, the first not smaller. */
export const inHalf = (pages: readonly number[]): readonly (readonly number[])[] => {
  const half = Math.ceil(pages.length / 2);
  return [pages.slice(0, half), pages.slice(half)];
};

/** No window has more pages than a call may have pictures. */
function inPieces(window: readonly number[], { pdf, picturesPerCall }: WindowSizes): readonly (readonly number[])[] {
  const most = pdf === 'pictures' && picturesPerCall ? picturesPerCall : window.length;
  return Array.from({ length: Math.ceil(window.length / most) }, (_, piece) => window.slice(piece * most, (piece + 1) * most));
}

/** Whether a field has a value in each row of an array. */
export const isColumn = ({ path }: Field): boolean => path.includes('[]');

interface WeightedPage {
  readonly page: number;
  readonly tokens: number;
}

const numbersOf = (pages: readonly WeightedPage[]): readonly number[] => pages.map(({ page }) => page);

const sum = (pages: readonly WeightedPage[]): number => pages.reduce((total, { tokens }) => total + tokens, 0);

/** Cuts the pages into windows of like weight. The last round of calls is full, too, because none ends before its slowest call. */
function sliced(pages: readonly WeightedPage[], { windowTokens, windowsAtOnce }: WindowSizes): readonly (readonly number[])[] {
  const wanted = Math.ceil(sum(pages) / windowTokens);
  const full = wanted > windowsAtOnce ? Math.ceil(wanted / windowsAtOnce) * windowsAtOnce : wanted;
  const count = Math.min(pages.length, full);
  const each = sum(pages) / count;
  const windows: number[][] = [];
  let before = 0;
  for (const { page, tokens } of pages) {
    const window = Math.min(count - 1, Math.floor((before + tokens / 2) / each));
    const open = windows[window];
    if (open) open.push(page);
    else windows[window] = [page];
    before += tokens;
  }
  return windows.filter((window) => window.length > 0);
}

/** The first two pages, the last one, and the last one with a sum, because terms may follow it. */
function headerPages({ pages }: Document): readonly number[] {
  const sums = pages.findLast((page) => indexPage(page).rows.some(isSumRow));
  const wanted = new Set([pages[0], pages[1], sums, pages.at(-1)]);
  return pages.filter((page) => wanted.has(page)).map(({ number }) => number);
}

/** Whether a context is likely to hold some pages and what is read of them. */
type Fits = (pages: readonly number[], fields: readonly Field[]) => boolean;

/** What a window says of its place in the document, and the roles of the messages. */
const tokensAround = 250;

/** What fits into the context of a model, as far as it is known. */
export function fitsIn({ context, forms }: ModelMemory, { document }: Pick<ReadTask, 'document'>, terms: ContentTerms): Fits {
  const { contextTokens } = context;
  if (contextTokens === Number.POSITIVE_INFINITY) return () => true;
  const sizes = new Map(document.pages.map((page) => [page.number, { shown: tokensOfPage(page, terms), rows: possibleRows(page) }]));
  const rulesTokens = estimatedTokens(rules(forms.current));
  return (pages, fields) => {
    const own = pages.flatMap((page) => sizes.get(page) ?? []);
    const rows = own.reduce((sum, page) => sum + page.rows, 0);
    const shown = own.reduce((sum, page) => sum + page.shown, 0);
    return rulesTokens + tokensAround + estimatedTokens(fieldList(fields)) + shown + typicalAnswerTokens(fields, rows) <= contextTokens;
  };
}
