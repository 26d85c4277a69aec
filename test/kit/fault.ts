import type { AppraisedField, Check, Draft, SourceFile } from '../../core/index.js';
import type { FaultExhibit } from './exhibit.js';
import type { Random } from './random.js';
import { type FaultLeaf, type FaultSheet, isLine, leavesOf, markAt } from './sheet.js';

/** A reading into which one fault was planted. */
export interface Planted {
  readonly sheet: FaultSheet;
  /** Paths, in the new sheet, of values that are no longer right; empty when something is missing. */
  readonly targets: readonly string[];
  /** How the rows were changed, so that they no longer match those of the truth one by one. */
  readonly about?: string;
  /** The truth of each row of the new sheet, where they are no longer those of the exhibit; null for a row that the document does not have. */
  readonly rows?: FaultExhibit['rows'];
  /** The changed document, when the fault is in the document. */
  readonly file?: SourceFile;
}

/**
 * When a fault counts as caught. `leaves`: a target is below the threshold. `lines`: any row value or the subtotal is. `page`: the page is
 * corrected, an issue says so, and the right value keeps its score. `tax`: as `lines`, or the sum of the lines cannot be verified.
 */
export type CatchStandard = 'leaves' | 'lines' | 'page' | 'tax';

export interface Fault {
  /** In the order in which the faults came; tables and recorded results name it, so it never changes. */
  readonly number: number;
  readonly name: string;
  readonly standard: CatchStandard;
  /** Every variant of the fault that the document allows, picked at random where there are many; empty when the fault does not apply. */
  plant(exhibit: FaultExhibit, random: Random): Promise<readonly Planted[]> | readonly Planted[];
}

/** The draft and the checks of one reading. */
export interface Appraisal {
  readonly draft: Draft;
  readonly checks: readonly Check[];
}

/** The leaves whose scores decide whether a fault is caught. */
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
