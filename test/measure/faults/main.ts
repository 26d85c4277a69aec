import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { InputError, type Part } from '../../../core/index.js';
import local from '../../../plugins/models/local.js';
import tesseract from '../../../plugins/recognizers/tesseract.js';
import { command, numberIn, parsed, wholeNumber } from '../eval/command.js';
import { readCorpus } from '../eval/corpus/corpus.js';
import { cachedRecognizers } from '../eval/corpus/ocr-cache.js';
import { only } from '../eval/figures/third.js';
import { faults } from './faults.js';
import type { Results } from './results/records.js';
import { lost, misses } from './results/records.js';
import { table } from './results/table.js';
import { runFaults } from './run/run.js';
import { openServerAppraiser } from './run/server-appraiser.js';
import { sampleOf } from './sample.js';

const usage = `npm run faults -- CORPUS [--seed N] [--threshold N] [--witness local] [--fault N] [--out DIR]
  [--scans [--ocr-cache DIR]] [--third T] [--sample N] [--door]

Plants each fault of evidence.md §15 in a right reading of every native document of CORPUS and has the engine appraise it; no model, no network.
  --seed N         seed of the random choices; 1 when absent
  --threshold N    confidence that is accepted, 0 to 1; 0.85 when absent
  --witness local  have the local reader corroborate and contradict, as it does beside a model
  --fault N        plant this one only, 1 to 26
  --scans          the documents that are pictures instead of the native ones: their words come from OCR, what is right from the truth
  --ocr-cache DIR  keep the OCR results in DIR, and take them from there the next time
  --third T        seen or unseen: only the documents of this third of the issuers
  --sample N       only N documents, chosen by the hash of their ids
  --door           send each reading through the HTTP door of a real server, from a fake openai provider read by the real SDK
  --out DIR        keep results.json, misses.json, lost.json and table.txt there
`;

await command(main);

async function main(): Promise<void> {
  const { folder, scans, third, sample, run, out } = given();
  const documents = only(third, readCorpus(folder)).filter(({ textLayer }) => (textLayer !== 'native') === scans);
  const started = performance.now();
  const results = await runFaults(sampleOf(documents, sample), { ...run, progress: (done) => process.stderr.write(`${done}\n`) });
  process.stderr.write(`${((performance.now() - started) / 1000).toFixed(1)} s\n`);
  process.stdout.write(table(results));
  if (out !== undefined) await keep(results, out);
}

async function keep(results: Results, out: string): Promise<void> {
  await mkdir(out, { recursive: true });
  const files = { 'results.json': results, 'misses.json': misses(results), 'lost.json': lost(results) };
  for (const [name, content] of Object.entries(files)) await writeFile(join(out, name), `${JSON.stringify(content, null, 1)}\n`);
  await writeFile(join(out, 'table.txt'), table(results));
}

function given() {
  const options = {
    seed: { type: 'string', default: '1' },
    threshold: { type: 'string', default: '0.85' },
    witness: { type: 'string' },
    fault: { type: 'string' },
    scans: { type: 'boolean', default: false },
    'ocr-cache': { type: 'string' },
    third: { type: 'string' },
    sample: { type: 'string' },
    door: { type: 'boolean', default: false },
    out: { type: 'string' },
  } as const;
  const { values, positionals } = parsed(usage, () => parseArgs({ options, allowPositionals: true }));
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0 || (values.witness ?? 'local') !== 'local') throw new InputError(usage);
  const run = {
    seed: wholeNumber('--seed', values.seed, 0),
    threshold: numberIn(values.threshold, { name: '--threshold', from: 0, to: 1 }),
    ...(values.fault !== undefined && { only: numberIn(values.fault, { name: '--fault', from: 1, to: faults.length }) }),
    ...(values.witness && { witnesses: [{ plugin: local }] }),
    ...(values.door && { open: openServerAppraiser }),
    ...(values.scans && { recognizers: recognizers(values['ocr-cache']) }),
  };
  const sample = values.sample === undefined ? undefined : wholeNumber('--sample', values.sample, 1);
  return { folder, run, scans: values.scans, third: values.third, sample, out: values.out };
}

/** The first recognizer of the shipped configuration; with a single tier the second one is never asked. */
function recognizers(cache: string | undefined): readonly Part<'recognizer'>[] {
  const parts = [{ plugin: tesseract }];
  return cache === undefined ? parts : cachedRecognizers(parts, cache);
}
