import { shippedSchemas } from '../../config/index.js';
import { type Asked, type AskOptions, ask } from './ask.js';
import type { Recorder } from './caps-file.js';
import type { CorpusDocument } from './corpus.js';
import { evidencePrecision } from './evidence.js';
import { measure } from './measure.js';
import { evidenceReport, legend, report, times } from './report.js';

/** The one schema that every document is asked with. */
const schema = shippedSchemas.invoice;

export type EvaluationOptions = Omit<AskOptions, 'question'> & {
  readonly threshold: number;
  /** What listened to the engine, where it is one of our own: it writes what calibration learns from beside the answers. */
  readonly recorder?: Recorder;
};

export interface Evaluation {
  /** The same corpus and the same answers give the same text. */
  readonly report: string;
  readonly times: string;
}

/** Asks for every document over HTTP and holds the answers against the truth, apart for native text and for scans. */
export async function evaluate(
  documents: readonly CorpusDocument[],
  { threshold, recorder, ...options }: EvaluationOptions,
): Promise<Evaluation> {
  const asked = await ask(documents, { ...options, question: { schema: JSON.stringify(schema), threshold } });
  if (options.out !== undefined) recorder?.write(asked, options.out);
  const shown = groups(asked).filter(([, members]) => members.length > 0);
  const evidence = await evidencePrecision(asked.filter(isNative), threshold);
  const standard = { threshold, required: schema.required };
  return {
    report: [...shown.map(([title, members]) => report(title, measure(members, standard))), evidenceReport(evidence), legend].join('\n'),
    times: shown.map(([title, members]) => `${title}: ${times(members.map(({ reply }) => reply.milliseconds))}\n`).join(''),
  };
}

function groups(asked: readonly Asked[]): readonly (readonly [title: string, members: readonly Asked[]])[] {
  const of = (...layers: readonly string[]) => asked.filter(({ document }) => layers.includes(document.textLayer));
  return [
    ['Native text', asked.filter(isNative)],
    ['Scans', of('none', 'ocr')],
    ['Scans that are only an image', of('none')],
    ['Scans with a hidden OCR layer', of('ocr')],
  ];
}

const isNative = ({ document }: Asked): boolean => document.textLayer === 'native';
