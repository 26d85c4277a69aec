import type { Document, ReadTask } from '../../../../core/index.js';
import type { ModelMemory } from '../learned/model-memory.js';
import { type ContentTerms, contentOf, type PromptContent, picturedPages } from '../prompt/content.js';
import { fieldList } from '../prompt/field-list.js';
import { inForm } from '../prompt/rules.js';
import { wholeRequest } from '../read-whole.js';
import type { ReaderSettings } from '../reader-settings.js';
import { fitsIn } from '../windows/fits-in.js';
import { isColumn, planOfPart, planWindows } from '../windows/plan.js';
import { partOf } from '../windows/window-request.js';
import { maxTokensOfReading, outputTokenLimit } from './token-limits.js';

/** A window may be asked for again: because it failed, was cut off and is halved, or left rows out. */
const timesAWindow = 2;

/** The most tokens that a reading can use, over all of its calls. */
export function mostTokens(task: ReadTask, settings: Required<ReaderSettings>, memory: ModelMemory): number {
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
