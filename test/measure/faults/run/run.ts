import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { shippedSchemas } from '../../../../config/schemas.js';
import { parseSchema } from '../../../../core/index.js';
import { readingOf } from '../../../../plugins/models/replay.js';
import { exhibitOf, type FaultExhibit } from '../../../kit/exhibit.js';
import { recordedExhibit } from '../../../kit/recorded-exhibit.js';
import type { CorpusDocument } from '../../eval/corpus/corpus.js';
import { built, type FaultDocument, withOthers } from '../documents.js';
import { faults } from '../faults.js';
import { baselinesOf, quoteCheckOf } from '../results/baselines.js';
import type { FaultTrial, Results } from '../results/records.js';
import { type FaultCase, keptOf, sumsOf } from '../results/right-values.js';
import { type Sample, samplesOf } from '../results/samples.js';
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

/** Plants every fault, one at a time, in the reading of every document and has the engine appraise it. */
export async function runFaults(corpus: readonly Given[], options: RunOptions): Promise<Results> {
  const appraiser = await (options.open ?? openAppraiser)(options);
  try {
    const exhibits: FaultExhibit[] = [];
    for (const document of corpus) exhibits.push(await exhibitFrom(document, appraiser));
    const cases = await casesOf(withOthers(exhibits), appraiser);
    const trials: FaultTrial[] = [];
    const samples: Sample[] = cases.flatMap(({ exhibit, right, quoteCheck }) => samplesOf(exhibit, right, quoteCheck));
    // Who names no page can name no wrong one.
    const planted = faults.filter(({ standard }) => !options.asPlain || standard !== 'page');
    for (const fault of planted.filter(({ number }) => options.only === undefined || options.only === number)) {
      for (const { trial, samples: learnable } of await trialsOf(fault, cases, { ...options, appraiser })) {
        trials.push(trial);
        samples.push(...learnable);
      }
      options.progress(`fault ${fault.number} of ${faults.length}: ${fault.name}`);
    }
    const { seed, threshold } = options;
    const notFound = exhibits.flatMap(({ id, notFound: paths }) => paths.map((path) => ({ document: id, path })));
    const counted = { kept: cases.flatMap(keptOf), sums: cases.flatMap(sumsOf), trials, samples };
    const reader = exhibits[0]?.origin?.reader ?? built;
    const calibrated = (options.calibrations ?? []).length > 0;
    return { seed, threshold, reader, calibrated, documents: exhibits.length, notFound, ...counted };
  } finally {
    await appraiser.close();
  }
}

/** A document of any corpus; without recorded cells its reading is built from the truth. */
type Given = CorpusDocument & Partial<FaultDocument>;

/** The document with its reading. */
export async function exhibitFrom({ id, path, truth, cells: given, answer, origin }: Given, appraiser: Appraiser): Promise<FaultExhibit> {
  const document = await appraiser.convert({ name: basename(path), bytes: await readFile(path) });
  const cells = answer ? readingOf(answer, id, { fields: invoice.fields, document }).cells : given;
  const exhibit = cells ? recordedExhibit(id, { document, truth, cells }) : exhibitOf(id, document, truth);
  return { ...exhibit, ...(origin && { origin }) };
}

const invoice = parseSchema(JSON.stringify(shippedSchemas.invoice));

async function casesOf(exhibits: readonly FaultExhibit[], appraiser: Appraiser): Promise<readonly FaultCase[]> {
  const rights = await appraiser.appraise(exhibits);
  return exhibits.flatMap((exhibit, at) => {
    const right = rights[at];
    return right ? [{ exhibit, right, accepts: baselinesOf(exhibit.document), quoteCheck: quoteCheckOf(exhibit.document) }] : [];
  });
}
