import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../../config/index.js';
import { createEngine, InputError } from '../../../core/index.js';
import { command, parsed } from '../eval/command.js';
import { readCorpus } from '../eval/corpus/corpus.js';
import { kindsIn } from './kinds.js';
import { measureProposals } from './proposals.js';
import { proposalsReport } from './report.js';

const usage = `npm run schemas -- CORPUS [--half learned|held] [--kinds N] [--list]

Has \`vouch schema new\` propose a schema from two native documents of each kind, and compares it with the fields that their truth states.
  CORPUS    a folder with docs/ and truth/<id>.json, whose truth or manifest.csv names the group that a document belongs to
  --half    only kinds of this half of the sources: "learned" is the one that rules may be made on; both when absent
  --kinds N at most so many kinds
  --list    also list each kind with what was missed and what has another type
`;

await command(main);

async function main(): Promise<void> {
  const options = { half: { type: 'string' }, kinds: { type: 'string' }, list: { type: 'boolean', default: false } } as const;
  const { values, positionals } = parsed(usage, () => parseArgs({ options, allowPositionals: true }));
  const [corpus, ...more] = positionals;
  const { half, kinds: most, list } = values;
  if (corpus === undefined || more.length > 0 || (half !== undefined && half !== 'learned' && half !== 'held')) throw new InputError(usage);
  const kinds = kindsIn(readCorpus(corpus), half).slice(0, most === undefined ? undefined : Number(most));
  if (kinds.length === 0) throw new InputError(`${corpus} has no two native documents of one kind`);
  const { engine: settings } = await loadConfig({ env: {}, cwd: process.cwd() });
  const engine = createEngine(settings);
  try {
    const measures = await measureProposals(kinds, engine, async (path) => ({ name: basename(path), bytes: await readFile(path) }));
    process.stdout.write(proposalsReport(measures, list));
  } finally {
    await engine.close();
  }
}
