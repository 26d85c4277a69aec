import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { CorpusDocument } from '../../eval/corpus/corpus.js';
import { exhibitOf, type FaultExhibit } from '../exhibits/exhibit.js';
import { faults } from '../faults.js';
import { baselinesOf } from '../results/baselines.js';
import type { FaultTrial, Results } from '../results/records.js';
import { type FaultCase, keptOf, sumsOf } from '../results/right-values.js';
import { type Appraiser, type AppraiserOptions, openAppraiser } from './bench.js';
import { trialsOf } from './trials.js';

export interface RunOptions extends AppraiserOptions {
  /** What chance chooses by: the same seed plants the same faults. */
  readonly seed: number;
  /** The number of the only fault to plant; all when absent. */
  readonly only?: number;
  /** Makes the bench; the engine alone when absent. */
  readonly open?: (options: AppraiserOptions) => Promise<Appraiser>;
  progress(done: string): void;
}

/** Plants every fault in a right reading of every document, one at a time, and has the engine appraise it. */
export async function runFaults(corpus: readonly CorpusDocument[], options: RunOptions): Promise<Results> {
  const bench = await (options.open ?? openAppraiser)(options);
  try {
    const exhibits: FaultExhibit[] = [];
    for (const document of corpus) exhibits.push(await read(document, bench));
    const cases = await casesOf(exhibits, bench);
    const trials: FaultTrial[] = [];
    for (const fault of faults.filter(({ number }) => options.only === undefined || options.only === number)) {
      trials.push(...(await trialsOf(fault, cases, { ...options, appraiser: bench })));
      options.progress(`fault ${fault.number} of ${faults.length}: ${fault.name}`);
    }
    const { seed, threshold } = options;
    const notFound = exhibits.flatMap(({ id, notFound: paths }) => paths.map((path) => ({ document: id, path })));
    return { seed, threshold, documents: exhibits.length, notFound, kept: cases.flatMap(keptOf), sums: cases.flatMap(sumsOf), trials };
  } finally {
    await bench.close();
  }
}

async function read({ id, path, truth }: CorpusDocument, bench: Appraiser): Promise<FaultExhibit> {
  const file = { name: basename(path), bytes: await readFile(path) };
  return exhibitOf(id, await bench.convert(file), truth);
}

async function casesOf(exhibits: readonly FaultExhibit[], bench: Appraiser): Promise<readonly FaultCase[]> {
  const rights = await bench.appraise(exhibits);
  return exhibits.flatMap((exhibit, at) => {
    const right = rights[at];
    return right ? [{ exhibit, right, accepts: baselinesOf(exhibit.document) }] : [];
  });
}
