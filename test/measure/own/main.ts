import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../../config/index.js';
import { InputError } from '../../../core/index.js';
import required from '../../../plugins/gates/required.js';
import local from '../../../plugins/models/local.js';
import { command, numberIn, parsed, wholeNumber } from '../eval/command.js';
import { cachedRecognizers } from '../eval/corpus/ocr-cache.js';
import { writeSamples } from '../faults/results/samples.js';
import { readOwn } from './documents.js';
import { ownList, ownReport } from './report.js';
import { measureOwn } from './run.js';

const usage = `npm run own -- FOLDER [--corpus CORPUS] [--only NAME,…] [--threshold N] [--seed N] [--list] [--out DIR]

Has the engine score plain JSON of extractors, without quotes and pages, by a schema of each document's caller; the local reader is their witness.
  FOLDER          documents.txt, with a line "ID FILE [SOURCE]" for each document; and for each FOLDER/ID/schema.json, truth.json, also.json (other
                  right values by path; may be absent), and a file for each extractor, of any other name
  --corpus        the folder that the FILEs are in; FOLDER when absent
  --only          only these groups: names of readings, "truth" (what is true as a reading), "planted" (mistakes in it), "local" (the local
                  reader reads by the same schemas)
  --threshold N   confidence that is accepted, 0 to 1; 0.85 when absent
  --seed N        seed of the random choices; 1 when absent
  --list          also list each value that is right and held, or wrong and accepted, with its reason
  --ocr-cache DIR keep what OCR reads in the pictures of pages in DIR, and take it from there the next time
  --out DIR       keep samples.jsonl there, from which vouch calibrate learns: the readings' values, and the mistakes as of a reader "planted"
`;

await command(main);

async function main(): Promise<void> {
  const { folder, corpus, only, list, seed, threshold, out, ocrCache } = given();
  const { engine } = await loadConfig({ env: process.env, cwd: process.cwd() });
  const { rules = [], gate = { plugin: required }, calibrations = [], folder: home, secret } = engine;
  const ownCache = ocrCache ?? mkdtempSync(join(tmpdir(), 'vouch-own-'));
  const recognizers = cachedRecognizers(engine.recognizers ?? [], ownCache);
  const measure = await measureOwn(readOwn(folder, corpus), {
    seed,
    threshold,
    local: { plugin: local, label: 'local' },
    ...(only && { only }),
    settings: { rules, gate, recognizers, calibrations, ...(home !== undefined && { folder: home }), ...(secret && { secret }) },
    progress: (done) => process.stderr.write(`${done}\n`),
  }).finally(() => ocrCache ?? rmSync(ownCache, { recursive: true, force: true }));
  if (out !== undefined && measure.samples.length > 0) await writeSamples(out, measure.samples);
  else if (out !== undefined) process.stderr.write(`${out} is not written: only readings and planted mistakes are learned from\n`);
  process.stdout.write(`${list ? ownList(measure, threshold) : ''}${ownReport(measure, threshold)}`);
}

function given() {
  const options = {
    corpus: { type: 'string' },
    only: { type: 'string' },
    threshold: { type: 'string', default: '0.85' },
    seed: { type: 'string', default: '1' },
    list: { type: 'boolean', default: false },
    out: { type: 'string' },
    'ocr-cache': { type: 'string' },
  } as const;
  const { values, positionals } = parsed(usage, () => parseArgs({ options, allowPositionals: true }));
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new InputError(usage);
  return {
    folder,
    corpus: values.corpus ?? folder,
    only: values.only?.split(','),
    list: values.list,
    out: values.out,
    ocrCache: values['ocr-cache'],
    seed: wholeNumber('--seed', values.seed, 0),
    threshold: numberIn(values.threshold, { name: '--threshold', from: 0, to: 1 }),
  };
}
