import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../../config/index.js';
import { InputError, type Part } from '../../../core/index.js';
import required from '../../../plugins/gates/required.js';
import local from '../../../plugins/models/local.js';
import ppocr from '../../../plugins/recognizers/ppocr.js';
import tesseract from '../../../plugins/recognizers/tesseract.js';
import { numberIn, parsed, wholeNumber } from '../eval/command.js';
import { schemaAt } from '../eval/corpus/corpus.js';
import { cachedRecognizers } from '../eval/corpus/ocr-cache.js';
import { only } from '../eval/figures/third.js';
import { type FaultDocument, halfOf, halves, readDocuments, sampleOf } from './documents.js';
import { faults } from './faults.js';
import type { Results } from './results/records.js';
import { lost, misses } from './results/records.js';
import { writeSamples } from './results/samples.js';
import { table } from './results/table.js';
import { type RunOptions, runFaults } from './run/run.js';
import { openServerAppraiser } from './run/server-appraiser.js';
import { ownTable, runOwnFaults } from './run-own.js';

export const usage = `vouch faults CORPUS [--readings NAME] [--sources learn|test] [--seed N] [--threshold N] [--witness local|none] [--fault N]
  [--uncalibrated] [--answers | --plain] [--scans [--ocr-cache DIR]] [--third T] [--sample N] [--door] [--out DIR]
vouch faults CORPUS --schema FILE|own [--readings NAME] [--seed N] [--threshold N] [--witness local|none] [--sample N] [--out DIR]

Plants each fault in a reading of every native document of CORPUS and has the engine appraise it; no model, no network.
  --readings NAME  plant into the recorded readings of CORPUS/readings/NAME with their own quotes; "large" when absent and there, else
                   "built": readings made of the truth
  --sources HALF   learn or test: only the documents of this half of the sources, by the hash of their name
  --seed N         seed of the random choices; 1 when absent
  --threshold N    confidence that is accepted, 0 to 1; 0.85 when absent
  --witness W      local: the local reader corroborates and contradicts, as beside a model; the default for recorded readings. Or none
  --uncalibrated   score by the weights that nobody has measured, instead of the tables of the configuration
  --answers        say each reading in the form that models are asked for: the quotes of rows are then found on the page, not recorded
  --plain          say each reading as plain typed JSON without quotes and pages, as somebody else's extractor answers it
  --fault N        plant this one only, 1 to ${faults.length}
  --scans          the documents that are pictures instead of the native ones: their words come from OCR, what is right from the truth
  --ocr-cache DIR  keep the OCR results in DIR, and take them from there the next time
  --third T        seen or unseen: only the documents of this third of the sources
  --sample N       only N documents, chosen by the hash of their ids
  --door           send each reading through the HTTP door of a real server, from a fake openai provider read by the real SDK; uncalibrated
  --schema FILE    plant into answers to this JSON Schema, or with "own" to that of each document: the truth is its \`further\` and \`tables\`
  --out DIR        keep results.json, misses.json, lost.json, samples.jsonl and table.txt there; with --schema only results.json
`;

/** @throws InputError with the usage, or what is wrong with a folder */
export async function main(args: readonly string[]): Promise<void> {
  const { folder, readings, sources, scans, third, sample, witness, calibrated, schema, run, out } = given(args);
  const documents = only(third, readDocuments(folder, readings)).filter(
    ({ textLayer, origin }) => (textLayer !== 'native') === scans && (sources === undefined || halfOf(origin.source) === sources),
  );
  if (schema !== undefined) return plantInOwn(sampleOf(documents, sample), { schema, witness, calibrated, run, out });
  const started = performance.now();
  const results = await runFaults(sampleOf(documents, sample), {
    ...run,
    ...witnessesFor(witness, documents),
    ...(await configuredFor(documents, calibrated)),
    progress: (done) => process.stderr.write(`${done}\n`),
  });
  process.stderr.write(`${((performance.now() - started) / 1000).toFixed(1)} s\n`);
  process.stdout.write(table(results));
  if (out !== undefined) await keep(results, out);
}

type OwnChoice = Pick<ReturnType<typeof given>, 'witness' | 'calibrated' | 'run' | 'out'> & { readonly schema: string };

