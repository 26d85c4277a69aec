import { createHash } from 'node:crypto';
import type { Part } from '../../core/index.js';
import { type HeldAppraisal, openReadingAppraiser, type ReadingAppraiser, type ReadingOf, type WeighingSettings } from './appraiser.js';
import { type CatchStandard, entryAt, isCaught, type Planted } from './fault.js';
import { misprintsOf } from './printed-faults.js';
import { type Random, randomOf } from './random.js';
import { readingFaults } from './reading-faults.js';
import { agreesAt, isRight } from './same-value.js';
import { leavesOf } from './sheet.js';
import { readingOf, type Subject, schemaOfReading } from './subject.js';

/** How often a kind of mistake was planted, and caught. */
export interface CatchCount {
  readonly planted: number;
  readonly without: number;
  /** With the rule: its fields are doubted, or the document is held. */
  readonly with: number;
}

/** What a rule catches and what it costs, beside the same engine without it. */
export interface RuleMeasure extends CatchCount {
  readonly documents: number;
  /** Documents of which the rule says anything, and those of them on which a check of it came to a result. */
  readonly concerned: number;
  readonly decided: number;
  /** By the names of the faults, those of which the rule catches more or fewer. */
  readonly faults: Readonly<Record<string, CatchCount>>;
  /** Right values that are accepted without the rule, and those of them that are not with it. */
  readonly right: number;
  readonly lost: number;
  /** Right readings that are held because of it. */
  readonly held: number;
  /** What it takes, in ms a document. */
  readonly ms: number;
}

export interface MeasureTerms {
  readonly settings: WeighingSettings;
  /** The same seed plants the same mistakes. 1 when absent. */
  readonly seed?: number;
  /** 0.85 when absent. */
  readonly threshold?: number;
  /** The most ways in which a reader misreads each thing in a document; 1 when absent, 0 for misprints alone. */
  readonly ways?: number;
  /** In how many documents mistakes are planted, chosen by the hash of their ids; all when absent. What is lost is counted in all of them. */
  readonly plantedIn?: number;
  /** What was weighed without the rule, for the next measure of the same settings. */
  readonly memory?: Map<string, HeldAppraisal>;
}

/**
 * Plants mistakes into documents and their readings, and counts those that are caught with a rule and without it, and what is lost by it. A
 * reader's mistakes leave the page as it is; a misprint is on the page, too, as after bad OCR or from an issuer who is wrong.
 */
export async function measureRule(rule: Part<'rule'>, subjects: readonly Subject[], terms: MeasureTerms): Promise<RuleMeasure> {
  const { settings, seed = 1, threshold = 0.85, ways = 1 } = terms;
  const rules = (settings.rules ?? []).filter(({ plugin }) => plugin.name !== rule.plugin.name);
  const without = remembering(openReadingAppraiser({ ...settings, rules }), terms.memory);
  const beside = openReadingAppraiser({ ...settings, rules }, [rule]);
  const trials: PlantedMistake[] = [];
  const kept: KeptValues[] = [];
  try {
    const chosen = new Set(sampleOf(subjects, terms.plantedIn));
    for (const subject of subjects) {
      const right: ReadingOf = { cells: readingOf(subject.exhibit.sheet, subject.further), document: subject.exhibit.document };
      const rights = await both(subject, right, { without, beside });
      kept.push(keptOf(subject, rights, threshold));
      for (const mistake of chosen.has(subject) ? await mistakesIn(subject, { subjects, seed, ways }) : []) {
        const wrongs = await both(subject, mistake, { without, beside });
        const caught = (side: Side): boolean => isSeen(mistake, subject, { side, wrongs, rights, threshold });
        trials.push({ fault: mistake.fault, without: caught('without'), with: caught('beside') });
      }
    }
    return { ...counted(trials), ...summed(kept), documents: subjects.length, ms: beside.msPerReading(), faults: byFault(trials) };
  } finally {
    await Promise.all([without.close(), beside.close()]);
  }
}

