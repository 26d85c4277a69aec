import type { Field, ReadTask } from '../../../../core/index.js';
import type { ModelMemory } from '../learned/model-memory.js';
import type { ContentTerms } from '../prompt/content.js';
import { fieldList } from '../prompt/field-list.js';
import { rules } from '../prompt/rules.js';
import { estimatedTokens, tokensOfPage } from '../size/estimate.js';
import { possibleRows, typicalAnswerTokens } from '../size/token-limits.js';

/** Whether a context is likely to hold some pages and what is read of them. */
export type Fits = (pages: readonly number[], fields: readonly Field[]) => boolean;

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
