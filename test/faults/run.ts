import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { CorpusDocument } from '../eval/corpus.js';
import { agreesWith } from './agrees-with.js';
import { type Accepts, type Baseline, baselines, baselinesOf } from './baselines.js';
import { type Appraisal, type Bench, type BenchOptions, openBench } from './bench.js';
import { isBeyondThePage } from './betrayal.js';
import { type Exhibit, exhibitOf, truthAt } from './exhibit.js';
import type { FieldFamily } from './families.js';
import { fieldFamily } from './families.js';
import type { Fault, Planted } from './fault.js';
import { faults } from './faults.js';
import { randomOf } from './random.js';
import { type Leaf, leavesOf } from './sheet.js';
import { entryAt, isCaught, watched } from './verdict.js';

/** A value of the right reading, and what became of it. */
export interface Kept {
  readonly document: string;
  readonly family: string;
  readonly group: string;
  readonly path: string;
  readonly fieldFamily: FieldFamily;
  /** As the engine typed it. */
  readonly value: unknown;
  readonly truth: string | number;
  /** Whether the engine's value is the true one. */
  readonly right: boolean;
  readonly score: number;
  readonly caps: readonly CapRecord[];
  readonly baselines: readonly Baseline[];
}

export interface CapRecord {
  readonly name: string;
  readonly value: number;
  readonly reason: string;
}

/** One planted fault, and what became of it. */
export interface Trial {
  readonly fault: number;
  readonly name: string;
  readonly document: string;
  readonly family: string;
  readonly group: string;
  readonly fieldFamily: FieldFamily;
  readonly about?: string;
  readonly caught: boolean;
  /** Whether the same leaves were in doubt before the fault, so that catching it proves little. */
  readonly anyway: boolean;
  /** Whether the page itself cannot betray the fault. */
  readonly beyond: boolean;
  /** The ways that would have caught it. */
  readonly baselines: readonly Baseline[];
  readonly leaves: readonly LeafRecord[];
}

export interface LeafRecord {
  readonly path: string;
  readonly read: string | null;
  readonly truth: string | number | null;
  readonly score: number;
  readonly caps: readonly CapRecord[];
}

/** How a document's own sums fared with the right reading. */
export interface SumRecord {
  readonly document: string;
  readonly sum: 'horizontal_sum' | 'vertical_sum';
  readonly holds: boolean | null;
  readonly status: string;
}

export interface Results {
  readonly seed: number;
  readonly threshold: number;
  readonly documents: number;
  readonly notFound: readonly { readonly document: string; readonly path: string }[];
  readonly kept: readonly Kept[];
  readonly sums: readonly SumRecord[];
  readonly trials: readonly Trial[];
}

export interface RunOptions extends BenchOptions {
  readonly seed: number;
  progress(done: string): void;
}

/** Plants every fault in a right reading of every document, one at a time, and has the engine appraise it. */
export async function runFaults(corpus: readonly CorpusDocument[], options: RunOptions): Promise<Results> {
  const bench = await openBench(options);
  try {
    const exhibits: Exhibit[] = [];
    for (const document of corpus) exhibits.push(await exhibit(document, bench));
    const rights = await bench.appraise(exhibits);
    const cases = exhibits.map((exhibit, at) => ({ exhibit, right: rights[at] as Appraisal, accepts: baselinesOf(exhibit.document) }));
    const trials: Trial[] = [];
    for (const fault of faults) {
      trials.push(...(await trialsOf(fault, cases, { ...options, bench })));
      options.progress(`fault ${fault.number} of ${faults.length}: ${fault.name}`);
    }
    return {
      seed: options.seed,
      threshold: options.threshold,
      documents: exhibits.length,
      notFound: exhibits.flatMap(({ id, notFound }) => notFound.map((path) => ({ document: id, path }))),
      kept: cases.flatMap(keptOf),
      sums: cases.flatMap(sumsOf),
      trials,
    };
  } finally {
    await bench.close();
  }
}

async function exhibit({ id, path, truth }: CorpusDocument, bench: Bench): Promise<Exhibit> {
  const file = { name: basename(path), bytes: await readFile(path) };
  return exhibitOf(id, await bench.convert(file), truth);
}

interface Case {
  readonly exhibit: Exhibit;
  readonly right: Appraisal;
  readonly accepts: Accepts;
}

