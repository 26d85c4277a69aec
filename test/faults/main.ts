import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { InputError } from '../../core/index.js';
import local from '../../plugins/models/local.js';
import { readCorpus } from '../eval/corpus.js';
import { lost, misses } from './findings.js';
import type { Results } from './records.js';
import { runFaults } from './run.js';
import { table } from './table.js';

const usage = `npm run faults -- CORPUS [--seed N] [--threshold N] [--witness local] [--out DIR]

Plants each fault of evidence.md §15 in a right reading of every native document of CORPUS and has the engine appraise it; no model, no network.
  --seed N         what chance chooses by; 1 when absent
  --threshold N    confidence that is accepted, 0 to 1; 0.85 when absent
  --witness local  have the reader of the desk corroborate and contradict, as it does beside a model
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
  const { folder, seed, threshold, witnesses, out } = given();
  const native = readCorpus(folder).filter(({ textLayer }) => textLayer === 'native');
  const started = performance.now();
  const results = await runFaults(native, { seed, threshold, witnesses, progress: (done) => process.stderr.write(`${done}\n`) });
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
  const { values, positionals } = parsed();
  const [folder, ...more] = positionals;
  const [seed, threshold] = [Number(values.seed), Number(values.threshold)];
  const known = values.witness === undefined || values.witness === 'local';
  if (folder === undefined || more.length > 0 || !known || !Number.isSafeInteger(seed) || !(threshold >= 0 && threshold <= 1))
    throw new InputError(usage);
  return { folder, seed, threshold, witnesses: values.witness ? [{ plugin: local }] : [], out: values.out };
}

function parsed() {
  const options = {
    seed: { type: 'string', default: '1' },
    threshold: { type: 'string', default: '0.85' },
    witness: { type: 'string' },
    out: { type: 'string' },
  } as const;
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (cause) {
    throw new InputError(`${cause instanceof Error ? cause.message : String(cause)}\n\n${usage}`, { cause });
  }
}
