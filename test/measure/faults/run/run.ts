import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { CorpusDocument } from '../../eval/corpus/corpus.js';
import { exhibitOf, type FaultExhibit } from '../exhibits/exhibit.js';
import { faults } from '../faults.js';
import { baselinesOf } from '../results/baselines.js';
import type { FaultTrial, Results } from '../results/records.js';
import { type FaultCase, keptOf, sumsOf } from '../results/right-values.js';
import { type Appraiser, type AppraiserOptions, openAppraiser } from './appraiser.js';
import { trialsOf } from './trials.js';

export interface RunOptions extends AppraiserOptions {
  /** Seed of the random choices: the same seed plants the same faults. */
  readonly seed: number;
  /** The number of the only fault to plant; all when absent. */
  readonly only?: number;
  /** Opens the appraiser; the engine alone when absent. */
  readonly open?: (options: AppraiserOptions) => Promise<Appraiser>;
  progress(done: string): void;
}

/** Plants every fault, one at a time, in a correct reading of every document and has the engine appraise it. */
export async function runFaults(corpus: readonly CorpusDocument[], options: RunOptions): Promise<Results> {
  const appraiser = await (options.open ?? openAppraiser)(options);
  try {
    const exhibits: FaultExhibit[] = [];
    for (const document of corpus) exhibits.push(await read(document, appraiser));
    const cases = await casesOf(exhibits, appraiser);
    const trials: FaultTrial[] = [];
    for (const fault of faults.filter(({ number }) => options.only === undefined || options.only === number)) {
      trials.push(...(await trialsOf(fault, cases, { ...options, appraiser })));
      options.progress(`fault ${fault.number} of ${faults.length}: ${fault.name}`);
    }
    const { seed, threshold } = options;
    const notFound = exhibits.flatMap(({ id, notFound: paths }) => paths.map((path) => ({ document: id, path })));
    return { seed, threshold, documents: exhibits.length, notFound, kept: cases.flatMap(keptOf), sums: cases.flatMap(sumsOf), trials };
  } finally {
    await appraiser.close();
  }
}

async function read({ id, path, truth }: CorpusDocument, appraiser: Appraiser): Promise<FaultExhibit> {
  const file = { name: basename(path), bytes: await readFile(path) };
  return exhibitOf(id, await appraiser.convert(file), truth);
}

async function casesOf(exhibits: readonly FaultExhibit[], appraiser: Appraiser): Promise<readonly FaultCase[]> {
  const rights = await appraiser.appraise(exhibits);
  return exhibits.flatMap((exhibit, at) => {
    const right = rights[at];
    return right ? [{ exhibit, right, accepts: baselinesOf(exhibit.document) }] : [];
  });
}
