import type { AppraisedField } from '../../contracts/draft.js';
import type { Check } from '../../contracts/rule.js';
import type { Grounded } from '../../evidence/grounded.js';
import type { PageIndex } from '../../evidence/page/page-index.js';
import { isUnopposed, unopposedStrength } from '../../evidence/scoring/caps.js';
import { isEmpty } from '../../values/json.js';
import type { ExtractionContext } from '../prepare.js';

export interface IssueSources {
  readonly fields: readonly AppraisedField[];
  readonly required: readonly AppraisedField[];
  readonly cells: readonly Grounded[];
  readonly notes: readonly string[];
  readonly checks: readonly Check[];
}

/**
 * Everything a person should know, each sentence once: what keeps a score below the threshold, missing required fields, the notes of cells
 * and checks, pages with hidden or unreadable text, and what of the file was not read.
 */
export function issuesOf(
  { fields, required, cells, notes, checks }: IssueSources,
  { index, schema, threshold }: ExtractionContext,
): readonly string[] {
  const missing = required.filter(isEmpty);
  return [
    ...new Set([
      ...fields.flatMap((field) => doubts(field, threshold).map((doubt) => `${field.path}: ${doubt}`)),
      ...missing.map((field) => `${field.path}: required, but not found in the document`),
      ...cells.flatMap((cell) => cell.notes.map((note) => `${cell.path}: ${note}`)),
      ...schema.mistakes.map(({ path, text }) => `${path}: ${text}`),
      ...checks.flatMap((check) => check.notes),
      ...notes,
      ...aboutPages(
        index.pages.filter(({ page }) => page.hidden.length > 0),
        'hidden or illegible text; it is no evidence',
      ),
      ...aboutPages(
        index.pages.filter(({ page }) => page.textLayer === 'none' && page.unread === undefined),
        'no text that can be read',
      ),
      ...(index.document.leftOut ?? []),
      ...index.pages.flatMap(({ page }) =>
        page.unread === undefined
          ? []
          : [`page ${page.number} is a picture that was ${page.words.length > 0 ? 'looked at only once' : 'not read'}: ${page.unread}`],
      ),
    ]),
  ];
}

/** Why a field is below the threshold: all that speaks against it. If nothing does, it is the reader's record, or that it is alone. */
function doubts({ caps: given, score, prior }: AppraisedField, threshold: number): readonly string[] {
  if (score >= threshold) return [];
  const opposed = given.filter((one) => !isUnopposed(one) && one.value < threshold).map(({ reason }) => reason);
  if (opposed.length > 0) return opposed;
  const wanting = 'nothing speaks against it; more needs a second reader of another kind';
  return [
    prior === undefined || score >= unopposedStrength
      ? wanting
      : `of 100 such values of this reader about ${Math.round(score * 100)} are right`,
  ];
}

function aboutPages(pages: readonly PageIndex[], what: string): readonly string[] {
  const numbers = pages.map(({ page }) => page.number).join(', ');
  if (pages.length === 0) return [];
  return [pages.length === 1 ? `page ${numbers} holds ${what}` : `pages ${numbers} hold ${what}`];
}
