import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { CorpusDocument } from '../../eval/corpus/corpus.js';
import { type Exhibit, exhibitOf } from '../exhibits/exhibit.js';
import { faults } from '../faults.js';
import { baselinesOf } from '../results/baselines.js';
import type { Results, Trial } from '../results/records.js';
import { type Case, keptOf, sumsOf } from '../results/right-values.js';
import { type Bench, type BenchOptions, openBench } from './bench.js';
import { trialsOf } from './trials.js';

export interface RunOptions extends BenchOptions {
  /** What chance chooses by: the same seed plants the same faults. */
  readonly seed: number;
  /** The number of the only fault to plant; all when absent. */
  readonly only?: number;
  /** Makes the bench; the engine alone when absent. */
  readonly open?: (options: BenchOptions) => Promise<Bench>;
  progress(done: string): void;
}

/** Plants every fault in a right reading of every document, one at a time, and has the engine appraise it. */
export async function runFaults(corpus: readonly CorpusDocument[], options: RunOptions): Promise<Results> {
  const bench = await (options.open ?? openBench)(options);
  try {
    const exhibits: Exhibit[] = [];
    for (const document of corpus) exhibits.push(await read(document, bench));
    const cases = await casesOf(exhibits, bench);
    const trials: Trial[] = [];
    for (const fault of faults.filter(({ number }) => options.only === undefined || options.only === number)) {
      trials.push(...(await trialsOf(fault, cases, { ...options, bench })));
      options.progress(`fault ${fault.number} of ${faults.length}: ${fault.name}`);
    }
    const { seed, threshold } = options;
    const notFound = exhibits.flatMap(({ id, notFound: paths }) => paths.map((path) => ({ document: id, path })));
    return { seed, threshold, documents: exhibits.length, notFound, kept: cases.flatMap(keptOf), sums: cases.flatMap(sumsOf), trials };
  } finally {
    await bench.close();
  }
}

async function read({ id, path, truth }: CorpusDocument, bench: Bench): Promise<Exhibit> {
  const file = { name: basename(path), bytes: await readFile(path) };
  return exhibitOf(id, await bench.convert(file), truth);
}

async function casesOf(exhibits: readonly Exhibit[], bench: Bench): Promise<readonly Case[]> {
  const rights = await bench.appraise(exhibits);
  return exhibits.flatMap((exhibit, at) => {
    const right = rights[at];
    return right ? [{ exhibit, right, accepts: baselinesOf(exhibit.document) }] : [];
  });
}
