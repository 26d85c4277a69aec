import type { AppraisedField } from '../../core/index.js';
import type { Appraisal } from './bench.js';
import type { Exhibit } from './exhibit.js';
import type { Planted, Standard } from './fault.js';
import { isLine, type Leaf, leavesOf } from './sheet.js';

/** The leaves by whose scores a fault of this kind is caught. Source: evidence.md §15. */
export function watched({ sheet, targets }: Pick<Planted, 'sheet' | 'targets'>, standard: Standard): readonly Leaf[] {
  const lines = standard === 'lines' || standard === 'tax' || targets.some(isLine);
  return leavesOf(sheet).filter(({ path }) => targets.includes(path) || (lines && (isLine(path) || path === '$.subtotal')));
}

/** Whether the engine caught a fault at the threshold. */
export function isCaught(planted: Planted, standard: Standard, { appraisal, exhibit, threshold }: Answered): boolean {
  const doubted = watched(planted, standard).some(({ path }) => (entryAt(appraisal, path)?.score ?? 0) < threshold);
  if (standard === 'page') return planted.targets.every((path) => isCorrected(path, planted, { appraisal, exhibit, threshold }));
  return (
    doubted || (standard === 'tax' && appraisal.checks.some(({ type, status }) => type === 'VERTICAL_SUM' && status === 'CANNOT_VERIFY'))
  );
}

export interface Answered {
  readonly appraisal: Appraisal;
  readonly exhibit: Exhibit;
  readonly threshold: number;
}

/** The answer names a page that has the text, another than was cited, and an issue says so. */
function isCorrected(path: string, { sheet }: Planted, { appraisal, exhibit }: Answered): boolean {
  const entry = entryAt(appraisal, path);
  const cited = leavesOf(sheet).find((leaf) => leaf.path === path)?.mark.page;
  if (!entry || entry.page === undefined || entry.text === undefined || entry.page === cited) return false;
  return exhibit.index.find(entry.text, entry.page).length > 0 && appraisal.draft.issues.some((issue) => issue.startsWith(`${path}:`));
}

export const entryAt = ({ draft }: Appraisal, path: string): AppraisedField | undefined =>
  draft.fields.find((field) => field.path === path);
