import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type EngineSettings, InputError } from '../../../core/index.js';
import { numberIn, parsed, wholeNumber } from './command.js';
import { Recorder } from './corpus/caps-file.js';
import type { EvalTarget } from './corpus/client.js';
import { type CorpusDocument, readCorpus, schemaAt } from './corpus/corpus.js';
import { forgetLabels } from './corpus/forget-labels.js';
import { withOcrCache } from './corpus/ocr-cache.js';
import { cellsOfReading, readFromRecords, withReading } from './corpus/recorded-tier.js';
import { evaluate } from './evaluate.js';
import { progress } from './figures/report.js';
import { only } from './figures/third.js';
import { startObserved } from './observed-server.js';

export const usage = `vouch eval CORPUS [--readings NAME [--tokens]] [--forget SHARE [--seed N]] [--out DIR] [--threshold N] [-j N] [--third T] [--sweep] [--docs FOLDER] [--schema FILE] [--url URL --key KEY]

Posts every document of CORPUS/docs to /v1/extract and holds the answers against CORPUS/truth.
  --out DIR        keep each raw answer as DIR/<id>.json, DIR/<id>.caps.json for vouch calibrate, and list
                   the mistakes in DIR/confusions.txt, without those of the unseen third
  --threshold N    confidence that is accepted, 0 to 1; 0.85 when absent
  -j N             requests at once; 2 when absent
  --third T        seen or unseen: only the documents of this third of the sources
  --sweep          show what is accepted and how much of it is right at thresholds from 0.50 to 1.00
  --docs FOLDER    take documents from CORPUS/FOLDER where it has them (docs_with_xml)
  --schema FILE    ask all documents with this JSON Schema, and hold the answers against \`further\` and \`tables\` of their truth
  --readings NAME  read with the recorded readings CORPUS/readings/NAME as Tier 1 and the local reader as witness; others are left out
  --tokens         in a clone: also count the output tokens of these readings in the form that models are asked for now
  --uncalibrated   score by the start values, as a table is learned from
  --forget SHARE   do without this share of all labels that Vouch knows, chosen by --seed (1), as if the issuers' words were new
  --ocr-cache DIR  keep the OCR results in DIR, and take them from there the next time
  --url, --key     use a running server instead of one of its own
`;

/** @throws InputError with the usage, or what is wrong with a folder */
export async function main(args: readonly string[]): Promise<void> {
  const { values, folder } = given(args);
  forgetLabels({ share: numberIn(values.forget, { name: '--forget', from: 0, to: 1 }), seed: wholeNumber('--seed', values.seed, 0) });
  const all = only(values.third, readCorpus(folder, values.docs)).map(withSchema(values.schema));
  const { readings: name } = values;
  const documents = name === undefined ? all : withReading(all, folder, name);
  const records = name === undefined ? undefined : { corpus: folder, name, folder: mkdtempSync(join(tmpdir(), 'vouch-eval-')) };
  const { target, recorder, close } = await serverFor(values, (engine) => (records ? readFromRecords(engine, documents, records) : engine));
  try {
    const { report, times } = await evaluate(documents, {
      target,
      threshold: numberIn(values.threshold, { name: '--threshold', from: 0, to: 1 }),
      concurrency: numberIn(values.jobs, { name: '-j', from: 1, to: 64 }),
      ...(values.out !== undefined && { out: values.out }),
      ...(recorder && { recorder }),
      sweeps: values.sweep,
      progress: (asked, done) => process.stderr.write(`[${done}/${documents.length}] ${progress(asked)}\n`),
    });
    const counted = values.tokens && name !== undefined ? await countTokens(documents, folder, name) : '';
    process.stdout.write(`Times and costs, which differ from run to run\n${times}\n${counted}${report}`);
  } finally {
    await close();
    if (records) rmSync(records.folder, { recursive: true });
  }
}

/** The tokenizer is loaded only here: it takes a second, and is not in the package. */
async function countTokens(documents: readonly CorpusDocument[], folder: string, name: string): Promise<string> {
  const { recordedTokens } = await import('./figures/recorded-tokens.js');
  return `${recordedTokens(documents.flatMap(({ id }) => cellsOfReading(id, folder, name) ?? []))}\n`;
}

/** The document with the schema in this file as its own. */
function withSchema(file: string | undefined): (document: CorpusDocument) => CorpusDocument {
  if (file === undefined) return (document) => document;
  const schema = schemaAt(file);
  return (document) => ({ ...document, schema });
}

function given(args: readonly string[]) {
  const options = {
    out: { type: 'string' },
    threshold: { type: 'string', default: '0.85' },
    jobs: { type: 'string', short: 'j', default: '2' },
    third: { type: 'string' },
    sweep: { type: 'boolean', default: false },
    docs: { type: 'string', default: 'docs' },
    schema: { type: 'string' },
    readings: { type: 'string' },
    tokens: { type: 'boolean', default: false },
    uncalibrated: { type: 'boolean', default: false },
    forget: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    'ocr-cache': { type: 'string' },
    url: { type: 'string' },
    key: { type: 'string' },
  } as const;
  const { values, positionals } = parsed(usage, () => parseArgs({ args: [...args], options, allowPositionals: true }));
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new InputError(usage);
  return { values, folder };
}

interface EvalServer {
  readonly url?: string;
  readonly key?: string;
  readonly uncalibrated: boolean;
  readonly 'ocr-cache'?: string;
}

async function serverFor(
  { url, key, uncalibrated, 'ocr-cache': ocrCache }: EvalServer,
  read: (engine: EngineSettings) => EngineSettings,
): Promise<{ readonly target: EvalTarget; readonly recorder?: Recorder; close(): Promise<void> }> {
  if (url !== undefined && key !== undefined) return { target: { url: url.replace(/\/+$/, ''), key }, close: async () => {} };
  if (url !== undefined || key !== undefined) throw new InputError('--url and --key belong together');
  const recorder = new Recorder();
  const { observe } = recorder;
  const change = (engine: EngineSettings): EngineSettings => {
    const scored = read(uncalibrated ? { ...engine, calibrations: [] } : engine);
    return ocrCache === undefined ? scored : withOcrCache(scored, ocrCache);
  };
  const server = await startObserved({ env: process.env, cwd: process.cwd() }, { observe, change });
  return { target: server, recorder, close: () => server.close() };
}