const about = ({ exhibit: { id, truth } }: Case) => ({
  document: id,
  family: `${truth.doc_type ?? 'document'}`,
  group: truth.group ?? id,
});

function keptOf(one: Case): readonly Kept[] {
  const { exhibit, right, accepts } = one;
  return leavesOf(exhibit.sheet).flatMap((leaf) => {
    const truth = truthAt(exhibit, leaf.path);
    const entry = entryAt(right, leaf.path);
    if (truth === undefined || !entry) return [];
    return [
      {
        ...about(one),
        path: leaf.path,
        fieldFamily: fieldFamily(leaf),
        value: entry.value,
        truth,
        right: agreesWith(leaf.name, truth, entry.value),
        score: entry.score,
        caps: entry.caps,
        baselines: baselines.filter((name) => accepts[name](leaf, right.draft)),
      },
    ];
  });
}

const sumsOf = (one: Case): readonly SumRecord[] =>
  (['horizontal_sum', 'vertical_sum'] as const).map((sum) => {
    const said = one.right.checks.filter(({ type }) => type === sum.toUpperCase()).map(({ status }) => status);
    return {
      document: one.exhibit.id,
      sum,
      holds: one.exhibit.truth.math_on_page?.[sum]?.holds ?? null,
      status: (['FAILED', 'CANNOT_VERIFY', 'PASSED'] as const).find((status) => said.includes(status)) ?? 'none',
    };
  });

async function trialsOf(fault: Fault, cases: readonly Case[], options: RunOptions & { readonly bench: Bench }): Promise<readonly Trial[]> {
  const planted: { readonly one: Case; readonly planted: Planted }[] = [];
  for (const one of cases) {
    const random = randomOf(options.seed, one.exhibit.id, fault.number);
    for (const made of await fault.plant(one.exhibit, random)) planted.push({ one, planted: made });
  }
  const submissions = planted.map(({ one, planted: { sheet, file } }) => ({ sheet, file: file ?? one.exhibit.file }));
  const appraisals = await options.bench.appraise(submissions);
  return Promise.all(
    planted.map(async ({ one, planted: made }, at) => {
      const accepts = made.file ? baselinesOf(await options.bench.convert(made.file)) : one.accepts;
      return trialOf(fault, { ...one, accepts }, { planted: made, appraisal: appraisals[at] as Appraisal, threshold: options.threshold });
    }),
  );
}

interface Tried {
  readonly planted: Planted;
  readonly appraisal: Appraisal;
  readonly threshold: number;
}

function trialOf(fault: Fault, one: Case, { planted, appraisal, threshold }: Tried): Trial {
  const leaves = watched(planted, fault.standard);
  const before = watched({ sheet: one.exhibit.sheet, targets: planted.targets }, fault.standard);
  const targets = leaves.filter(({ path }) => planted.targets.includes(path));
  const [first] = targets.length > 0 ? targets : leaves;
  return {
    fault: fault.number,
    name: fault.name,
    ...about(one),
    fieldFamily: first ? fieldFamily(first) : 'line',
    ...(planted.about !== undefined && { about: planted.about }),
    caught: isCaught(planted, fault.standard, { appraisal, exhibit: one.exhibit, threshold }),
    anyway: fault.standard !== 'page' && before.some(({ path }) => (entryAt(one.right, path)?.score ?? 1) < threshold),
    beyond: isBeyondThePage(one.exhibit, planted),
    baselines:
      fault.standard === 'page' ? [] : baselines.filter((name) => leaves.some((leaf) => !one.accepts[name](leaf, appraisal.draft))),
    leaves: targets.map((leaf) => recordOf(leaf, one.exhibit, { planted, appraisal })),
  };
}

/** Where rows were left out, the rows after them stand for others than truth numbers so. */
function recordOf({ path, mark }: Leaf, exhibit: Exhibit, { planted, appraisal }: Pick<Tried, 'planted' | 'appraisal'>): LeafRecord {
  const entry = entryAt(appraisal, path);
  const truth = planted.about === undefined ? truthAt(exhibit, path) : undefined;
  return { path, read: mark.value, truth: truth ?? null, score: entry?.score ?? 0, caps: entry?.caps ?? [] };
}
