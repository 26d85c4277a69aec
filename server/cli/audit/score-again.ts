import {
  type Check,
  createEngine,
  type Draft,
  definePlugin,
  type EngineSettings,
  type ExtractionRequest,
  InputError,
} from '../../../core/index.js';
import type { FieldEvidence } from '../../client/index.js';
import type { SavedResult } from './result.js';

export interface Appraisal {
  readonly draft: Draft;
  readonly checks: readonly Check[];
}

/** Hands what was appraised to the caller, in place of an answer. */
export const keeping = (keep: (appraisal: Appraisal) => void) =>
  definePlugin({
    kind: 'injector',
    name: 'keep',
    create: () => ({
      inject(draft, _, checks) {
        keep({ draft, checks });
        return { _meta: { confidence_score: draft.confidence, field_confidence: [], issues: [] } };
      },
    }),
  });

/** Whether most values were located by themselves, as those are that somebody else has read: no reader has quoted the words of their entries. */
export function wasGiven(result: SavedResult): boolean {
  const counted = result.entries.filter(says(/nothing was quoted(?:;|$)/, result)).length;
  return counted > result.entries.filter(says(quoted, result)).length;
}

const quoted = /: (?:quote on page \d|the quoted words )/;

/** Whether the reason of an entry, or an issue about it, says so. */
function says(words: RegExp, { issues }: SavedResult): (entry: FieldEvidence) => boolean {
  const fields = new Set(issues.filter((issue) => words.test(issue)).map((issue) => issue.slice(0, issue.indexOf(': '))));
  return ({ field, reason }) => fields.has(field) || words.test(reason);
}

/** Scores given data again as they were: by the same gate, beside the same embedded readers. Undefined where they no longer follow the schema. */
export async function scoreAgain(
  result: SavedResult,
  request: ExtractionRequest,
  settings: EngineSettings,
): Promise<Appraisal | undefined> {
  const known = result.entries.filter(says(quoted, result));
  const quotes = Object.fromEntries(known.flatMap(({ field, text }) => (text === undefined ? [] : [[field, text]])));
  const pages = Object.fromEntries(
    known.flatMap(({ field, text, page }) => (text === undefined || page === undefined ? [] : [[field, page]])),
  );
  let appraisal: Appraisal | undefined;
  const plugin = keeping((kept) => {
    appraisal = kept;
  });
  const engine = createEngine({ ...settings, injector: { plugin } });
  try {
    await engine.extract({ ...request, given: { data: result.data, quotes, pages } });
    return appraisal;
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  } finally {
    await engine.close();
  }
}
