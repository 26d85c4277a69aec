import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shippedSchemas } from '../../../config/index.js';
import { type AnsweredDocument, type AskOptions, ask } from './corpus/ask.js';
import type { Recorder } from './corpus/caps-file.js';
import type { CorpusDocument } from './corpus/corpus.js';
import { bySource } from './figures/by-source.js';
import { goals } from './figures/goals.js';
import { isNative, kinds, parts } from './figures/groups.js';
import { evidenceReport, legend, report, shortReport, times } from './figures/report.js';
import { sweep } from './figures/sweep.js';
import { usageReport } from './figures/usage.js';
import { furtherMistakes, furtherReport } from './further/further-report.js';
import { causeTable, confusionList } from './mistakes/mistakes.js';
import { evidencePrecision } from './scoring/evidence.js';
import { measure } from './scoring/measure.js';

/** The schema used for all documents. */
const schema = shippedSchemas.invoice;

export type EvaluationOptions = Omit<AskOptions, 'question'> & {
  readonly threshold: number;
  /** Listens to our own engine and writes the caps files beside the answers; absent for a server elsewhere. */
  readonly recorder?: Recorder;
  /** Whether to print coverage and accuracy over many thresholds. */
  readonly sweeps?: boolean;
};

export interface Evaluation {
  /** The same corpus and answers give the same text. */
  readonly report: string;
  /** And what providers were asked, where they were. */
  readonly times: string;
}

/** Sends every document over HTTP and compares the answers with the truth. */
export async function evaluate(
  documents: readonly CorpusDocument[],
  { threshold, recorder, sweeps = false, ...options }: EvaluationOptions,
): Promise<Evaluation> {
  const all = await ask(documents, { ...options, question: { schema: JSON.stringify(schema), threshold } });
  const [asked, further] = [all.filter(({ document }) => !document.schema), all.filter(({ document }) => document.schema)];
  if (options.out !== undefined) {
    recorder?.write(asked, options.out);
    writeFileSync(join(options.out, 'confusions.txt'), [confusionList(asked, threshold), furtherMistakes(further, threshold)].join(''));
  }
  if (asked.length === 0) return { report: furtherReports(further, threshold), times: timesOf(further) };
  const evidence = await evidencePrecision(asked.filter(isNative), threshold);
  const standard = { threshold, required: schema.required };
  return {
    report: [
      ...kinds(asked).map(([title, members]) => report(title, measure(members, standard))),
      ...parts(asked).map(([title, members]) => shortReport(title, standard, measure(members, standard))),
      evidenceReport(evidence),
      ...(sweeps ? [sweep(asked)] : []),
      causeTable(asked, threshold),
      legend,
      bySource(asked, threshold),
      goals(asked, standard),
      furtherReports(further, threshold),
    ].join('\n'),
    times: timesOf(all),
  };
}

const furtherReports = (asked: readonly AnsweredDocument[], threshold: number): string =>
  kinds(asked)
    .map(([title, members]) => furtherReport(title, members, threshold))
    .join('\n');

const timesOf = (asked: readonly AnsweredDocument[]): string =>
  [
    ...kinds(asked).map(([title, members]) => `${title}: ${times(members.map(({ reply }) => reply.milliseconds))}\n`),
    usageReport(asked.map(({ reply }) => reply.body?.usage)),
  ].join('');
