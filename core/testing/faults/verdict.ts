import type { AppraisedField, Check, Draft } from '../../index.js';
import type { FaultExhibit } from './exhibits/exhibit.js';
import { type FaultLeaf, isLine, leavesOf, markAt } from './exhibits/sheet.js';
import type { CatchStandard, Planted } from './fault.js';

/** The draft and the checks of one reading. */
export interface Appraisal {
  readonly draft: Draft;
  readonly checks: readonly Check[];
}

/** The leaves whose scores decide whether a fault is caught. Source: evidence.md §15. */
export function watched({ sheet, targets }: Pick<Planted, 'sheet' | 'targets'>, standard: CatchStandard): readonly FaultLeaf[] {
  const lines = standard === 'lines' || standard === 'tax' || targets.some(isLine);
  return leavesOf(sheet).filter(({ path }) => targets.includes(path) || (lines && (isLine(path) || path === '$.subtotal')));
}

/** The types of the policies that fail, for which a host holds a document. */
export const heldBy = ({ checks }: Pick<Appraisal, 'checks'>): readonly string[] =>
  checks.flatMap(({ type, status, policy }) => (status === 'FAILED' && policy !== undefined ? [type] : []));

/** Whether the engine caught a fault at the threshold: a doubt about it, or a policy that holds the document and not the right reading. */
export function isCaught(planted: Planted, standard: CatchStandard, answered: FaultAnswer): boolean {
  const { appraisal, threshold } = answered;
  if (heldBy(appraisal).some((type) => !heldBy(answered.right).includes(type))) return true;
  const doubted = watched(planted, standard).some(({ path }) => (entryAt(appraisal, path)?.score ?? 0) < threshold);
  if (standard === 'page') return planted.targets.every((path) => isCorrected(path, planted, answered));
  return (
    doubted || (standard === 'tax' && appraisal.checks.some(({ type, status }) => type === 'VERTICAL_SUM' && status === 'CANNOT_VERIFY'))
  );
}

export interface FaultAnswer {
  readonly appraisal: Appraisal;
  /** The appraisal of the correct reading. */
  readonly right: Appraisal;
  readonly exhibit: FaultExhibit;
  readonly threshold: number;
}

/** Whether the answer names another page that has the text, an issue says so, and an accepted value is still accepted. */
function isCorrected(path: string, { sheet }: Planted, { appraisal, right, exhibit, threshold }: FaultAnswer): boolean {
  const entry = entryAt(appraisal, path);
  const cited = markAt(sheet, path)?.page;
  if (!entry || entry.page === undefined || entry.text === undefined || entry.page === cited) return false;
  const kept = entry.score >= threshold || (entryAt(right, path)?.score ?? 0) < threshold;
  const hasIssue = appraisal.draft.issues.some((issue) => issue.startsWith(`${path}:`));
  return kept && hasIssue && exhibit.index.find(entry.text, entry.page).length > 0;
}

export const entryAt = ({ draft }: Appraisal, path: string): AppraisedField | undefined =>
  draft.fields.find((field) => field.path === path);