/** Plants into answers to schemas of one's own. */
async function plantInOwn(documents: readonly FaultDocument[], { schema, witness, calibrated, run, out }: OwnChoice): Promise<void> {
  const { rules = [], gate, host = {}, calibrations } = await configuredFor(documents, calibrated);
  const results = await runOwnFaults(documents, {
    ...run,
    ...(schema !== 'own' && { schema: schemaAt(schema) }),
    ...witnessesFor(witness, documents),
    settings: { rules, gate: gate ?? { plugin: required }, ...host, ...(calibrations && { calibrations }) },
    progress: (done) => process.stderr.write(`${done}\n`),
  });
  process.stdout.write(ownTable(results));
  if (out === undefined) return;
  await mkdir(out, { recursive: true });
  await writeFile(join(out, 'results.json'), `${JSON.stringify(results, null, 1)}\n`);
}

/** Recorded readings are appraised as beside a model. */
function witnessesFor(witness: string | undefined, [document]: readonly FaultDocument[]): Pick<RunOptions, 'witnesses'> {
  const chosen = witness ?? (isRecorded(document) ? 'local' : 'none');
  return chosen === 'local' ? { witnesses: [{ plugin: local }] } : {};
}

/** What weighs readings in the nearest configuration, with what sort of model has read: that of recorded readings is in their name. */
async function configuredFor([document]: readonly FaultDocument[], calibrated: boolean): Promise<Partial<RunOptions>> {
  const { engine } = await loadConfig({ env: process.env, cwd: process.cwd() });
  const { rules = [], gate, folder, secret, calibrations = [] } = engine;
  const host = { ...(folder !== undefined && { folder }), ...(secret && { secret }) };
  const kind = isRecorded(document) && !strong.includes(document?.origin.reader ?? '') ? 'small' : 'large';
  return { rules, gate, host, ...(calibrated && { calibrations, kind }) };
}

/** The names of readings that are from large models; all others are weighed as those of small ones. */
const strong = ['large', 'answers'];

const isRecorded = (document: FaultDocument | undefined): boolean => document?.cells !== undefined || document?.answer !== undefined;

async function keep(results: Results, out: string): Promise<void> {
  const { samples, ...rest } = results;
  await writeSamples(out, samples);
  const files = { 'results.json': rest, 'misses.json': misses(results), 'lost.json': lost(results) };
  for (const [name, content] of Object.entries(files)) await writeFile(join(out, name), `${JSON.stringify(content, null, 1)}\n`);
  await writeFile(join(out, 'table.txt'), table(results));
}

function given(args: readonly string[]) {
  const options = {
    seed: { type: 'string', default: '1' },
    threshold: { type: 'string', default: '0.85' },
    witness: { type: 'string' },
    readings: { type: 'string' },
    sources: { type: 'string' },
    fault: { type: 'string' },
    scans: { type: 'boolean', default: false },
    'ocr-cache': { type: 'string' },
    third: { type: 'string' },
    sample: { type: 'string' },
    schema: { type: 'string' },
    door: { type: 'boolean', default: false },
    uncalibrated: { type: 'boolean', default: false },
    answers: { type: 'boolean', default: false },
    plain: { type: 'boolean', default: false },
    out: { type: 'string' },
  } as const;
  const { values, positionals } = parsed(usage, () => parseArgs({ args: [...args], options, allowPositionals: true }));
  const [folder, ...more] = positionals;
  const { witness, sources: half } = values;
  const sources = halves.find((name) => name === half);
  const isKnown = [undefined, 'local', 'none'].includes(witness) && sources === half;
  if (folder === undefined || more.length > 0 || !isKnown) throw new InputError(usage);
  const run = {
    seed: wholeNumber('--seed', values.seed, 0),
    threshold: numberIn(values.threshold, { name: '--threshold', from: 0, to: 1 }),
    ...(values.fault !== undefined && { only: numberIn(values.fault, { name: '--fault', from: 1, to: faults.length }) }),
    asAnswers: values.answers,
    asPlain: values.plain,
    ...(values.door && { open: openServerAppraiser }),
    recognizers: recognizers(values['ocr-cache']),
  };
  const unheeded = (['plain', 'answers', 'door', 'fault', 'ocr-cache'] as const).find(
    (name) => values.schema !== undefined && values[name],
  );
  if (unheeded) throw new InputError(`--${unheeded} has no effect beside --schema: leave out one of them`);
  const sample = values.sample === undefined ? undefined : wholeNumber('--sample', values.sample, 1);
  const { readings, scans, third, schema, out } = values;
  const calibrated = !values.uncalibrated && !values.door;
  return { folder, readings, sources, scans, third, sample, witness, calibrated, schema, run, out };
}

/** The recognizers of the shipped configuration. */
function recognizers(cache: string | undefined): readonly Part<'recognizer'>[] {
  const parts = [{ plugin: tesseract }, { plugin: ppocr }];
  return cache === undefined ? parts : cachedRecognizers(parts, cache);
}
