import { type FaultExhibit, truthAt } from '../../../kit/exhibit.js';
import { type Appraisal, entryAt, type Fault, isCaught, type Planted, watched } from '../../../kit/fault.js';
import { randomOf } from '../../../kit/random.js';
import { canMean, isRight } from '../../../kit/same-value.js';
import { type FaultLeaf, fieldFamily, leavesOf, withCertainty } from '../../../kit/sheet.js';
import { baselines, baselinesOf, quoteCheckOf } from '../results/baselines.js';
import type { FaultTrial, LeafRecord } from '../results/records.js';
import { type FaultCase, seenIn } from '../results/right-values.js';
import { plantedSamplesOf, type Sample } from '../results/samples.js';
import type { Appraiser } from './appraiser.js';
import { isBeyondThePage } from './beyond-the-page.js';

export interface TrialOptions {
  readonly appraiser: Appraiser;
  readonly seed: number;
  readonly threshold: number;
}

/** What came of one planted fault: how the engine handled it, and what can be learned from it. */
export interface AppraisedFault {
  readonly trial: FaultTrial;
  readonly samples: readonly Sample[];
}

/** Plants one fault in every document in every possible way and has each reading appraised. */
export async function trialsOf(
  fault: Fault,
  cases: readonly FaultCase[],
  { appraiser, seed, threshold }: TrialOptions,
): Promise<readonly AppraisedFault[]> {
  const planted: { readonly one: FaultCase; readonly planted: Planted }[] = [];
  for (const one of cases) {
    const made = await fault.plant(one.exhibit, randomOf(seed, one.exhibit.id, fault.number));
    planted.push(...made.filter((each) => isWrongByPlanting(one.exhibit, each)).map((each) => ({ one, planted: certain(each) })));
  }
  const appraisals = await appraiser.appraise(
    planted.map(({ one, planted: { sheet, file } }) => ({ sheet, file: file ?? one.exhibit.file })),
  );
  const trials: AppraisedFault[] = [];
  for (const [at, { one, planted: made }] of planted.entries()) {
    const appraisal = appraisals[at];
    if (!appraisal) throw new Error(`${one.exhibit.id}: no appraisal of fault ${fault.number}`);
    const changed = made.file && (await appraiser.convert(made.file));
    const accepts = changed ? baselinesOf(changed) : one.accepts;
    const quoteCheck = changed ? quoteCheckOf(changed) : one.quoteCheck;
    trials.push({
      trial: trialOf(fault, { ...one, accepts }, { planted: made, appraisal, threshold }),
      samples: plantedSamplesOf(one.exhibit, appraisal, { planted: made, fault, quoteCheck }),
    });
  }
  return trials;
}

/** A value that was wrong before, or of which truth says nothing, shows nothing: each target was right, or was not there. */
const isWrongByPlanting = (exhibit: FaultExhibit, { targets }: Planted): boolean =>
  leavesOf(exhibit.sheet).every((leaf) => !targets.includes(leaf.path) || isRight(exhibit, leaf));

/** A reader does not know of its mistake. */
const certain = (planted: Planted): Planted => ({ ...planted, sheet: withCertainty(planted.sheet, planted.targets) });

interface AppraisedTrial {
  readonly planted: Planted;
  readonly appraisal: Appraisal;
  readonly threshold: number;
}

function trialOf(fault: Fault, one: FaultCase, { planted, appraisal, threshold }: AppraisedTrial): FaultTrial {
  const leaves = watched(planted, fault.standard);
  const targets = leaves.filter(({ path }) => planted.targets.includes(path));
  const shown = targets.length > 0 ? targets : leaves;
  const before = watched({ sheet: one.exhibit.sheet, targets: planted.targets }, fault.standard);
  const rejects = baselines.filter((name) => leaves.some((leaf) => !one.accepts[name](leaf, appraisal.draft)));
  return {
    fault: fault.number,
    name: fault.name,
    ...seenIn(one),
    fieldFamily: fault.standard === 'lines' || !shown[0] ? 'line' : fieldFamily(shown[0]),
    ...(planted.about !== undefined && { about: planted.about }),
    caught: isCaught(planted, fault.standard, { appraisal, right: one.right, exhibit: one.exhibit, threshold }),
    anyway: fault.standard !== 'page' && before.some(({ path }) => (entryAt(one.right, path)?.score ?? 1) < threshold),
    beyond: isBeyondThePage(one.exhibit, planted),
    baselines: fault.standard === 'page' ? [] : rejects, // No simple check corrects a page.
    leaves: shown.map((leaf) => recordOf(leaf, one, { planted, appraisal })),
  };
}

/** Where rows were left out or added, they no longer match those of the truth. */
function recordOf(
  leaf: FaultLeaf,
  { exhibit, accepts }: FaultCase,
  { planted, appraisal }: Pick<AppraisedTrial, 'planted' | 'appraisal'>,
): LeafRecord {
  const { path, mark } = leaf;
  const entry = entryAt(appraisal, path);
  const truth = planted.about === undefined ? truthAt(exhibit, path) : undefined;
  const wrong = mark.value === null || !canMean(exhibit, leaf, mark.value);
  return {
    path,
    read: mark.value,
    truth: truth ?? null,
    ...(planted.about === undefined && { wrong }),
    score: entry?.score ?? 0,
    caps: entry?.caps ?? [],
    baselines: baselines.filter((name) => accepts[name](leaf, appraisal.draft)),
  };
}
