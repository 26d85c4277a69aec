import type { Check } from '../contracts/check.js';
import type { AppraisedField } from '../contracts/draft.js';
import type { Grounded } from '../evidence/grounded.js';
import type { PageIndex } from '../evidence/page/page-index.js';
import type { Subject } from './prepare.js';

export interface Findings {
  readonly fields: readonly AppraisedField[];
  readonly required: readonly AppraisedField[];
  readonly cells: readonly Grounded[];
  readonly notes: readonly string[];
  readonly checks: readonly Check[];
}

/**
 * Everything a person should know, each sentence once: what holds a score under the threshold, required fields that are missing, what
 * must be told whatever the score, what the checks found, and text that nobody can see.
 */
export function issuesOf({ fields, required, cells, notes, checks }: Findings, { index, threshold }: Subject): readonly string[] {
  const missing = required.filter((field) => field.value === null || (Array.isArray(field.value) && field.value.length === 0));
  return [
    ...new Set([
      ...fields.flatMap((field) => field.caps.filter((given) => given.value < threshold).map((given) => `${field.path}: ${given.reason}`)),
      ...missing.map((field) => `${field.path}: required, but not found in the document`),
      ...cells.flatMap((cell) => cell.notes.map((note) => `${cell.path}: ${note}`)),
      ...checks.flatMap((check) => (check.note === undefined ? [] : [check.note])),
      ...notes,
      ...aboutPages(
        index.pages.filter(({ page }) => page.hidden.length > 0),
        'text that nobody can see; it is no evidence',
      ),
      ...aboutPages(
        index.pages.filter(({ page }) => page.textLayer === 'none'),
        'no text that can be read',
      ),
    ]),
  ];
}

const aboutPages = (pages: readonly PageIndex[], what: string): readonly string[] =>
  pages.length === 0 ? [] : [`page ${pages.map(({ page }) => page.number).join(', ')} holds ${what}`];
