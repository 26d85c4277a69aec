import { type Document, ExtractionError, type Field, type ReadTask } from '../../../../core/index.js';
import { indexPage, isTableHeader } from '../../../../core/text.js';
import type { AnswerForms } from '../learned/answer-form.js';
import { type ContentTerms, drawnContent, isSentAsFile, type PromptContent, pagesOfFile } from '../prompt/content.js';
import { fieldList } from '../prompt/field-list.js';
import { inForm } from '../prompt/rules.js';
import { type SizedRequest, sizeOf } from '../size/estimate.js';
import { outputTokenLimit } from '../size/token-limits.js';

/** Some pages of a document, and what is wanted of them. */
export interface Window {
  /** Counted from 1, ascending. */
  readonly pages: readonly number[];
  readonly fields: readonly Field[];
  /** Whether an earlier answer left out rows of these pages. */
  readonly again?: boolean;
}

export interface WindowRequestTerms extends ContentTerms {
  readonly forms: AnswerForms;
  readonly maxOutputTokens: number;
}

/** The request for a window. The rules are those of every request, so that a provider's cache keeps them. */
export async function windowRequest(window: Window, task: ReadTask, terms: WindowRequestTerms): Promise<SizedRequest> {
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
