import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { InputError } from '../../../core/index.js';
import { command, parsed, wholeNumber } from '../eval/command.js';
import { textTable } from '../eval/figures/text-table.js';
import type { StoreKind } from './store.js';
import type { JobsTrial, TrialEffort } from './trial.js';
import { backlog } from './trials/backlog.js';
import { folder } from './trials/folder.js';
import { intake } from './trials/intake.js';
import { crashes, full, kills } from './trials/survival.js';
import { turns } from './trials/turns.js';
import { uploads } from './trials/uploads.js';
import { workers } from './trials/workers.js';

const trials: readonly JobsTrial[] = [kills, crashes, full, intake, uploads, workers, backlog, turns, folder];

const usage = `npm run jobs -- [TRIAL] [--store sqlite|postgres] [--jobs N] [--kills N] [--every MS]

Measures what is said of jobs, with real servers, workers and databases in processes of their own, and a provider that answers by itself.
Ends with 1 where a goal is missed. Without a trial all are made:
${trials.map(({ name, does, usual }) => `  ${name.padEnd(10)}  ${does} (${usual.jobs} jobs)`).join('\n')}
  --store NAME     without it each store of the trial
  --jobs N         jobs, or documents
  --kills N        at most so many disturbances
  --every MS       one disturbance in so many milliseconds
`;

await command(async () => {
  const { chosen, effort, store } = given();
  process.stdout.write(`Node ${process.version}, ${availableParallelism()} cores, load average ${(loadavg()[0] ?? 0).toFixed(1)}\n`);
  const rows: string[][] = [];
  for (const trial of chosen)
    for (const kind of trial.stores.filter((one) => store === undefined || one === store)) {
      process.stderr.write(`${trial.name} on ${kind} …\n`);
      for (const { what, goal, measured, met } of await trial.run({ ...trial.usual, ...effort }, kind))
        rows.push([trial.name, kind, what, goal, measured, met ? 'met' : 'MISSED']);
    }
  process.stdout.write(`\n${textTable([['trial', 'store', 'what', 'goal', 'measured', ''], ...rows]).join('\n')}\n`);
  return rows.some((row) => row.at(-1) === 'MISSED') ? 1 : 0;
});

function given(): { readonly chosen: readonly JobsTrial[]; readonly effort: Partial<TrialEffort>; readonly store: StoreKind | undefined } {
  const options = { store: { type: 'string' }, jobs: { type: 'string' }, kills: { type: 'string' }, every: { type: 'string' } } as const;
  const { values, positionals } = parsed(usage, () => parseArgs({ options, allowPositionals: true }));
  const chosen = positionals.length === 0 ? trials : trials.filter(({ name }) => positionals.includes(name));
  if (chosen.length === 0) throw new InputError(`There is no trial "${positionals.join(' ')}"\n\n${usage}`);
  const { store } = values;
  if (store !== undefined && store !== 'sqlite' && store !== 'postgres')
    throw new InputError(`--store must be sqlite or postgres, not "${store}"`);
  return {
    chosen,
    store,
    effort: {
      ...(values.jobs !== undefined && { jobs: wholeNumber('--jobs', values.jobs, 1) }),
      ...(values.kills !== undefined && { kills: wholeNumber('--kills', values.kills, 0) }),
      ...(values.every !== undefined && { everyMs: wholeNumber('--every', values.every, 1) }),
    },
  };
}
