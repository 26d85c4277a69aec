import type { Cap } from '../../contracts/cap.js';
import type { AppraisedField } from '../../contracts/draft.js';
import type { Check } from '../../contracts/rule.js';
import type { Grounded } from '../../evidence/grounded.js';
import type { PageIndex } from '../../evidence/page/page-index.js';
import { isUnopposed, startValues } from '../../evidence/scoring/caps.js';
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
 * and checks, and pages with hidden or unreadable text.
 */
export function issuesOf(
  { fields, required, cells, notes, checks }: IssueSources,
  { index, threshold }: ExtractionContext,
): readonly string[] {
  const missing = required.filter(isEmpty);
  return [
    ...new Set([
      ...fields.flatMap((field) => doubts(field, threshold).map((doubt) => `${field.path}: ${doubt}`)),
      ...missing.map((field) => `${field.path}: required, but not found in the document`),
      ...cells.flatMap((cell) => cell.notes.map((note) => `${cell.path}: ${note}`)),
      ...checks.flatMap((check) => check.notes),
      ...notes,
      ...aboutPages(
        index.pages.filter(({ page }) => page.hidden.length > 0),
        'text that nobody can see; it is no evidence',
      ),
      ...aboutPages(
        index.pages.filter(({ page }) => page.textLayer === 'none' && page.unread === undefined),
        'no text that can be read',
      ),
      ...index.pages.flatMap(({ page }) =>
        page.unread === undefined
          ? []
          : [`page ${page.number} is a picture that was ${page.words.length > 0 ? 'looked at only once' : 'not read'}: ${page.unread}`],
      ),
    ]),
  ];
}

/** Why a field is below the threshold. If nothing speaks against it, one reader alone cannot reach the threshold, and that is said. */
function doubts({ caps: given, score }: AppraisedField, threshold: number): readonly string[] {
  if (score >= threshold) return [];
  const [unopposed, opposed] = [true, false].map((wanted) => given.filter((one) => isUnopposed(one) === wanted && one.value < threshold));
  const said = [...(opposed ?? []).map(({ reason }) => reason), ...(unopposed ?? []).flatMap(record)];
  return said.length > 0 ? said : ['nothing speaks against it; more needs a second reader of another kind'];
}

/** What the reader's calibration says, where only the calibration lowers the score. */
const record = ({ name, value }: Cap): readonly string[] =>
  value < startValues[name] ? [`of 100 such values of this reader about ${Math.round(value * 100)} are right`] : [];

function aboutPages(pages: readonly PageIndex[], what: string): readonly string[] {
  const numbers = pages.map(({ page }) => page.number).join(', ');
  if (pages.length === 0) return [];
  return [pages.length === 1 ? `page ${numbers} holds ${what}` : `pages ${numbers} hold ${what}`];
}
