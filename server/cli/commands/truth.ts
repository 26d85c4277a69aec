import { hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { InputError } from '../../../core/index.js';
import { type ShownRun, Vouch } from '../../client/index.js';
import { everyPage } from '../../client/request/pages.js';
import { addressOf, keyIn } from '../options.js';
import type { Terminal } from '../terminal.js';
import { truthOf } from './truth-of-run.js';

export function addTruth(program: Command, terminal: Terminal): void {
  const truth = program.command('truth').description('Take what people have decided out of a server, to measure with and to learn from.');
  truth
    .command('export')
    .argument('<folder>', 'where truth/, schemas/ and runs/ are written; what is there of the same runs is written anew')
    .description('Write the verdicts of the confirmed runs of a key as the truth of a corpus, and as a run for vouch calibrate.')
    .requiredOption('--server <url>', 'the server, asked with the key in VOUCH_API_KEY, which needs the scope review')
    .option('--plain-http', 'send the key over http to another machine, where the network between is your own')
    .action((folder: string, flags: ServerFlags) => exportTruth(resolve(terminal.cwd, folder), flags, terminal));
}

interface ServerFlags {
  readonly server: string;
  readonly plainHttp?: boolean;
}

async function exportTruth(folder: string, { server, plainHttp = false }: ServerFlags, terminal: Terminal): Promise<void> {
  const { runs } = new Vouch({ server: addressOf(server, plainHttp), key: keyIn(terminal), plainHttp });
  for (const name of ['truth', 'schemas', 'runs']) mkdirSync(join(folder, name), { recursive: true });
  const count = { runs: 0, held: 0, blind: 0 };
  for await (const page of everyPage((from) => runs.list({ state: 'confirmed', limit: 100, ...from })))
    for (const { id } of page.runs) {
      const judged = write(await runs.get(id), folder);
      count.runs += 1;
      for (const how of judged) count[how] += 1;
    }
  if (count.runs === 0) throw new InputError('This key has no confirmed run yet: there is nothing to learn from.');
  terminal.stderr.write(`${count.runs} documents in ${folder}: ${count.held} values that were doubted, ${count.blind} of a blind sample\n`);
}

/** Writes what was decided of a run. Schemas are named by their content: many runs have the same. */
function write(run: ShownRun, folder: string): readonly ('held' | 'blind')[] {
  const schema = join('schemas', `${hash('sha256', run.schema).slice(0, 16)}.json`);
  const { truth, caps } = truthOf(run, schema);
  const put = (file: string, content: unknown): void => writeFileSync(join(folder, file), `${JSON.stringify(content, null, 1)}\n`);
  put(schema, JSON.parse(run.schema));
  put(join('truth', `${run.id}.json`), truth);
  put(join('runs', `${run.id}.caps.json`), caps);
  return caps.leaves.flatMap(({ right, how }) => (right === null || how === undefined ? [] : [how]));
}