const sampleOf = (subjects: readonly Subject[], count = subjects.length): readonly Subject[] =>
  subjects
    .map((subject) => ({ subject, key: createHash('sha256').update(subject.exhibit.id).digest('hex') }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, count)
    .map(({ subject }) => subject);

/** Weighs each reading once. */
function remembering(appraiser: ReadingAppraiser, memory: Map<string, HeldAppraisal> = new Map()): ReadingAppraiser {
  return {
    ...appraiser,
    appraise: async (subject, reading, schema) => {
      const key = JSON.stringify([subject.exhibit.id, reading.document === subject.exhibit.document, reading.cells]);
      const known = memory.get(key) ?? (await appraiser.appraise(subject, reading, schema));
      memory.set(key, known);
      return known;
    },
  };
}

type Side = 'without' | 'beside';
type Both<T> = Readonly<Record<Side, T>>;

async function both(subject: Subject, reading: ReadingOf, appraisers: Both<ReadingAppraiser>): Promise<Both<HeldAppraisal>> {
  const schema = schemaOfReading(subject.exhibit.sheet, subject.further);
  return {
    without: await appraisers.without.appraise(subject, reading, schema),
    beside: await appraisers.beside.appraise(subject, reading, schema),
  };
}

/** A reading with one mistake. */
interface Mistake extends ReadingOf {
  readonly fault: string;
  /** A reader's mistake with its standard; absent for a misprint, which is caught by a doubt about its field. */
  readonly planted?: Planted & { readonly standard: CatchStandard };
  readonly targets: readonly string[];
}

interface MistakeTerms extends Required<Pick<MeasureTerms, 'seed' | 'ways'>> {
  readonly subjects: readonly Subject[];
}

async function mistakesIn(subject: Subject, { subjects, seed, ways }: MistakeTerms): Promise<readonly Mistake[]> {
  const { exhibit, further } = subject;
  const randomFor = (fault: string | number): Random => randomOf(seed, exhibit.id, fault);
  const misread = await Promise.all(
    readingFaults.map(async (fault) => {
      const made = ways === 0 ? [] : await fault.plant(exhibit, randomFor(fault.number));
      const wrong = randomFor(`${fault.number} ways`).shuffled(made.filter((planted) => isWrongByPlanting(subject, planted)));
      return wrong.slice(0, ways).map((planted): Mistake => {
        const reading = { cells: readingOf(planted.sheet, further), document: exhibit.document, targets: planted.targets };
        return { ...reading, fault: `reader: ${fault.name}`, planted: { ...planted, standard: fault.standard } };
      });
    }),
  );
  const misprinted = misprintsOf(subject, subjects, seed).map(
    ({ fault, target, ...reading }): Mistake => ({ ...reading, fault: `print: ${fault} (${target.slice(2)})`, targets: [target] }),
  );
  return [...misread.flat(), ...misprinted];
}

/** A value that was wrong before shows nothing. */
const isWrongByPlanting = ({ exhibit }: Subject, { targets }: Planted): boolean =>
  leavesOf(exhibit.sheet).every((leaf) => !targets.includes(leaf.path) || isRight(exhibit, leaf));

interface SeenTerms {
  readonly side: Side;
  readonly wrongs: Both<HeldAppraisal>;
  readonly rights: Both<HeldAppraisal>;
  readonly threshold: number;
}

/** Whether a mistake is noticed: its fields are doubted, or the document is held though the right reading is not. */
function isSeen(mistake: Mistake, { exhibit }: Subject, { side, wrongs, rights, threshold }: SeenTerms): boolean {
  const [appraisal, right] = [wrongs[side], rights[side]];
  if (appraisal.held.some((type) => !right.held.includes(type))) return true;
  const { planted } = mistake;
  if (!planted) return mistake.targets.some((path) => (entryAt(appraisal, path)?.score ?? 0) < threshold);
  return isCaught(planted, planted.standard, { appraisal, right, exhibit, threshold });
}

interface KeptValues {
  readonly right: number;
  readonly lost: number;
  readonly held: number;
  readonly concerned: number;
  readonly decided: number;
}

function keptOf({ exhibit, further }: Subject, { without, beside }: Both<HeldAppraisal>, threshold: number): KeptValues {
  const paths = [
    ...leavesOf(exhibit.sheet).flatMap((leaf) => (isRightly(leaf.path) ? [leaf.path] : [])),
    ...further.map(({ path }) => path),
  ];
  const accepts = (appraisal: HeldAppraisal, path: string): boolean => (entryAt(appraisal, path)?.score ?? 0) >= threshold;
  const right = paths.filter((path) => accepts(without, path));
  const known = new Set(without.checks.map(({ type }) => type));
  return {
    right: right.length,
    lost: right.filter((path) => !accepts(beside, path)).length,
    held: beside.held.some((type) => !without.held.includes(type)) ? 1 : 0,
    concerned: beside.checks.length > without.checks.length ? 1 : 0,
    decided: beside.checks.some(({ type, status }) => status !== 'CANNOT_VERIFY' && !known.has(type)) ? 1 : 0,
  };

  function isRightly(path: string): boolean {
    const leaf = leavesOf(exhibit.sheet).find((one) => one.path === path);
    const entry = entryAt(without, path);
    return leaf !== undefined && entry !== undefined && agreesAt(exhibit, leaf, entry.value);
  }
}

interface PlantedMistake {
  readonly fault: string;
  readonly without: boolean;
  readonly with: boolean;
}

const counted = (trials: readonly PlantedMistake[]): CatchCount => ({
  planted: trials.length,
  without: trials.filter((trial) => trial.without).length,
  with: trials.filter((trial) => trial.with).length,
});

const byFault = (trials: readonly PlantedMistake[]): RuleMeasure['faults'] =>
  Object.fromEntries(
    [...Map.groupBy(trials, ({ fault }) => fault)]
      .map(([fault, own]) => [fault, counted(own)] as const)
      .filter(([, count]) => count.with !== count.without),
  );

function summed(values: readonly KeptValues[]): KeptValues {
  const sum = (of: keyof KeptValues): number => values.reduce((all, one) => all + one[of], 0);
  return { right: sum('right'), lost: sum('lost'), held: sum('held'), concerned: sum('concerned'), decided: sum('decided') };
}
