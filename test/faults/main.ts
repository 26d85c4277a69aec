import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { InputError } from '../../core/index.js';
import local from '../../plugins/models/local.js';
import { numberIn, parsed, wholeNumber } from '../eval/arguments.js';
import { readCorpus } from '../eval/corpus.js';
import { faults } from './faults.js';
import { lost, misses } from './findings.js';
import type { Results } from './records.js';
import { runFaults } from './run.js';
import { table } from './table.js';

const usage = `npm run faults -- CORPUS [--seed N] [--threshold N] [--witness local] [--fault N] [--out DIR]

Plants each fault of evidence.md §15 in a right reading of every native document of CORPUS and has the engine appraise it; no model, no network.
  --seed N         what chance chooses by; 1 when absent
  --threshold N    confidence that is accepted, 0 to 1; 0.85 when absent
  --witness local  have the reader of the desk corroborate and contradict, as it does beside a model
  --fault N        plant this one only, 1 to 26
  --out DIR        keep results.json, misses.json, lost.json and table.txt there
`;

try {
  await main();
} catch (error) {
  if (!(error instanceof InputError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

async function main(): Promise<void> {
  const { folder, run, out } = given();
  const native = readCorpus(folder).filter(({ textLayer }) => textLayer === 'native');
  const started = performance.now();
  const results = await runFaults(native, { ...run, progress: (done) => process.stderr.write(`${done}\n`) });
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
  };
  return { folder, run, out: values.out };
}
